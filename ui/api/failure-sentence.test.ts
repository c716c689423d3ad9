import { expect, it } from 'vitest'
import { failureSentence } from './failure-sentence.ts'
import { ApiError, brokenAnswerText } from './http.ts'

const FAILURE = 'Speichern fehlgeschlagen.'

it.each([
  [new ApiError(502, brokenAnswerText(502)), `${FAILURE} ${brokenAnswerText(502)}`],
  [new ApiError(409, 'Inzwischen geändert.', { error: 'conflict' }), 'Inzwischen geändert.'],
  [new ApiError(409, 'conflict', { error: 'conflict' }), FAILURE],
  [new ApiError(0, 'Keine Verbindung.'), 'Keine Verbindung.'],
  [new TypeError('x is undefined'), FAILURE],
])('staff read of the error %o: %s', (error, sentence) => {
  expect(failureSentence(error, FAILURE)).toBe(sentence)
})
