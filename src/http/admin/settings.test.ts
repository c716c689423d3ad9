import { describe, expect, it } from 'vitest'
import { ADMIN } from '../../testing/admins.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openTestApp, recordLog } from '../../testing/test-app.ts'

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

/** The groups of settings: path, a full body, the sentence after saving, and the name of the secret. */
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

/** Returns the answer to a GET after `body` was saved: a secret is left out. */
const answerOf = (body: object, secret: string | undefined) =>
  secret === undefined ? body : { ...body, [secret]: '', secrets: { [secret]: true } }

/** Opens the app with the calls of an admin, its log lines and what a save could touch. */
function openAdmin() {
  const { lines, log } = recordLog('debug')
  const app = openTestApp({ ports: { log } })
  const admin = app.admin()
  return {
    ...app,
    lines,
    get: (path: string) => admin.get(`/api/admin/${path}`),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      admin.put(`/api/admin/${path}`, body, headers),
    /** Returns everything that a save could touch. */
    stored: () =>
      ['settings', 'working_hours', 'services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
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
        ...(path === 'settings/general' && { statusText: expect.stringContaining('Online-Buchung') }),
        ...answerOf(body, secret),
      },
    ])
    const read = await get(path)
    expect([read.status, read.json]).toEqual([200, answerOf(body, secret)])
    expect(read.headers.get('etag')).toBe(saved.headers.get('etag'))
  })

  it('is in the audit when it is saved', async () => {
    const { put, rows } = openAdmin()
    await put(path, body)
    expect(rows('select action, actor_name from audit')).toEqual([
      { action: 'settings-saved', actor_name: ADMIN },
    ])
  })

  it('is unchanged when it is saved as it was read', async () => {
    const { get, put, stored } = openAdmin()
    await put(path, body)
    const read = await get(path)
    const before = stored()
    expect((await put(path, read.json, { 'if-match': read.headers.get('etag') ?? '' })).status).toBe(200)
    expect((await get(path)).json).toEqual(read.json)
    expect(stored()).toEqual(before)
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

  it('answers 200 or 400 to any value of a field, and logs nothing', async () => {
    const { put, lines } = openAdmin()
    const field = Object.keys(body)[0] ?? ''
    for (const value of [null, 7, -0, '', '\0', '\ud800', [], {}, [[]], 'x'.repeat(50_000), '__proto__']) {
      const { status } = await put(path, { ...body, [field]: value })
      expect([200, 400], JSON.stringify(value)).toContain(status)
    }
    expect(lines).toEqual([])
  })

  it('answers 400 to any body that is no object of its fields, and logs nothing', async () => {
    const { put, lines } = openAdmin()
    for (const anything of [[], null, 7, '"', '{"__proto__":{"x":1}}', { __proto: 1 }])
      expect((await put(path, anything)).status, JSON.stringify(anything)).toBe(400)
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
  ])('is saved with the version that was read: %s', async (_, write) => {
    const { get, put } = openAdmin()
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await put(path, URLS, { 'if-match': write(etag) })).status).toBe(200)
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
  '%s is not saved, and refused with a sentence for each field and all different ones together: %j',
  async (path, body, fields) => {
    const { put, stored } = openAdmin()
    const before = stored()
    const answer = await put(path, body)
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
  })

  it('that is removed is required again', async () => {
    const { put } = openAdmin()
    await put('settings/sevenio', SEVENIO)
    const removed = await put('settings/sevenio', { ...SEVENIO, SEVENIO_KEY: null })
    expect(removed.json.secrets).toEqual({ SEVENIO_KEY: false })
    const withoutKey = await put('settings/sevenio', { ...SEVENIO, SEVENIO_KEY: '' })
    expect(withoutKey.json.message).toBe('seven.io Key fehlt.')
  })

  it.each(GROUPS)(
    'of %s appears in no answer, not in plain text in the database or the audit',
    async (path, body) => {
      const { get, put, ctx } = openAdmin()
      const answers = [
        await put(path, body),
        await get(path),
        await put(path, body, { 'if-match': '"x"' }),
        await put(path, { ...body, unknown: true }),
      ]
      for (const { text, headers } of answers)
        expect(text + JSON.stringify([...headers])).not.toMatch(/secret of/)
      const bytes = ctx().db.$client.serialize().toString('latin1')
      expect(bytes).toContain('settings-saved')
      expect(bytes).not.toMatch(/secret of/)
    },
  )

  it('appears neither in the answer nor in the log when saving it fails', async () => {
    const { put, ctx, lines } = openAdmin()
    ctx().db.$client.exec(
      `create trigger full before insert on settings begin select raise(abort, 'no'); end`,
    )
    const { status, text } = await put('settings/odoo', { ...ODOO, ODOO_PASS: 'another secret of odoo' })
    expect(status).toBe(500)
    expect(lines).toHaveLength(1)
    expect(text + lines.join('')).not.toMatch(/secret of/)
  })
})
