import { afterEach, expect, test, vi } from 'vitest'
import type { ApiError } from './http.ts'
import { endHold, getServices } from './public.ts'

const { signal } = new AbortController()
const BROKEN = 'Der Server antwortet gerade nicht richtig (HTTP 502). Noch einmal?'

afterEach(() => {
  vi.unstubAllGlobals()
})

function serverSends(body: string | null, { status = 200, type = 'application/json' } = {}) {
  const response = new Response(body, { status, headers: { 'content-type': type } })
  Object.defineProperty(response, 'url', { value: 'https://praxis.example/api/services' })
  const fetch = vi.fn().mockResolvedValue(response)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error) => error,
  )
}

test("a refusal carries the server's sentence, code and facts", async () => {
  serverSends('{"error":"too_late","message":"Zu spät.","starts_in_hours":3}', { status: 409 })
  expect(await errorOf(getServices(signal))).toMatchObject({
    status: 409,
    code: 'too_late',
    message: 'Zu spät.',
    facts: { starts_in_hours: 3 },
  })
})

test('field errors are listed by wire name', async () => {
  serverSends('{"error":"invalid","message":"…","fields":{"email":"E-Mail ist erforderlich."}}', {
    status: 400,
  })
  expect((await errorOf(getServices(signal))).fields).toEqual({ email: 'E-Mail ist erforderlich.' })
})

test('without a sentence the message is the code, and without both a German one with the status', async () => {
  serverSends('{"error":"not found"}', { status: 404 })
  expect((await errorOf(getServices(signal))).message).toBe('not found')
  serverSends('<h1>Bad Gateway</h1>', { status: 502, type: 'text/html' })
  expect((await errorOf(getServices(signal))).message).toBe(BROKEN)
  serverSends('{"message":"<h1>Bad Gateway</h1>"}', { status: 502 })
  expect((await errorOf(getServices(signal))).message).toBe(BROKEN)
})

test("a proxy's page and truncated JSON are errors, whatever their status", async () => {
  serverSends('<h1>Bitte anmelden</h1>', { type: 'text/html' })
  expect((await errorOf(getServices(signal))).status).toBe(200)
  serverSends('[{"id":"erst')
  expect((await errorOf(getServices(signal))).status).toBe(200)
})

test('a missing connection has a German message', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
  expect(await errorOf(getServices(signal))).toMatchObject({
    status: 0,
    message: 'Keine Verbindung. Ihre Angaben bleiben hier. Noch einmal?',
  })
})

test('releasing a hold also works while the page is being closed', async () => {
  const fetch = serverSends(null, { status: 204 })
  await endHold('a/b')
  expect(fetch).toHaveBeenCalledWith(
    '/api/hold/a%2Fb',
    expect.objectContaining({ method: 'DELETE', keepalive: true }),
  )
})
