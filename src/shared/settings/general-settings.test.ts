import { describe, expect, it } from 'vitest'
import { eachRefusal, errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

/** A key pair made by age-keygen. */
const PUBLIC_KEY = 'age1ujj403dvxystr56fuauylreramwez4sw9lquefjwxjgm3uh3dq9ssp6zjl'
const SECRET_KEY = 'AGE-SECRET-KEY-1T3XJD40FV54F7Z2E79JPV34R97QQ4Y9C5GXUGWM2EL4WUWJ30KFQKTCPWK'

describe('a general setting', () => {
  // The form sends texts and null for numbers that were typed or left out; other programs send numbers.
  it.each([
    { name: 'maxBookingDays', typed: 90, stored: 90 },
    { name: 'maxBookingDays', typed: '90', stored: 90 },
    { name: 'maxBookingDays', typed: 1, stored: 1 },
    { name: 'maxBookingDays', typed: 3650, stored: 3650 },
    { name: 'maxBookingDays', typed: null, stored: null },
    { name: 'maxBookingDays', typed: '', stored: null },
    { name: 'maxBookingDays', typed: '  ', stored: null },
    { name: 'reminder_hours', typed: 0, stored: 0 },
    { name: 'reminder_hours', typed: 336, stored: 336 },
    { name: 'reminder_hours', typed: ' 48 ', stored: 48 },
    { name: 'notify_reason', typed: ' Urlaub ', stored: 'Urlaub' },
    { name: 'sms_countries', typed: ' at;de, CH at ', stored: 'AT, DE, CH' },
    { name: 'sms_countries', typed: '', stored: '' },
    { name: 'sms_monthly_cap', typed: '0', stored: 0 },
    { name: 'sms_monthly_cap', typed: '1.000', stored: 1000 },
    { name: 'retain_svnr_days', typed: '30', stored: 30 },
    { name: 'retain_bookings_days', typed: 36_500, stored: 36_500 },
    { name: 'TURNSTILE_SECRET', typed: ' x ', stored: 'x' },
    { name: 'backup_recipient', typed: '', stored: '' },
    { name: 'backup_recipient', typed: ` ${PUBLIC_KEY} `, stored: PUBLIC_KEY },
    { name: 'maintenance_until', typed: '', stored: '' },
    { name: 'maintenance_until', typed: '2027-01-12T18:00', stored: '2027-01-12T18:00' },
    { name: 'maintenance_until', typed: '2027-01-12T18:00:00+01:00', stored: '2027-01-12T18:00:00+01:00' },
    { name: 'maintenance_until', typed: '2027-01-12T17:00:00.000Z', stored: '2027-01-12T17:00:00.000Z' },
  ])('$name "$typed" is stored as "$stored"', ({ name, typed, stored }) => {
    expect(storedSetting('general', name, typed)).toEqual(stored)
  })

  it.each(
    eachRefusal([
      {
        name: 'maxBookingDays',
        sentence: 'maxBookingDays muss eine Zahl sein.',
        values: ['bald', '9o', '12,5', 'Infinity', true, {}, []],
      },
      {
        name: 'maxBookingDays',
        sentence: 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.',
        values: [0, -1, 1.5, '0', 3651],
      },
      {
        name: 'reminder_hours',
        sentence: 'Erinnerung muss eine ganze Zahl von 0 bis 336 sein.',
        values: [-1, 337, 1.5, '', ' ', 'zwei', null, true, [], Number.NaN],
      },
      {
        name: 'retain_messages_days',
        sentence: 'Aufbewahrung der Nachrichten muss eine ganze Zahl von 0 bis 36500 sein.',
        values: [-1, 36_501, 0.5, '', null],
      },
      {
        name: 'sms_countries',
        sentence: 'Bitte Länder mit zwei Buchstaben angeben, z. B. AT, DE, CH.',
        values: ['Österreich', 'AT, XX', 'A'],
      },
      {
        name: 'maintenance_until',
        sentence: 'Bitte ein gültiges Datum mit Uhrzeit angeben.',
        values: ['morgen', '2027-01-12', '2027-02-30T10:00', '2027-01-12T10:00+99:99', '12.1.2027 18:00'],
      },
      {
        name: 'backup_recipient',
        sentence: 'Das ist der geheime Schlüssel. Hierher gehört der öffentliche, der mit „age1“ beginnt.',
        values: [SECRET_KEY, SECRET_KEY.toLowerCase()],
      },
      {
        name: 'backup_recipient',
        sentence:
          'Das ist kein öffentlicher Schlüssel. Bitte die ganze Zeile kopieren, die mit „age1“ beginnt.',
        values: ['age1', `${PUBLIC_KEY}x`, 'ssh-ed25519 AAAA', 'abc'],
      },
      { name: 'notify_off', sentence: 'Bitte „ja“ oder „nein“ wählen.', values: ['ja'] },
      { name: 'NOTIFY', sentence: 'Unbekannte Angabe.', values: [true] },
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('general', name, value)).toEqual({ [name]: sentence })
  })
})
