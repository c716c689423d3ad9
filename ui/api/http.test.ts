import type { ClientResponse } from 'hono/client'
import { describe, expect, it, test } from 'vitest'
import { ApiError, brokenText, failureText, fieldsOf, hasCode, reasonOf, request } from './http.ts'

test("the server's own sentence comes before the default", () => {
  const refused = new ApiError(409, 'Nicht mehr frei.', { error: 'slot_taken' })
  expect(failureText(refused, 'Hold fehlgeschlagen')).toEqual({
    title: 'Nicht mehr frei.',
    detail: undefined,
  })
})

test('a refusal with only a code shows the default, and has no reason', () => {
  const bare = new ApiError(409, 'too_late', { error: 'too_late' })
  expect(failureText(bare, 'Storno fehlgeschlagen.').title).toBe('Storno fehlgeschlagen.')
  expect(reasonOf(bare)).toBeUndefined()
})

test('a refusal whose code is a sentence shows that sentence', () => {
  const worded = new ApiError(409, 'Zu spät.', { error: 'Zu spät.' })
  expect(failureText(worded, 'Storno fehlgeschlagen.').title).toBe('Zu spät.')
})

test('a sentence that begins with a provider name in lower case is a reason too', () => {
  const sentence = 'seven.io: Der API-Schlüssel ist falsch.'
  expect(reasonOf(new ApiError(502, sentence))).toBe(sentence)
})

test('an answer without a sentence shows the default', () => {
  const broken = new ApiError(502, brokenText(502))
  expect(failureText(broken, 'Hold fehlgeschlagen')).toEqual({
    title: 'Hold fehlgeschlagen',
    detail: undefined,
  })
})

test('without a connection no default precedes the sentence', () => {
  const offline = new ApiError(0, 'Keine Verbindung.')
  expect(failureText(offline, 'Slots nicht ladbar')).toEqual({
    title: 'Keine Verbindung. Ihre Angaben bleiben hier.',
    detail: 'Noch einmal?',
  })
})

test('an error of our own code shows the default', () => {
  expect(failureText(new TypeError('x is undefined'), 'Slots nicht ladbar').title).toBe('Slots nicht ladbar')
})

test('the reason of a failed call is its German sentence, and an error of our own code has no reason', () => {
  expect(reasonOf(new ApiError(503, 'Der Speicher ist voll.'))).toBe('Der Speicher ist voll.')
  expect(reasonOf(new ApiError(0, 'Keine Verbindung.'))).toBe('Keine Verbindung.')
  expect(reasonOf(new ApiError(502, brokenText(502)))).toBe(
    'Der Server antwortet gerade nicht richtig (HTTP 502). Noch einmal?',
  )
  expect(reasonOf(new TypeError('x is undefined'))).toBeUndefined()
})

test('a refusal has a code and the errors of fields; other errors have neither', () => {
  const refused = new ApiError(400, 'Bitte prüfen.', { error: 'invalid', fields: { email: 'Fehlt.' } })
  expect(hasCode(refused, 'invalid')).toBe(true)
  expect(hasCode(refused, 'expired')).toBe(false)
  expect(fieldsOf(refused)).toEqual({ email: 'Fehlt.' })
  for (const error of [new Error('invalid'), new ApiError(502, '…'), null, undefined]) {
    expect(hasCode(error, 'invalid')).toBe(false)
    expect(fieldsOf(error)).toEqual({})
  }
})

describe('the error of a call', () => {
  const BROKEN = 'Der Server antwortet gerade nicht richtig (HTTP 502). Noch einmal?'

  /** Returns the error of a failed call; throws if the call succeeds. */
  function errorOf(response: Promise<Response>): Promise<ApiError> {
    return request(response as Promise<ClientResponse<unknown>>).then(
      () => Promise.reject(new Error('the call succeeded')),
      (error) => error,
    )
  }
  /** Returns the error of a call that is answered with this body. */
  const errorOfAnswer = (body: string, { status = 200, type = 'application/json' } = {}) =>
    errorOf(Promise.resolve(new Response(body, { status, headers: { 'content-type': type } })))

  it("carries the server's sentence, code and facts", async () => {
    const body = '{"error":"too_late","message":"Zu spät.","starts_in_hours":3}'
    expect(await errorOfAnswer(body, { status: 409 })).toMatchObject({
      status: 409,
      code: 'too_late',
      message: 'Zu spät.',
      facts: { starts_in_hours: 3 },
    })
  })

  it('lists the errors of fields by wire name', async () => {
    const body = '{"error":"invalid","message":"…","fields":{"email":"E-Mail ist erforderlich."}}'
    const { fields } = await errorOfAnswer(body, { status: 400 })
    expect(fields).toEqual({ email: 'E-Mail ist erforderlich.' })
  })

  it('has the code as its message when the server sends no sentence', async () => {
    expect((await errorOfAnswer('{"error":"not found"}', { status: 404 })).message).toBe('not found')
  })

  it('has a German message with the status when the server sends neither code nor sentence', async () => {
    const { message } = await errorOfAnswer('<h1>Bad Gateway</h1>', { status: 502, type: 'text/html' })
    expect(message).toBe(BROKEN)
  })

  it('never has markup as its message', async () => {
    const { message } = await errorOfAnswer('{"message":"<h1>Bad Gateway</h1>"}', { status: 502 })
    expect(message).toBe(BROKEN)
  })

  it('is also made from a page or truncated JSON with status 200', async () => {
    const ofPage = await errorOfAnswer('<h1>Bitte anmelden</h1>', { type: 'text/html' })
    expect([ofPage.name, ofPage.status]).toEqual(['ApiError', 200])
    const ofTruncated = await errorOfAnswer('[{"id":"erst')
    expect([ofTruncated.name, ofTruncated.status]).toEqual(['ApiError', 200])
  })

  it('has a German message without a connection', async () => {
    expect(await errorOf(Promise.reject(new TypeError('Failed to fetch')))).toMatchObject({
      status: 0,
      message: 'Keine Verbindung. Ihre Angaben bleiben hier. Noch einmal?',
    })
  })
})
