import { describe, expect, it } from 'vitest'
import { openLog } from '../../log.ts'
import { readSettings } from '../../practice/settings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const GENERAL = {
  booking_maintenance_active: true,
  maintenance_until: '2027-01-12T18:00',
  maintenance_message: 'Wir stellen um.\nBitte rufen Sie an.',
  TURNSTILE_SECRET: 'secret-of-turnstile',
  maxBookingDays: 90,
  notify_off: true,
  notify_muteEmail: true,
  notify_muteSms: true,
  notify_reason: 'Umbau',
  reminder_hours: 24,
  SEND_ADMIN_EMAIL: false,
}
const URLS = {
  PUBLIC_BASE_URL: 'https://termine.example',
  INTERNAL_BASE_URL: 'http://ordi.intern',
  PATIENT_BASE_URL: 'https://patienten.example',
  ADMIN_EMAIL: 'assistenz@ordination.example',
}
const ODOO = {
  ODOO_URL: 'https://odoo.example',
  ODOO_DB: 'ordination',
  ODOO_USER: 'ordi',
  ODOO_PASS: ' secret of odoo ',
}
const CONTACT = {
  PRACTICE_EMAIL: 'termine@ordination.example',
  PRACTICE_NAME: 'Ordination',
  TEST_MOBILE: '+436600000001',
  PRACTICE_LANDLINE_E164: '+435572000001',
}
const CLICKSEND = {
  CLICKSEND_USERNAME: 'ordination',
  CLICKSEND_PWD: ' secret of clicksend ',
  CLICKSEND_FROM: 'Ordination',
  ...CONTACT,
}
const SEVENIO = { SEVENIO_KEY: 'secret-of-sevenio', SEVENIO_FROM: 'Ordi', ...CONTACT }
const PRACTICE = {
  name: 'Ordination Dr. Linde Beispiel',
  address: 'Erfundene Gasse 7',
  zip: '6850',
  city: 'Dornbirn',
  country: 'Österreich',
  phone: '+43 5572 000001',
  mail: 'linde@ordination.example',
  url: 'https://linde.example',
  terms: 'https://linde.example/agb',
  impressum: 'https://linde.example/impressum',
}
const HOURS = {
  workingHours: {
    0: null,
    1: [
      { start: '08:00', end: '12:00' },
      { start: '13:30', end: '17:30' },
    ],
    2: null,
    3: [{ start: '07:15', end: '07:45' }],
    4: null,
    5: null,
    6: [{ start: '00:00', end: '23:59' }],
  },
}

/** Path, what is saved, the sentence that says so, the name of the secret. */
const GROUPS = [
  ['practice', PRACTICE, 'Praxisdaten gespeichert.', undefined],
  ['settings/general', GENERAL, 'Einstellungen gespeichert.', 'TURNSTILE_SECRET'],
  ['settings/urls', URLS, 'Einstellungen gespeichert.', undefined],
  ['settings/odoo', ODOO, 'Odoo-Einstellungen gespeichert.', 'ODOO_PASS'],
  ['settings/clicksend', CLICKSEND, 'SMS-Provider-Einstellungen gespeichert.', 'CLICKSEND_PWD'],
  ['settings/sevenio', SEVENIO, 'SMS-Provider-Einstellungen gespeichert.', 'SEVENIO_KEY'],
  ['settings/working-hours', HOURS, 'Arbeitszeiten gespeichert.', undefined],
] as const

const ALL = Object.fromEntries(GROUPS.map(([path, body]) => [path, body])) as Record<string, object>

/** What is to be seen of the saved values. */
const shown = (body: object, secret: string | undefined) =>
  secret === undefined ? body : { ...body, [secret]: '', secrets: { [secret]: true } }

