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
  ])('reads %j as %j', (typed, days) => {
    expect(parse('general', { maxBookingDays: typed })).toEqual({ maxBookingDays: days })
  })

  it.each(['bald', '9o', true, {}, [], '12,5', 'Infinity'])('refuses %j, which is no number', (typed) => {
    expect(errors('general', { maxBookingDays: typed })).toEqual({
      maxBookingDays: 'maxBookingDays muss eine Zahl sein.',
    })
  })

  it.each([0, -1, 1.5, '0', 3651])('refuses %j, which is no whole number from 1 to 3650', (typed) => {
    expect(errors('general', { maxBookingDays: typed })).toEqual({
      maxBookingDays: 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.',
    })
  })
})

describe('general settings', () => {
  it('leave out what is not sent, and are trimmed', () => {
    const sent = { notify_off: true, notify_reason: ' Urlaub ', TURNSTILE_SECRET: ' x ' }
    const read = { notify_off: true, notify_reason: 'Urlaub', TURNSTILE_SECRET: 'x' }
    expect(parse('general', sent)).toEqual(read)
  })

  it.each([
    [0, 0],
    [336, 336],
    ['24', 24],
    [' 48 ', 48],
  ])('read reminder_hours %j as %j', (typed, hours) => {
    expect(parse('general', { reminder_hours: typed })).toEqual({ reminder_hours: hours })
  })

  it.each([-1, 337, 1.5, '', ' ', 'zwei', null, true, [], Number.NaN])(
    'refuse reminder_hours %j',
    (typed) => {
      expect(errors('general', { reminder_hours: typed })).toEqual({
        reminder_hours: 'reminder_hours muss eine ganze Zahl von 0 bis 336 sein.',
      })
    },
  )

  it.each(['', '2027-01-12T18:00', '2027-01-12T18:00:00+01:00', '2027-01-12T17:00:00.000Z'])(
    'take "%s" as maintenance_until',
    (until) => {
      expect(errors('general', { maintenance_until: until })).toEqual({})
    },
  )

  it.each(['morgen', '2027-01-12', '2027-02-30T10:00', '2027-01-12T10:00+99:99', '12.1.2027 18:00'])(
    'refuse "%s" as maintenance_until',
    (until) => {
      expect(errors('general', { maintenance_until: until })).toEqual({
        maintenance_until: 'Bitte ein gültiges Datum mit Uhrzeit angeben.',
      })
    },
  )

  it('refuse text for a flag, and unknown settings', () => {
    expect(Object.keys(errors('general', { notify_off: 'ja', NOTIFY: true }))).toEqual([
      'notify_off',
      'NOTIFY',
    ])
  })
})

describe('the URL settings', () => {
  it.each(['', 'https://praxis.example', 'http://localhost:8080/', 'https://praxis.example/termine?x=1'])(
    'take "%s"',
    (url) => {
      expect(errors('urls', { PUBLIC_BASE_URL: url, INTERNAL_BASE_URL: url, PATIENT_BASE_URL: url })).toEqual(
        {},
      )
    },
  )

  it.each(['praxis', 'www.praxis.at', 'https://', 'https://a b', '//praxis.at'])('refuse "%s"', (url) => {
    expect(errors('urls', { PUBLIC_BASE_URL: url })).toEqual({ PUBLIC_BASE_URL: 'Ungültige URL.' })
  })

  it.each(['ftp://praxis.at', 'javascript:alert(1)'])(
    'refuse "%s", which is neither http nor https',
    (url) => {
      expect(errors('urls', { PATIENT_BASE_URL: url })).toEqual({
        PATIENT_BASE_URL: 'Nur http oder https erlaubt.',
      })
    },
  )

  it('take an e-mail address or nothing as ADMIN_EMAIL', () => {
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
  ])('is refused at "%s": %s', (url, sentence) => {
    expect(errors('odoo', { ...right, ODOO_URL: url })).toEqual({ ODOO_URL: sentence })
  })
})

describe('SMS providers', () => {
  it('ClickSend needs user name and sender', () => {
    expect(errors('clicksend', {})).toEqual({
      CLICKSEND_USERNAME: 'ClickSend Benutzername fehlt.',
      CLICKSEND_FROM: 'ClickSend Absender fehlt.',
    })
  })

  it('seven.io needs key and sender, but no key when one is stored', () => {
    expect(errors('sevenio', { SEVENIO_KEY: '', SEVENIO_FROM: ' ' }, { SEVENIO_KEY: false })).toEqual({
      SEVENIO_KEY: 'seven.io Key fehlt.',
      SEVENIO_FROM: 'seven.io Absender fehlt.',
    })
    expect(errors('sevenio', { SEVENIO_KEY: '', SEVENIO_FROM: 'Ordination' }, { SEVENIO_KEY: true })).toEqual(
      {},
    )
  })

  it('all text but the password is trimmed, and numbers are stored as E.164', () => {
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
    'refuse "%s" as TEST_MOBILE',
    (number) => {
      const found = errors('sevenio', { SEVENIO_FROM: 'x', TEST_MOBILE: number }, { SEVENIO_KEY: true })
      expect(found).toEqual({
        TEST_MOBILE: 'TEST_MOBILE: Bitte international eingeben, z. B. +43 664 1234567.',
      })
    },
  )

  it('take an e-mail address or nothing as PRACTICE_EMAIL', () => {
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

  it('that is required cannot be removed while none is stored', () => {
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

  it('may have no mail, but no invalid one', () => {
    expect(errors('practice', { mail: '' })).toEqual({})
    expect(errors('practice', { mail: 'praxis@' })).toEqual({
      mail: 'Bitte eine gültige E-Mail-Adresse angeben.',
    })
  })
})
