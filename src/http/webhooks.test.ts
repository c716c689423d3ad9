import { describe, expect, it } from 'vitest'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { queueSms } from '../messaging/outbox/queue.ts'
import { smsTransport } from '../messaging/sms/transport.ts'
import { webhookUrl } from '../messaging/sms/webhooks.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openClicksendSimulator } from '../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { openTestApp, recordLog, type TestApp } from '../testing/test-app.ts'

/** Stores the account of the provider that its simulator accepts. */
function setUpAccount(app: TestApp, provider: 'clicksend' | 'sevenio'): void {
  if (provider === 'sevenio') writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key' })
  else writeSettings(app.ctx(), 'clicksend', { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key' })
}

/** Opens an app that has sent an SMS through a provider, which pushes its reports to `address`. */
async function openAppWithSms(provider: 'clicksend' | 'sevenio') {
  const { log, lines } = recordLog('debug')
  const app = openTestApp({ ports: { log } })
  const simulators = { clicksend: openClicksendSimulator(), sevenio: openSevenioSimulator() }
  const { config } = app.ctx()
  const httpFetch = simulatedFetch({
    [config.smsBaseUrls.clicksend]: simulators.clicksend,
    [config.smsBaseUrls.sevenio]: simulators.sevenio,
  })
  setUpAccount(app, provider)
  const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed' })
  const recipient = { mobile: '0664 1234567', country: 'AT' }
  queueSms(app.ctx(), { kind: 'confirmed', bookingId, ...recipient, text: 'Ihr Termin ist bestätigt.' })
  await deliverDue(app.ctx, smsTransport({ httpFetch, log }), log)
  const [message] = simulators[provider].taken
  if (message === undefined) throw new Error('nothing was taken')
  const address = webhookUrl(app.ctx(), provider)
  const secret = address.split('/').at(-1) ?? ''
  /** Returns the stored status of the SMS; null before a report was taken. */
  const deliveryStatus = () => {
    const [sms] = app.rows<{ status: string | null }>(
      `select delivery_status as status from messages where channel = 'sms'`,
    )
    return sms?.status
  }
  return { ...app, ...simulators, message, address, secret, deliveryStatus, lines }
}

describe('a pushed report', () => {
  it.each(['form', 'json'] as const)('of ClickSend, as %s, is taken', async (format) => {
    const { http, clicksend, message, address, deliveryStatus } = await openAppWithSms('clicksend')
    const answer = await http.fetch(clicksend.push(address, clicksend.report(message, 201), format))
    expect([answer.status, await answer.json(), deliveryStatus()]).toEqual([200, { ok: true }, 'delivered'])
  })

  it('of seven.io is taken', async () => {
    const { http, sevenio, message, address, deliveryStatus } = await openAppWithSms('sevenio')
    const answer = await http.fetch(sevenio.push(address, sevenio.report(message, 'NOTDELIVERED')))
    expect([answer.status, deliveryStatus()]).toEqual([200, 'not delivered'])
  })

  it.each([
    { form: 'a flat', idField: 'msg_id', otherFields: { status: 'DELIVERED' } },
    {
      form: 'a nested',
      idField: 'data[msg_id]',
      otherFields: { 'data[status]': 'DELIVERED', webhook_event: 'dlr' },
    },
  ])('of seven.io as $form form is taken', async ({ idField, otherFields }) => {
    const { http, message, address, deliveryStatus } = await openAppWithSms('sevenio')
    const body = new URLSearchParams({ [idField]: message.id, ...otherFields })
    expect((await http.request(address, { method: 'POST', body })).status).toBe(200)
    expect(deliveryStatus()).toBe('delivered')
  })

  it.each<{ fault: string; wrongPath: (secret: string) => string }>([
    { fault: 'another last character', wrongPath: (secret) => `clicksend/${secret.slice(0, -1)}x` },
    { fault: 'a character more', wrongPath: (secret) => `clicksend/${secret}x` },
    { fault: 'an invented secret', wrongPath: () => 'clicksend/x' },
    { fault: 'no secret', wrongPath: () => 'clicksend' },
    { fault: 'the name of the other provider', wrongPath: (secret) => `sevenio/${secret}` },
    { fault: 'the name of an unknown provider', wrongPath: (secret) => `twilio/${secret}` },
    { fault: 'a name that every object has', wrongPath: (secret) => `constructor/${secret}` },
  ])('at a URL with $fault gets 404', async ({ wrongPath }) => {
    const { browser, clicksend, message, secret, deliveryStatus } = await openAppWithSms('clicksend')
    const path = `/api/webhooks/${wrongPath(secret)}`
    const { status, json } = await browser().post(path, clicksend.report(message, 201))
    expect([status, json.error]).toEqual([404, 'unknown_path'])
    expect(deliveryStatus()).toBeNull()
  })

  it('by GET gets 404', async () => {
    const { browser, secret, deliveryStatus } = await openAppWithSms('clicksend')
    expect((await browser().get(`/api/webhooks/clicksend/${secret}`)).status).toBe(404)
    expect(deliveryStatus()).toBeNull()
  })

  it('that is unreadable, or about an unknown message, gets 200', async () => {
    const { browser, secret, deliveryStatus } = await openAppWithSms('clicksend')
    const unknown = '{"message_id":"x","status_code":"201"}'
    for (const body of ['', 'null', '[]', '{', '7', 'a=b&&=', '%', unknown]) {
      const answer = await browser().send('POST', `/api/webhooks/clicksend/${secret}`, body)
      expect([body, answer.status]).toEqual([body, 200])
    }
    expect(deliveryStatus()).toBeNull()
  })

  it('from a page in a browser is refused', async () => {
    const { browser, clicksend, message, secret, deliveryStatus } = await openAppWithSms('clicksend')
    const path = `/api/webhooks/clicksend/${secret}`
    const report = clicksend.report(message, 201)
    expect((await browser().post(path, report, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(deliveryStatus()).toBeNull()
  })

  it('that is too large is refused', async () => {
    const { browser, clicksend, message, secret, deliveryStatus } = await openAppWithSms('clicksend')
    const path = `/api/webhooks/clicksend/${secret}`
    const report = clicksend.report(message, 201)
    expect((await browser().post(path, { ...report, more: 'x'.repeat(70_000) })).status).toBe(413)
    expect(deliveryStatus()).toBeNull()
  })

  it('that cannot be stored gets an error, so that the provider repeats it', async () => {
    const { ctx, http, clicksend, message, address } = await openAppWithSms('clicksend')
    ctx().db.$client.pragma('query_only = on')
    expect((await http.fetch(clicksend.push(address, clicksend.report(message, 201)))).status).toBe(503)
  })

  it('is logged without its secret', async () => {
    const { ctx, http, clicksend, message, address, secret, lines } = await openAppWithSms('clicksend')
    const report = clicksend.report(message, 201)
    await http.fetch(clicksend.push(address, report))
    ctx().db.$client.exec('drop table messages')
    expect((await http.fetch(clicksend.push(address, report))).status).toBe(500)
    expect(lines.join('')).toContain('request failed')
    expect(lines.join('')).not.toContain(secret)
  })
})
