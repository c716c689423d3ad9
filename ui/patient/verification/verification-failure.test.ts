import { expect, it } from 'vitest'
import { ApiError, brokenAnswerText } from '../../api/http.ts'
import { unsentEmailText } from './verification-failure.ts'

const UNSENT = 'Die E-Mail konnte nicht gesendet werden.'

it.each([
  [new ApiError(0, 'no connection'), 'Keine Verbindung. Ihre Angaben bleiben hier. Noch einmal?'],
  [new ApiError(429, 'Bitte warten Sie ein wenig.', { error: 'too_many' }), 'Bitte warten Sie ein wenig.'],
  [new ApiError(502, brokenAnswerText(502)), UNSENT],
  [new TypeError('x is undefined'), UNSENT],
])('patients read of the error %o: %s', (error, sentence) => {
  expect(unsentEmailText(error)).toBe(sentence)
})
