import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { type Group, settingsSchema } from './settings.ts'

const parse = (group: Group, sent: unknown, stored?: Readonly<Record<string, boolean>>) =>
  v.parse(settingsSchema(group, stored), sent)
const errors = (group: Group, sent: unknown, stored?: Readonly<Record<string, boolean>>) =>
  fieldErrorsOf(v.safeParse(settingsSchema(group, stored), sent).issues ?? [])

describe('maxBookingDays', () => {
  it.each([
    [90, 90],
    ['90', 90],
    [1, 1],
    [3650, 3650],
    [null, null],
    ['', null],
    ['  ', null],
  ])('%j is %j', (typed, days) => {
    expect(parse('general', { maxBookingDays: typed })).toEqual({ maxBookingDays: days })
  })

  it.each(['bald', '9o', true, {}, [], '12,5', 'Infinity'])('%j is no number', (typed) => {
    expect(errors('general', { maxBookingDays: typed })).toEqual({
      maxBookingDays: 'maxBookingDays muss eine Zahl sein.',
    })
  })

  it.each([0, -1, 1.5, '0', 3651])('%j is no number of days to book ahead', (typed) => {
    expect(errors('general', { maxBookingDays: typed })).toEqual({
      maxBookingDays: 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.',
    })
  })
})

describe('general settings', () => {
  it('change only what is sent', () => {
    expect(parse('general', { notify_off: true, notify_reason: ' Urlaub ' })).toEqual({
      notify_off: true,
      notify_reason: 'Urlaub',
    })
  })

  it.each([
    [0, 0],
    [336, 336],
    ['24', 24],
    [' 48 ', 48],
  ])('remind %j hours before', (typed, hours) => {
    expect(parse('general', { reminder_hours: typed })).toEqual({ reminder_hours: hours })
  })

  it.each([-1, 337, 1.5, '', ' ', 'zwei', null, true, [], Number.NaN])(
    'do not remind %j hours before',
    (typed) => {
      expect(errors('general', { reminder_hours: typed })).toEqual({
        reminder_hours: 'reminder_hours muss eine ganze Zahl von 0 bis 336 sein.',
      })
    },
  )

  it('forgive the space that was copied with a secret', () => {
    expect(parse('general', { TURNSTILE_SECRET: ' x ' })).toEqual({ TURNSTILE_SECRET: 'x' })
  })

  it.each(['', '2027-01-12T18:00', '2027-01-12T18:00:00+01:00', '2027-01-12T17:00:00.000Z'])(
    'end maintenance at "%s"',
    (until) => {
      expect(errors('general', { maintenance_until: until })).toEqual({})
    },
  )

  it.each([
    'morgen',
    '2027-01-12',
    '2027-02-30T10:00',
    '2027-01-12T24:00',
    '2027-01-12T10:00+99:99',
    '12.1.2027 18:00',
  ])('do not end it at "%s"', (until) => {
    expect(errors('general', { maintenance_until: until })).toEqual({
      maintenance_until: 'Bitte ein gültiges Datum mit Uhrzeit angeben.',
    })
  })

  it('refuse a flag that is none and a setting that nobody knows', () => {
    expect(Object.keys(errors('general', { notify_off: 'ja', NOTIFY: true }))).toEqual([
      'notify_off',
      'NOTIFY',
    ])
  })
})

