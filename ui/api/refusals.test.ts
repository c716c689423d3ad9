import { expect, test } from 'vitest'
import { ApiError } from './http.ts'
import { isFinalRefusal, isNotFound } from './refusals.ts'

test.each([
  { sign: 'status', error: new ApiError(404, 'Der Server antwortet gerade nicht richtig (HTTP 404).') },
  { sign: 'code', error: new ApiError(400, 'Unbekannt.', { error: 'not found' }) },
  { sign: 'sentence', error: new ApiError(400, 'Booking Not Found') },
])('a refusal of something that the server does not know is recognised by its $sign', ({ error }) => {
  expect(isNotFound(error)).toBe(true)
})

test('isNotFound is false for other refusals, other errors, and no error', () => {
  for (const error of [new ApiError(403, 'Nein.', { error: 'unauthorized' }), new Error('not found'), null])
    expect(isNotFound(error)).toBe(false)
})

test('the code decides whether a refusal is final, not the status', () => {
  expect(isFinalRefusal(new ApiError(409, 'Zu spät.', { error: 'too_late' }))).toBe(true)
  expect(isFinalRefusal(new ApiError(404, '/api/bookings/x → HTTP 404'))).toBe(false)
  expect(isFinalRefusal(new ApiError(0, 'Keine Verbindung.'))).toBe(false)
  expect(isFinalRefusal(undefined)).toBe(false)
})
