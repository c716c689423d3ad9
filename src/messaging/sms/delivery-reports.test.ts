import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../db/schema.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { recordPlanSteps } from '../../testing/query-plan.ts'
import type { AcceptedSms } from '../../testing/simulators/clicksend-receipts.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { pollDeliveryReports, takePushedReport } from './delivery-reports.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

const poll = (httpFetch = app.httpFetch) => pollDeliveryReports(app.ctx, { httpFetch, log: app.log })

/** The codes of the providers for a message that has arrived, and for one that never will. */
const DELIVERED = { clicksend: 201, sevenio: 'DELIVERED' }
const LOST = { clicksend: 301, sevenio: 'EXPIRED' }

/**
 * Lets a provider make a report on a message that it accepted, which polling then finds.
 * @returns the report in the form in which the provider pushes it
 */
function makeReport(name: SmsProvider, message: AcceptedSms, codes: typeof DELIVERED): unknown {
  return name === 'clicksend'
    ? app.clicksend.report(message, codes.clicksend)
    : app.sevenio.report(message, codes.sevenio)
}

/** Sends a message through this provider. A fault may break the call. */
async function send(name: SmsProvider, fault?: string): Promise<AcceptedSms> {
  if (name === 'clicksend') app.setUpClicksend()
  else app.setUpSevenio()
  app[name].faults.plan(fault)
  app.queue()
  await app.deliver()
  const message = app[name].taken.at(-1)
  if (message === undefined) throw new Error('nothing was accepted')
  return message
}

/** Returns a fetch that records its calls. */
function recordCalls() {
  const calls: string[] = []
  const httpFetch: typeof fetch = (url, init) => {
    calls.push(`${init?.method} ${url}`)
    return app.httpFetch(url, init)
  }
  return { httpFetch, calls }
}

describe.each(SMS_PROVIDERS)('a report by %s', (name) => {
  it('is stored when it is pushed', async () => {
    const message = await send(name)
    takePushedReport(app.ctx(), name, makeReport(name, message, LOST))
    expect(app.row()).toMatchObject({ status: 'sent', deliveryStatus: 'not delivered' })
  })

  it('is stored without reading all messages of the provider', async () => {
    const message = await send(name)
    const steps = recordPlanSteps(app.ctx().db)
    takePushedReport(app.ctx(), name, makeReport(name, message, DELIVERED))
    takePushedReport(app.ctx(), name, {
      ...Object(makeReport(name, message, DELIVERED)),
      message_id: 'x',
      msg_id: 'x',
    })
    const stepsOnMessages = steps().filter((step) => step.includes('messages'))
    expect(stepsOnMessages).not.toEqual([])
    const readsAll = /^SCAN|\(provider=\?\)$/
    expect(stepsOnMessages).not.toContainEqual(expect.stringMatching(readsAll))
  })

  it('changes nothing after a final one', async () => {
    const message = await send(name)
    const lost = makeReport(name, message, LOST)
    takePushedReport(app.ctx(), name, makeReport(name, message, DELIVERED))
    const rowBefore = app.row()
    app.pass(MINUTE)
    takePushedReport(app.ctx(), name, lost)
    await poll()
    expect(app.row()).toEqual(rowBefore)
  })

  it('changes nothing on another message, by another provider, or in a form that is nonsense', async () => {
    const message = await send(name)
    const rowsBefore = app.rows()
    const unknownMessage = { ...message, id: 'someone-elses', reference: 'someone-elses' }
    takePushedReport(app.ctx(), name, makeReport(name, unknownMessage, LOST))
    const otherProvider = name === 'clicksend' ? 'sevenio' : 'clicksend'
    takePushedReport(app.ctx(), otherProvider, makeReport(otherProvider, message, LOST))
    for (const nonsense of [undefined, null, '', 'x', 7, [], {}, { data: {} }, { message_id: message.id }])
      takePushedReport(app.ctx(), name, nonsense)
    expect(app.rows()).toEqual(rowsBefore)
  })

  it('changes nothing on an earlier attempt', async () => {
    const firstAttempt = await send(name)
    // Staff retry the message. seven.io refuses the same text to the same number for three minutes.
    app.db.update(messages).set({ status: 'queued', dueAt: app.ctx().now }).run()
    app.pass(5 * MINUTE)
    await app.deliver()
    const secondAttempt = app[name].taken.at(-1)
    expect(app.row()?.providerMessageId).toBe(secondAttempt?.id)
    expect(firstAttempt.id).not.toBe(secondAttempt?.id)
    takePushedReport(app.ctx(), name, makeReport(name, firstAttempt, LOST))
    expect(app.row()?.deliveryStatus).not.toBe('not delivered')
  })
})

