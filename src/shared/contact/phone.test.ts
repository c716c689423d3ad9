import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { reachableMobile } from '../../messaging/sms/phone.ts'
import { mobileCountry, normalisePhone, phoneSchema, showPhone } from './phone.ts'

describe('a phone number', () => {
  const INVALID_NUMBER =
    'Bitte eine gültige Telefonnummer eingeben (mind. 7 Ziffern; erlaubt +, Leerzeichen, -).'

  it.each([
    ['Telefon ist erforderlich.', ['', ' ', undefined, 5]],
    [INVALID_NUMBER, ['123456', '1234567890123456', '++436641234567', '0664+1234567', '+']],
    [INVALID_NUMBER, ['0664 12345a7', '0664 1234567 DW 3', '٠٦٦٤١٢٣٤٥٦٧']],
    [INVALID_NUMBER, ['0664 123\u00004567', '0664 1234567;ext=3']],
    ['Bitte höchstens 40 Zeichen eingeben.', [`0664${' -'.repeat(20)} 1234567`]],
  ])('has the sentence "%s" for any of %j', (sentence, values) => {
    for (const typed of values)
      expect([typed, v.safeParse(phoneSchema, typed).issues?.[0].message]).toEqual([typed, sentence])
  })

  it.each([
    [' 0664-123 45 67 ', '0664-123 45 67'],
    ['+43 (0)664/1234567', '+43 (0)664/1234567'],
    ['+43\u00a0664 –\n1234567', '+43 664 – 1234567'],
    ['\u202a+436641234567\u202c', '+436641234567'],
    ['tel:+43-664-1234567', '+43-664-1234567'],
    ['1234567', '1234567'],
    ['123456789012345', '123456789012345'],
  ])('%j is stored as "%s"', (typed, stored) => {
    expect(v.parse(phoneSchema, typed)).toBe(stored)
    expect(v.parse(phoneSchema, stored)).toBe(stored)
  })
})

describe('a phone number is shown', () => {
  it.each([
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
    ['06.12.34.56.78', 'FR', '06 12 34 56 78'],
    // Without an area code nobody can say in which town this is.
    ['533 1234', 'AT', '533 1234'],
    ['nach 17 Uhr', 'AT', 'nach 17 Uhr'],
    ['', 'AT', ''],
  ])('%j of %s as %s', (typed, country, shown) => {
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
    '06582 12345',
    '02236 12345',
    '0720 123456',
    '0800 123456',
    '0810 123456',
    '0900 123456',
  ])('in the groups of the numbering plan: %s', (typed) => {
    expect(showPhone(typed, 'AT')).toBe(parsePhoneNumberFromString(typed, 'AT')?.formatInternational())
  })

  it('with the digits that were typed, however they are grouped', () => {
    const pair = fc.tuple(fc.stringMatching(/^[1-9]$/), fc.constantFrom('', ' ', '-', '/'))
    fc.assert(
      fc.property(
        fc.constantFrom('+39', '+1', '+43', '0'),
        fc.array(pair, { minLength: 7, maxLength: 12 }),
        (prefix, pairs) => {
          const typed = prefix + pairs.flat().join('')
          const shown = showPhone(typed, 'FR')
          expect(normalisePhone(shown)).toBe(normalisePhone(typed))
          expect(showPhone(shown, 'FR')).toBe(shown)
        },
      ),
    )
  })
})

describe('the number to dial', () => {
  it.each([
    ['+43 (0)664 1234567', '+436641234567'],
    ['0664-123 45 67', '06641234567'],
    ['05572/123 45', '0557212345'],
    ['044.668.18.00', '0446681800'],
    ['[0664] (123) 4567', '06641234567'],
    ['tel:+43-664-1234567', '+436641234567'],
    ['TEL: 0664 1234567', '06641234567'],
    ['+43\u00a0664 – 1234567', '+436641234567'],
    ['\u202a+436641234567\u202c', '+436641234567'],
  ])('of %j is %s', (typed, dialled) => {
    expect(normalisePhone(typed)).toBe(dialled)
  })
})

// The form of patients and the sending of SMS have a rule each, and both must agree on every number.
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
    ['+423 660 234 567', 'LI'],
    ['+39 347 123 4567', 'IT'],
  ])('has the number %s, of the country %s', (typed, country) => {
    expect(mobileCountry(typed, 'AT')).toBe(country)
    expect(reachableMobile(typed, 'AT')).toMatchObject({ country })
  })

  it.each([
    '05572 12345',
    '01 5331234',
    '0662 123456',
    '06582 71234',
    '06562 12345',
    '0720 123456',
    '0800 123456',
    '+49 30 1234567',
    '+41 44 1234567',
    '+423 230 1234',
    '+39 06 1234567',
    '0664',
    'nach 17 Uhr',
    '',
  ])('does not have the number %j', (typed) => {
    expect(reachableMobile(typed, 'AT')).toHaveProperty('unreachable')
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
