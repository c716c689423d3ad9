import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { openSmsReportsApp, type SmsReportsApp } from '../../testing/sms-reports-app.ts'
import { takePushedReport } from './delivery-reports.ts'

let app: SmsReportsApp
beforeEach(() => {
  app = openSmsReportsApp()
})

describe.each(SMS_PROVIDERS)('the delivery of a message by %s', (provider) => {
  it('is polled', async () => {
    const message = await app.send(provider)
    await app.poll()
    // seven.io reports at once that a message is on its way. ClickSend has no report before the delivery.
    expect(app.findFirstMessage()?.deliveryStatus).toBe(provider === 'clicksend' ? null : 'sent')
    app.pass(10 * MINUTE)
    app.makeReport(provider, message, 'delivered')
    await app.poll()
    expect(app.findFirstMessage()).toMatchObject({
      status: 'sent',
      deliveryStatus: 'delivered',
      deliveredAt: app.ctx().now,
      providerMessageId: message.id,
    })
  })

  it('is polled for three days at most', async () => {
    await app.send(provider)
    app.pass(72 * HOUR - 1)
    expect(await app.poll()).toHaveLength(1)
    app.pass(1)
    expect(await app.poll()).toEqual([])
  })

  it('is not polled after the final report', async () => {
    const message = await app.send(provider)
    takePushedReport(app.ctx(), provider, app.makeReport(provider, message, 'lost'))
    expect(await app.poll()).toEqual([])
  })

  it('is polled for a message of unknown outcome too, which it proves to be sent', async () => {
    const message = await app.send(provider, { fault: 'reset' })
    expect(app.findFirstMessage()).toMatchObject({ status: 'unknown', providerMessageId: null })
    app.makeReport(provider, message, 'delivered')
    await app.poll()
    expect(app.findFirstMessage()).toMatchObject({
      status: 'sent',
      sendStatus: null,
      error: null,
      providerMessageId: message.id,
      deliveryStatus: 'delivered',
    })
  })

  it('does not change when the provider does not answer, which is logged without secrets', async () => {
    await app.send(provider)
    app[provider].faults.plan('unreachable')
    await app.poll()
    expect(app.findFirstMessage()).toMatchObject({ status: 'sent', deliveryStatus: null })
    expect(app.readLog()).toContain('delivery reports could not be read')
    // The providers' keys contain "demo", and the patient's number "664".
    expect(app.readLog()).not.toMatch(/demo|664/)
  })

  it('is not polled without settings', async () => {
    await app.send(provider)
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    app.setUpSevenio({ SEVENIO_KEY: '' })
    expect(await app.poll()).toEqual([])
  })
})
