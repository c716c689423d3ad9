import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../db/schema.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import { type MailPort, openMailPort } from '../email/smtp.ts'
import { MAIL_TIMEOUTS_MS } from '../email/smtp-connection.ts'
import { RETRY_AFTER_MINUTES } from './retry-times.ts'
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
      const dueAt = outbox.ctx().now + minutes * MINUTE
      expect(outbox.findFirstMessage()).toMatchObject({ status: 'queued', attempts, dueAt })
      expect(outbox.findFirstMessage()?.error).toContain('451')
      outbox.pass(minutes * MINUTE - 1)
      await outbox.deliver()
      expect(outbox.findFirstMessage()?.attempts).toBe(attempts)
      outbox.pass(1)
    }
  })

  it('makes the e-mail fail with the sixth attempt, which is the last', async () => {
    outbox.queue()
    outbox.smtp.behave({ do: 'refuse', at: 'recipient', code: 451 })
    const lastAttempt = 6
    const longestWait = Math.max(...RETRY_AFTER_MINUTES) * MINUTE
    for (let attempts = 1; attempts <= lastAttempt; attempts++) {
      expect(outbox.findFirstMessage()?.status).toBe('queued')
      await outbox.deliver()
      outbox.pass(longestWait)
    }
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'failed', attempts: lastAttempt })
    expect(emailState().failed).toBe(1)
    outbox.pass(7 * DAY_LENGTH)
    await outbox.deliver()
    expect(outbox.findFirstMessage()?.attempts).toBe(lastAttempt)
  })

  it('is forgotten once an attempt succeeds, with the same Message-ID', async () => {
    outbox.queue()
    const { messageId } = outbox.findFirstMessage() ?? {}
    outbox.smtp.behave({ do: 'drop' }, { do: 'accept' })
    await outbox.deliver()
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'queued', attempts: 1 })
    outbox.pass(MINUTE)
    await outbox.deliver()
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'sent', attempts: 2, error: null })
    expect(outbox.smtp.mails.map((mail) => mail.messageId)).toEqual([messageId])
  })

  it('of one e-mail does not stop the others', async () => {
    for (const name of ['hangs', 'second', 'third']) outbox.queue({ recipient: `${name}@example.at` })
    outbox.smtp.behave({ do: 'hang' }, { do: 'accept' })
    // A timeout of a second keeps the test short.
    const impatientPort = openMailPort({ ...MAIL_TIMEOUTS_MS, silence: 1_000 })
    await outbox.deliver(impatientPort)
    expect(outbox.listStatuses()).toEqual(['queued', 'sent', 'sent'])
    expect(outbox.listArrivedRecipients()).toEqual(['second@example.at', 'third@example.at'])
  })
})

describe('a permanent fault', () => {
  it('makes the e-mail fail at once, with the reason', async () => {
    outbox.queue()
    outbox.queue({ recipient: 'other@example.at' })
    outbox.smtp.behave({ do: 'refuse', at: 'recipient', code: 550 }, { do: 'accept' })
    await outbox.deliver()
    expect(outbox.listMessages()).toMatchObject([
      { status: 'failed', attempts: 1, error: expect.stringContaining('550') },
      { status: 'sent' },
    ])
  })
})

describe('a server that cannot be reached', () => {
  const OUTAGE_MS = 11 * MINUTE
  const unreachable: MailPort = {
    send: async () => ({ ok: false, kind: 'temporary', detail: 'ECONNREFUSED' }),
  }

  beforeEach(async () => {
    outbox.queue()
    await outbox.deliver(unreachable)
    outbox.pass(OUTAGE_MS)
  })

  it('leaves the outbox overdue, although the e-mail waits for its next attempt', () => {
    expect(emailState().overdue).toBe(OUTAGE_MS)
  })

  it('leaves the outbox overdue only until another e-mail is sent', async () => {
    // The first e-mail waits on, so that only the other one is sent.
    const later = outbox.ctx().now + MINUTE
    outbox.db.update(messages).set({ dueAt: later }).run()
    outbox.queue({ recipient: 'otto@example.at' })
    await outbox.deliver()
    expect(outbox.listArrivedRecipients()).toEqual(['otto@example.at'])
    expect(emailState()).toMatchObject({ queued: 1, overdue: 0 })
  })
})
