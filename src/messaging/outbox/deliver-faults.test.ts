import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import { type Behaviour, openSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts'
import { openMailPort } from '../email/smtp.ts'
import { MAIL_TIMEOUT_MS } from '../email/smtp-connection.ts'
import { outboxState } from './state.ts'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

describe('a temporary fault', () => {
  it('leads to attempts after 1, 5, 30, 120 and 720 minutes, and then the e-mail has failed', async () => {
    outbox.queue()
    outbox.smtp.behave({ do: 'refuse', at: 'recipient', code: 451 })
    for (const [tries, minutes] of [1, 5, 30, 120, 720].entries()) {
      await outbox.deliver()
      expect(outbox.row()).toMatchObject({
        status: 'queued',
        attempts: tries + 1,
        dueAt: outbox.now() + minutes * MINUTE,
      })
      expect(outbox.row()?.error).toContain('451')
      outbox.pass(minutes * MINUTE - 1)
      await outbox.deliver()
      expect(outbox.row()?.attempts).toBe(tries + 1)
      outbox.pass(1)
    }

    await outbox.deliver()
    expect(outbox.row()).toMatchObject({ status: 'failed', attempts: 6 })
    expect(outboxState(outbox.ctx()).email.failed).toBe(1)
    outbox.pass(10_000 * MINUTE)
    await outbox.deliver()
    expect(outbox.row()?.attempts).toBe(6)
  })

  it('is forgotten once an attempt succeeds, with the same Message-ID', async () => {
    outbox.queue()
    const { messageId } = outbox.row() ?? {}
    outbox.smtp.behave({ do: 'drop' }, { do: 'accept' })
    await outbox.deliver()
    expect(outbox.row()).toMatchObject({ status: 'queued', attempts: 1 })
    outbox.pass(MINUTE)
    await outbox.deliver()
    expect(outbox.row()).toMatchObject({ status: 'sent', attempts: 2, error: null })
    expect(outbox.smtp.mails.map((mail) => mail.messageId)).toEqual([messageId])
  })

  it('of one e-mail does not stop the others', async () => {
    for (const name of ['hangs', 'second', 'third']) outbox.queue(`${name}@example.at`)
    outbox.smtp.behave({ do: 'hang' }, { do: 'accept' })
    await outbox.deliver(openMailPort({ ...MAIL_TIMEOUT_MS, silence: 1_000 }))
    expect(outbox.rows().map(({ status }) => status)).toEqual(['queued', 'sent', 'sent'])
    expect(outbox.smtp.mails.map(({ envelope }) => envelope.to[0])).toEqual([
      'second@example.at',
      'third@example.at',
    ])
  })
})

describe('a permanent fault', () => {
  it('makes the e-mail fail at once, with the reason', async () => {
    outbox.queue()
    outbox.queue('other@example.at')
    outbox.smtp.behave({ do: 'refuse', at: 'recipient', code: 550 }, { do: 'accept' })
    await outbox.deliver()
    expect(outbox.rows()).toMatchObject([
      { status: 'failed', attempts: 1, error: expect.stringContaining('550') },
      { status: 'sent' },
    ])
  })
})

describe('a fault of the settings', () => {
  let locked: SmtpServer
  /** Delivers with a wrong password. */
  const deliverWrong = async () => {
    outbox.environment.smtpUrl = locked.url.replace('//', '//ordi:wrong@')
    await outbox.deliver()
    outbox.environment.smtpUrl = outbox.smtp.url
  }
  beforeEach(async () => {
    locked = await openSmtpServer({ login: { user: 'ordi', pass: 'right' } })
  })
  afterEach(() => locked.close())

  it('counts as no attempt, stops the run, is logged and leaves the outbox overdue', async () => {
    outbox.queue()
    outbox.queue('second@example.at')
    outbox.pass(12 * MINUTE)
    await deliverWrong()
    expect(outbox.rows()).toMatchObject([
      { status: 'queued', attempts: 0, error: expect.stringContaining('535') },
      { status: 'queued', attempts: 0, error: null },
    ])
    expect(locked.logins).toEqual(['ordi'])
    expect(outbox.logged.at(-1)).toMatchObject({ fault: expect.stringContaining('535') })
    expect(outboxState(outbox.ctx()).email).toMatchObject({ queued: 2, overdue: 12 * MINUTE })
  })

  it('is told at once, and until an e-mail has really gone out', async () => {
    const fault = () => outboxState(outbox.ctx()).email.fault
    outbox.queue()
    outbox.smtp.behave({ do: 'refuse', at: 'sender', code: 550 })
    await outbox.deliver()
    expect(fault()).toBe('Der E-Mail-Server lehnt den Absender ab: Bitte MAIL_FROM prüfen.')
    outbox.pass(6 * MINUTE)
    expect(fault()).not.toBeNull()
    outbox.smtp.behave({ do: 'accept' })
    await outbox.deliver()
    expect([outbox.row()?.status, fault()]).toEqual(['sent', null])
  })

  it('makes the outbox pause for five minutes, so that no account is locked', async () => {
    outbox.queue()
    await deliverWrong()
    outbox.pass(5 * MINUTE - 1)
    await deliverWrong()
    expect(locked.logins).toHaveLength(1)
    outbox.pass(1)
    await outbox.deliver()
    expect(outbox.row()).toMatchObject({ status: 'sent', attempts: 1, error: null })
  })

  it('is also a missing sender', async () => {
    writeSettings(outbox.ctx(), 'practice', { mail: '' })
    outbox.queue()
    await outbox.deliver()
    expect(outbox.row()).toMatchObject({
      status: 'queued',
      attempts: 0,
      error: expect.stringContaining('MAIL_FROM'),
    })
    expect(outbox.smtp.mails).toEqual([])
  })
})

describe('a server that refuses everybody', () => {
  const relay: Behaviour = { do: 'refuse', at: 'recipient', code: 554, says: '5.7.1 Relay access denied' }
  const unknown: Behaviour = { do: 'refuse', at: 'recipient', code: 550, says: '5.1.1 unknown' }
  const fault = () => outboxState(outbox.ctx()).email.fault

  it('for its policy is a fault of the settings at once, and each e-mail is kept until it goes out', async () => {
    for (const domain of ['a', 'b', 'c']) outbox.queue(`maria@${domain}.example`)
    outbox.smtp.behave(relay)
    await outbox.deliver()
    expect(fault()).toContain('SMTP_URL')
    for (let attempt = 0; attempt < 20; attempt++) {
      outbox.pass(5 * MINUTE)
      await outbox.deliver()
    }
    expect(outbox.rows().map(({ status }) => status)).toEqual(['queued', 'queued', 'queued'])
    outbox.smtp.behave({ do: 'accept' })
    outbox.pass(120 * MINUTE)
    await outbox.deliver()
    expect(outbox.rows().map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
    expect(fault()).toBeNull()
  })

  it('as unknown is one too from the third domain on, and what has failed before is queued again', async () => {
    for (const domain of ['a', 'a', 'b']) outbox.queue(`maria@${domain}.example`)
    outbox.smtp.behave(unknown)
    await outbox.deliver()
    expect([outbox.rows().map(({ status }) => status), fault()]).toEqual([
      ['failed', 'failed', 'failed'],
      null,
    ])

    outbox.queue('maria@c.example')
    await outbox.deliver()
    expect(
      outbox.rows().every(({ status, dueAt }) => status === 'queued' && dueAt === outbox.now() + 5 * MINUTE),
    ).toBe(true)
    expect(fault()).toContain('SMTP_URL')
  })

  it('is none once it takes one of them, so that wrong addresses do not stop the mail', async () => {
    for (const domain of ['a', 'b', 'right', 'c']) outbox.queue(`maria@${domain}.example`)
    outbox.smtp.behave(unknown, unknown, { do: 'accept' }, unknown)
    await outbox.deliver()
    expect(outbox.rows().map(({ status }) => status)).toEqual(['failed', 'failed', 'sent', 'failed'])
    expect(fault()).toBeNull()
  })

  it('shows in the count of failed e-mails when an e-mail verification expires meanwhile', async () => {
    outbox.queue('maria@a.example', { kind: 'email-verification' })
    outbox.smtp.behave(relay)
    await outbox.deliver()
    outbox.pass(31 * MINUTE)
    await outbox.deliver()
    expect(outbox.row()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Relay access denied'),
    })
    expect(outboxState(outbox.ctx()).email.failed).toBe(1)
    outbox.queue()
    outbox.smtp.behave({ do: 'accept' })
    await outbox.deliver()
    expect(outboxState(outbox.ctx()).email.failed).toBe(0)
  })
})

describe('a server that cannot be reached', () => {
  it('is a standstill although each e-mail has its next attempt, until one goes out', async () => {
    outbox.queue()
    await outbox.deliver({ send: async () => ({ ok: false, kind: 'temporary', detail: 'ECONNREFUSED' }) })
    outbox.pass(11 * MINUTE)
    expect(outboxState(outbox.ctx()).email.overdue).toBe(11 * MINUTE)
    outbox.queue('otto@example.at')
    outbox.db
      .update(messages)
      .set({ dueAt: outbox.now() + MINUTE })
      .where(eq(messages.id, outbox.row()?.id ?? 0))
      .run()
    await outbox.deliver()
    expect(outboxState(outbox.ctx()).email).toMatchObject({ queued: 1, overdue: 0 })
  })
})
