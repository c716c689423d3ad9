import { afterEach, expect, it, vi } from 'vitest'
import { adminRequest, login } from './admin.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

async function messageFor(body: string, type: string): Promise<string> {
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
  [
    'text/plain',
    'upstream connect error or disconnect/reset before headers',
    'Request failed with status 502',
  ],
  ['text/plain', `Error: no such table${' at file.js:1'.repeat(30)}.`, 'Request failed with status 502'],
  ['text/plain', 'Fehler.\n    at handle (/app/main.js:1)\n    at run.', 'Request failed with status 502'],
  ['text/html', '<html><h1>502 Bad Gateway</h1>nginx</html>', 'Request failed with status 502'],
  ['text/plain', '<!doctype html><p>Bad Gateway.', 'Request failed with status 502'],
  ['application/json', '{"message":"<h1>Bad Gateway</h1>"}', 'Request failed with status 502'],
  ['text/plain', '', 'Request failed with status 502'],
])('an admin reads of the answer %s %j: %s', async (type, body, message) => {
  expect(await messageFor(body, type)).toBe(message)
})
