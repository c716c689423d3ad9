import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import { openSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts'
import { type MailPort, openMailPort } from '../email/smtp.ts'
import { MAIL_TIMEOUTS_MS } from '../email/smtp-connection.ts'
import { PAUSE_MS } from './faults.ts'
import { outboxState } from './state.ts'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

const emailState = () => outboxState(outbox.ctx()).email

describe('a temporary fault', () => {
  it('leads to further attempts after 1, 5, 30, 120 and 720 minutes, and not earlier', async () => {
    outbox.queue()
    outbox.smtp.behave({ do: 'refuse', at: 'recipient', code: 451 })
    let attempts = 0
    for (const minutes of [1, 5, 30, 120, 720]) {
      await outbox.deliver()
      attempts += 1
      const dueAt = outbox.now() + minutes * MINUTE
      expect(outbox.row()).toMatchObject({ status: 'queued', attempts, dueAt })
      expect(outbox.row()?.error).toContain('451')
      outbox.pass(minutes * MINUTE - 1)
      await outbox.deliver()
      expect(outbox.row()?.attempts).toBe(attempts)
      outbox.pass(1)
    }
  })

  it('makes the e-mail fail with the sixth attempt, which is the last', async () => {
    outbox.queue()
    outbox.smtp.behave({ do: 'refuse', at: 'recipient', code: 451 })
    for (let attempts = 1; attempts <= 6; attempts++) {
      expect(outbox.row()?.status).toBe('queued')
      await outbox.deliver()
      outbox.pass(720 * MINUTE)
    }
    expect(outbox.row()).toMatchObject({ status: 'failed', attempts: 6 })
    expect(emailState().failed).toBe(1)
    outbox.pass(7 * DAY_LENGTH)
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
    for (const name of ['hangs', 'second', 'third']) outbox.queue({ recipient: `${name}@example.at` })
    outbox.smtp.behave({ do: 'hang' }, { do: 'accept' })
    // A timeout of a second keeps the test short.
    await outbox.deliver(openMailPort({ ...MAIL_TIMEOUTS_MS, silence: 1_000 }))
    expect(outbox.statuses()).toEqual(['queued', 'sent', 'sent'])
    expect(outbox.arrivedRecipients()).toEqual(['second@example.at', 'third@example.at'])
  })
})

describe('a permanent fault', () => {
  it('makes the e-mail fail at once, with the reason', async () => {
    outbox.queue()
    outbox.queue({ recipient: 'other@example.at' })
    outbox.smtp.behave({ do: 'refuse', at: 'recipient', code: 550 }, { do: 'accept' })
    await outbox.deliver()
    expect(outbox.rows()).toMatchObject([
      { status: 'failed', attempts: 1, error: expect.stringContaining('550') },
      { status: 'sent' },
    ])
  })
})

describe('a fault of the settings', () => {
  let serverWithLogin: SmtpServer
  beforeEach(async () => {
    serverWithLogin = await openSmtpServer({ login: { user: 'ordi', pass: 'right' } })
  })
  afterEach(() => serverWithLogin.close())

  /** Delivers with a wrong password, which the server refuses with the code 535. */
  const deliverWithWrongPassword = async () => {
    outbox.environment.smtpUrl = serverWithLogin.url.replace('//', '//ordi:wrong@')
    await outbox.deliver()
    outbox.environment.smtpUrl = outbox.smtp.url
  }

  it('is not counted as an attempt, is logged, and leaves the outbox overdue', async () => {
    outbox.queue()
    outbox.pass(12 * MINUTE)
    await deliverWithWrongPassword()
    expect(outbox.row()).toMatchObject({
      status: 'queued',
      attempts: 0,
      error: expect.stringContaining('535'),
    })
    expect(outbox.logged.at(-1)).toMatchObject({ fault: expect.stringContaining('535') })
    expect(emailState()).toMatchObject({ queued: 1, overdue: 12 * MINUTE })
  })

  it('stops the run, so that the next e-mail is not tried', async () => {
    outbox.queue()
    outbox.queue({ recipient: 'second@example.at' })
    await deliverWithWrongPassword()
    expect(serverWithLogin.logins).toEqual(['ordi'])
    expect(outbox.rows()).toMatchObject([
      { status: 'queued', error: expect.stringContaining('535') },
      { status: 'queued', attempts: 0, error: null },
    ])
  })

  it('is reported at once, and until an e-mail is really sent', async () => {
    outbox.queue()
    outbox.smtp.behave({ do: 'refuse', at: 'sender', code: 550 })
    await outbox.deliver()
    const fault = 'Der E-Mail-Server lehnt den Absender ab: Bitte MAIL_FROM prüfen.'
    expect(emailState().fault).toBe(fault)
    // The pause is over, but no e-mail has been sent.
    outbox.pass(PAUSE_MS + MINUTE)
    expect(emailState().fault).toBe(fault)
    outbox.smtp.behave({ do: 'accept' })
    await outbox.deliver()
    expect(outbox.statuses()).toEqual(['sent'])
    expect(emailState().fault).toBeNull()
  })

  it('pauses the outbox for five minutes, so that no account is locked', async () => {
    outbox.queue()
    await deliverWithWrongPassword()
    outbox.pass(5 * MINUTE - 1)
    await deliverWithWrongPassword()
    expect(serverWithLogin.logins).toHaveLength(1)
    outbox.pass(1)
    await outbox.deliver()
    expect(outbox.row()).toMatchObject({ status: 'sent', attempts: 1, error: null })
  })

  it('includes a missing sender', async () => {
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

describe('a server that cannot be reached', () => {
  const unreachable: MailPort = {
    send: async () => ({ ok: false, kind: 'temporary', detail: 'ECONNREFUSED' }),
  }

  beforeEach(async () => {
    outbox.queue()
    await outbox.deliver(unreachable)
    outbox.pass(11 * MINUTE)
  })

  it('leaves the outbox overdue, although the e-mail waits for its next attempt', () => {
    expect(emailState().overdue).toBe(11 * MINUTE)
  })

  it('leaves the outbox overdue only until another e-mail is sent', async () => {
    // The first e-mail waits on, so that only the other one is sent.
    outbox.db
      .update(messages)
      .set({ dueAt: outbox.now() + MINUTE })
      .run()
    outbox.queue({ recipient: 'otto@example.at' })
    await outbox.deliver()
    expect(outbox.arrivedRecipients()).toEqual(['otto@example.at'])
    expect(emailState()).toMatchObject({ queued: 1, overdue: 0 })
  })
})
