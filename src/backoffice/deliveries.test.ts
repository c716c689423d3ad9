import { expect, it } from 'vitest'
import { causeWithoutData } from './deliveries.ts'

it.each([
  [
    `Can't send mail - all recipients were rejected: 550 5.1.1 <rosa@muster.example>: Rosa Musterfrau unknown`,
    `Can't send mail - all recipients were rejected: 550 5.1.1`,
  ],
  ['Message failed: 554 spam: "Ihr Termin, Rosa Musterfrau"', 'Message failed: 554'],
  ['rosa@muster.example ist keine gültige Adresse.', '… ist keine gültige Adresse.'],
  ['ClickSend: INVALID_RECIPIENT +436601234567', 'ClickSend: INVALID_RECIPIENT …'],
  ['Die Nummer 0660 123 45 67 ist kein Handy.', 'Die Nummer … ist kein Handy.'],
  ['getaddrinfo ENOTFOUND smtp.anbieter.example', 'getaddrinfo ENOTFOUND smtp.anbieter.example'],
  ['Benachrichtigungen sind abgeschaltet.', 'Benachrichtigungen sind abgeschaltet.'],
  ['connect ECONNREFUSED 127.0.0.1:587', 'connect ECONNREFUSED 127.0.0.1:587'],
])('the cause of "%s" is without personal data', (error, cause) => {
  expect(causeWithoutData(error)).toBe(cause)
})
