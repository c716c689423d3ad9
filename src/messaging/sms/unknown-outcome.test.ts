import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../db/schema.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { outboxState } from '../outbox/state.ts'
import { takePushedReport } from './delivery-reports.ts'

/** The code by which seven.io says that it has sent the same text to the number before. */
const REPEATED = '402'

/** Milliseconds after which a worker that sends an SMS counts as dead. */
const LEASE_MS = MINUTE

let app: SmsApp

beforeEach(() => {
  app = openSmsApp()
})

/** Makes the message due again, as a retry by staff does. */
const queueAgain = () =>
  app.db.update(messages).set({ status: 'queued', attempts: 0, dueAt: app.ctx().now }).run()

/** Stores the report that the first message was delivered. */
function pushReport(): void {
  const [message] = app.clicksend.taken
  if (message === undefined) throw new Error('nothing was sent')
  takePushedReport(app.ctx(), 'clicksend', app.clicksend.report(message, 201))
}

describe('an unknown outcome', () => {
  it('stays unknown and is never sent again automatically', async () => {
    app.setUpBoth()
    app.queue()
    app.clicksend.faults.plan('silence')
    await app.deliver()
    for (let day = 0; day < 4; day++) {
      app.pass(24 * HOUR)
      await app.deliver()
    }
    expect(app.countAccepted()).toEqual({ clicksend: 1, sevenio: 0 })
    expect(app.findFirstMessage()).toMatchObject({
      status: 'unknown',
      attempts: 1,
      error: expect.stringContaining('nicht bekannt'),
    })
    expect(outboxState(app.ctx()).sms).toMatchObject({ unknown: 1, failed: 0, queued: 0 })
  })

  it('becomes sent if a person retries and the provider reports a repetition', async () => {
    app.setUpSevenio()
    app.queue()
    // The provider accepts the message, and the connection breaks before the answer.
    app.sevenio.faults.plan('reset')
    await app.deliver()
    queueAgain()
    // The provider recognises a repetition for three minutes.
    app.pass(30_000)
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({
      status: 'sent',
      error: null,
      sendStatus: REPEATED,
      sentAt: app.ctx().now,
    })
    expect(app.sevenio.taken).toHaveLength(1)
  })

  it('is not forgotten if the provider refuses the retry at first', async () => {
    app.setUpSevenio()
    app.queue()
    app.sevenio.faults.plan('reset')
    await app.deliver()
    queueAgain()
    app.sevenio.faults.plan(429)
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({
      status: 'queued',
      error: expect.stringContaining('Zu viele Anfragen'),
    })
    app.pass(MINUTE)
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({ status: 'sent', sendStatus: REPEATED })
    expect(app.sevenio.taken).toHaveLength(1)
  })

  it('is none if a report has arrived while the provider was silent', async () => {
    app.setUpClicksend()
    app.queue()
    app.clicksend.faults.plan('silence')
    await app.deliver((...call) => app.httpFetch(...call).finally(pushReport))
    expect(app.findFirstMessage()).toMatchObject({
      status: 'sent',
      sendStatus: null,
      error: null,
      sentAt: app.ctx().now,
      deliveryStatus: 'delivered',
    })
  })

  it('is none if a report has arrived before the worker died', async () => {
    app.setUpClicksend()
    app.queue()
    const reportedAt = app.ctx().now
    void app.deliver((...call) =>
      app.httpFetch(...call).then(() => {
        pushReport()
        return new Promise<Response>(() => {})
      }),
    )
    await waitUntil(() => expect(app.findFirstMessage()?.deliveryStatus).toBe('delivered'))
    app.pass(LEASE_MS)
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({ status: 'sent', error: null, sentAt: reportedAt })
  })

  it('is also the result if the worker dies while sending', async () => {
    app.setUpClicksend()
    app.queue()
    const neverAnswering = () => new Promise<Response>(() => {})
    void app.deliver(neverAnswering)
    expect(app.findFirstMessage()).toMatchObject({ status: 'sending', attempts: 1, provider: 'clicksend' })
    app.pass(LEASE_MS - 1)
    await app.deliver()
    expect(app.findFirstMessage()?.status).toBe('sending')
    app.pass(1)
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({ status: 'unknown', attempts: 1 })
    expect(app.countAccepted()).toEqual({ clicksend: 0, sevenio: 0 })
  })

  it.each([
    {
      rule: 'is corrected by a worker that was only late',
      fault: undefined,
      accepted: { clicksend: 1, sevenio: 0 },
      status: 'sent',
    },
    {
      rule: 'keeps a late worker from asking the other provider',
      fault: 'INSUFFICIENT_CREDIT',
      accepted: { clicksend: 0, sevenio: 0 },
      status: 'queued',
    },
  ])('$rule', async ({ fault, accepted, status }) => {
    app.setUpBoth()
    app.queue()
    const { promise: isAwake, resolve: wakeLateWorker } = Promise.withResolvers<void>()
    app.clicksend.faults.plan(fault)
    const lateDelivery = app.deliver(async (url, init) => {
      await isAwake
      return app.httpFetch(url, init)
    })
    app.pass(LEASE_MS)
    await app.deliver()
    expect(app.findFirstMessage()?.status).toBe('unknown')

    wakeLateWorker()
    await lateDelivery
    expect(app.countAccepted()).toEqual(accepted)
    expect(app.findFirstMessage()).toMatchObject({ status, attempts: 1 })
  })
})
