import { describe, expect, it } from 'vitest'
import { eachRefusal, errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

const INVALID_SENDER =
  'ClickSend Absender: Bitte höchstens elf Buchstaben und Ziffern ohne Leerzeichen eingeben, oder eine Nummer.'
const INVALID_PHONE = 'TEST_MOBILE: Bitte eine Telefonnummer eingeben, z. B. 0664 1234567.'
const NOT_INTERNATIONAL = 'PRACTICE_LANDLINE_E164: Bitte international eingeben, z. B. +43 664 1234567.'
/** A number with one digit more than the fifteen that an international number may have. */
const TOO_LONG = `+${'4'.repeat(16)}`

describe('a setting of Odoo', () => {
  it('may be an empty password', () => {
    expect(storedSetting('odoo', 'ODOO_PASS', '')).toBe('')
  })

  it.each(
    eachRefusal([
      ['ODOO_URL', 'Bitte ODOO_URL angeben.', [undefined, '', ' ']],
      ['ODOO_DB', 'Bitte ODOO_DB angeben.', [undefined, '']],
      ['ODOO_USER', 'Bitte ODOO_USER angeben.', [undefined, '\t']],
      ['ODOO_URL', 'ODOO_URL muss mit http:// oder https:// beginnen.', ['odoo.example', 'ftp://odoo']],
      ['ODOO_URL', 'ODOO_URL ist keine gültige URL.', ['https://', 'http://a b']],
      [
        'ODOO_URL',
        'ODOO_URL darf keine Zugangsdaten enthalten.',
        ['https://ordi:geheim@odoo.example', 'https://ordi@odoo.example', 'https://:geheim@odoo.example'],
      ],
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('odoo', name, value)).toEqual({ [name]: sentence })
  })
})

describe('a setting of ClickSend', () => {
  it.each<[name: string, typed: unknown, stored: unknown]>([
    ['CLICKSEND_USERNAME', ' praxis ', 'praxis'],
    ['CLICKSEND_PWD', ' geheim ', ' geheim '],
    ['TEST_MOBILE', ' +43 664 / 123-45 67 ', '+436641234567'],
    ['TEST_MOBILE', '0664 1234567', '06641234567'],
    ['CLICKSEND_FROM', ' Ordination1 ', 'Ordination1'],
    ['PRACTICE_LANDLINE_E164', '', ''],
    ['PRACTICE_EMAIL', '', ''],
  ])('%s %j is stored as %j', (name, typed, stored) => {
    expect(storedSetting('clicksend', name, typed)).toEqual(stored)
  })

  it.each(
    eachRefusal([
      ['PRACTICE_EMAIL', 'PRACTICE_EMAIL: Ungültige E-Mail-Adresse.', ['praxis']],
      ['PRACTICE_LANDLINE_E164', NOT_INTERNATIONAL, ['05572 123456', '+0664 1234567']],
      ['CLICKSEND_USERNAME', 'ClickSend Benutzername fehlt.', [undefined, '']],
      ['CLICKSEND_FROM', 'ClickSend Absender fehlt.', [undefined, '']],
      ['CLICKSEND_FROM', INVALID_SENDER, ['OrdinationXYZ', 'Dr. Muster', 'Prölß', TOO_LONG]],
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
      ['TEST_MOBILE', INVALID_PHONE, ['+43', '12', 'Praxis', TOO_LONG]],
      ['SEVENIO_KEY', 'seven.io Key fehlt.', [undefined, '', null]],
      ['SEVENIO_FROM', 'seven.io Absender fehlt.', [undefined, ' ']],
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('sevenio', name, value)).toEqual({ [name]: sentence })
  })
})
