import { describe, expect, it } from 'vitest'
import { eachRefusal, errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

const INVALID_SENDER =
  'ClickSend Absender: Bitte höchstens elf Buchstaben und Ziffern ohne Leerzeichen eingeben, oder eine Nummer.'
const INVALID_PHONE = 'TEST_MOBILE: Bitte eine Telefonnummer eingeben, z. B. 0664 1234567.'
const NOT_INTERNATIONAL = 'PRACTICE_LANDLINE_E164: Bitte international eingeben, z. B. +43 664 1234567.'
/** A number with one digit more than the fifteen that an international number may have. */
const TOO_LONG = `+${'4'.repeat(16)}`

describe('a setting of ClickSend', () => {
  it.each([
    { name: 'CLICKSEND_USERNAME', typed: ' praxis ', stored: 'praxis' },
    { name: 'CLICKSEND_PWD', typed: ' geheim ', stored: ' geheim ' },
    { name: 'TEST_MOBILE', typed: ' +43 664 / 123-45 67 ', stored: '+436641234567' },
    { name: 'TEST_MOBILE', typed: '0664 1234567', stored: '06641234567' },
    { name: 'CLICKSEND_FROM', typed: ' Ordination1 ', stored: 'Ordination1' },
    { name: 'PRACTICE_LANDLINE_E164', typed: '', stored: '' },
    { name: 'PRACTICE_EMAIL', typed: '', stored: '' },
  ])('$name "$typed" is stored as "$stored"', ({ name, typed, stored }) => {
    expect(storedSetting('clicksend', name, typed)).toEqual(stored)
  })

  it.each(
    eachRefusal([
      { name: 'PRACTICE_EMAIL', sentence: 'PRACTICE_EMAIL: Ungültige E-Mail-Adresse.', values: ['praxis'] },
      {
        name: 'PRACTICE_LANDLINE_E164',
        sentence: NOT_INTERNATIONAL,
        values: ['05572 123456', '+0664 1234567'],
      },
      { name: 'CLICKSEND_USERNAME', sentence: 'ClickSend Benutzername fehlt.', values: [undefined, ''] },
      { name: 'CLICKSEND_FROM', sentence: 'ClickSend Absender fehlt.', values: [undefined, ''] },
      {
        name: 'CLICKSEND_FROM',
        sentence: INVALID_SENDER,
        values: ['OrdinationXYZ', 'Dr. Muster', 'Prölß', TOO_LONG],
      },
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('clicksend', name, value)).toEqual({ [name]: sentence })
  })
})

describe('a setting of seven.io', () => {
  it('may be a number as sender', () => {
    expect(storedSetting('sevenio', 'SEVENIO_FROM', '+436641234567')).toBe('+436641234567')
  })

  it.each(
    eachRefusal([
      { name: 'TEST_MOBILE', sentence: INVALID_PHONE, values: ['+43', '12', 'Praxis', TOO_LONG] },
      { name: 'SEVENIO_KEY', sentence: 'seven.io Key fehlt.', values: [undefined, '', null] },
      { name: 'SEVENIO_FROM', sentence: 'seven.io Absender fehlt.', values: [undefined, ' '] },
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('sevenio', name, value)).toEqual({ [name]: sentence })
  })
})
