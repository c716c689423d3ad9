import { describe, expect, it, test } from 'vitest'
import { askSelf } from '../access/links.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { queueSms } from '../messaging/outbox/queue.ts'
import { webhookUrl } from '../messaging/sms/delivery-reports.ts'
import { smsTransport } from '../messaging/sms/transport.ts'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book } from '../testing/factory.ts'
import { openClicksendSimulator } from '../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import { SELF_CHECK_HEADER } from './by-secret.ts'

/** A feed of the practice; `path` is what a calendar program asks for. */
async function subscribed(given?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(given)
  const assistant = app.admin()
  const make = (title: string) => assistant.post('/api/admin/feeds', { title, initials_only: false })
  const pathOf = (answer: { json: { url: string } }) => new URL(answer.json.url).pathname
  const answer = await make('Handy der Ärztin')
  return { app, assistant, make, pathOf, answer, path: pathOf(answer), load: app.browser().get }
}

describe('a feed', () => {
  it('has an address that is answered once and stored as a hash', async () => {
    const { app, assistant, answer, path } = await subscribed()
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        id: 1,
        title: 'Handy der Ärztin',
        initials_only: false,
        created_at: '2027-01-07T13:40:00+01:00',
        url: expect.stringMatching(/^http:\/\/localhost:8080\/api\/feed\/[\w-]{32}\/termine\.ics$/),
      },
    ])
    const { url: _, ...listed } = answer.json
    expect((await assistant.get('/api/admin/feeds')).json).toEqual([listed])
    const { $client } = app.ctx().db
    expect($client.serialize().includes(path.split('/')[3] ?? '')).toBe(false)
  })

  it('is a calendar, which reading does not change', async () => {
    const { app, path, load } = await subscribed()
    insertBooking(app.ctx().db, { status: 'confirmed' })
    const before = app.ctx().db.$client.serialize()
    const { status, headers, text } = await load(path)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ])
    expect(text).toContain('Rosa Musterfrau')
    await app.browser().send('HEAD', path)
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('has no other address', async () => {
    const { app, path, load } = await subscribed()
    const [{ token } = { token: '' }] = app.rows<{ token: string }>('select token from feeds')
    for (const wrong of [
      '/api/feed/unknown/termine.ics',
      `/api/feed/${token}/termine.ics`,
      path.replace(/[^/]{32}/, (secret) => secret.toUpperCase()),
      path.replace('termine.ics', ''),
    ]) {
      const answer = await load(wrong)
      const message = 'Diese Adresse gibt es nicht.'
      expect([answer.status, answer.json]).toEqual([404, { error: 'unknown_path', message }])
    }
  })

  it('ends, and its address is unknown from then on', async () => {
    const { app, assistant, make, pathOf, path, load } = await subscribed()
    const other = pathOf(await make('Tablet'))
    for (const id of ['1', '1', 'all'])
      expect((await assistant.delete(`/api/admin/feeds/${id}`)).status).toBe(204)
    expect([(await load(path)).status, (await load(other)).status]).toEqual([404, 200])
    expect(app.rows('select actor_name, action, subject from audit order by id')).toEqual(
      [
        { action: 'feed-made', subject: 'Handy der Ärztin' },
        { action: 'feed-made', subject: 'Tablet' },
        { action: 'feed-ended', subject: 'Handy der Ärztin' },
      ].map((entry) => ({ actor_name: 'assistenz@ordination.example', ...entry })),
    )
  })

  it.each([
    [{ title: ' ' }, { title: 'Bitte einen Titel angeben.' }],
    [{ title: 'x'.repeat(81) }, { title: 'Bitte höchstens 80 Zeichen eingeben.' }],
    [{ initials_only: 'ja' }, { initials_only: 'Bitte prüfen Sie diese Angabe.' }],
  ])('is refused: %j', async (changes, fields) => {
    const app = openTestApp()
    const input = { title: 'Handy', initials_only: true, ...changes }
    const { status, json } = await app.admin().post('/api/admin/feeds', input)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows('select id from feeds')).toEqual([])
  })

  it('never shows its token in the log', async () => {
    const { log, lines } = recordLog()
    const { app, path, load } = await subscribed({ ports: { log } })
    app.ctx().db.$client.exec('drop table feeds')
    expect((await load(path)).status).toBe(500)
    expect(lines).toEqual([expect.stringContaining('/api/feed/:token/termine.ics')])
    expect(lines[0]).not.toContain(path.split('/')[3])
  })
})

