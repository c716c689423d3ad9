import type { ClientResponse } from 'hono/client'
import { describe, expect, it, test } from 'vitest'
import { ApiError, brokenAnswerText, failureText, fieldErrorsOf, hasCode, reasonOf, request } from './http.ts'

/** A refusal without a sentence for people: its message is the code. */
const ONLY_CODE = new ApiError(409, 'too_late', { error: 'too_late' })
const OWN_ERROR = new TypeError('x is undefined')

describe('the text of a failed call', () => {
  it("is the server's own sentence, not the default", () => {
    const refused = new ApiError(409, 'Nicht mehr frei.', { error: 'slot_taken' })
    expect(failureText(refused, 'Hold fehlgeschlagen')).toEqual({ title: 'Nicht mehr frei.' })
  })

  it('is the code if that is a sentence', () => {
    const refused = new ApiError(409, 'Zu spät.', { error: 'Zu spät.' })
    expect(failureText(refused, 'Storno fehlgeschlagen.').title).toBe('Zu spät.')
  })

  it("is the server's own sentence even without a code", () => {
    const refused = new ApiError(409, 'Nicht mehr frei.', { message: 'Nicht mehr frei.' })
    expect(failureText(refused, 'Hold fehlgeschlagen')).toEqual({ title: 'Nicht mehr frei.' })
  })

  it.each([
    { what: 'a refusal with only a code', error: ONLY_CODE },
    // Its sentence says only that the server is broken, so the default says more.
    { what: 'an answer without a sentence', error: new ApiError(502, brokenAnswerText(502)) },
    { what: 'an error of our own code', error: OWN_ERROR },
  ])('is the default for $what', ({ error }) => {
    expect(failureText(error, 'Hold fehlgeschlagen')).toEqual({ title: 'Hold fehlgeschlagen' })
  })

  it('is not the default without a connection', () => {
    const offline = new ApiError(0, 'Keine Verbindung.')
    expect(failureText(offline, 'Slots nicht ladbar')).toEqual({
      title: 'Keine Verbindung. Ihre Angaben bleiben hier.',
      detail: 'Noch einmal?',
    })
  })
})

describe('the reason of a failed call', () => {
  it.each([
    new ApiError(503, 'Der Speicher ist voll.'),
    new ApiError(0, 'Keine Verbindung.'),
    new ApiError(502, 'seven.io: Der API-Schlüssel ist falsch.'),
    new ApiError(502, 'Der Server antwortet gerade nicht richtig (HTTP 502). Noch einmal?'),
  ])('is the sentence of the error: %s', (error) => {
    expect(reasonOf(error)).toBe(error.message)
  })

  it.each([
    { what: 'a refusal with only a code', error: ONLY_CODE },
    { what: 'an error of our own code', error: OWN_ERROR },
  ])('is undefined for $what', ({ error }) => {
    expect(reasonOf(error)).toBeUndefined()
  })
})

test('a refusal has a code, and a sentence for each faulty field', () => {
  const refused = new ApiError(400, 'Bitte prüfen.', { error: 'invalid', fields: { email: 'Fehlt.' } })
  expect(hasCode(refused, 'invalid')).toBe(true)
  expect(hasCode(refused, 'expired')).toBe(false)
  expect(fieldErrorsOf(refused)).toEqual({ email: 'Fehlt.' })
})

test.each([new Error('invalid'), new ApiError(502, '…'), null, undefined])(
  'the error %s has no code and no faulty fields',
  (error) => {
    expect(hasCode(error, 'invalid')).toBe(false)
    expect(fieldErrorsOf(error)).toEqual({})
  },
)

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
