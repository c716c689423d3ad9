import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import { SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { recordPlanSteps } from '../../testing/query-plan.ts'
import { CLICKSEND_CODES, openSmsReportsApp, type SmsReportsApp } from '../../testing/sms-reports-app.ts'
import { takePushedReport } from './delivery-reports.ts'

let app: SmsReportsApp
beforeEach(() => {
  app = openSmsReportsApp()
})

describe.each(SMS_PROVIDERS)('a report that %s pushes', (provider) => {
  const otherProvider = provider === 'clicksend' ? 'sevenio' : 'clicksend'

  it('is stored', async () => {
    const message = await app.send(provider)
    takePushedReport(app.ctx(), provider, app.makeReport(provider, message, 'lost'))
    expect(app.findFirstMessage()).toMatchObject({ status: 'sent', deliveryStatus: 'not delivered' })
  })

  it('is stored without reading all messages of the provider', async () => {
    const message = await app.send(provider)
    const delivered = app.makeReport(provider, message, 'delivered')
    // The providers name the field of the id differently.
    const aboutUnknownMessage = { ...Object(delivered), message_id: 'x', msg_id: 'x' }
    const steps = recordPlanSteps(app.ctx().db)
    takePushedReport(app.ctx(), provider, delivered)
    takePushedReport(app.ctx(), provider, aboutUnknownMessage)
    const stepsOnMessages = steps().filter((step) => step.includes('messages'))
    expect(stepsOnMessages).not.toEqual([])
    const readsAll = /^SCAN|\(provider=\?\)$/
    expect(stepsOnMessages).not.toContainEqual(expect.stringMatching(readsAll))
  })

  it('changes nothing after a final one, and polling it changes nothing either', async () => {
    const message = await app.send(provider)
    const lost = app.makeReport(provider, message, 'lost')
    takePushedReport(app.ctx(), provider, app.makeReport(provider, message, 'delivered'))
    const messageBefore = app.findFirstMessage()
    app.pass(MINUTE)
    takePushedReport(app.ctx(), provider, lost)
    await app.poll()
    expect(app.findFirstMessage()).toEqual(messageBefore)
  })

  it('changes nothing on another message', async () => {
    const message = await app.send(provider)
    const rowsBefore = app.listMessages()
    const unknownMessage = { ...message, id: 'someone-elses', reference: 'someone-elses' }
    takePushedReport(app.ctx(), provider, app.makeReport(provider, unknownMessage, 'lost'))
    expect(app.listMessages()).toEqual(rowsBefore)
  })

  it('changes nothing on a message that another provider has sent', async () => {
    const message = await app.send(otherProvider)
    const rowsBefore = app.listMessages()
    takePushedReport(app.ctx(), provider, app.makeReport(provider, message, 'lost'))
    expect(app.listMessages()).toEqual(rowsBefore)
  })

  it('changes nothing if it is nonsense', async () => {
    const message = await app.send(provider)
    const rowsBefore = app.listMessages()
    for (const nonsense of [undefined, null, '', 'x', 7, [], {}, { data: {} }, { message_id: message.id }])
      takePushedReport(app.ctx(), provider, nonsense)
    expect(app.listMessages()).toEqual(rowsBefore)
  })

  it('changes nothing on an earlier attempt', async () => {
    const firstAttempt = await app.send(provider)
    // Staff retry the message. seven.io refuses the same text to the same number for three minutes.
    app.db.update(messages).set({ status: 'queued', dueAt: app.ctx().now }).run()
    app.pass(5 * MINUTE)
    await app.deliver()
    const secondAttempt = app[provider].taken.at(-1)
    expect(app.findFirstMessage()?.providerMessageId).toBe(secondAttempt?.id)
    expect(firstAttempt.id).not.toBe(secondAttempt?.id)
    takePushedReport(app.ctx(), provider, app.makeReport(provider, firstAttempt, 'lost'))
    expect(app.findFirstMessage()?.deliveryStatus).not.toBe('not delivered')
  })
})

it('a report that arrives before the answer to the sending is stored', async () => {
  app.setUpClicksend()
  app.queue()
  await app.deliver(async (url, init) => {
    const answer = await app.httpFetch(url, init)
    const [message] = app.clicksend.taken
    if (message) takePushedReport(app.ctx(), 'clicksend', app.makeReport('clicksend', message, 'delivered'))
    return answer
  })
  expect(app.findFirstMessage()).toMatchObject({
    status: 'sent',
    deliveryStatus: 'delivered',
    sendStatus: 'SUCCESS',
  })
})

it.each([1e300, 1700000000.12345, 9e12, -1, 'bald'])(
  'a report with the impossible time %s is stored with the present time',
  async (timestamp) => {
    const message = await app.send('clicksend')
    const report = { message_id: message.id, status_code: CLICKSEND_CODES.delivered, timestamp }
    takePushedReport(app.ctx(), 'clicksend', report)
    expect(app.findFirstMessage()).toMatchObject({ deliveryStatus: 'delivered', deliveredAt: app.ctx().now })
  },
)

it('an intermediate report is replaced by the next one', async () => {
  const message = await app.send('clicksend')
  for (const { code, deliveryStatus } of [
    { code: 200, deliveryStatus: 'sent' },
    { code: 300, deliveryStatus: 'pending' },
    { code: 200, deliveryStatus: 'sent' },
    { code: CLICKSEND_CODES.delivered, deliveryStatus: 'delivered' },
  ]) {
    takePushedReport(app.ctx(), 'clicksend', app.clicksend.report(message, code))
    expect(app.findFirstMessage()?.deliveryStatus).toBe(deliveryStatus)
  }
})
