import { expect, test } from 'vitest'
import { ApiError, failureText, fieldsOf, hasCode, reasonOf } from './http.ts'

test("the server's own sentence comes before the default", () => {
  const refused = new ApiError(409, 'Nicht mehr frei.', { error: 'slot_taken' })
  expect(failureText(refused, 'Hold fehlgeschlagen')).toEqual({
    title: 'Nicht mehr frei.',
    detail: undefined,
  })
})

test('an error without a sentence shows the default, not path and status', () => {
  const broken = new ApiError(502, '/api/hold → HTTP 502')
  expect(failureText(broken, 'Hold fehlgeschlagen')).toEqual({
    title: 'Hold fehlgeschlagen',
    detail: undefined,
  })
})

test('a missing connection is named below the default', () => {
  const offline = new ApiError(0, 'Keine Verbindung.')
  expect(failureText(offline, 'Slots nicht ladbar')).toEqual({
    title: 'Slots nicht ladbar',
    detail: 'Keine Verbindung.',
  })
})

test('a bug shows the default', () => {
  expect(failureText(new TypeError('x is undefined'), 'Slots nicht ladbar').title).toBe('Slots nicht ladbar')
})

test('the reason of a refusal is its sentence or code, and never a path or an error that is no answer', () => {
  expect(reasonOf(new ApiError(503, 'Der Speicher ist voll.'))).toBe('Der Speicher ist voll.')
  expect(reasonOf(new ApiError(0, 'Keine Verbindung.'))).toBe('Keine Verbindung.')
  expect(reasonOf(new ApiError(502, '/api/slots → HTTP 502'))).toBeUndefined()
  expect(reasonOf(new TypeError('x is undefined'))).toBeUndefined()
})

test('a refusal is recognised by its code, and its fields are read; other errors have neither', () => {
  const refused = new ApiError(400, 'Bitte prüfen.', { error: 'invalid', fields: { email: 'Fehlt.' } })
  expect(hasCode(refused, 'invalid')).toBe(true)
  expect(hasCode(refused, 'expired')).toBe(false)
  expect(fieldsOf(refused)).toEqual({ email: 'Fehlt.' })
  for (const error of [new Error('invalid'), new ApiError(502, '…'), null, undefined]) {
    expect(hasCode(error, 'invalid')).toBe(false)
    expect(fieldsOf(error)).toEqual({})
  }
})
