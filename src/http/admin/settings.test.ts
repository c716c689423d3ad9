import { describe, expect, it } from 'vitest'
import type { Config } from '../../config.ts'
import { openLog } from '../../log.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const { practice: PRACTICE, urls: URLS, odoo: ODOO, sevenio: SEVENIO } = SAMPLE_SETTINGS
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
  ['settings/general', SAMPLE_SETTINGS.general, 'Einstellungen gespeichert.', 'TURNSTILE_SECRET'],
  ['settings/urls', URLS, 'Einstellungen gespeichert.', undefined],
  ['settings/smtp', SAMPLE_SETTINGS.smtp, 'Einstellungen gespeichert.', 'SMTP_PASS'],
  ['settings/odoo', ODOO, 'Odoo-Einstellungen gespeichert.', 'ODOO_PASS'],
  [
    'settings/clicksend',
    SAMPLE_SETTINGS.clicksend,
    'SMS-Provider-Einstellungen gespeichert.',
    'CLICKSEND_PWD',
  ],
  ['settings/sevenio', SEVENIO, 'SMS-Provider-Einstellungen gespeichert.', 'SEVENIO_KEY'],
  ['settings/working-hours', HOURS, 'Arbeitszeiten gespeichert.', undefined],
] as const

/** The answer for the saved values. */
const shown = (body: object, secret: string | undefined) =>
  secret === undefined ? body : { ...body, [secret]: '', secrets: { [secret]: true } }

function openAdmin(config: Partial<Config> = {}) {
  const lines: string[] = []
  const log = openLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
  const app = openTestApp({ config, ports: { log } })
  const admin = app.admin()
  return {
    ...app,
    lines,
    get: (path: string) => admin.get(`/api/admin/${path}`),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      admin.put(`/api/admin/${path}`, body, headers),
    /** Everything that a save could touch. */
    stored: () =>
      ['settings', 'working_hours', 'services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
  }
}

describe.each(GROUPS)('%s', (path, body, message, secret) => {
  it('is saved, answered as it was saved, and unchanged when it is saved as it was read', async () => {
    const { get, put, rows, stored } = openAdmin()
    const saved = await put(path, body)
    expect([saved.status, saved.json]).toEqual([
      200,
      {
        message,
        ...(path === 'settings/general' && { statusText: expect.stringContaining('Online-Buchung') }),
        ...shown(body, secret),
      },
    ])
    expect(rows('select action, actor_name from audit')).toEqual([
      { action: 'settings-saved', actor_name: 'assistenz@ordination.example' },
    ])
    const read = await get(path)
    const etag = read.headers.get('etag') ?? ''
    expect([read.status, read.json, etag]).toEqual([200, shown(body, secret), saved.headers.get('etag')])
    const before = stored()
    expect((await put(path, read.json, { 'if-match': etag })).status).toBe(200)
    expect([(await get(path)).json, stored()]).toEqual([read.json, before])
  })

  it('takes each field alone, and the others stay as they are', async () => {
    const { get, put } = openAdmin()
    await put(path, body)
    const before = (await get(path)).json
    for (const [name, value] of Object.entries(body)) {
      const answer = await put(path, { [name]: value })
      expect([name, answer.status, (await get(path)).json]).toEqual([name, 200, before])
    }
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
  const path = 'settings/urls'

  it.each([
    ['as it is', (etag: string) => etag],
    ['weakened by a proxy', (etag: string) => `W/${etag}`],
    ['without quotes', (etag: string) => etag.slice(1, -1)],
    ['one of several', (etag: string) => `"x", ${etag}`],
    ['any', () => '*'],
  ])('is saved with the version that was read: %s', async (_, written) => {
    const { get, put } = openAdmin()
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await put(path, URLS, { 'if-match': written(etag) })).status).toBe(200)
  })

  it.each(['"x"', '', 'W/""', '"*"'])('is not saved with the version %s', async (version) => {
    const { put, stored } = openAdmin()
    const before = stored()
    expect((await put(path, URLS, { 'if-match': version })).status).toBe(409)
    expect(stored()).toEqual(before)
  })
})

it.each<[string, object, Record<string, string>]>([
  [
    'settings/urls',
    { PUBLIC_BASE_URL: 'x', PATIENT_BASE_URL: 'y', ADMIN_EMAIL: 'z' },
    {
      PUBLIC_BASE_URL: 'Ungültige URL.',
      PATIENT_BASE_URL: 'Ungültige URL.',
      ADMIN_EMAIL: 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.',
    },
  ],
  [
    'settings/working-hours',
    { workingHours: { 1: [{ start: '08:00', end: '' }] } },
    { 1: 'Montag Block 1: Bitte Start und Ende angeben.' },
  ],
  ['settings/working-hours', {}, { workingHours: 'Diese Angabe fehlt.' }],
])(
  '%s is refused with a sentence for each field and all different ones together, and not saved: %j',
  async (path, sent, fields) => {
    const { put, stored } = openAdmin()
    const before = stored()
    const answer = await put(path, sent)
    const message = [...new Set(Object.values(fields))].join(' ')
    expect([answer.status, answer.json]).toEqual([400, { error: 'invalid', message, fields }])
    expect(stored()).toEqual(before)
  },
)

it('working hours change the free times at once', async () => {
  const { put, browser } = openAdmin()
  const slots = async () => (await browser().get('/api/slots?date=2027-01-13&service=facial')).json.length
  expect(await slots()).toBeGreaterThan(1)
  await put('settings/working-hours', { workingHours: { 3: [{ start: '08:00', end: '09:30' }] } })
  expect(await slots()).toBe(1)
  await put('settings/working-hours', { workingHours: {} })
  expect(await slots()).toBe(0)
})

it.each([
  ['settings/odoo', { odoo_sync: false }],
  ['settings/clicksend', { PRACTICE_NAME: 'Ordination' }],
  ['settings/sevenio', { TEST_MOBILE: '+436641234567' }],
])('in %s %j can be saved alone before anything else is set up', async (path, change) => {
  const { get, put } = openAdmin()
  expect((await put(path, change)).status).toBe(200)
  expect((await get(path)).json).toMatchObject(change)
})

it('a group that is being set up names each required field that is missing', async () => {
  const { put } = openAdmin()
  const { status, json } = await put('settings/odoo', { ODOO_URL: 'https://odoo.example' })
  expect([status, json.message]).toEqual([400, 'Bitte ODOO_DB angeben. Bitte ODOO_USER angeben.'])
})

describe('a secret', () => {
  it('that is required may be left out only while one is stored', async () => {
    const { put } = openAdmin()
    const withoutKey = { ...SEVENIO, SEVENIO_KEY: '' }
    expect((await put('settings/sevenio', withoutKey)).json.message).toBe('seven.io Key fehlt.')
    await put('settings/sevenio', SEVENIO)
    expect((await put('settings/sevenio', withoutKey)).json.secrets).toEqual({ SEVENIO_KEY: true })
    const removed = await put('settings/sevenio', { ...SEVENIO, SEVENIO_KEY: null })
    expect(removed.json.secrets).toEqual({ SEVENIO_KEY: false })
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
    for (const where of [said, bytes]) expect(where).not.toMatch(/secret of/)
  })
})