function openOffice() {
  const lines: string[] = []
  const log = openLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
  const app = openTestApp({ ports: { log } })
  const admin = app.admin()
  const call = {
    get: (path: string) => admin.get(`/api/admin/${path}`),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      admin.put(`/api/admin/${path}`, body, headers),
  }
  return {
    ...app,
    ...call,
    lines,
    /** Everything that a save could touch. */
    cached: () =>
      ['settings', 'working_hours', 'services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
    acts: () => app.rows<{ subject: string }>('select subject from audit').map(({ subject }) => subject),
  }
}

describe.each(GROUPS)('%s', (path, body, message, secret) => {
  it('is saved, answered as it is then, and read again', async () => {
    const { get, put } = openOffice()
    const saved = await put(path, body)
    expect([saved.status, saved.json]).toEqual([
      200,
      {
        message,
        ...(path === 'settings/general' && { statusText: expect.any(String) }),
        ...shown(body, secret),
      },
    ])
    const read = await get(path)
    expect([read.status, read.json]).toEqual([200, shown(body, secret)])
    expect(read.headers.get('etag')).toBe(saved.headers.get('etag'))
  })

  it('goes round: what is read can be saved as it is, and nothing has changed', async () => {
    const { get, put, cached } = openOffice()
    await put(path, body)
    const read = await get(path)
    const before = cached()
    const again = await put(path, read.json, { 'if-match': read.headers.get('etag') ?? '' })
    expect(again.status).toBe(200)
    expect((await get(path)).json).toEqual(read.json)
    expect(cached()).toEqual(before)
  })

  it('is kept from being written over by somebody who has read something older', async () => {
    const { get, put, cached } = openOffice()
    const first = (await get(path)).headers.get('etag') ?? ''
    expect(first).toMatch(/^"[\w-]{43}"$/)
    await put(path, body, { 'if-match': first })
    const before = cached()
    const late = await put(path, body, { 'if-match': first })
    expect([late.status, late.json]).toEqual([
      409,
      {
        error: 'conflict',
        message: 'Diese Angaben wurden inzwischen von jemand anderem geändert.',
        current: (await get(path)).json,
      },
    ])
    expect(cached()).toEqual(before)
  })

  it.each([
    ['as it is', (etag: string) => etag],
    ['weakened by a proxy', (etag: string) => `W/${etag}`],
    ['without quotes', (etag: string) => etag.slice(1, -1)],
    ['one of several', (etag: string) => `"x", ${etag}`],
    ['any', () => '*'],
  ])('is saved with the version that was read: %s', async (_, written) => {
    const { get, put } = openOffice()
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await put(path, body, { 'if-match': written(etag) })).status).toBe(200)
  })

  it.each(['"x"', '', 'W/""', '"*"'])('is not saved with the version %s', async (version) => {
    const { put, cached } = openOffice()
    const before = cached()
    expect((await put(path, body, { 'if-match': version })).status).toBe(409)
    expect(cached()).toEqual(before)
  })

  it('is shut without a session', async () => {
    const { browser, cached } = openOffice()
    const before = cached()
    const stranger = browser()
    for (const answer of [
      await stranger.get(`/api/admin/${path}`),
      await stranger.put(`/api/admin/${path}`, body),
    ])
      expect([answer.status, answer.json.error, answer.headers.get('etag')]).toEqual([
        401,
        'unauthorized',
        null,
      ])
    expect(cached()).toEqual(before)
  })

  it('never breaks, whatever is sent', async () => {
    const { put, lines } = openOffice()
    const field = Object.keys(body)[0] ?? ''
    for (const value of [null, 7, -0, '', '\0', '\ud800', [], {}, [[]], 'x'.repeat(50_000), '__proto__']) {
      const { status } = await put(path, { ...body, [field]: value })
      expect([value, status === 200 || status === 400]).toEqual([value, true])
    }
    for (const sent of [[], null, 7, '"', '{"__proto__":{"x":1}}', { __proto: 1 }])
      expect([sent, (await put(path, sent)).status]).toEqual([sent, 400])
    expect(lines).toEqual([])
  })
})

