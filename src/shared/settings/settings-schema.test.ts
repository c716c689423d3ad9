import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import type { Group } from './settings.ts'
import { settingsSchema } from './settings-schema.ts'

/** Whether the server has stored a value of a required setting or a secret. */
type Stored = Readonly<Record<string, boolean>>

const parse = (group: Group, sent: unknown, stored?: Stored) => v.parse(settingsSchema(group, stored), sent)
const errors = (group: Group, sent: unknown, stored?: Stored) =>
  fieldErrorsOf(v.safeParse(settingsSchema(group, stored), sent).issues ?? [])

/** The smallest change that each group accepts. */
const REQUIRED: Readonly<Record<Group, Record<string, string>>> = {
  practice: {},
  general: {},
  urls: {},
  smtp: {},
  odoo: { ODOO_URL: 'https://odoo.example', ODOO_DB: 'praxis', ODOO_USER: 'ordi' },
  clicksend: { CLICKSEND_USERNAME: 'praxis', CLICKSEND_FROM: 'Ordination' },
  sevenio: { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' },
}

const PUBLIC_KEY = 'age1ujj403dvxystr56fuauylreramwez4sw9lquefjwxjgm3uh3dq9ssp6zjl'
const SECRET_KEY = 'AGE-SECRET-KEY-1T3XJD40FV54F7Z2E79JPV34R97QQ4Y9C5GXUGWM2EL4WUWJ30KFQKTCPWK'
/** The forms in which the end of a maintenance may be sent. */
const UNTIL = ['', '2027-01-12T18:00', '2027-01-12T18:00:00+01:00', '2027-01-12T17:00:00.000Z']
const NO_PATH =
  'Bitte nur bis zum Namen eingeben, z. B. https://termine.ordination.at: Das Portal braucht einen eigenen Namen.'
const URLS = ['', 'https://praxis.example', 'http://localhost:8080/', 'https://praxis.example:8443//']

describe('a setting', () => {
  it.each<[Group, string, typed: unknown, stored: unknown]>([
    ['general', 'maxBookingDays', 90, 90],
    ['general', 'maxBookingDays', '90', 90],
    ['general', 'maxBookingDays', 1, 1],
    ['general', 'maxBookingDays', 3650, 3650],
    ['general', 'maxBookingDays', null, null],
    ['general', 'maxBookingDays', '', null],
    ['general', 'maxBookingDays', '  ', null],
    ['general', 'reminder_hours', 0, 0],
    ['general', 'reminder_hours', 336, 336],
    ['general', 'reminder_hours', ' 48 ', 48],
    ['general', 'notify_reason', ' Urlaub ', 'Urlaub'],
    ['general', 'sms_countries', ' at;de, CH at ', 'AT, DE, CH'],
    ['general', 'sms_countries', '', ''],
    ['general', 'sms_monthly_cap', '0', 0],
    ['general', 'retain_svnr_days', '30', 30],
    ['general', 'retain_bookings_days', 36_500, 36_500],
    ['general', 'TURNSTILE_SECRET', ' x ', 'x'],
    ['general', 'backup_recipient', '', ''],
    ['general', 'backup_recipient', ` ${PUBLIC_KEY} `, PUBLIC_KEY],
    ...UNTIL.map((until): [Group, string, string, string] => ['general', 'maintenance_until', until, until]),
    ...URLS.map((url): [Group, string, string, string] => ['urls', 'PUBLIC_BASE_URL', url, url]),
    ['urls', 'ADMIN_EMAIL', '', ''],
    ['urls', 'ADMIN_EMAIL', 'praxis@beispiel.example', 'praxis@beispiel.example'],
    ['practice', 'name', ' Ordination ', 'Ordination'],
    ['practice', 'mail', '', ''],
    ...['', 'smtp.anbieter.at', 'localhost', '10.0.0.25', 'fd00::25', 'größe.example'].map(
      (host): [Group, string, string, string] => ['smtp', 'SMTP_HOST', host, host],
    ),
    ['smtp', 'SMTP_PORT', '', null],
    ['smtp', 'SMTP_PORT', '2525', 2525],
    ['smtp', 'SMTP_SECURITY', 'tls', 'tls'],
    ['smtp', 'MAIL_FROM', ' Ordination <a@b.at> ', 'Ordination <a@b.at>'],
    ['smtp', 'MAIL_FROM', '', ''],
    ['odoo', 'ODOO_PASS', '', ''],
    ['clicksend', 'CLICKSEND_USERNAME', ' praxis ', 'praxis'],
    ['clicksend', 'CLICKSEND_PWD', ' geheim ', ' geheim '],
    ['clicksend', 'TEST_MOBILE', ' +43 664 / 123-45 67 ', '+436641234567'],
    ['clicksend', 'TEST_MOBILE', '0664 1234567', '06641234567'],
    ['clicksend', 'CLICKSEND_FROM', ' Ordination1 ', 'Ordination1'],
    ['sevenio', 'SEVENIO_FROM', '+436641234567', '+436641234567'],
    ['clicksend', 'PRACTICE_LANDLINE_E164', '', ''],
    ['clicksend', 'PRACTICE_EMAIL', '', ''],
  ])('%s.%s %j is stored as %j', (group, name, typed, stored) => {
    expect(parse(group, { ...REQUIRED[group], [name]: typed })).toEqual({
      ...REQUIRED[group],
      [name]: stored,
    })
  })

  const RANGE = 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.'
  const HOURS = 'Erinnerung muss eine ganze Zahl von 0 bis 336 sein.'
  const DAYS = 'Aufbewahrung der Nachrichten muss eine ganze Zahl von 0 bis 36500 sein.'
  const COUNTRIES = 'Bitte Länder mit zwei Buchstaben angeben, z. B. AT, DE, CH.'
  const DATE = 'Bitte ein gültiges Datum mit Uhrzeit angeben.'
  const PHONE = 'TEST_MOBILE: Bitte eine Telefonnummer eingeben, z. B. 0664 1234567.'
  const SECRET_KEY_SENTENCE =
    'Das ist der geheime Schlüssel. Hierher gehört der öffentliche, der mit „age1“ beginnt.'
  const NO_KEY_SENTENCE =
    'Das ist kein öffentlicher Schlüssel. Bitte die ganze Zeile kopieren, die mit „age1“ beginnt.'
  const NO_WEB = 'Nur http oder https erlaubt.'

  it.each<[Group, string, string, unknown[]]>([
    ['general', 'maxBookingDays', 'maxBookingDays muss eine Zahl sein.', ['bald', '9o', '12,5', 'Infinity']],
    ['general', 'maxBookingDays', 'maxBookingDays muss eine Zahl sein.', [true, {}, []]],
    ['general', 'maxBookingDays', RANGE, [0, -1, 1.5, '0', 3651]],
    ['general', 'reminder_hours', HOURS, [-1, 337, 1.5, '', ' ', 'zwei', null, true, [], Number.NaN]],
    ['general', 'retain_messages_days', DAYS, [-1, 36_501, 0.5, '', null]],
    ['general', 'sms_countries', COUNTRIES, ['Österreich', 'AT, XX', 'A']],
    ['general', 'maintenance_until', DATE, ['morgen', '2027-01-12', '2027-02-30T10:00']],
    ['general', 'maintenance_until', DATE, ['2027-01-12T10:00+99:99', '12.1.2027 18:00']],
    ['general', 'backup_recipient', SECRET_KEY_SENTENCE, [SECRET_KEY, SECRET_KEY.toLowerCase()]],
    ['general', 'backup_recipient', NO_KEY_SENTENCE, ['age1', `${PUBLIC_KEY}x`, 'ssh-ed25519 AAAA', 'abc']],
    ['general', 'notify_off', 'Bitte „ja“ oder „nein“ wählen.', ['ja']],
    ['general', 'NOTIFY', 'Unbekannte Angabe.', [true]],
    ['urls', 'PUBLIC_BASE_URL', 'Ungültige URL.', ['praxis', 'www.praxis.at', 'https://', 'https://a b']],
    ['urls', 'PUBLIC_BASE_URL', 'Ungültige URL.', ['//praxis.at']],
    [
      'urls',
      'PUBLIC_BASE_URL',
      'Bitte ohne Zugangsdaten und ohne „?“ und „#“ eingeben.',
      [
        'https://a:b@praxis.at',
        'https://a@praxis.at',
        'https://@praxis.at',
        'https:\\\\a@praxis.at',
        'https://praxis.at/?',
        'https://praxis.at/x?a=b',
        'https://praxis.at#x',
      ],
    ],
    ...(['PUBLIC_BASE_URL', 'PATIENT_BASE_URL', 'INTERNAL_BASE_URL'] as const).map(
      (field): [Group, string, string, string[]] => [
        'urls',
        field,
        NO_PATH,
        ['https://praxis.at/termine', 'https://praxis.at/termine/'],
      ],
    ),
    ['urls', 'PATIENT_BASE_URL', NO_WEB, ['ftp://praxis.at', 'javascript:alert(1)']],
    ['urls', 'INTERNAL_BASE_URL', NO_WEB, ['data:text/html,x']],
    ['urls', 'ADMIN_EMAIL', 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.', ['praxis', 'a@b', 'a@b.at, c@d.at']],
    ['urls', 'ADMIN_EMAIL', 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.', ['a@b.at\r\nBcc: c@d.at']],
    ['practice', 'mail', 'Bitte eine gültige E-Mail-Adresse angeben.', ['praxis@']],
    [
      'smtp',
      'SMTP_HOST',
      'Bitte nur den Namen des Servers eingeben, z. B. smtp.anbieter.at.',
      ['smtp://mail.example', 'mail.example:587', 'mail.example/x', 'a b', 'a@b.at', '.at'],
    ],
    ['smtp', 'SMTP_PORT', 'Port muss eine ganze Zahl von 1 bis 65535 sein.', [0, 65_536, '1.5']],
    ['smtp', 'SMTP_SECURITY', 'Bitte wählen Sie eine der Möglichkeiten.', ['ssl', '', null, true]],
    [
      'smtp',
      'MAIL_FROM',
      'MAIL_FROM: Bitte eine E-Mail-Adresse eingeben.',
      ['praxis', 'a@b.at, c@d.at', 'Ordination a@b.at', 'a@b.at>'],
    ],
    ['clicksend', 'PRACTICE_EMAIL', 'PRACTICE_EMAIL: Ungültige E-Mail-Adresse.', ['praxis']],
    ['sevenio', 'TEST_MOBILE', PHONE, ['+43', '12', 'Praxis', `+${'4'.repeat(16)}`]],
    [
      'clicksend',
      'PRACTICE_LANDLINE_E164',
      'PRACTICE_LANDLINE_E164: Bitte international eingeben, z. B. +43 664 1234567.',
      ['05572 123456', '+0664 1234567'],
    ],
    [
      'clicksend',
      'CLICKSEND_FROM',
      'ClickSend Absender: Bitte höchstens elf Buchstaben und Ziffern ohne Leerzeichen eingeben, oder eine Nummer.',
      ['OrdinationXYZ', 'Dr. Muster', 'Prölß', `+${'4'.repeat(16)}`],
    ],
    ['odoo', 'ODOO_URL', 'Bitte ODOO_URL angeben.', [undefined, '', ' ']],
    ['odoo', 'ODOO_DB', 'Bitte ODOO_DB angeben.', [undefined, '']],
    ['odoo', 'ODOO_USER', 'Bitte ODOO_USER angeben.', [undefined, '\t']],
    ['odoo', 'ODOO_URL', 'ODOO_URL muss mit http:// oder https:// beginnen.', ['odoo.example', 'ftp://odoo']],
    ['odoo', 'ODOO_URL', 'ODOO_URL ist keine gültige URL.', ['https://', 'http://a b']],
    [
      'odoo',
      'ODOO_URL',
      'ODOO_URL darf keine Zugangsdaten enthalten.',
      ['https://ordi:geheim@odoo.example', 'https://ordi@odoo.example', 'https://:geheim@odoo.example'],
    ],
    ['clicksend', 'CLICKSEND_USERNAME', 'ClickSend Benutzername fehlt.', [undefined, '']],
    ['clicksend', 'CLICKSEND_FROM', 'ClickSend Absender fehlt.', [undefined, '']],
    ['sevenio', 'SEVENIO_KEY', 'seven.io Key fehlt.', [undefined, '', null]],
    ['sevenio', 'SEVENIO_FROM', 'seven.io Absender fehlt.', [undefined, ' ']],
  ])('%s.%s: "%s" for any of %j', (group, name, sentence, values) => {
    for (const value of values)
      expect([value, errors(group, { ...REQUIRED[group], [name]: value })]).toEqual([
        value,
        { [name]: sentence },
      ])
  })

  it('that is not sent is left out', () => {
    expect(parse('general', { notify_off: true })).toEqual({ notify_off: true })
  })

  it('is refused together with all others that have an error', () => {
    expect(Object.keys(errors('odoo', {}))).toEqual(['ODOO_URL', 'ODOO_DB', 'ODOO_USER'])
  })
})

describe('a required setting', () => {
  const ODOO_URL = 'https://odoo.example'
  const missedOf = (sent: object, stored: Stored = {}) =>
    Object.keys(fieldErrorsOf(v.safeParse(settingsSchema('odoo', stored, sent), sent).issues ?? []))

  it('may be left out while its group is not set up', () => {
    expect(missedOf({})).toEqual([])
    expect(missedOf({ odoo_sync: false })).toEqual([])
  })

  it('may be left out once it has a value', () => {
    expect(missedOf({ ODOO_URL }, { ODOO_DB: true, ODOO_USER: true })).toEqual([])
  })

  it('is missed when another one is sent', () => {
    expect(missedOf({ ODOO_URL })).toEqual(['ODOO_DB', 'ODOO_USER'])
    expect(missedOf({ ODOO_URL }, { ODOO_DB: true })).toEqual(['ODOO_USER'])
  })

  it('is missed when it is sent empty', () => {
    expect(missedOf({ ODOO_DB: '' }, { ODOO_URL: true, ODOO_DB: true, ODOO_USER: true })).toEqual(['ODOO_DB'])
  })
})

describe('a secret', () => {
  it.each([
    ['general', 'TURNSTILE_SECRET'],
    ['odoo', 'ODOO_PASS'],
    ['clicksend', 'CLICKSEND_PWD'],
    ['sevenio', 'SEVENIO_KEY'],
  ] as const)('of %s is removed by null, and may come beside `secrets`: %s', (group, name) => {
    const sent = { ...REQUIRED[group], [name]: null, secrets: { [name]: true } }
    expect(parse(group, sent, { [name]: true })).toMatchObject({ [name]: null })
  })

  it('that is required may be empty while one is stored', () => {
    expect(errors('sevenio', { SEVENIO_KEY: '', SEVENIO_FROM: 'x' }, { SEVENIO_KEY: true })).toEqual({})
  })
})
