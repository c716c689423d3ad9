import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { normalisePhone } from './phone.ts'
import { showPhone } from './phone-shown.ts'

describe('a phone number is shown', () => {
  it.each<[typed: string, country: string, shown: string]>([
    ['06641234567', 'AT', '+43 664 1234567'],
    ['0664 123 45 67', 'AT', '+43 664 1234567'],
    ['0664/123-45-67', 'AT', '+43 664 1234567'],
    ['+43 (0)664 1234567', 'DE', '+43 664 1234567'],
    ['+4306641234567', 'AT', '+43 664 1234567'],
    ['0043 (0) 664 123 45 67', 'AT', '+43 664 1234567'],
    ['tel:+43-664-1234567', 'AT', '+43 664 1234567'],
    ['\u202a+43\u00a0664 – 1234567\u202c', 'AT', '+43 664 1234567'],
    ['(05572) 12345-20', 'AT', '+43 5572 1234520'],
    ['01 5331234', 'AT', '+43 1 5331234'],
    ['0171 1234567', 'DE', '+49 171 1234567'],
    ['030 1234 567', 'DE', '+49 30 1234 567'],
    ['079 123 45 67', 'CH', '+41 79 1234567'],
    ['+393471234567', 'IT', '+39 3471234567'],
    ['+39 347 123 4567', 'AT', '+39 347 123 4567'],
    ['+4232301234', 'LI', '+423 2301234'],
  ])('with its calling code: %j in %s as %j', (typed, country, shown) => {
    expect(showPhone(typed, country)).toBe(shown)
  })

  it.each([
    {
      why: 'the numbering plan of the country is not known',
      typed: '06.12.34.56.78',
      country: 'FR',
      shown: '06 12 34 56 78',
    },
    {
      why: 'it has no area code, so the town is not known',
      typed: '533 1234',
      country: 'AT',
      shown: '533 1234',
    },
    { why: 'it is not a number', typed: 'nach 17 Uhr', country: 'AT', shown: 'nach 17 Uhr' },
    { why: 'it is empty', typed: '', country: 'AT', shown: '' },
  ])('without a calling code when $why: $typed', ({ typed, country, shown }) => {
    expect(showPhone(typed, country)).toBe(shown)
  })

  it.each([
    '06641234567',
    '066012345678',
    '0650 1234567',
    '0699 12345678',
    '0677 61234567',
    '0316 123456',
    '0463 12345',
    '0512 123456',
    '0662 123456',
    '0732 123456',
    '07242 12345',
    '06542 12345',
    '06562 12345',
    '06582 12345',
    '02236 12345',
    '050 12345',
    '057 12345',
    '059 12345',
    '0720 123456',
    '0800 123456',
    '0810 123456',
    '0900 123456',
  ])('in the groups of the numbering plan, like libphonenumber: %s', (typed) => {
    expect(showPhone(typed, 'AT')).toBe(parsePhoneNumberFromString(typed, 'AT')?.formatInternational())
  })

  it('with the typed digits, however they are grouped', () => {
    const digitAndSign = fc.tuple(fc.stringMatching(/^[1-9]$/), fc.constantFrom('', ' ', '-', '/'))
    fc.assert(
      fc.property(
        fc.constantFrom('+39', '+1', '+43', '0'),
        fc.array(digitAndSign, { minLength: 7, maxLength: 12 }),
        (prefix, digitsAndSigns) => {
          const typed = prefix + digitsAndSigns.flat().join('')
          const shown = showPhone(typed, 'FR')
          expect(normalisePhone(shown)).toBe(normalisePhone(typed))
          expect(showPhone(shown, 'FR')).toBe(shown)
        },
      ),
    )
  })
})
