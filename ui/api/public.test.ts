import { afterEach, expect, test, vi } from 'vitest'
import type { ApiError } from './http.ts'
import { getBooking, getServices, releaseHold } from './public.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function serverAnswers(body: string | null, { status = 200, type = 'application/json' } = {}) {
  const response = new Response(body, { status, headers: { 'content-type': type } })
  Object.defineProperty(response, 'url', { value: 'https://praxis.example/api/services' })
  const fetch = vi.fn().mockResolvedValue(response)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

async function faultOf(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => Promise.reject(new Error('the call went well')),
    (fault) => fault,
  )
}

test("a refusal carries the server's sentence, code and facts", async () => {
  serverAnswers('{"error":"too_late","message":"Zu spät.","starts_in_hours":3}', { status: 409 })
  expect(await faultOf(getServices())).toMatchObject({
    status: 409,
    code: 'too_late',
    message: 'Zu spät.',
    facts: { starts_in_hours: 3 },
  })
})

test('field faults come by their wire names', async () => {
  serverAnswers('{"error":"invalid","message":"…","fields":{"email":"E-Mail ist erforderlich."}}', {
    status: 400,
  })
  expect((await faultOf(getServices())).fields).toEqual({ email: 'E-Mail ist erforderlich.' })
})

test('without a sentence the code is shown, and without both the path and the status', async () => {
  serverAnswers('{"error":"not found"}', { status: 404 })
  expect((await faultOf(getServices())).message).toBe('not found')
  serverAnswers('<h1>Bad Gateway</h1>', { status: 502, type: 'text/html' })
  expect((await faultOf(getServices())).message).toBe('/api/services → HTTP 502')
})

test("a proxy's page and an answer that broke off are faults, whatever their status", async () => {
  serverAnswers('<h1>Bitte anmelden</h1>', { type: 'text/html' })
  expect((await faultOf(getServices())).status).toBe(200)
  serverAnswers('[{"id":"erst')
  expect((await faultOf(getServices())).status).toBe(200)
})

test('a server that cannot be reached is told in German', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
  expect(await faultOf(getServices())).toMatchObject({
    status: 0,
    message: 'Keine Verbindung. Bitte prüfen Sie Ihr Internet und versuchen Sie es noch einmal.',
  })
})

test('an overview may come as ready-made HTML', async () => {
  serverAnswers('<h1>Ihr Termin</h1>', { type: 'text/html; charset=utf-8' })
  expect(await getBooking('x')).toBe('<h1>Ihr Termin</h1>')
})

test('giving a hold back also works while the page is being left', async () => {
  const fetch = serverAnswers(null, { status: 204 })
  await releaseHold('a/b')
  expect(fetch).toHaveBeenCalledWith(
    '/api/hold/a%2Fb',
    expect.objectContaining({ method: 'DELETE', keepalive: true }),
  )
})

test('an id from the address bar cannot lead the call elsewhere', async () => {
  const fetch = serverAnswers('{}')
  await getBooking('../email/status?email=a')
  expect(fetch).toHaveBeenCalledWith('/api/bookings/..%2Femail%2Fstatus%3Femail%3Da', expect.anything())
})
