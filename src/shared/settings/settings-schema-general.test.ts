import { describe, expect, it } from 'vitest'
import { eachRefusal, errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

/** A key pair made by age-keygen. */
const PUBLIC_KEY = 'age1ujj403dvxystr56fuauylreramwez4sw9lquefjwxjgm3uh3dq9ssp6zjl'
const SECRET_KEY = 'AGE-SECRET-KEY-1T3XJD40FV54F7Z2E79JPV34R97QQ4Y9C5GXUGWM2EL4WUWJ30KFQKTCPWK'

const NOT_A_NUMBER_SENTENCE = 'maxBookingDays muss eine Zahl sein.'
const BOOKING_DAYS_SENTENCE = 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.'
const REMINDER_HOURS_SENTENCE = 'Erinnerung muss eine ganze Zahl von 0 bis 336 sein.'
const RETENTION_DAYS_SENTENCE = 'Aufbewahrung der Nachrichten muss eine ganze Zahl von 0 bis 36500 sein.'
const COUNTRIES_SENTENCE = 'Bitte Länder mit zwei Buchstaben angeben, z. B. AT, DE, CH.'
const DATE_TIME_SENTENCE = 'Bitte ein gültiges Datum mit Uhrzeit angeben.'
const SECRET_KEY_SENTENCE =
  'Das ist der geheime Schlüssel. Hierher gehört der öffentliche, der mit „age1“ beginnt.'
const INVALID_KEY_SENTENCE =
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

  it.each(
    eachRefusal([
      ['maxBookingDays', NOT_A_NUMBER_SENTENCE, ['bald', '9o', '12,5', 'Infinity', true, {}, []]],
      ['maxBookingDays', BOOKING_DAYS_SENTENCE, [0, -1, 1.5, '0', 3651]],
      [
        'reminder_hours',
        REMINDER_HOURS_SENTENCE,
        [-1, 337, 1.5, '', ' ', 'zwei', null, true, [], Number.NaN],
      ],
      ['retain_messages_days', RETENTION_DAYS_SENTENCE, [-1, 36_501, 0.5, '', null]],
      ['sms_countries', COUNTRIES_SENTENCE, ['Österreich', 'AT, XX', 'A']],
      ['maintenance_until', DATE_TIME_SENTENCE, ['morgen', '2027-01-12', '2027-02-30T10:00']],
      ['maintenance_until', DATE_TIME_SENTENCE, ['2027-01-12T10:00+99:99', '12.1.2027 18:00']],
      ['backup_recipient', SECRET_KEY_SENTENCE, [SECRET_KEY, SECRET_KEY.toLowerCase()]],
      ['backup_recipient', INVALID_KEY_SENTENCE, ['age1', `${PUBLIC_KEY}x`, 'ssh-ed25519 AAAA', 'abc']],
      ['notify_off', 'Bitte „ja“ oder „nein“ wählen.', ['ja']],
      ['NOTIFY', 'Unbekannte Angabe.', [true]],
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('general', name, value)).toEqual({ [name]: sentence })
  })
})
