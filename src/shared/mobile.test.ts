import { expect, it } from 'vitest'
import { reachableMobile } from '../messaging/sms/phone.ts'
import { mobileCountry } from './mobile.ts'

it.each([
  ...['0664 1234567', '0660-1234567', '0699/12345678', '(0676) 123 45 67', '0650 1234567', '0681 12345678'],
  ...['+43 664 1234567', '+43 (0)664 1234567', '+43 0664 1234567', '0043 664 1234567', '+49 171 1234567'],
  ...['+41 79 123 45 67', '+423 660 234 567', '+39 347 123 4567', '00491511 2345678'],
])('%s is a mobile phone, as the numbering plans say', (typed) => {
  const reach = reachableMobile(typed, 'AT')
  expect('country' in reach && reach.country).toBe(mobileCountry(typed, 'AT'))
})

it.each([
  ...['05572 12345', '01 5331234', '0662 123456', '06582 71234', '06562 12345', '0720 123456', '0800 123456'],
  ...['+49 30 1234567', '+41 44 1234567', '+423 230 1234', '+39 06 1234567', '0664', 'nach 17 Uhr', ''],
])('%s is none', (typed) => {
  expect(reachableMobile(typed, 'AT')).toHaveProperty('unreachable')
  expect(mobileCountry(typed, 'AT')).toBeUndefined()
})

it.each([
  ['0171 1234567', 'DE'],
  ['079 123 45 67', 'CH'],
  ['660 234 567', 'LI'],
  ['347 123 4567', 'IT'],
])('%s without a calling code belongs to the country of the contact, %s', (typed, country) => {
  expect(mobileCountry(typed, country)).toBe(country)
  expect(reachableMobile(typed, country)).toMatchObject({ country })
  expect(mobileCountry(typed, 'FR')).toBeUndefined()
})
