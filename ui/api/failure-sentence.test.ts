import { expect, it } from 'vitest'
import { failureSentence } from './failure-sentence.ts'
import { ApiError, brokenAnswerText } from './http.ts'

const FAILURE = 'Speichern fehlgeschlagen.'

it.each([
  { error: new ApiError(502, brokenAnswerText(502)), sentence: `${FAILURE} ${brokenAnswerText(502)}` },
  {
    error: new ApiError(409, 'Inzwischen geändert.', { error: 'conflict' }),
    sentence: 'Inzwischen geändert.',
  },
  { error: new ApiError(409, 'conflict', { error: 'conflict' }), sentence: FAILURE },
  { error: new ApiError(0, 'Keine Verbindung.'), sentence: 'Keine Verbindung.' },
  { error: new TypeError('x is undefined'), sentence: FAILURE },
])('staff read of the error $error: $sentence', ({ error, sentence }) => {
  expect(failureSentence(error, FAILURE)).toBe(sentence)
})