describe('URLs', () => {
  it.each(['', 'https://praxis.example', 'http://localhost:8080/', 'https://praxis.example/termine?x=1'])(
    'may be "%s"',
    (url) => {
      expect(errors('urls', { PUBLIC_BASE_URL: url, INTERNAL_BASE_URL: url, PATIENT_BASE_URL: url })).toEqual(
        {},
      )
    },
  )

  it.each(['praxis', 'www.praxis.at', 'https://', 'https://a b', '//praxis.at'])('are not "%s"', (url) => {
    expect(errors('urls', { PUBLIC_BASE_URL: url })).toEqual({ PUBLIC_BASE_URL: 'Ungültige URL.' })
  })

  it.each([
    'ftp://praxis.at',
    'javascript:alert(1)',
    'mailto:a@b.at',
    'data:text/html,x',
    'file:///etc/passwd',
  ])('are of the web, not "%s"', (url) => {
    expect(errors('urls', { PATIENT_BASE_URL: url })).toEqual({
      PATIENT_BASE_URL: 'Nur http oder https erlaubt.',
    })
  })

  it('come with an admin e-mail that looks like one, or none', () => {
    expect(errors('urls', { ADMIN_EMAIL: '' })).toEqual({})
    expect(errors('urls', { ADMIN_EMAIL: 'praxis@beispiel.example' })).toEqual({})
    for (const wrong of ['praxis', 'a@b', 'a@b.at, c@d.at', 'a@b.at\r\nBcc: c@d.at']) {
      expect(errors('urls', { ADMIN_EMAIL: wrong })).toEqual({
        ADMIN_EMAIL: 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.',
      })
    }
  })
})

describe('Odoo', () => {
  const right = { ODOO_URL: 'https://odoo.example', ODOO_DB: 'praxis', ODOO_USER: 'ordi' }

  it('needs URL, database and user; the password may stay empty', () => {
    expect(errors('odoo', right)).toEqual({})
    expect(errors('odoo', { ...right, ODOO_PASS: '' })).toEqual({})
    const sentences = {
      ODOO_URL: 'Bitte ODOO_URL angeben.',
      ODOO_DB: 'Bitte ODOO_DB angeben.',
      ODOO_USER: 'Bitte ODOO_USER angeben.',
    }
    expect(errors('odoo', {})).toEqual(sentences)
    expect(errors('odoo', { ODOO_URL: ' ', ODOO_DB: '', ODOO_USER: '\t' })).toEqual(sentences)
  })

  it.each([
    ['odoo.example', 'ODOO_URL muss mit http:// oder https:// beginnen.'],
    ['ftp://odoo.example', 'ODOO_URL muss mit http:// oder https:// beginnen.'],
    ['https://', 'ODOO_URL ist keine gültige URL.'],
    ['http://a b', 'ODOO_URL ist keine gültige URL.'],
    ['https://ordi:geheim@odoo.example', 'ODOO_URL darf keine Zugangsdaten enthalten.'],
    ['https://ordi@odoo.example', 'ODOO_URL darf keine Zugangsdaten enthalten.'],
    ['https://:geheim@odoo.example', 'ODOO_URL darf keine Zugangsdaten enthalten.'],
  ])('is not found at "%s"', (url, sentence) => {
    expect(errors('odoo', { ...right, ODOO_URL: url })).toEqual({ ODOO_URL: sentence })
  })
})

