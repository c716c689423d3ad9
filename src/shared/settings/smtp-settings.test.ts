import { describe, expect, it } from 'vitest'
import { eachRefusal, errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

describe('a setting of the mail server', () => {
  it.each([
    { name: 'SMTP_HOST', typed: '', stored: '' },
    { name: 'SMTP_HOST', typed: 'smtp.anbieter.at', stored: 'smtp.anbieter.at' },
    { name: 'SMTP_HOST', typed: 'localhost', stored: 'localhost' },
    { name: 'SMTP_HOST', typed: '10.0.0.25', stored: '10.0.0.25' },
    { name: 'SMTP_HOST', typed: 'fd00::25', stored: 'fd00::25' },
    { name: 'SMTP_HOST', typed: 'größe.example', stored: 'größe.example' },
    { name: 'SMTP_PORT', typed: '', stored: null },
    { name: 'SMTP_PORT', typed: '2525', stored: 2525 },
    { name: 'SMTP_SECURITY', typed: 'tls', stored: 'tls' },
    { name: 'MAIL_FROM', typed: ' Ordination <a@b.at> ', stored: 'Ordination <a@b.at>' },
    { name: 'MAIL_FROM', typed: '', stored: '' },
  ])('$name "$typed" is stored as "$stored"', ({ name, typed, stored }) => {
    expect(storedSetting('smtp', name, typed)).toEqual(stored)
  })

  it.each(
    eachRefusal([
      {
        name: 'SMTP_HOST',
        sentence: 'Bitte nur den Namen des Servers eingeben, z. B. smtp.anbieter.at.',
        values: ['smtp://mail.example', 'mail.example:587', 'mail.example/x', 'a b', 'a@b.at', '.at'],
      },
      {
        name: 'SMTP_PORT',
        sentence: 'Port muss eine ganze Zahl von 1 bis 65535 sein.',
        values: [0, 65_536, '1.5'],
      },
      {
        name: 'SMTP_SECURITY',
        sentence: 'Bitte wählen Sie eine der Möglichkeiten.',
        values: ['ssl', '', null, true],
      },
      {
        name: 'MAIL_FROM',
        sentence: 'MAIL_FROM: Bitte eine E-Mail-Adresse eingeben.',
        values: ['praxis', 'a@b.at, c@d.at', 'Ordination a@b.at', 'a@b.at>'],
      },
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('smtp', name, value)).toEqual({ [name]: sentence })
  })
})
