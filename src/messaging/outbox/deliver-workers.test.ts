import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { MINUTE } from '../../shared/day.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import { openSmsApp } from '../../testing/sms-app.ts'
import type { MailResult } from '../email/mail-fault.ts'
import type { MailPort } from '../email/smtp.ts'
import { deliverDue } from './deliver.ts'
import { insertMessage } from './queue.ts'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

/**
 * Starts a worker whose mail server does not answer.
 * @returns `answerWith`, which lets the mail server answer with this result, and waits for the worker
 */
function startStuckDelivery() {
  const { promise: result, resolve } = Promise.withResolvers<MailResult>()
  const delivery = outbox.deliver({ send: () => result })
  return {
    answerWith: async (lateResult: MailResult) => {
      resolve(lateResult)
      await delivery
    },
  }
}

describe('several workers', () => {
  it('send each message once when they run at the same time', async () => {
    const recipients = Array.from({ length: 12 }, (_, i) => `nr${i}@example.at`)
    for (const recipient of recipients) outbox.queue({ recipient })
    // Another process has a connection of its own.
    const otherDb = openDatabase(outbox.db.$client.name)
    await Promise.all([
      outbox.deliver(),
      outbox.deliver(),
      deliverDue(() => ({ ...outbox.ctx(), db: otherDb }), outbox.transport, outbox.log),
    ])
    otherDb.$client.close()
    expect(outbox.listMessages()).toMatchObject(recipients.map(() => ({ status: 'sent', attempts: 1 })))
    expect(outbox.listArrivedRecipients().toSorted()).toEqual(recipients.toSorted())
    expect(new Set(outbox.smtp.mails.map(({ messageId }) => messageId)).size).toBe(recipients.length)
  })

  it.each<{ outcome: string; lateResult: MailResult }>([
    { outcome: 'success', lateResult: { ok: true } },
    { outcome: 'failure', lateResult: { ok: false, kind: 'permanent', detail: 'too late' } },
    {
      outcome: 'fault of the settings',
      lateResult: { ok: false, kind: 'configuration', detail: 'too late' },
    },
  ])('take over from a worker that has died, whose late $outcome changes nothing', async ({ lateResult }) => {
    outbox.queue()
    const dying = startStuckDelivery()
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'sending', attempts: 1 })
    outbox.pass(outbox.transport.leaseMs)
    const next = startStuckDelivery()
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'sending', attempts: 2 })

    await dying.answerWith(lateResult)
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'sending', attempts: 2, error: null })
    await next.answerWith({ ok: true })
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'sent', attempts: 2, error: null })
  })

  it('leave a message to its worker while the lease lasts', async () => {
    outbox.queue()
    const slow = startStuckDelivery()
    outbox.pass(outbox.transport.leaseMs - 1)
    await outbox.deliver()
    expect(outbox.smtp.mails).toEqual([])
    await slow.answerWith({ ok: true })
  })

  it('ignore a late result even after another worker has queued the message again', async () => {
    outbox.queue()
    const dying = startStuckDelivery()
    outbox.pass(outbox.transport.leaseMs)
    await outbox.deliver({ send: async () => ({ ok: false, kind: 'configuration', detail: 'wrong login' }) })
    await dying.answerWith({ ok: false, kind: 'permanent', detail: 'too late' })
    // An attempt with faulty settings is not counted, so the dead worker has made the one attempt.
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'queued', attempts: 1, error: 'wrong login' })
  })

  it('repeat an e-mail with the Message-ID of the worker that has died', async () => {
    outbox.queue()
    startStuckDelivery()
    outbox.pass(outbox.transport.leaseMs)
    await outbox.deliver()
    expect(outbox.smtp.mails.map(({ messageId }) => messageId)).toEqual([
      outbox.findFirstMessage()?.messageId,
    ])
  })

  it('for SMS do not touch an e-mail that another worker is sending', async () => {
    const app = openSmsApp()
    app.setUpClicksend()
    const email = { channel: 'email', kind: 'test', recipient: 'a@b.example', text: '' } as const
    const endedLease = app.ctx().now - MINUTE
    insertMessage(app.ctx(), email, { status: 'sending', attempts: 1, dueAt: endedLease })
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({ status: 'sending', error: null })
  })
})

describe('a run', () => {
  it('ends at once when the process stops', async () => {
    outbox.queue()
    const { ctx, transport, log } = outbox
    expect(await deliverDue(ctx, transport, log, { isStopping: () => true })).toBe(false)
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('ends at once while nothing can be sent', async () => {
    outbox.queue()
    const { ctx, transport, log } = outbox
    expect(await deliverDue(ctx, { ...transport, isReady: () => false }, log)).toBe(false)
    expect(outbox.findFirstMessage()).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('ends after ten seconds, so that a stopping process does not wait for a long queue', async () => {
    for (let i = 0; i < 5; i++) outbox.queue()
    const takingFiveSeconds: MailPort = {
      async send() {
        outbox.pass(5_000)
        return { ok: true }
      },
    }
    const countSent = () => outbox.listStatuses().filter((status) => status === 'sent').length
    const run = async () => ({ isMoreDue: await outbox.deliver(takingFiveSeconds), sent: countSent() })
    expect(await run()).toEqual({ isMoreDue: true, sent: 2 })
    expect(await run()).toEqual({ isMoreDue: true, sent: 4 })
    expect(await run()).toEqual({ isMoreDue: false, sent: 5 })
  })
})