describe('SMS providers', () => {
  it('A needs user name and sender', () => {
    expect(errors('clicksend', {})).toEqual({
      CLICKSEND_USERNAME: 'ClickSend Benutzername fehlt.',
      CLICKSEND_FROM: 'ClickSend Absender fehlt.',
    })
  })

  it('B needs key and sender, but not a key that is stored already', () => {
    expect(errors('sevenio', { SEVENIO_KEY: '', SEVENIO_FROM: ' ' }, { SEVENIO_KEY: false })).toEqual({
      SEVENIO_KEY: 'seven.io Key fehlt.',
      SEVENIO_FROM: 'seven.io Absender fehlt.',
    })
    expect(errors('sevenio', { SEVENIO_KEY: '', SEVENIO_FROM: 'Ordination' }, { SEVENIO_KEY: true })).toEqual(
      {},
    )
  })

  it('need the sender, and A the user name, also where a secret is stored', () => {
    expect(errors('sevenio', { SEVENIO_FROM: '' }, { SEVENIO_KEY: true })).toEqual({
      SEVENIO_FROM: 'seven.io Absender fehlt.',
    })
    expect(errors('clicksend', { CLICKSEND_PWD: '', CLICKSEND_FROM: ' ' })).toEqual({
      CLICKSEND_USERNAME: 'ClickSend Benutzername fehlt.',
      CLICKSEND_FROM: 'ClickSend Absender fehlt.',
    })
  })

  it('trims everything but the password and writes numbers as E.164', () => {
    const sent = {
      CLICKSEND_USERNAME: ' praxis ',
      CLICKSEND_PWD: ' geheim ',
      CLICKSEND_FROM: ' Ordination ',
      PRACTICE_NAME: ' Ordination Dr. Beispiel ',
      TEST_MOBILE: ' +43 664 / 123-45 67 ',
      PRACTICE_LANDLINE_E164: '',
    }
    expect(parse('clicksend', sent)).toEqual({
      CLICKSEND_USERNAME: 'praxis',
      CLICKSEND_PWD: ' geheim ',
      CLICKSEND_FROM: 'Ordination',
      PRACTICE_NAME: 'Ordination Dr. Beispiel',
      TEST_MOBILE: '+436641234567',
      PRACTICE_LANDLINE_E164: '',
    })
  })

  it.each(['0664 1234567', '+0664 1234567', '+43', 'Praxis', `+${'4'.repeat(16)}`])(
    'cannot reach "%s"',
    (number) => {
      const told = errors('sevenio', { SEVENIO_FROM: 'x', TEST_MOBILE: number }, { SEVENIO_KEY: true })
      expect(told).toEqual({
        TEST_MOBILE: 'TEST_MOBILE: Bitte international eingeben, z. B. +43 664 1234567.',
      })
    },
  )

  it('want a practice e-mail that looks like one, if there is any', () => {
    const right = { CLICKSEND_USERNAME: 'x', CLICKSEND_FROM: 'x' }
    expect(errors('clicksend', { ...right, PRACTICE_EMAIL: '' })).toEqual({})
    expect(errors('clicksend', { ...right, PRACTICE_EMAIL: 'praxis' })).toEqual({
      PRACTICE_EMAIL: 'PRACTICE_EMAIL: Ungültige E-Mail-Adresse.',
    })
  })
})

describe('a secret', () => {
  const named = { CLICKSEND_USERNAME: 'x', CLICKSEND_FROM: 'x' }
  const odoo = { ODOO_URL: 'https://odoo.example', ODOO_DB: 'x', ODOO_USER: 'x' }

  it.each([
    ['general', 'TURNSTILE_SECRET', {}],
    ['odoo', 'ODOO_PASS', odoo],
    ['clicksend', 'CLICKSEND_PWD', named],
    ['sevenio', 'SEVENIO_KEY', { SEVENIO_FROM: 'x' }],
  ] as const)('of %s is removed by null, and may come beside `secrets`: %s', (group, name, others) => {
    const sent = { ...others, [name]: null, secrets: { [name]: true } }
    expect(parse(group, sent, { [name]: true })).toMatchObject({ [name]: null })
  })

  it('that is needed cannot be taken away before there is one', () => {
    expect(errors('sevenio', { SEVENIO_KEY: null, SEVENIO_FROM: 'x' }, { SEVENIO_KEY: false })).toEqual({
      SEVENIO_KEY: 'seven.io Key fehlt.',
    })
  })
})

describe('practice data', () => {
  it('are trimmed', () => {
    expect(parse('practice', { name: ' Ordination ', zip: ' 6850' })).toEqual({
      name: 'Ordination',
      zip: '6850',
    })
  })

  it('may be without a mail, but not with a wrong one', () => {
    expect(errors('practice', { mail: '' })).toEqual({})
    expect(errors('practice', { mail: 'praxis@' })).toEqual({
      mail: 'Bitte eine gültige E-Mail-Adresse angeben.',
    })
  })
})
