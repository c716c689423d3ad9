import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import type { Behaviour } from '../../testing/smtp-server.ts'
import { VERIFICATION_MINUTES } from '../kinds/email-verification.ts'
import { PAUSE_MS } from './faults.ts'
import { outboxState } from './state.ts'

/** The server refuses the recipient because of its policy, like a relay that requires a login. */
const RELAY_DENIED: Behaviour = {
  do: 'refuse',
  at: 'recipient',
  code: 554,
  says: '5.7.1 Relay access denied',
}
/** The server refuses the recipient as unknown. */
const UNKNOWN_RECIPIENT: Behaviour = { do: 'refuse', at: 'recipient', code: 550, says: '5.1.1 unknown' }

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

/** Queues an e-mail to an address of each of these domains. */
const queueTo = (...domains: string[]) => {
  for (const domain of domains) outbox.queue({ recipient: `maria@${domain}` })
}
const emailState = () => outboxState(outbox.ctx()).email

describe('a server that refuses everybody because of its policy', () => {
  beforeEach(async () => {
    queueTo('a.example', 'b.example', 'c.example')
    outbox.smtp.behave(RELAY_DENIED)
    await outbox.deliver()
  })

  it('is a fault of the settings at once', () => {
    expect(emailState().fault).toContain('SMTP_URL')
  })

  it('makes no e-mail fail: each waits until it is sent', async () => {
    // These are more runs than the six attempts that a message has.
    for (let run = 0; run < 20; run++) {
      outbox.pass(PAUSE_MS)
      await outbox.deliver()
    }
    expect(outbox.listStatuses()).toEqual(['queued', 'queued', 'queued'])
    outbox.smtp.behave({ do: 'accept' })
    outbox.pass(120 * MINUTE)
    await outbox.deliver()
    expect(outbox.listStatuses()).toEqual(['sent', 'sent', 'sent'])
    expect(emailState().fault).toBeNull()
  })
})

describe('a server that refuses everybody as unknown', () => {
  it('is no fault of the settings up to the second domain, so the e-mails fail', async () => {
    queueTo('a.example', 'a.example', 'b.example')
    outbox.smtp.behave(UNKNOWN_RECIPIENT)
    await outbox.deliver()
    expect(outbox.listStatuses()).toEqual(['failed', 'failed', 'failed'])
    expect(emailState().fault).toBeNull()
  })

  it('is a fault of the settings from the third domain on, and the failed e-mails are queued again', async () => {
    queueTo('a.example', 'a.example', 'b.example')
    outbox.smtp.behave(UNKNOWN_RECIPIENT)
    await outbox.deliver()
    queueTo('c.example')
    await outbox.deliver()
    expect(emailState().fault).toContain('SMTP_URL')
    const queued = { status: 'queued', dueAt: outbox.ctx().now + PAUSE_MS }
    expect(outbox.listMessages()).toMatchObject([queued, queued, queued, queued])
  })

  it('is no fault of the settings once it accepts an e-mail, so that wrong e-mail addresses do not stop the mail', async () => {
    queueTo('a.example', 'b.example', 'right.example', 'c.example')
    outbox.smtp.behave(UNKNOWN_RECIPIENT, UNKNOWN_RECIPIENT, { do: 'accept' }, UNKNOWN_RECIPIENT)
    await outbox.deliver()
    expect(outbox.listStatuses()).toEqual(['failed', 'failed', 'sent', 'failed'])
    expect(emailState().fault).toBeNull()
  })
})

describe('an e-mail verification that expires while the server refuses it', () => {
  beforeEach(async () => {
    outbox.queue({ kind: 'email-verification' })
    outbox.smtp.behave(RELAY_DENIED)
    await outbox.deliver()
    // Link and code of the verification have expired then.
    outbox.pass((VERIFICATION_MINUTES + 1) * MINUTE)
    await outbox.deliver()
  })

  it('fails with the reason of the refusal', () => {
    expect(outbox.listMessages()).toMatchObject([
      { status: 'failed', error: expect.stringContaining('Relay access denied') },
    ])
  })

  it('counts as failed until another e-mail is sent', async () => {
    expect(emailState().failed).toBe(1)
    outbox.queue()
    outbox.smtp.behave({ do: 'accept' })
    await outbox.deliver()
    expect(emailState().failed).toBe(0)
  })
})
