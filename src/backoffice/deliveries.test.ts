import { expect, it } from 'vitest'
import { causeWithoutData } from './deliveries.ts'

it.each([
  {
    error: `Can't send mail - all recipients were rejected: 550 5.1.1 <rosa@muster.example>: Rosa Musterfrau unknown`,
    cause: `Can't send mail - all recipients were rejected: 550 5.1.1`,
  },
  { error: 'Message failed: 554 spam: "Ihr Termin, Rosa Musterfrau"', cause: 'Message failed: 554' },
  { error: 'rosa@muster.example ist keine gültige Adresse.', cause: '… ist keine gültige Adresse.' },
  { error: 'ClickSend: INVALID_RECIPIENT +436601234567', cause: 'ClickSend: INVALID_RECIPIENT …' },
  { error: 'Die Nummer 0660 123 45 67 ist kein Handy.', cause: 'Die Nummer … ist kein Handy.' },
  {
    error: 'getaddrinfo ENOTFOUND smtp.anbieter.example',
    cause: 'getaddrinfo ENOTFOUND smtp.anbieter.example',
  },
  { error: 'Benachrichtigungen sind abgeschaltet.', cause: 'Benachrichtigungen sind abgeschaltet.' },
  { error: 'connect ECONNREFUSED 127.0.0.1:587', cause: 'connect ECONNREFUSED 127.0.0.1:587' },
])('the cause of "$error" is without personal data', ({ error, cause }) => {
  expect(causeWithoutData(error)).toBe(cause)
})
