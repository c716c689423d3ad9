import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../db/schema.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { outboxState } from '../outbox/state.ts'

/** The code by which seven.io says that it has sent the same text to the number before. */
const REPEATED = '402'

let app: SmsApp

beforeEach(() => {
  app = openSmsApp()
})

/** Returns how many messages each provider has accepted: ClickSend, seven.io. */
const taken = () => [app.clicksend.taken.length, app.sevenio.taken.length]

const setUpBoth = () => {
  app.setUpClicksend()
  app.setUpSevenio()
}

describe('an unknown outcome', () => {
  it('stays unknown and is never sent again automatically', async () => {
    setUpBoth()
    app.queue()
    app.clicksend.faults.expect('silence')
    await app.deliver()
    for (let day = 0; day < 4; day++) {
      app.pass(24 * HOUR)
      await app.deliver()
    }
    expect(taken()).toEqual([1, 0])
    expect(app.row()).toMatchObject({
      status: 'unknown',
      attempts: 1,
      error: expect.stringContaining('nicht bekannt'),
    })
    expect(outboxState(app.ctx()).sms).toMatchObject({ unknown: 1, failed: 0, queued: 0 })
  })

  it('that a person retries counts as sent when the provider reports a repetition', async () => {
    app.setUpSevenio()
    app.queue()
    app.sevenio.faults.expect('reset')
    await app.deliver()
    app.db.update(messages).set({ status: 'queued', dueAt: app.ctx().now }).run()
    // The provider knows a repetition for three minutes.
    app.pass(30_000)
    await app.deliver()
    expect(app.row()).toMatchObject({
      status: 'sent',
      error: null,
      sendStatus: REPEATED,
      sentAt: app.ctx().now,
    })
    expect(app.sevenio.taken).toHaveLength(1)
  })

  it('is not forgotten when the provider first has no time for the retry', async () => {
    app.setUpSevenio()
    app.queue()
    app.sevenio.faults.expect('reset')
    await app.deliver()
    app.db.update(messages).set({ status: 'queued', attempts: 0, dueAt: app.ctx().now }).run()
    app.sevenio.faults.expect(429)
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'queued', error: expect.stringContaining('Zu viele Anfragen') })
    app.pass(MINUTE)
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'sent', sendStatus: REPEATED })
    expect(app.sevenio.taken).toHaveLength(1)
  })

  it('is also that of a worker that died while sending', async () => {
    app.setUpClicksend()
    app.queue()
    void app.deliver(() => new Promise(() => {}))
    expect(app.row()).toMatchObject({ status: 'sending', attempts: 1, provider: 'clicksend' })
    app.pass(MINUTE - 1)
    await app.deliver()
    expect(app.row()?.status).toBe('sending')
    app.pass(1)
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'unknown', attempts: 1 })
    expect(taken()).toEqual([0, 0])
  })

  it.each([
    {
      what: 'is corrected by the worker when it was only late',
      fault: undefined,
      accepted: [1, 0],
      status: 'sent',
    },
    {
      what: 'keeps a late worker from asking the other provider',
      fault: 'INSUFFICIENT_CREDIT',
      accepted: [0, 0],
      status: 'queued',
    },
  ])('$what', async ({ fault, accepted, status }) => {
    setUpBoth()
    app.queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<void>()
    app.clicksend.faults.expect(fault)
    const lateWorker = app.deliver(async (url, init) => {
      await stuck
      return app.httpFetch(url, init)
    })
    app.pass(MINUTE)
    await app.deliver()
    expect(app.row()?.status).toBe('unknown')

    wakeUp()
    await lateWorker
    expect(taken()).toEqual(accepted)
    expect(app.row()).toMatchObject({ status, attempts: 1 })
  })
})
