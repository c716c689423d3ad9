import { afterEach, expect, it, vi } from 'vitest'
import { adminRequest, login } from './admin.ts'

/** The message for an answer without a German sentence. */
const BROKEN = 'Der Server antwortet gerade nicht richtig (HTTP 502). Noch einmal?'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers a call with HTTP 502 and a body of this type. Returns the message of the error. */
async function messageFor(type: string, body: string): Promise<string> {
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 502, headers: { 'content-type': type } }))
  const call = login.login.$post({ json: { email: 'a@b.at', password: 'x' } })
  return adminRequest(call).then(
    () => 'the call succeeded',
    (error: Error) => error.message,
  )
}

it.each([
  ['application/json', '{"error":"conflict","message":"Inzwischen geändert."}', 'Inzwischen geändert.'],
  ['application/json', '{"error":"conflict"}', 'conflict'],
  ['text/plain', 'Der Speicher ist voll.\n', 'Der Speicher ist voll.'],
  ['text/plain', 'upstream connect error or disconnect/reset before headers', BROKEN],
  ['text/plain', `Error: no such table${' at file.js:1'.repeat(30)}.`, BROKEN],
  ['text/plain', 'Fehler.\n    at handle (/app/main.js:1)\n    at run.', BROKEN],
  ['text/html', '<html><h1>502 Bad Gateway</h1>nginx</html>', BROKEN],
  ['text/plain', '<!doctype html><p>Bad Gateway.', BROKEN],
  ['application/json', '{"message":"<h1>Bad Gateway</h1>"}', BROKEN],
  ['application/json', '{"message":"Bad Gateway"}', BROKEN],
  ['application/json', '{"error":"test_failed","message":"seven.io: HTTP 500"}', 'seven.io: HTTP 500'],
  ['application/json', '{"error":"Bad Gateway"}', BROKEN],
  ['text/plain', '', BROKEN],
])('an answer of type %s with the body %j is read by staff as: %s', async (type, body, message) => {
  expect(await messageFor(type, body)).toBe(message)
})
