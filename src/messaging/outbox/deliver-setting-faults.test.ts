import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import { openSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts'
import { PAUSE_MS } from './faults.ts'
import { outboxState } from './state.ts'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

const emailState = () => outboxState(outbox.ctx()).email

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
    expect(outbox.findFirstMessage()).toMatchObject({
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
    expect(outbox.listMessages()).toMatchObject([
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
    expect(outbox.listStatuses()).toEqual(['sent'])
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
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'sent', attempts: 1, error: null })
  })

  it('includes a missing sender', async () => {
    writeSettings(outbox.ctx(), 'practice', { mail: '' })
    outbox.queue()
    await outbox.deliver()
    expect(outbox.findFirstMessage()).toMatchObject({
      status: 'queued',
      attempts: 0,
      error: expect.stringContaining('MAIL_FROM'),
    })
    expect(outbox.smtp.mails).toEqual([])
  })
})
