import { describe, expect, it } from 'vitest'
import { eachRefusal, errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

describe('a setting of the mail server', () => {
  it.each<[name: string, typed: unknown, stored: unknown]>([
    ['SMTP_HOST', '', ''],
    ['SMTP_HOST', 'smtp.anbieter.at', 'smtp.anbieter.at'],
    ['SMTP_HOST', 'localhost', 'localhost'],
    ['SMTP_HOST', '10.0.0.25', '10.0.0.25'],
    ['SMTP_HOST', 'fd00::25', 'fd00::25'],
    ['SMTP_HOST', 'größe.example', 'größe.example'],
    ['SMTP_PORT', '', null],
    ['SMTP_PORT', '2525', 2525],
    ['SMTP_SECURITY', 'tls', 'tls'],
    ['MAIL_FROM', ' Ordination <a@b.at> ', 'Ordination <a@b.at>'],
    ['MAIL_FROM', '', ''],
  ])('%s %j is stored as %j', (name, typed, stored) => {
    expect(storedSetting('smtp', name, typed)).toEqual(stored)
  })

  it.each(
    eachRefusal([
      [
        'SMTP_HOST',
        'Bitte nur den Namen des Servers eingeben, z. B. smtp.anbieter.at.',
        ['smtp://mail.example', 'mail.example:587', 'mail.example/x', 'a b', 'a@b.at', '.at'],
      ],
      ['SMTP_PORT', 'Port muss eine ganze Zahl von 1 bis 65535 sein.', [0, 65_536, '1.5']],
      ['SMTP_SECURITY', 'Bitte wählen Sie eine der Möglichkeiten.', ['ssl', '', null, true]],
      [
        'MAIL_FROM',
        'MAIL_FROM: Bitte eine E-Mail-Adresse eingeben.',
        ['praxis', 'a@b.at, c@d.at', 'Ordination a@b.at', 'a@b.at>'],
      ],
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('smtp', name, value)).toEqual({ [name]: sentence })
  })
})