describe.each(SMS_PROVIDERS)('the delivery of a message by %s', (name) => {
  it('is polled', async () => {
    const message = await send(name)
    await poll()
    // seven.io reports at once that a message is on its way. ClickSend has no report before the delivery.
    expect(app.row()?.deliveryStatus).toBe(name === 'clicksend' ? null : 'sent')
    app.pass(10 * MINUTE)
    makeReport(name, message, DELIVERED)
    await poll()
    expect(app.row()).toMatchObject({
      status: 'sent',
      deliveryStatus: 'delivered',
      deliveredAt: app.ctx().now,
      providerMessageId: message.id,
    })
  })

  it('is polled for three days at most', async () => {
    await send(name)
    app.pass(72 * HOUR - 1)
    const { httpFetch, calls } = recordCalls()
    await poll(httpFetch)
    expect(calls).toHaveLength(1)
    app.pass(1)
    await poll(httpFetch)
    expect(calls, 'no further call').toHaveLength(1)
  })

  it('is not polled after the final report', async () => {
    const message = await send(name)
    takePushedReport(app.ctx(), name, makeReport(name, message, LOST))
    const { httpFetch, calls } = recordCalls()
    await poll(httpFetch)
    expect(calls).toEqual([])
  })

  it('is polled for a message of unknown outcome too, which it proves to be sent', async () => {
    const message = await send(name, 'reset')
    expect(app.row()).toMatchObject({ status: 'unknown', providerMessageId: null })
    makeReport(name, message, DELIVERED)
    await poll()
    expect(app.row()).toMatchObject({
      status: 'sent',
      error: null,
      providerMessageId: message.id,
      deliveryStatus: 'delivered',
    })
  })

  it('does not change when the provider does not answer, which is logged without secrets', async () => {
    await send(name)
    app[name].faults.plan('unreachable')
    await poll()
    expect(app.row()).toMatchObject({ status: 'sent', deliveryStatus: null })
    expect(app.logged()).toContain('delivery reports could not be read')
    expect(app.logged()).not.toMatch(/demo|664/)
  })

  it('is not polled without settings', async () => {
    await send(name)
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    app.setUpSevenio({ SEVENIO_KEY: '' })
    const { httpFetch, calls } = recordCalls()
    await poll(httpFetch)
    expect(calls).toEqual([])
  })
})

it('a report that arrives before the answer to the sending is stored', async () => {
  app.setUpClicksend()
  app.queue()
  await app.deliver(async (url, init) => {
    const answer = await app.httpFetch(url, init)
    const [message] = app.clicksend.taken
    if (message) takePushedReport(app.ctx(), 'clicksend', app.clicksend.report(message, DELIVERED.clicksend))
    return answer
  })
  expect(app.row()).toMatchObject({ status: 'sent', deliveryStatus: 'delivered', sendStatus: 'SUCCESS' })
})

it.each([1e300, 1700000000.12345, 9e12, -1, 'bald'])(
  'a report with the impossible time %s is stored with the present time',
  async (timestamp) => {
    const message = await send('clicksend')
    const report = { message_id: message.id, status_code: DELIVERED.clicksend, timestamp }
    takePushedReport(app.ctx(), 'clicksend', report)
    expect(app.row()).toMatchObject({ deliveryStatus: 'delivered', deliveredAt: app.ctx().now })
  },
)

it('an intermediate report is replaced by the next one', async () => {
  const message = await send('clicksend')
  for (const { code, deliveryStatus } of [
    { code: 200, deliveryStatus: 'sent' },
    { code: 300, deliveryStatus: 'pending' },
    { code: 200, deliveryStatus: 'sent' },
    { code: 201, deliveryStatus: 'delivered' },
  ]) {
    takePushedReport(app.ctx(), 'clicksend', app.clicksend.report(message, code))
    expect(app.row()?.deliveryStatus).toBe(deliveryStatus)
  }
})
