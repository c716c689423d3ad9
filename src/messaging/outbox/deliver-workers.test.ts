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

describe('several workers', () => {
  it('send each message once when they run at the same time', async () => {
    for (let i = 0; i < 12; i++) outbox.queue(`nr${i}@example.at`)
    const other = openDatabase(outbox.db.$client.name)
    await Promise.all([
      outbox.deliver(),
      outbox.deliver(),
      deliverDue(() => ({ ...outbox.ctx(), db: other }), outbox.transport, outbox.log),
    ])
    other.$client.close()
    expect(outbox.rows().every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true)
    expect(new Set(outbox.smtp.mails.map(({ messageId }) => messageId)).size).toBe(12)
    expect(outbox.smtp.mails).toHaveLength(12)
  })

  it.each<[string, MailResult]>([
    ['success', { ok: true }],
    ['failure', { ok: false, kind: 'permanent', detail: 'too late' }],
    ['faulty settings', { ok: false, kind: 'configuration', detail: 'too late' }],
  ])('take over from a worker that has died, whose late %s changes nothing', async (_what, lateResult) => {
    outbox.queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<MailResult>()
    const dying = outbox.deliver({ send: () => stuck })
    expect(outbox.row()).toMatchObject({ status: 'sending', attempts: 1 })
    await outbox.deliver()
    expect(outbox.smtp.mails).toEqual([])

    outbox.pass((outbox.row()?.dueAt ?? 0) - outbox.now())
    const { promise: slow, resolve: finish } = Promise.withResolvers<MailResult>()
    const next = outbox.deliver({ send: () => slow })
    expect(outbox.row()).toMatchObject({ status: 'sending', attempts: 2 })
    wakeUp(lateResult)
    await dying
    expect(outbox.row()).toMatchObject({ status: 'sending', attempts: 2, error: null })
    finish({ ok: true })
    await next
    expect(outbox.row()).toMatchObject({ status: 'sent', attempts: 2, error: null })
  })

  it('ignore a late result also after another worker has returned the message', async () => {
    outbox.queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<MailResult>()
    const dying = outbox.deliver({ send: () => stuck })
    outbox.pass(MINUTE)
    await outbox.deliver({ send: async () => ({ ok: false, kind: 'configuration', detail: 'wrong login' }) })
    wakeUp({ ok: false, kind: 'permanent', detail: 'too late' })
    await dying
    expect(outbox.row()).toMatchObject({ status: 'queued', attempts: 1, error: 'wrong login' })
  })

  it('use the Message-ID of the worker that has died', async () => {
    outbox.queue()
    void outbox.deliver({ send: () => new Promise(() => {}) })
    outbox.pass(MINUTE)
    await outbox.deliver()
    expect(outbox.smtp.mails.map(({ messageId }) => messageId)).toEqual([outbox.row()?.messageId])
  })

  it('for SMS leave an e-mail alone that another worker is sending', async () => {
    const app = openSmsApp()
    app.setUpClicksend()
    const mail = { channel: 'email', kind: 'test', recipient: 'a@b.example', text: '' } as const
    insertMessage(app.ctx(), mail, { status: 'sending', attempts: 1, dueAt: app.ctx().now - MINUTE })
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'sending', error: null })
  })

  it('end a run at once when the process stops, or while nothing can be sent', async () => {
    outbox.queue()
    const { ctx, transport, log } = outbox
    expect(await deliverDue(ctx, transport, log, { isStopping: () => true })).toBe(false)
    expect(await deliverDue(ctx, { ...transport, isReady: () => false }, log)).toBe(false)
    expect(outbox.row()).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('end a run after ten seconds, so that a stopping process does not wait for a long queue', async () => {
    for (let i = 0; i < 5; i++) outbox.queue(`nr${i}@example.at`)
    const slow: MailPort = {
      async send() {
        outbox.pass(5_000)
        return { ok: true }
      },
    }
    const sent = () => outbox.rows().filter(({ status }) => status === 'sent').length
    expect([await outbox.deliver(slow), sent()]).toEqual([true, 2])
    expect([await outbox.deliver(slow), sent()]).toEqual([true, 4])
    expect([await outbox.deliver(slow), sent()]).toEqual([false, 5])
  })
})
