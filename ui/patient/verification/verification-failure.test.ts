import { expect, it } from 'vitest'
import { ApiError, brokenAnswerText } from '../../api/http.ts'
import { unsentEmailText } from './verification-failure.ts'

const UNSENT = 'Die E-Mail konnte nicht gesendet werden.'

it.each([
  {
    failure: 'a lost connection',
    error: new ApiError(0, 'no connection'),
    sentence: 'Keine Verbindung. Ihre Angaben bleiben hier. Noch einmal?',
  },
  {
    failure: 'a refusal with a sentence',
    error: new ApiError(429, 'Bitte warten Sie ein wenig.', { error: 'too_many' }),
    sentence: 'Bitte warten Sie ein wenig.',
  },
  { failure: 'a broken answer', error: new ApiError(502, brokenAnswerText(502)), sentence: UNSENT },
  { failure: 'a bug', error: new TypeError('x is undefined'), sentence: UNSENT },
])('after $failure patients read: $sentence', ({ error, sentence }) => {
  expect(unsentEmailText(error)).toBe(sentence)
})
