import { describe, expect, it } from 'vitest'
import { reachableMobile } from '../../messaging/sms/phone.ts'
import { mobileCountry } from './mobile-country.ts'

// The patients' form and the SMS transport have separate rules, which must agree on every number.
describe('a mobile phone', () => {
  it.each([
    ['0664 1234567', 'AT'],
    ['0660-1234567', 'AT'],
    ['0699/12345678', 'AT'],
    ['(0676) 123 45 67', 'AT'],
    ['0650 1234567', 'AT'],
    ['0681 12345678', 'AT'],
    ['+43 664 1234567', 'AT'],
    ['+43 (0)664 1234567', 'AT'],
    ['+43 0664 1234567', 'AT'],
    ['0043 664 1234567', 'AT'],
    ['+49 171 1234567', 'DE'],
    ['00491511 2345678', 'DE'],
    ['+41 79 123 45 67', 'CH'],
    ['+41 73 123 45 67', 'CH'],
    ['+41 68 123 45 67', 'CH'],
    ['+423 660 234 567', 'LI'],
    ['+39 347 123 4567', 'IT'],
  ])('has the number %s, of the country %s', (typed, country) => {
    expect(mobileCountry(typed, 'AT')).toBe(country)
    expect(reachableMobile(typed, 'AT')).toMatchObject({ country })
  })

  it.each([
    { kind: 'of Dornbirn', typed: '05572 12345' },
    { kind: 'of Vienna', typed: '01 5331234' },
    { kind: 'of Salzburg, which begins like a mobile one', typed: '0662 123456' },
    { kind: 'of Saalfelden, which begins like a mobile one', typed: '06582 71234' },
    { kind: 'of Mittersill, which begins like a mobile one', typed: '06562 12345' },
    { kind: 'of no place', typed: '0720 123456' },
    { kind: 'that is free of charge', typed: '0800 123456' },
    { kind: 'of Berlin', typed: '+49 30 1234567' },
    { kind: 'of a pager in Germany', typed: '+49 168 1234567' },
    { kind: 'of Zurich', typed: '+41 44 1234567' },
    { kind: 'of a pager in Switzerland', typed: '+41 74 123 45 67' },
    { kind: 'of a landline in Liechtenstein', typed: '+423 230 1234' },
    { kind: 'of Rome', typed: '+39 06 1234567' },
    { kind: 'without its own digits', typed: '0664' },
    { kind: 'that is a sentence', typed: 'nach 17 Uhr' },
    { kind: 'that is empty', typed: '' },
  ])('does not have a number $kind: $typed', ({ typed }) => {
    expect(reachableMobile(typed, 'AT').kind).not.toBe('reachable')
    expect(mobileCountry(typed, 'AT')).toBeUndefined()
  })

  it.each([
    ['0171 1234567', 'DE'],
    ['079 123 45 67', 'CH'],
    ['660 234 567', 'LI'],
    ['347 123 4567', 'IT'],
  ])('has the number %s without a calling code only in the country of the contact, %s', (typed, country) => {
    expect(mobileCountry(typed, country)).toBe(country)
    expect(reachableMobile(typed, country)).toMatchObject({ country })
    expect(mobileCountry(typed, 'FR')).toBeUndefined()
  })
})
