import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { normalisePhone } from './phone.ts'
import { showPhone } from './phone-shown.ts'

describe('a phone number is shown', () => {
  it.each([
    { typed: '06641234567', country: 'AT', shown: '+43 664 1234567' },
    { typed: '0664 123 45 67', country: 'AT', shown: '+43 664 1234567' },
    { typed: '0664/123-45-67', country: 'AT', shown: '+43 664 1234567' },
    { typed: '+43 (0)664 1234567', country: 'DE', shown: '+43 664 1234567' },
    { typed: '+4306641234567', country: 'AT', shown: '+43 664 1234567' },
    { typed: '0043 (0) 664 123 45 67', country: 'AT', shown: '+43 664 1234567' },
    { typed: 'tel:+43-664-1234567', country: 'AT', shown: '+43 664 1234567' },
    { typed: '\u202a+43\u00a0664 – 1234567\u202c', country: 'AT', shown: '+43 664 1234567' },
    { typed: '(05572) 12345-20', country: 'AT', shown: '+43 5572 1234520' },
    { typed: '01 5331234', country: 'AT', shown: '+43 1 5331234' },
    { typed: '0171 1234567', country: 'DE', shown: '+49 171 1234567' },
    { typed: '030 1234 567', country: 'DE', shown: '+49 30 1234 567' },
    { typed: '079 123 45 67', country: 'CH', shown: '+41 79 1234567' },
    { typed: '+393471234567', country: 'IT', shown: '+39 3471234567' },
    { typed: '+39 347 123 4567', country: 'AT', shown: '+39 347 123 4567' },
    { typed: '+4232301234', country: 'LI', shown: '+423 2301234' },
  ])('with its calling code: "$typed" in $country as "$shown"', ({ typed, country, shown }) => {
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