/** An app that has sent an SMS through one provider. */
async function openAppWithSms(provider: 'clicksend' | 'sevenio') {
  const { log, lines } = recordLog('debug')
  const app = openTestApp({ ports: { log } })
  const simulators = { clicksend: openClicksendSimulator(), sevenio: openSevenioSimulator() }
  const { config } = app.ctx()
  const httpFetch = simulatedFetch({
    [config.smsBaseUrls.clicksend]: simulators.clicksend,
    [config.smsBaseUrls.sevenio]: simulators.sevenio,
  })
  if (provider === 'clicksend')
    writeSettings(app.ctx(), 'clicksend', { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key' })
  else writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key' })
  const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed' })
  const recipient = { mobile: '0664 1234567', country: 'AT' }
  queueSms(app.ctx(), { kind: 'confirmed', bookingId, ...recipient, text: 'Ihr Termin ist bestätigt.' })
  await deliverDue(app.ctx, smsTransport({ httpFetch, log }), log)
  const [message] = simulators[provider].taken
  if (message === undefined) throw new Error('nothing was taken')
  const address = webhookUrl(app.ctx(), provider)
  const secret = address.split('/').at(-1) ?? ''
  const delivery = () =>
    app.rows<{ said: string | null }>('select delivery_status said from messages where channel = ?', 'sms')[0]
      ?.said
  return { ...app, ...simulators, message, address, secret, delivery, lines }
}

describe('a pushed report', () => {
  it.each(['form', 'json'] as const)('of ClickSend, as %s, is taken', async (as) => {
    const { http, clicksend, message, address, delivery } = await openAppWithSms('clicksend')
    const answer = await http.fetch(clicksend.push(address, clicksend.report(message, 201), as))
    expect([answer.status, await answer.json(), delivery()]).toEqual([200, { ok: true }, 'delivered'])
  })

  it('of seven.io is taken', async () => {
    const { http, sevenio, message, address, delivery } = await openAppWithSms('sevenio')
    const answer = await http.fetch(sevenio.push(address, sevenio.report(message, 'NOTDELIVERED')))
    expect([answer.status, delivery()]).toEqual([200, 'not delivered'])
  })

  it.each([
    ['flat', (id: string) => ({ msg_id: id, status: 'DELIVERED' })],
    ['nested', (id: string) => ({ 'data[msg_id]': id, 'data[status]': 'DELIVERED', webhook_event: 'dlr' })],
  ])('of seven.io as a %s form is taken', async (_, form) => {
    const { http, message, address, delivery } = await openAppWithSms('sevenio')
    const body = new URLSearchParams(form(message.id))
    expect((await http.request(address, { method: 'POST', body })).status).toBe(200)
    expect(delivery()).toBe('delivered')
  })

  it('at a wrong address gets 404', async () => {
    const { browser, clicksend, message, secret, delivery } = await openAppWithSms('clicksend')
    const report = clicksend.report(message, 201)
    const others = ['sevenio', 'twilio', 'constructor'].map((provider) => `${provider}/${secret}`)
    const wrong = [`clicksend/${secret.slice(0, -1)}x`, `clicksend/${secret}x`, 'clicksend/x', 'clicksend']
    for (const path of [...wrong, ...others]) {
      const answer = await browser().post(`/api/webhooks/${path}`, report)
      expect([path, answer.status, answer.json.error]).toEqual([path, 404, 'unknown_path'])
    }
    expect((await browser().get(`/api/webhooks/clicksend/${secret}`)).status).toBe(404)
    expect(delivery()).toBeNull()
  })

  it('that is unreadable, or about an unknown message, gets 200', async () => {
    const { browser, secret, delivery } = await openAppWithSms('clicksend')
    const unknown = '{"message_id":"x","status_code":"201"}'
    for (const body of ['', 'null', '[]', '{', '7', 'a=b&&=', '%', unknown]) {
      const answer = await browser().send('POST', `/api/webhooks/clicksend/${secret}`, body)
      expect([body, answer.status]).toEqual([body, 200])
    }
    expect(delivery()).toBeNull()
  })

  it('from a page in a browser is refused, and so is a huge one', async () => {
    const { browser, clicksend, message, secret, delivery } = await openAppWithSms('clicksend')
    const path = `/api/webhooks/clicksend/${secret}`
    const report = clicksend.report(message, 201)
    expect((await browser().post(path, report, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await browser().post(path, { ...report, more: 'x'.repeat(70_000) })).status).toBe(413)
    expect(delivery()).toBeNull()
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

/** The e-mail of a request to the patient, or another one, and the address of its preview. */
async function previewed(id = 2) {
  const app = openTestApp()
  await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  const { url, html } = (await app.admin().get(`/api/admin/outbox/emails/${id}/preview`)).json
  return { app, url: url as string, html: html as string }
}

test('a frame shows the e-mail with its styles and runs nothing', async () => {
  const { app, url, html } = await previewed()
  const { status, text, headers } = await app.browser().get(url)
  expect([status, text]).toEqual([200, html])
  expect(headers.get('content-type')).toContain('text/html')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const policy = headers.get('content-security-policy')?.split('; ') ?? []
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).toContain(`frame-ancestors 'self'`)
  expect(policy).toContain('sandbox')
  expect(policy.filter((rule) => /script|allow|connect/.test(rule))).toEqual([])
})

test('its address serves one e-mail, for two minutes', async () => {
  const { app, url } = await previewed()
  const stranger = app.browser('198.51.100.4')
  const refused = [403, 'bad_signature']
  const answer = async (path: string) => {
    const { status, json } = await stranger.get(path)
    return [status, json?.error]
  }
  expect(await answer(url.replace('/email-previews/2/', '/email-previews/1/'))).toEqual(refused)
  expect(await answer(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toEqual(refused)
  expect(await answer('/api/email-previews/2/x')).toEqual(refused)
  expect(await answer(url.replace('/email-previews/2/', '/email-previews/texts/2/'))).toEqual(refused)
  app.pass(2 * MINUTE - 1000)
  expect((await stranger.get(url)).status).toBe(200)
  app.pass(1000)
  expect(await answer(url)).toEqual(refused)
})

test('a frame shows a verification without its link and code', async () => {
  const { app, url, html } = await previewed(1)
  expect((await app.browser().get(url)).text).toBe(html)
  expect(html).toContain('unkenntlich gemacht')
  expect(html).not.toContain('token=')
})

test('opening it changes nothing', async () => {
  const { app, url } = await previewed()
  const before = app.ctx().db.$client.serialize()
  for (const method of ['GET', 'HEAD']) await app.browser().send(method, url)
  expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
})

const PATH = '/api/self-check'

it('answers the question of its own installation, and how the request arrived', async () => {
  const app = openTestApp({ config: { trustedProxies: ['10.0.0.1'] } })
  const { question, answer } = askSelf(app.ctx())
  const proxied = {
    [SELF_CHECK_HEADER]: question,
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
  }
  expect((await app.browser('10.0.0.1').get(PATH, proxied)).json).toEqual({
    answer,
    https: true,
    forwarded: true,
    origin: '203.0.113.9',
    untrusted_proxy: null,
  })
  expect((await app.browser('10.0.0.2').get(PATH, proxied)).json).toMatchObject({
    https: false,
    origin: '10.0.0.2',
    untrusted_proxy: '10.0.0.2',
  })
})

it('does not exist for anybody else', async () => {
  const app = openTestApp()
  const { question, answer } = askSelf(app.ctx())
  const stranger = askSelf({
    config: { ...app.ctx().config, appSecret: 'another secret, with 32 bytes and more' },
  })
  const forged = [question.slice(0, -1), `x${question}`, answer, stranger.question]
  for (const header of [undefined, '', 'x', ...forged]) {
    const refused = await app.browser().get(PATH, header === undefined ? {} : { [SELF_CHECK_HEADER]: header })
    expect([header, refused.status, refused.json]).toEqual([
      header,
      404,
      { error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' },
    ])
  }
})
