import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openClicksendSimulator } from './clicksend.ts'

/** Each item of the checklist (reference, section 1.7), as it looks on the wire. */

const LOGIN = `Basic ${btoa('demo:demo-key')}`
const MESSAGE = { to: '+436641234567', body: 'Ihr Termin', from: 'Ordination', custom_string: 'ours' }

let clicksend: ReturnType<typeof openClicksendSimulator>
beforeEach(() => {
  clicksend = openClicksendSimulator()
})

async function ask(
  path: string,
  {
    method = 'GET',
    body,
    login = LOGIN,
    refusal,
  }: Partial<Record<'method' | 'login', string>> & {
    body?: unknown
    refusal?: number | string
  } = {},
) {
  const request = new Request(`https://rest.clicksend.example/v3${path}`, {
    method,
    headers: { authorization: login, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await clicksend.answer(request, refusal)
  return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) }
}

const send = (message: object = MESSAGE, refusal?: number | string) =>
  ask('/sms/send', {
    method: 'POST',
    body: { messages: [message] },
    ...(refusal !== undefined && { refusal }),
  })

describe('the simulated ClickSend', () => {
  it.each([
    ['GET', '/account'],
    ['POST', '/sms/send'],
    ['GET', '/sms/receipts'],
  ])('refuses a wrong login: %s %s', async (method, path) => {
    for (const login of ['', `Basic ${btoa('demo:wrong')}`, 'Bearer demo-key'])
      expect(await ask(path, { method, login, ...(method === 'POST' && { body: {} }) })).toMatchObject({
        status: 401,
        json: {
          http_code: 401,
          response_code: 'UNAUTHORIZED',
          response_msg: 'Authorization failed.',
          data: null,
        },
      })
  })

  it('tells the balance as a text, beside the key of a sub-account that nobody may keep', async () => {
    const { json } = await ask('/account')
    expect(json.data).toMatchObject({
      balance: '1117.461060',
      _currency: { currency_name_short: 'EUR' },
      _subaccount: { api_key: expect.stringContaining('SECRET') },
    })
  })

  it('takes a message', async () => {
    const { status, json } = await send()
    expect([status, json.response_code, json.data.queued_count]).toEqual([200, 'SUCCESS', 1])
    expect(json.data.messages).toMatchObject([
      {
        to: '+436641234567',
        custom_string: 'ours',
        message_id: expect.stringMatching(/^[0-9A-F-]{36}$/),
        message_price: '0.0726',
        status: 'SUCCESS',
      },
    ])
    expect(clicksend.taken).toMatchObject([{ to: '+436641234567', text: 'Ihr Termin', reference: 'ours' }])
  })

  it('refuses an impossible number within a success, with an id but without most of the fields', async () => {
    const { status, json } = await send({ ...MESSAGE, to: '+000' })
    expect([status, json.response_code, json.data.queued_count]).toEqual([200, 'SUCCESS', 0])
    const [message] = json.data.messages
    expect(message).toMatchObject({ status: 'INVALID_RECIPIENT', schedule: '' })
    expect(message.message_id).toMatch(/^[0-9A-F-]{36}$/)
    expect(message).not.toHaveProperty('message_price')
    expect(clicksend.taken).toEqual([])
  })

  it('refuses a country that the account lacks, and counts it as blocked', async () => {
    const { json } = await send(MESSAGE, 'COUNTRY_NOT_ENABLED')
    expect(json.data).toMatchObject({
      blocked_count: 1,
      messages: [{ status: 'COUNTRY_NOT_ENABLED', message_price: '0.0000', message_parts: 0 }],
    })
  })

  it('has no credit left in either form: in the message, or in the envelope', async () => {
    expect(await send(MESSAGE, 'INSUFFICIENT_CREDIT')).toMatchObject({
      status: 200,
      json: { data: { messages: [{ status: 'INSUFFICIENT_CREDIT' }] } },
    })
    expect(await send(MESSAGE, 'envelope:INSUFFICIENT_CREDIT')).toMatchObject({
      status: 400,
      json: { http_code: 400, response_code: 'INSUFFICIENT_CREDIT', data: null },
    })
    expect(clicksend.taken).toEqual([])
  })

  it('takes twenty calls a minute, and then says when to come back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let nr = 0; nr < 20; nr++) expect((await ask('/account')).status).toBe(200)
    const { status, headers, json } = await ask('/account')
    expect([status, headers.get('Retry-After'), headers.get('x-ratelimit-limit')]).toEqual([429, '39', '20'])
    expect(json).toEqual({
      http_code: 429,
      response_code: 'HTTP_TOO_MANY_REQUESTS',
      response_msg: 'Too many attempts.',
      data: null,
    })
    expect((await ask('/sms/receipts')).status).toBe(200)
    vi.setSystemTime(Date.now() + 61_000)
    expect((await ask('/account')).status).toBe(200)
    vi.useRealTimers()
  })

  it('breaks on demand, without having done anything', async () => {
    expect(await send(MESSAGE, 500)).toMatchObject({ status: 500, json: { http_code: 500, data: null } })
    expect(clicksend.taken).toEqual([])
  })

  it('knows no receipt of a message at first, and later whether it arrived', async () => {
    const { json } = await send()
    const { message_id } = json.data.messages[0]
    expect(await ask(`/sms/receipts/${message_id}`)).toMatchObject({
      status: 404,
      json: { response_code: 'NOT_FOUND', response_msg: 'Receipt record not found.' },
    })
    const [message] = clicksend.taken
    if (message) clicksend.report(message, 301)
    expect((await ask(`/sms/receipts/${message_id}`)).json.data).toMatchObject({
      message_type: 'sms',
      message_id,
      custom_string: 'ours',
      status_code: '301',
      error_code: '7',
    })
    if (message) clicksend.report(message, 201)
    expect((await ask(`/sms/receipts/${message_id}`)).json.data).toMatchObject({ status_code: '201' })
  })

  it('lists unread receipts until they are marked as read', async () => {
    const unread = async () => (await ask('/sms/receipts?page=1&limit=100')).json.data
    expect(await unread()).toMatchObject({ total: 0, data: [] })
    await send()
    const [message] = clicksend.taken
    if (message) clicksend.report(message, 201)
    expect(await unread()).toMatchObject({
      total: 1,
      data: [{ _message_type: 'sms', message_id: message?.id, status_code: '201' }],
    })
    const mark = (body: object) => ask('/sms/receipts-read', { method: 'PUT', body })
    await mark({ date_before: 1 })
    expect((await unread()).total).toBe(1)
    expect(await mark({})).toMatchObject({ status: 200, json: { data: [] } })
    expect((await unread()).total).toBe(0)
  })

  it('pushes to the address of a rule, as a form or as JSON', async () => {
    const rule = { rule_name: 'Ordi', match_type: 0, action: 'URL', action_address: 'https://b.example/hook' }
    await ask('/automations/sms/receipts', { method: 'POST', body: rule })
    expect(clicksend.rules).toEqual(['https://b.example/hook'])
    const report = clicksend.report({ id: 'ID', to: '', text: '', from: '', reference: 'ours' }, 201)
    const form = clicksend.push('https://b.example/hook', report)
    expect(form.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    const sent = { message_id: 'ID', status_code: '201', custom_string: 'ours', subaccount_id: '2' }
    expect(Object.fromEntries(new URLSearchParams(await form.text()))).toMatchObject(sent)
    expect(await clicksend.push('https://b.example/hook', report, 'json').json()).toMatchObject(sent)
  })
})
