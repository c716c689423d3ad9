import { beforeEach, describe, expect, it } from 'vitest'
import { bookings } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { mailServerAt } from '../../testing/mail-attempts.ts'
import { type MailOutbox, OUTBOX_PRACTICE, openMailOutbox } from '../../testing/mail-outbox.ts'
import type { MailPort } from '../email/smtp.ts'
import { deliverAtOnce, deliverDue } from './deliver.ts'
import { insertMessage } from './queue.ts'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

describe('a due e-mail', () => {
  it('is sent once, from the practice, with its own Message-ID', async () => {
    outbox.queue({ subject: 'Termin bestätigt' })
    await outbox.deliver()
    await outbox.deliver()
    expect(outbox.findFirstMessage()).toMatchObject({
      status: 'sent',
      sentAt: outbox.ctx().now,
      attempts: 1,
      error: null,
    })
    expect(outbox.smtp.mails).toMatchObject([
      {
        messageId: outbox.findFirstMessage()?.messageId,
        subject: 'Termin bestätigt',
        from: { name: OUTBOX_PRACTICE.name, address: OUTBOX_PRACTICE.mail },
        replyTo: [{ address: OUTBOX_PRACTICE.mail }],
      },
    ])
  })

  it('is sent from MAIL_FROM if that is set, with replies to the practice', async () => {
    outbox.queue()
    const config = { ...outbox.ctx().config, mailFrom: 'portal@mailer.example' }
    await deliverDue(() => ({ ...outbox.ctx(), config }), outbox.transport, outbox.log)
    expect(outbox.smtp.mails[0]).toMatchObject({
      from: { name: OUTBOX_PRACTICE.name, address: 'portal@mailer.example' },
      replyTo: [{ address: OUTBOX_PRACTICE.mail }],
    })
  })

  it('waits for a server, and is sent by that of the settings if the environment names none', async () => {
    outbox.environment.smtpUrl = undefined
    outbox.queue()
    await outbox.deliver()
    expect(outbox.findFirstMessage()?.status).toBe('queued')

    const { host, port } = mailServerAt(outbox.smtp.url)
    writeSettings(outbox.ctx(), 'smtp', {
      SMTP_HOST: host,
      SMTP_PORT: port,
      SMTP_SECURITY: 'none',
      MAIL_FROM: 'Ordi <portal@mailer.example>',
    })
    await outbox.deliver()
    expect(outbox.smtp.mails[0]?.from).toEqual({ name: 'Ordi', address: 'portal@mailer.example' })
  })

  it('carries its calendar entry', async () => {
    outbox.queue({ calendar: 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n' })
    outbox.queue({ calendar: null })
    await outbox.deliver()
    const [withEntry, withoutEntry] = outbox.smtp.mails
    // The entry is attached twice: as a part with its method, on which mail programs act, and as a file.
    expect(withEntry?.attachments.map(({ method }) => method)).toEqual(['CANCEL', undefined])
    expect(withoutEntry?.attachments).toEqual([])
  })

  it('is logged without its recipient', async () => {
    outbox.queue({ recipient: 'maria@example.at' })
    // Two addresses are no recipient, so this e-mail fails, which is logged too.
    outbox.queue({ recipient: 'a@b.at, c@d.at' })
    await outbox.deliver()
    expect(outbox.logged).toHaveLength(2)
    expect(JSON.stringify(outbox.logged)).not.toMatch(/maria|a@b/)
  })

  it('is not a message that was suppressed, failed or sent, nor one that is due later', async () => {
    const draft = { channel: 'email', kind: 'confirmed', recipient: 'a@b.at', text: '' } as const
    for (const status of ['muted', 'failed', 'sent'] as const) insertMessage(outbox.ctx(), draft, { status })
    insertMessage(outbox.ctx(), draft, { dueAt: outbox.ctx().now + 1 })
    const rowsBefore = outbox.listMessages()
    await outbox.deliver()
    expect(outbox.listMessages()).toEqual(rowsBefore)
    expect(outbox.smtp.mails).toEqual([])
  })

  it('is sent before those that became due later', async () => {
    outbox.queue({ recipient: 'late@example.at' })
    outbox.pass(-MINUTE)
    outbox.queue({ recipient: 'early@example.at' })
    outbox.pass(MINUTE)
    await outbox.deliver()
    expect(outbox.listArrivedRecipients()).toEqual(['early@example.at', 'late@example.at'])
  })
})

it('a confirmation that waits for its next attempt is suppressed after the cancellation', async () => {
  const failing: MailPort = { send: async () => ({ ok: false, kind: 'temporary', detail: 'try later' }) }
  const { id: bookingId } = insertBooking(outbox.db, { status: 'confirmed' })
  outbox.queue({ kind: 'confirmed', bookingId })
  await outbox.deliver(failing)
  outbox.db.update(bookings).set({ status: 'cancelled' }).run()
  outbox.queue({ kind: 'cancelled', bookingId })
  outbox.pass(60 * MINUTE)
  await outbox.deliver()
  expect(outbox.listMessages()).toMatchObject([
    {
      kind: 'confirmed',
      status: 'muted',
      error: 'Nicht mehr gesendet: Der Termin hat sich geändert.',
    },
    { kind: 'cancelled', status: 'sent', error: null },
  ])
  expect(outbox.smtp.mails).toHaveLength(1)
})

describe('a message whose outcome an admin waits for', () => {
  it.each([
    { result: 'sent', status: 'sent' },
    { result: 'muted', status: 'muted' },
    { result: 'unknown', status: 'unknown' },
    { result: 'temporary', status: 'failed' },
    { result: 'configuration', status: 'failed' },
    { result: 'refused', status: 'failed' },
  ] as const)(
    'has a single attempt: if it ends as $result, it is stored as $status',
    async ({ result, status }) => {
      const transport = { ...outbox.transport, send: async () => ({ result, error: null }) }
      const draft = { kind: 'test', recipient: 'praxis@praxis.example', text: 'Ein Test' } as const
      const outcome = await deliverAtOnce(outbox.ctx(), transport, draft)
      expect(outcome.result).toBe(result)
      expect(outbox.listMessages()).toMatchObject([{ status, attempts: 1 }])
    },
  )
})
