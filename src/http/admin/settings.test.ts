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
  odoo_sync: true,
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

/** Path, body, the sentence after saving, the name of the secret. */
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

/** The answer for the saved values. */
const shown = (body: object, secret: string | undefined) =>
  secret === undefined ? body : { ...body, [secret]: '', secrets: { [secret]: true } }

function openAdmin() {
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
    stored: () =>
      ['settings', 'working_hours', 'services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
    acts: () => app.rows<{ subject: string }>('select subject from audit').map(({ subject }) => subject),
  }
}

describe.each(GROUPS)('%s', (path, body, message, secret) => {
  it('is saved, and answered as it was saved', async () => {
    const { get, put } = openAdmin()
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

  it('can be saved as it was read, which changes nothing', async () => {
    const { get, put, stored } = openAdmin()
    await put(path, body)
    const read = await get(path)
    const before = stored()
    const again = await put(path, read.json, { 'if-match': read.headers.get('etag') ?? '' })
    expect(again.status).toBe(200)
    expect((await get(path)).json).toEqual(read.json)
    expect(stored()).toEqual(before)
  })

  it('is not saved with the version of an older state', async () => {
    const { get, put, stored } = openAdmin()
    const first = (await get(path)).headers.get('etag') ?? ''
    expect(first).toMatch(/^"[\w-]{43}"$/)
    await put(path, body, { 'if-match': first })
    const before = stored()
    const late = await put(path, body, { 'if-match': first })
    expect([late.status, late.json]).toEqual([
      409,
      {
        error: 'conflict',
        message: 'Diese Angaben wurden inzwischen von jemand anderem geändert.',
        current: (await get(path)).json,
      },
    ])
    expect(stored()).toEqual(before)
  })

  it('cannot be read or changed without a session', async () => {
    const { browser, stored } = openAdmin()
    const before = stored()
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
    expect(stored()).toEqual(before)
  })

  it('answers 200 or 400 to anything that is sent', async () => {
    const { put, lines } = openAdmin()
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

describe('the version of a group', () => {
  const [path, body] = ['settings/urls', URLS] as const

  it.each([
    ['as it is', (etag: string) => etag],
    ['weakened by a proxy', (etag: string) => `W/${etag}`],
    ['without quotes', (etag: string) => etag.slice(1, -1)],
    ['one of several', (etag: string) => `"x", ${etag}`],
    ['any', () => '*'],
  ])('is saved with the version that was read: %s', async (_, written) => {
    const { get, put } = openAdmin()
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await put(path, body, { 'if-match': written(etag) })).status).toBe(200)
  })

  it.each(['"x"', '', 'W/""', '"*"'])('is not saved with the version %s', async (version) => {
    const { put, stored } = openAdmin()
    const before = stored()
    expect((await put(path, body, { 'if-match': version })).status).toBe(409)
    expect(stored()).toEqual(before)
  })
})

describe('an invalid body', () => {
  const day = (blocks: object[]) => ({ workingHours: { 1: blocks } })

  it.each<[string, object, Record<string, string>]>([
    ['practice', { mail: 'praxis' }, { mail: 'Bitte eine gültige E-Mail-Adresse angeben.' }],
    [
      'settings/general',
      { maxBookingDays: 'bald' },
      { maxBookingDays: 'maxBookingDays muss eine Zahl sein.' },
    ],
    ['settings/general', { NOTIFY: true }, { NOTIFY: 'Unbekannte Angabe.' }],
    ['settings/urls', { PUBLIC_BASE_URL: 'praxis' }, { PUBLIC_BASE_URL: 'Ungültige URL.' }],
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
      'settings/clicksend',
      { CLICKSEND_PWD: 'x' },
      {
        CLICKSEND_USERNAME: 'ClickSend Benutzername fehlt.',
        CLICKSEND_FROM: 'ClickSend Absender fehlt.',
      },
    ],
    [
      'settings/sevenio',
      { SEVENIO_KEY: '' },
      { SEVENIO_KEY: 'seven.io Key fehlt.', SEVENIO_FROM: 'seven.io Absender fehlt.' },
    ],
    [
      'settings/working-hours',
      day([{ start: '08:00', end: '' }]),
      { 1: 'Montag Block 1: Bitte Start und Ende angeben.' },
    ],
    ['settings/working-hours', {}, { workingHours: 'Diese Angabe fehlt.' }],
  ])(
    'of %s is refused with a sentence for each field and one for all, and nothing is saved: %j',
    async (path, change, fields) => {
      const { put, stored } = openAdmin()
      const before = stored()
      const others =
        path === 'settings/general' || path === 'settings/urls' || path === 'practice' ? ALL[path] : {}
      const answer = await put(path, { ...others, ...change })
      expect([answer.status, answer.json]).toEqual([
        400,
        { error: 'invalid', message: Object.values(fields).join(' '), fields },
      ])
      expect(stored()).toEqual(before)
    },
  )

  it('is refused with one sentence where two fields have the same error', async () => {
    const { put } = openAdmin()
    const answer = await put('settings/urls', { PUBLIC_BASE_URL: 'x', PATIENT_BASE_URL: 'y' })
    expect(answer.json.message).toBe('Ungültige URL.')
    expect(Object.keys(answer.json.fields)).toEqual(['PUBLIC_BASE_URL', 'PATIENT_BASE_URL'])
  })
})

describe('general settings', () => {
  it('are answered with their consequences', async () => {
    const { put } = openAdmin()
    expect(
      (await put('settings/general', { maxBookingDays: '30', notify_muteSms: true })).json.statusText,
    ).toBe(
      'Die Online-Buchung ist offen, bis zu 30 Tage im Voraus. SMS sind abgeschaltet, E-Mails werden gesendet.',
    )
  })

  it('take effect at once', async () => {
    const { put, browser } = openAdmin()
    await put('settings/general', GENERAL)
    expect((await browser().get('/api/status')).json).toMatchObject({
      booking: { open: false },
      maintenance: { until: '2027-01-12T18:00:00+01:00', message: GENERAL.maintenance_message },
    })
  })
})

describe('working hours', () => {
  it('save a closed, empty or missing day as null', async () => {
    const { put } = openAdmin()
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

  it('change the free times at once', async () => {
    const { put, browser } = openAdmin()
    const slots = async () => (await browser().get('/api/slots?date=2027-01-13&service=facial')).json.length
    expect(await slots()).toBeGreaterThan(1)
    await put('settings/working-hours', { workingHours: { 3: [{ start: '08:00', end: '09:30' }] } })
    expect(await slots()).toBe(1)
    await put('settings/working-hours', { workingHours: {} })
    expect(await slots()).toBe(0)
  })
})

describe('a secret', () => {
  it('stays when its field is empty or missing, and is removed by null', async () => {
    const { put, ctx } = openAdmin()
    await put('settings/odoo', ODOO)
    const { ODOO_PASS, ...others } = ODOO
    for (const body of [others, { ...others, ODOO_PASS: '' }]) {
      const { json } = await put('settings/odoo', body)
      expect([json.ODOO_PASS, json.secrets]).toEqual(['', { ODOO_PASS: true }])
      expect(readSettings(ctx(), 'odoo').ODOO_PASS).toBe(ODOO_PASS)
    }
    const { json } = await put('settings/odoo', { ...others, ODOO_PASS: null })
    expect(json.secrets).toEqual({ ODOO_PASS: false })
    expect(readSettings(ctx(), 'odoo').ODOO_PASS).toBe('')
  })

  it('that is required may be left out only while one is stored', async () => {
    const { put } = openAdmin()
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

  it('appears in no answer, not as plain text in the database, not in the log and not in the audit', async () => {
    const { get, put, ctx, rows, lines } = openAdmin()
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
  it('names the settings that were changed, and has no entry when none was', async () => {
    const { get, put, acts, rows } = openAdmin()
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