describe('what is wrong', () => {
  const day = (blocks: object[]) => ({ workingHours: { 1: blocks } })

  it.each<[string, object, Record<string, string>]>([
    ['practice', { mail: 'praxis' }, { mail: 'Bitte eine gültige E-Mail-Adresse angeben.' }],
    [
      'settings/general',
      { maxBookingDays: 'bald' },
      { maxBookingDays: 'maxBookingDays muss eine Zahl sein.' },
    ],
    [
      'settings/general',
      { maxBookingDays: 0 },
      { maxBookingDays: 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.' },
    ],
    [
      'settings/general',
      { reminder_hours: 337 },
      { reminder_hours: 'reminder_hours muss eine ganze Zahl von 0 bis 336 sein.' },
    ],
    [
      'settings/general',
      { maintenance_until: 'bald' },
      { maintenance_until: 'Bitte ein gültiges Datum mit Uhrzeit angeben.' },
    ],
    ['settings/general', { NOTIFY: true }, { NOTIFY: 'Unbekannte Angabe.' }],
    ['settings/urls', { PUBLIC_BASE_URL: 'praxis' }, { PUBLIC_BASE_URL: 'Ungültige URL.' }],
    [
      'settings/urls',
      { INTERNAL_BASE_URL: 'ftp://x.example' },
      { INTERNAL_BASE_URL: 'Nur http oder https erlaubt.' },
    ],
    ['settings/urls', { ADMIN_EMAIL: 'praxis' }, { ADMIN_EMAIL: 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.' }],
    [
      'settings/odoo',
      {},
      {
        ODOO_URL: 'Bitte ODOO_URL angeben.',
        ODOO_DB: 'Bitte ODOO_DB angeben.',
        ODOO_USER: 'Bitte ODOO_USER angeben.',
      },
    ],
    [
      'settings/odoo',
      { ...ODOO, ODOO_URL: 'odoo.example' },
      { ODOO_URL: 'ODOO_URL muss mit http:// oder https:// beginnen.' },
    ],
    ['settings/odoo', { ...ODOO, ODOO_URL: 'https://' }, { ODOO_URL: 'ODOO_URL ist keine gültige URL.' }],
    [
      'settings/odoo',
      { ...ODOO, ODOO_URL: 'file:///etc/passwd' },
      { ODOO_URL: 'ODOO_URL muss mit http:// oder https:// beginnen.' },
    ],
    [
      'settings/odoo',
      { ...ODOO, ODOO_URL: 'https://ordi:geheim@odoo.example' },
      { ODOO_URL: 'ODOO_URL darf keine Zugangsdaten enthalten.' },
    ],
    [
      'settings/clicksend',
      { CLICKSEND_PWD: 'x' },
      {
        CLICKSEND_USERNAME: 'ClickSend Benutzername fehlt.',
        CLICKSEND_FROM: 'ClickSend Absender fehlt.',
      },
    ],
    [
      'settings/clicksend',
      { ...CLICKSEND, PRACTICE_EMAIL: 'praxis' },
      { PRACTICE_EMAIL: 'PRACTICE_EMAIL: Ungültige E-Mail-Adresse.' },
    ],
    [
      'settings/sevenio',
      { SEVENIO_KEY: '' },
      { SEVENIO_KEY: 'seven.io Key fehlt.', SEVENIO_FROM: 'seven.io Absender fehlt.' },
    ],
    [
      'settings/sevenio',
      { ...SEVENIO, TEST_MOBILE: '0664 1234567' },
      { TEST_MOBILE: 'TEST_MOBILE: Bitte international eingeben, z. B. +43 664 1234567.' },
    ],
    [
      'settings/working-hours',
      day([{ start: '08:00', end: '' }]),
      { 1: 'Montag Block 1: Bitte Start und Ende angeben.' },
    ],
    [
      'settings/working-hours',
      day([{ start: '8 Uhr', end: '12:00' }]),
      { 1: 'Montag Block 1: Ungültige Zeitangabe.' },
    ],
    [
      'settings/working-hours',
      day([
        { start: '08:00', end: '09:00' },
        { start: '12:00', end: '10:00' },
      ]),
      { 1: 'Montag Block 2: Ende muss nach dem Start liegen.' },
    ],
    [
      'settings/working-hours',
      day([1, 2, 3].map((hour) => ({ start: `0${hour}:00`, end: `0${hour}:30` }))),
      { 1: 'Montag: Höchstens 2 Blöcke pro Tag.' },
    ],
    ['settings/working-hours', {}, { workingHours: 'Diese Angabe fehlt.' }],
  ])('in %s is said at the field and in one line, and nothing is saved: %j', async (path, change, fields) => {
    const { put, cached } = openOffice()
    const before = cached()
    const others =
      path === 'settings/general' || path === 'settings/urls' || path === 'practice' ? ALL[path] : {}
    const answer = await put(path, { ...others, ...change })
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'invalid', message: Object.values(fields).join(' '), fields },
    ])
    expect(cached()).toEqual(before)
  })

  it('says the same thing once in the line', async () => {
    const { put } = openOffice()
    const answer = await put('settings/urls', { PUBLIC_BASE_URL: 'x', PATIENT_BASE_URL: 'y' })
    expect(answer.json.message).toBe('Ungültige URL.')
    expect(Object.keys(answer.json.fields)).toEqual(['PUBLIC_BASE_URL', 'PATIENT_BASE_URL'])
  })
})

describe('general settings', () => {
  it('say what is now in force', async () => {
    const { put } = openOffice()
    expect(
      (await put('settings/general', { maxBookingDays: '30', notify_muteSms: true })).json.statusText,
    ).toBe(
      'Die Online-Buchung ist offen, bis zu 30 Tage im Voraus. SMS sind abgeschaltet, E-Mails werden gesendet.',
    )
  })

  it('are in force at once', async () => {
    const { put, browser } = openOffice()
    await put('settings/general', GENERAL)
    expect((await browser().get('/api/status')).json).toMatchObject({
      booking: { open: false },
      maintenance: { until: '2027-01-12T18:00:00+01:00', message: GENERAL.maintenance_message },
    })
  })
})

describe('working hours', () => {
  it('save a closed, empty or missing day as null', async () => {
    const { put } = openOffice()
    const { json } = await put('settings/working-hours', {
      workingHours: { 1: null, 2: [], 3: [{ start: '', end: '' }], 4: HOURS.workingHours[1].toReversed() },
    })
    expect(json.workingHours).toEqual({
      0: null,
      1: null,
      2: null,
      3: null,
      4: HOURS.workingHours[1],
      5: null,
      6: null,
    })
  })

  it('decide at once when patients find times', async () => {
    const { put, browser } = openOffice()
    const slots = async () => (await browser().get('/api/slots?date=2027-01-13&service=facial')).json.length
    expect(await slots()).toBeGreaterThan(1)
    await put('settings/working-hours', { workingHours: { 3: [{ start: '08:00', end: '09:30' }] } })
    expect(await slots()).toBe(1)
    await put('settings/working-hours', { workingHours: {} })
    expect(await slots()).toBe(0)
  })
})

