import { beforeEach, describe, expect, it, vi } from 'vitest'
import { requestVerification } from '../../booking/email-verification.ts'
import { bookings } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { type MailOutbox, OUTBOX_START, openMailOutbox } from '../../testing/mail-outbox.ts'
import { PRACTICE, SAMPLE } from '../../testing/sample-emails.ts'
import { mailServerAt } from '../../testing/smtp-server.ts'
import type { MailPort } from '../email/smtp.ts'
import { emailVerification } from '../kinds/email-verification.ts'
import { deliverAtOnce, deliverDue, nextDelivery } from './deliver.ts'
import { findFault } from './faults.ts'
import { insertMessage, type Lane } from './queue.ts'
import type { DeliveryOutcome } from './transport.ts'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

describe('a due e-mail', () => {
  it('is sent once, from the practice, with its own Message-ID', async () => {
    outbox.queue()
    await outbox.deliver()
    await outbox.deliver()
    expect(outbox.row()).toMatchObject({ status: 'sent', sentAt: outbox.now(), attempts: 1, error: null })
    expect(outbox.smtp.mails).toHaveLength(1)
    expect(outbox.smtp.mails[0]).toMatchObject({
      messageId: outbox.row()?.messageId,
      subject: 'An maria@example.at',
      from: { name: 'Ordination Dr. Beispiel', address: 'praxis@praxis.example' },
      replyTo: [{ address: 'praxis@praxis.example' }],
    })
  })

  it('is sent from MAIL_FROM where that is set, and replies go to the practice', async () => {
    outbox.queue()
    const config = { ...outbox.ctx().config, mailFrom: 'portal@mailer.example' }
    await deliverDue(() => ({ ...outbox.ctx(), config }), outbox.transport, outbox.log)
    expect(outbox.smtp.mails[0]).toMatchObject({
      from: { name: 'Ordination Dr. Beispiel', address: 'portal@mailer.example' },
      replyTo: [{ address: 'praxis@praxis.example' }],
    })
  })

  it('leaves by the server and from the sender of the settings where the environment names none', async () => {
    outbox.environment.smtpUrl = undefined
    outbox.queue()
    await outbox.deliver()
    expect(outbox.row()?.status).toBe('queued')

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
    outbox.queue(undefined, { calendar: 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n' })
    outbox.queue()
    await outbox.deliver()
    expect(outbox.smtp.mails.map(({ attachments }) => attachments.map(({ method }) => method))).toEqual([
      ['CANCEL', undefined],
      [],
    ])
  })

  it('is logged without its recipient', async () => {
    outbox.queue()
    outbox.queue('a@b.at, c@d.at')
    await outbox.deliver()
    expect(outbox.logged).toHaveLength(2)
    expect(JSON.stringify(outbox.logged)).not.toMatch(/maria|a@b/)
  })

  it('is none that was suppressed, failed, sent or is due later', async () => {
    const email = { channel: 'email', kind: 'confirmed', recipient: 'a@b.at', text: '' } as const
    for (const status of ['suppressed', 'failed', 'sent'] as const)
      insertMessage(outbox.ctx(), email, { status })
    insertMessage(outbox.ctx(), email, { dueAt: outbox.now() + 1 })
    const before = outbox.rows()
    await outbox.deliver()
    expect(outbox.rows()).toEqual(before)
    expect(outbox.smtp.mails).toEqual([])
  })

  it('is sent before those that are due for a shorter time', async () => {
    outbox.queue('late@example.at')
    outbox.pass(-MINUTE)
    outbox.queue('early@example.at')
    outbox.pass(MINUTE)
    await outbox.deliver()
    expect(outbox.smtp.mails.map(({ envelope }) => envelope.to[0])).toEqual([
      'early@example.at',
      'late@example.at',
    ])
  })
})

describe('e-mail verifications', () => {
  /** Requests this number of verifications from `origin`, each for another address. */
  const requestVerifications = (origin: string, times: number) => {
    const unlimited = { ...outbox.ctx(), config: { ...outbox.ctx().config, rateLimits: false } }
    for (let i = 0; i < times; i++)
      requestVerification(unlimited, { email: `${origin}${i}@example.at`, browser: `${origin}${i}`, origin })
  }
  const countArrived = (from: string) =>
    outbox.smtp.mails.filter(({ envelope }) => envelope.to[0]?.startsWith(from)).length

  it('that one origin asks for hundreds of times delay neither those of another nor other e-mails', async () => {
    outbox.smtp.behave({ do: 'delay', delay: 100 })
    let isStopped = false
    const isStopping = () => isStopped
    const work = (lane: Lane) => deliverDue(outbox.ctx, outbox.transport, outbox.log, { lane, isStopping })
    requestVerifications('flood', 400)
    const workers = [work('verifications'), work('verifications'), work('verifications')]
    await vi.waitFor(() => expect(countArrived('flood')).toBeGreaterThan(5), { timeout: 20_000 })

    const before = countArrived('flood')
    requestVerifications('maria', 1)
    outbox.queue('otto@example.at')
    workers.push(work('others'))
    await vi.waitFor(() => expect([countArrived('maria'), countArrived('otto')]).toEqual([1, 1]), {
      timeout: 20_000,
    })

    isStopped = true
    // Each worker was sending one, and sends a few more until both other e-mails have arrived.
    expect(countArrived('flood') - before).toBeLessThanOrEqual(12)
    await Promise.all(workers)
    expect(outbox.smtp.connections().all).toBeLessThanOrEqual(5)
  })

  it('of two origins take turns', async () => {
    requestVerifications('flood', 5)
    requestVerifications('maria', 2)
    await deliverDue(outbox.ctx, outbox.transport, outbox.log, { lane: 'verifications' })
    const order = outbox.smtp.mails.map(({ envelope }) => envelope.to[0]?.replace(/\d@.*/, ''))
    expect(order).toEqual(['flood', 'maria', 'flood', 'maria', 'flood', 'flood', 'flood'])
  })
})

it('the next delivery is that of the next message of its channel, or the end of a pause', async () => {
  const nextOfEmail = () => nextDelivery(outbox.ctx(), 'email')
  expect(nextOfEmail()).toBeUndefined()
  insertMessage(outbox.ctx(), { channel: 'sms', kind: 'confirmed', recipient: '1', text: '' })
  const email = { channel: 'email', kind: 'confirmed', recipient: 'a@b.at', text: '' } as const
  for (const minutes of [9, 7]) insertMessage(outbox.ctx(), email, { dueAt: outbox.now() + minutes * MINUTE })
  expect(nextOfEmail()).toBe(outbox.now() + 7 * MINUTE)
  outbox.queue()
  await outbox.deliver({ send: async () => ({ ok: false, kind: 'configuration', detail: 'wrong login' }) })
  expect(nextOfEmail()).toBe(outbox.now() + 5 * MINUTE)
})

it('a confirmation that waits for its next attempt is suppressed after the cancellation', async () => {
  const failing: MailPort = { send: async () => ({ ok: false, kind: 'temporary', detail: 'try later' }) }
  const { id: bookingId } = insertBooking(outbox.db, { status: 'confirmed' })
  outbox.queue(undefined, { kind: 'confirmed', bookingId })
  await outbox.deliver(failing)
  outbox.db.update(bookings).set({ status: 'cancelled' }).run()
  outbox.queue(undefined, { kind: 'cancelled', bookingId })
  outbox.pass(60 * MINUTE)
  await outbox.deliver()
  expect(outbox.rows().map(({ kind, status, error }) => [kind, status, error])).toEqual([
    ['confirmed', 'suppressed', 'Nicht mehr gesendet: Der Termin hat sich geändert.'],
    ['cancelled', 'sent', null],
  ])
  expect(outbox.smtp.mails).toHaveLength(1)
})

describe('an attempt with an advice', () => {
  const advice = 'Bitte Guthaben aufladen.'
  const faultAfter = async (result: DeliveryOutcome['result']) => {
    const send = async () => ({ result, error: null, advice })
    outbox.queue()
    await deliverDue(outbox.ctx, { ...outbox.transport, send }, outbox.log)
    return findFault(outbox.ctx(), 'email')
  }

  it('that ends as sent leaves the channel without a fault', async () => {
    expect(await faultAfter('sent')).toBeUndefined()
  })

  it.each(['temporary', 'failed'] as const)('that ends as %s leaves it with the advice', async (result) => {
    expect(await faultAfter(result)).toEqual({ advice, pausedSince: null })
  })

  it.each(['away', 'configuration'] as const)('that ends as %s makes it pause as well', async (result) => {
    expect(await faultAfter(result)).toEqual({ advice, pausedSince: OUTBOX_START })
  })
})

describe('a message whose outcome an admin waits for', () => {
  it.each([
    ['sent', 'sent'],
    ['suppressed', 'suppressed'],
    ['unknown', 'unknown'],
    ['temporary', 'failed'],
    ['configuration', 'failed'],
    ['refused', 'failed'],
  ] as const)('has a single attempt: one that ends as %s is stored as %s', async (result, status) => {
    const transport = { ...outbox.transport, send: async () => ({ result, error: null }) }
    const content = { kind: 'test', recipient: 'praxis@praxis.example', text: 'Ein Test' } as const
    expect((await deliverAtOnce(outbox.ctx(), transport, content)).result).toBe(result)
    expect(outbox.rows()).toMatchObject([{ status, attempts: 1 }])
  })
})

describe('without an SMTP server', () => {
  const verifyUrl = 'https://termine.example/email/verify?token=abc-123456-def'
  beforeEach(() => {
    outbox.environment.smtpUrl = undefined
    const email = emailVerification.email({ ...SAMPLE, purpose: 'booking', verifyUrl, code: '049217' })
    outbox.queue(undefined, { kind: 'email-verification', ...email })
  })

  it('e-mails wait, and the log shows subject, link and code of each once', async () => {
    const before = outbox.rows()
    await outbox.deliver()
    await outbox.deliver()
    expect(outbox.rows()).toEqual(before)
    expect(outbox.logged).toHaveLength(1)
    expect(outbox.logged[0]).toMatchObject({
      to: 'm***@example.at',
      subject: '049217 ist Ihr Code',
      code: 'Oder geben Sie in dem Browser, in dem Sie buchen, diesen Code ein: 049217',
      links: [verifyUrl, PRACTICE.url, PRACTICE.terms, PRACTICE.impressum],
    })
    outbox.queue()
    await outbox.deliver()
    expect(outbox.logged).toHaveLength(2)
  })

  it('nothing of them is logged in production', async () => {
    outbox.environment.production = true
    await outbox.deliver()
    expect(outbox.logged).toEqual([])
  })
})
