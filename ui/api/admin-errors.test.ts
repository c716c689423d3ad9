import { afterEach, describe, expect, it, vi } from 'vitest'
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

describe('staff read of an answer in JSON', () => {
  it.each([
    { body: '{"error":"conflict","message":"Inzwischen geändert."}', message: 'Inzwischen geändert.' },
    { body: '{"error":"conflict"}', message: 'conflict' },
    { body: '{"error":"test_failed","message":"seven.io: HTTP 500"}', message: 'seven.io: HTTP 500' },
    { body: '{"message":"<h1>Bad Gateway</h1>"}', message: BROKEN },
    { body: '{"message":"Bad Gateway"}', message: BROKEN },
    { body: '{"error":"Bad Gateway"}', message: BROKEN },
  ])('with the body $body: $message', async ({ body, message }) => {
    expect(await messageFor('application/json', body)).toBe(message)
  })
})

describe('staff read of an answer that is no JSON', () => {
  it('its text, if that is a short sentence', async () => {
    expect(await messageFor('text/plain', 'Der Speicher ist voll.\n')).toBe('Der Speicher ist voll.')
  })

  it.each([
    { type: 'text/plain', body: 'upstream connect error or disconnect/reset before headers' },
    { type: 'text/plain', body: `Error: no such table${' at file.js:1'.repeat(30)}.` },
    { type: 'text/plain', body: 'Fehler.\n    at handle (/app/main.js:1)\n    at run.' },
    { type: 'text/plain', body: '<!doctype html><p>Bad Gateway.' },
    { type: 'text/plain', body: '' },
    { type: 'text/html', body: '<html><h1>502 Bad Gateway</h1>nginx</html>' },
  ])('our own sentence, if it has the type $type and the body $body', async ({ type, body }) => {
    expect(await messageFor(type, body)).toBe(BROKEN)
  })
})
