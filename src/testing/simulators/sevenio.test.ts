import { createHash, createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type KeyRefusal, openSevenioSimulator } from './sevenio.ts'

/** Each item of the checklist (reference, section 2.7), as it looks on the wire. */

const JSON_PLEASE = { accept: 'application/json' }
const MESSAGE = { to: '+436641234567', text: 'Ihr Termin', from: 'Ordination', foreign_id: 'ours' }

let sevenio: ReturnType<typeof openSevenioSimulator>
beforeEach(() => {
  sevenio = openSevenioSimulator()
})

type Asked = {
  method?: string
  form?: Record<string, string>
  headers?: Record<string, string>
  refusal?: number | string
}

async function ask(path: string, { method = 'GET', form, headers = JSON_PLEASE, refusal }: Asked = {}) {
  const request = new Request(`https://gateway.seven.example/api${path}`, {
    method,
    headers: { 'x-api-key': 'demo-key', ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  })
  const answer = await sevenio.answer(request, refusal)
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return { status: answer.status, text, json: isJson ? JSON.parse(text) : undefined }
}

const send = (form: Record<string, string> = MESSAGE, more: Asked = {}) =>
  ask('/sms', { method: 'POST', form, ...more })

describe('the simulated seven.io', () => {
  it.each<[KeyRefusal, number, string]>([
    ['text', 200, '900'],
    ['number', 200, '900'],
    ['status', 401, '{"success":"900"}'],
  ])('refuses a wrong or missing key with a 900, told as %s', async (manner, status, text) => {
    sevenio.behaviour.badKey = manner
    for (const key of ['wrong', '']) {
      const answer = await ask('/balance', { headers: { ...JSON_PLEASE, 'x-api-key': key } })
      expect([answer.status, answer.text]).toEqual([status, text])
      expect(answer.json === undefined).toBe(manner === 'text')
    }
  })

  it('takes a message with a 100, as JSON or as bare text', async () => {
    const { status, json } = await send()
    expect([status, json]).toMatchObject([
      200,
      {
        success: '100',
        total_price: 0.075,
        debug: 'false',
        messages: [
          {
            id: expect.stringMatching(/^\d+$/),
            recipient: '436641234567',
            price: 0.075,
            success: true,
            error: null,
          },
        ],
      },
    ])
    expect(await send({ ...MESSAGE, text: 'Etwas anderes' }, { headers: {} })).toMatchObject({
      text: '100',
      json: undefined,
    })
    expect(sevenio.taken).toHaveLength(2)
  })

  it('fails for the one recipient with a 101', async () => {
    expect((await send(MESSAGE, { refusal: '101:202' })).json).toMatchObject({
      success: '101',
      messages: [{ id: null, success: false, error: '202' }],
    })
    expect(sevenio.taken).toEqual([])
  })

  it.each([
    ['202', { ...MESSAGE, to: '+000' }],
    ['201', { ...MESSAGE, from: '' }],
    ['305', { ...MESSAGE, text: '' }],
    ['801', { ...MESSAGE, foreign_id: 'mit Leerzeichen' }],
  ])('refuses with %s', async (code, message) => {
    expect((await send(message)).json).toMatchObject({ success: code, messages: [] })
    expect((await send(message, { headers: {} })).text).toBe(code)
    expect(sevenio.taken).toEqual([])
  })

  it('refuses the same words to the same number for three minutes with a 402', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await send()
    expect((await send()).json.success).toBe('402')
    expect((await send({ ...MESSAGE, to: '+436641234568' })).json.success).toBe('100')
    vi.setSystemTime(Date.now() + 180_001)
    expect((await send()).json.success).toBe('100')
    vi.useRealTimers()
  })

  it('has no credit left on demand: 500 is a code in a 200', async () => {
    expect(await send(MESSAGE, { refusal: '500' })).toMatchObject({ status: 200, json: { success: '500' } })
    expect((await send(MESSAGE, { refusal: 500 })).status).toBe(500)
  })

  it('only pretends with debug=1', async () => {
    expect((await send({ ...MESSAGE, debug: '1' })).json).toMatchObject({
      success: '100',
      total_price: 0,
      debug: 'true',
      messages: [{ id: null, price: 0, success: true }],
    })
    expect(sevenio.taken).toEqual([])
  })

  it('tells the balance as JSON or as text, as one accepts it', async () => {
    expect((await ask('/balance')).json).toEqual({ amount: 593.994, currency: 'EUR' })
    expect((await ask('/balance', { headers: {} })).text).toBe('593.994')
  })

  it('tells in journal and status what became of a message', async () => {
    await send()
    const [message] = sevenio.taken
    const journal = async () => (await ask(`/journal/outbound?id=${message?.id}`)).json
    expect(await journal()).toMatchObject([
      { id: message?.id, to: '+436641234567', foreign_id: 'ours', dlr: 'TRANSMITTED', price: '0.0750' },
    ])
    if (message) sevenio.report(message, 'DELIVERED')
    expect(await journal()).toMatchObject([{ dlr: 'DELIVERED' }])
    expect((await ask(`/status?msg_id=${message?.id}`)).json).toMatchObject([
      { id: message?.id, status: 'DELIVERED' },
    ])
    expect((await ask('/status?msg_id=1')).text).toBe('901')
  })

  it('subscribes, lists and forgets hooks', async () => {
    const hooks = async () => (await ask('/hooks')).json.hooks
    expect(await hooks()).toEqual([])
    const form = { target_url: 'https://b.example/hook', event_type: 'dlr', request_method: 'JSON' }
    expect((await ask('/hooks', { method: 'POST', form })).json).toEqual({ success: true, id: 1 })
    expect(await hooks()).toMatchObject([{ id: 1, target_url: 'https://b.example/hook', event_type: 'dlr' }])
    expect((await ask('/hooks', { method: 'DELETE', form: { id: '1' } })).json).toEqual({ success: true })
    expect(await hooks()).toEqual([])
  })

  it('signs what it pushes', async () => {
    await send()
    const [message] = sevenio.taken
    if (message === undefined) throw new Error('nothing was taken')
    const address = 'https://b.example/hook'
    const call = sevenio.push(address, sevenio.report(message, 'DELIVERED'))
    const body = await call.text()
    expect(JSON.parse(body)).toMatchObject({
      data: {
        msg_id: message.id,
        status: 'DELIVERED',
        timestamp: expect.stringMatching(/^\d{4}-.* .*\.0{6}$/),
      },
      webhook_event: 'dlr',
    })
    const head = (name: string) => call.headers.get(name) ?? ''
    const md5 = createHash('md5').update(body).digest('hex')
    const said = [head('X-Timestamp'), head('X-Nonce'), 'POST', address, md5].join('\n')
    expect(head('X-Nonce')).toHaveLength(32)
    expect(head('X-Signature')).toBe(createHmac('sha256', 'demo-signing-key').update(said).digest('hex'))
  })
})
