import { describe, expect, it } from 'vitest'
import { errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

/** A key pair made by age-keygen. */
const PUBLIC_KEY = 'age1ujj403dvxystr56fuauylreramwez4sw9lquefjwxjgm3uh3dq9ssp6zjl'
const SECRET_KEY = 'AGE-SECRET-KEY-1T3XJD40FV54F7Z2E79JPV34R97QQ4Y9C5GXUGWM2EL4WUWJ30KFQKTCPWK'

const NO_NUMBER = 'maxBookingDays muss eine Zahl sein.'
const BOOKING_DAYS = 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.'
const REMINDER_HOURS = 'Erinnerung muss eine ganze Zahl von 0 bis 336 sein.'
const RETENTION_DAYS = 'Aufbewahrung der Nachrichten muss eine ganze Zahl von 0 bis 36500 sein.'
const COUNTRIES = 'Bitte Länder mit zwei Buchstaben angeben, z. B. AT, DE, CH.'
const DATE_TIME = 'Bitte ein gültiges Datum mit Uhrzeit angeben.'
const IS_SECRET_KEY = 'Das ist der geheime Schlüssel. Hierher gehört der öffentliche, der mit „age1“ beginnt.'
const IS_NO_KEY =
  'Das ist kein öffentlicher Schlüssel. Bitte die ganze Zeile kopieren, die mit „age1“ beginnt.'

describe('a general setting', () => {
  it.each<[name: string, typed: unknown, stored: unknown]>([
    ['maxBookingDays', 90, 90],
    ['maxBookingDays', '90', 90],
    ['maxBookingDays', 1, 1],
    ['maxBookingDays', 3650, 3650],
    ['maxBookingDays', null, null],
    ['maxBookingDays', '', null],
    ['maxBookingDays', '  ', null],
    ['reminder_hours', 0, 0],
    ['reminder_hours', 336, 336],
    ['reminder_hours', ' 48 ', 48],
    ['notify_reason', ' Urlaub ', 'Urlaub'],
    ['sms_countries', ' at;de, CH at ', 'AT, DE, CH'],
    ['sms_countries', '', ''],
    ['sms_monthly_cap', '0', 0],
    ['sms_monthly_cap', '1.000', 1000],
    ['retain_svnr_days', '30', 30],
    ['retain_bookings_days', 36_500, 36_500],
    ['TURNSTILE_SECRET', ' x ', 'x'],
    ['backup_recipient', '', ''],
    ['backup_recipient', ` ${PUBLIC_KEY} `, PUBLIC_KEY],
    ['maintenance_until', '', ''],
    ['maintenance_until', '2027-01-12T18:00', '2027-01-12T18:00'],
    ['maintenance_until', '2027-01-12T18:00:00+01:00', '2027-01-12T18:00:00+01:00'],
    ['maintenance_until', '2027-01-12T17:00:00.000Z', '2027-01-12T17:00:00.000Z'],
  ])('%s %j is stored as %j', (name, typed, stored) => {
    expect(storedSetting('general', name, typed)).toEqual(stored)
  })

  it.each<[name: string, sentence: string, values: unknown[]]>([
    ['maxBookingDays', NO_NUMBER, ['bald', '9o', '12,5', 'Infinity', true, {}, []]],
    ['maxBookingDays', BOOKING_DAYS, [0, -1, 1.5, '0', 3651]],
    ['reminder_hours', REMINDER_HOURS, [-1, 337, 1.5, '', ' ', 'zwei', null, true, [], Number.NaN]],
    ['retain_messages_days', RETENTION_DAYS, [-1, 36_501, 0.5, '', null]],
    ['sms_countries', COUNTRIES, ['Österreich', 'AT, XX', 'A']],
    ['maintenance_until', DATE_TIME, ['morgen', '2027-01-12', '2027-02-30T10:00']],
    ['maintenance_until', DATE_TIME, ['2027-01-12T10:00+99:99', '12.1.2027 18:00']],
    ['backup_recipient', IS_SECRET_KEY, [SECRET_KEY, SECRET_KEY.toLowerCase()]],
    ['backup_recipient', IS_NO_KEY, ['age1', `${PUBLIC_KEY}x`, 'ssh-ed25519 AAAA', 'abc']],
    ['notify_off', 'Bitte „ja“ oder „nein“ wählen.', ['ja']],
    ['NOTIFY', 'Unbekannte Angabe.', [true]],
  ])('%s reports "%s" for each of %j', (name, sentence, values) => {
    for (const value of values)
      expect([value, errorsOfSetting('general', name, value)]).toEqual([value, { [name]: sentence }])
  })
})

describe('a setting of the practice', () => {
  it.each<[name: string, typed: unknown, stored: unknown]>([
    ['name', ' Ordination ', 'Ordination'],
    ['mail', '', ''],
  ])('%s %j is stored as %j', (name, typed, stored) => {
    expect(storedSetting('practice', name, typed)).toEqual(stored)
  })

  it.each<[name: string, sentence: string, values: unknown[]]>([
    ['mail', 'Bitte eine gültige E-Mail-Adresse angeben.', ['praxis@']],
  ])('%s reports "%s" for each of %j', (name, sentence, values) => {
    for (const value of values)
      expect([value, errorsOfSetting('practice', name, value)]).toEqual([value, { [name]: sentence }])
  })
})