describe('a secret', () => {
  const SECRETS = [
    ['settings/general', 'general', 'TURNSTILE_SECRET'],
    ['settings/odoo', 'odoo', 'ODOO_PASS'],
    ['settings/clicksend', 'clicksend', 'CLICKSEND_PWD'],
    ['settings/sevenio', 'sevenio', 'SEVENIO_KEY'],
  ] as const

  it.each(SECRETS)('of %s stays when its field comes empty or not at all', async (path, group, name) => {
    const { put, ctx } = openOffice()
    await put(path, ALL[path])
    const stored = () => (readSettings(ctx(), group) as Record<string, unknown>)[name]
    const secret = stored()
    const { [name]: _, ...others } = ALL[path] as Record<string, unknown>
    for (const body of [others, { ...others, [name]: '' }]) {
      const { json } = await put(path, body)
      expect([json[name], json.secrets, stored()]).toEqual(['', { [name]: true }, secret])
    }
  })

  it.each(SECRETS)('of %s is taken away by null', async (path, group, name) => {
    const { put, ctx } = openOffice()
    await put(path, ALL[path])
    const { json } = await put(path, { ...ALL[path], [name]: null })
    expect([json[name], json.secrets]).toEqual(['', { [name]: false }])
    expect(readSettings(ctx(), group)).toMatchObject({ [name]: '' })
  })

  it('that provider B needs may be left out only while it is stored', async () => {
    const { put } = openOffice()
    const withoutKey = { ...SEVENIO, SEVENIO_KEY: '' }
    expect((await put('settings/sevenio', withoutKey)).json.message).toBe('seven.io Key fehlt.')
    await put('settings/sevenio', SEVENIO)
    expect((await put('settings/sevenio', withoutKey)).status).toBe(200)
    expect((await put('settings/sevenio', { ...withoutKey, SEVENIO_FROM: '' })).json.message).toBe(
      'seven.io Absender fehlt.',
    )
    await put('settings/sevenio', { ...SEVENIO, SEVENIO_KEY: null })
    expect((await put('settings/sevenio', withoutKey)).json.message).toBe('seven.io Key fehlt.')
  })

  it('stands nowhere: in no answer, not in the database as it is, not in the log, not in the audit', async () => {
    const { get, put, ctx, rows, lines } = openOffice()
    const answers: string[] = []
    for (const [path, body] of GROUPS) {
      for (const answer of [
        await put(path, body),
        await get(path),
        await put(path, body, { 'if-match': '"x"' }),
        await put(path, { ...body, unknown: true }),
      ])
        answers.push(answer.text + JSON.stringify([...answer.headers]))
    }
    ctx().db.$client.exec(
      `create trigger full before insert on settings begin select raise(abort, 'no'); end`,
    )
    const broken = await put('settings/odoo', {
      ...ODOO,
      ODOO_DB: 'another',
      ODOO_PASS: 'another secret of odoo',
    })
    expect(broken.status).toBe(500)
    answers.push(broken.text)
    expect(lines).toHaveLength(1)
    const said = answers.join('') + lines.join('') + JSON.stringify(rows('select * from audit'))
    const bytes = ctx().db.$client.serialize().toString('latin1')
    expect(bytes).toContain('Wir stellen um.')
    for (const where of [said, bytes]) expect(where).not.toMatch(/secret[ -]of/)
  })
})

describe('the audit', () => {
  it('names what was changed, and says nothing where nothing was', async () => {
    const { get, put, acts, rows } = openOffice()
    await put('settings/general', { notify_off: true, notify_reason: 'Umbau' })
    await put('settings/general', { notify_off: true, notify_reason: ' Umbau ' })
    await put('settings/odoo', ODOO)
    await put('settings/odoo', { ...ODOO, ODOO_PASS: '' })
    await put('settings/working-hours', (await get('settings/working-hours')).json)
    await put('settings/working-hours', { workingHours: {} })
    await put('practice', { zip: '6851' })
    expect(acts()).toEqual([
      'general: notify_off, notify_reason',
      'odoo: ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS',
      'working-hours: Montag, Dienstag, Mittwoch, Donnerstag, Freitag',
      'practice: zip',
    ])
    expect(rows('select distinct action, actor, actor_name from audit')).toEqual([
      { action: 'settings-saved', actor: 'admin', actor_name: 'assistenz@ordination.example' },
    ])
  })
})
