import { describe, expect, it } from 'vitest'
import { ADMIN } from '../../testing/admins.ts'
import { openSettingsApp, SETTINGS_GROUPS } from '../../testing/settings-calls.ts'

/** Returns the answer to GET after `body` was saved, without the secret. */
const answerTo = (body: object, secret: string | undefined) =>
  secret === undefined ? body : { ...body, [secret]: '', secrets: { [secret]: true } }

describe.each(SETTINGS_GROUPS)('$path', ({ path, body, message, secret }) => {
  it('is answered as it was saved', async () => {
    const { get, put } = openSettingsApp()
    const saved = await put(path, body)
    // Only general settings have a `statusText`.
    const { statusText: _, ...savedAnswer } = saved.json
    expect([saved.status, savedAnswer]).toEqual([200, { message, ...answerTo(body, secret) }])
    const { status, json, headers } = await get(path)
    expect([status, json]).toEqual([200, answerTo(body, secret)])
    expect(headers.get('etag')).toBe(saved.headers.get('etag'))
  })

  it('is recorded in the audit when it is saved', async () => {
    const { put, rows } = openSettingsApp()
    await put(path, body)
    expect(rows('select action, actor_name from audit')).toEqual([
      { action: 'settings-saved', actor_name: ADMIN },
    ])
  })

  it('stays unchanged when it is saved as it was read', async () => {
    const { get, put, readStored } = openSettingsApp()
    await put(path, body)
    const { json, headers } = await get(path)
    const rowsBefore = readStored()
    expect((await put(path, json, { 'if-match': headers.get('etag') ?? '' })).status).toBe(200)
    expect((await get(path)).json).toEqual(json)
    expect(readStored()).toEqual(rowsBefore)
  })

  it('accepts each field alone, and keeps the others', async () => {
    const { get, put } = openSettingsApp()
    await put(path, body)
    const settingsBefore = (await get(path)).json
    for (const [name, value] of Object.entries(body)) {
      const { status } = await put(path, { [name]: value })
      expect([name, status, (await get(path)).json]).toEqual([name, 200, settingsBefore])
    }
  })

  it('answers 200 or 400 to any value of a field, and logs nothing', async () => {
    const { put, lines } = openSettingsApp()
    const [field = ''] = Object.keys(body)
    for (const value of [null, 7, -0, '', '\0', '\ud800', [], {}, [[]], 'x'.repeat(50_000), '__proto__']) {
      const { status } = await put(path, { ...body, [field]: value })
      expect([200, 400], JSON.stringify(value)).toContain(status)
    }
    expect(lines).toEqual([])
  })

  it('answers 400 to any body that is not an object of its fields, and logs nothing', async () => {
    const { put, lines } = openSettingsApp()
    const noJson = '"'
    const prototype = '{"__proto__":{"x":1}}'
    for (const sent of [[], null, 7, noJson, prototype, { unknown: 1 }])
      expect((await put(path, sent)).status, JSON.stringify(sent)).toBe(400)
    expect(lines).toEqual([])
  })
})

describe('a faulty group', () => {
  it('is refused with a sentence for each field, and with all sentences as its message', async () => {
    const { put, readStored } = openSettingsApp()
    const rowsBefore = readStored()
    const faulty = { PUBLIC_BASE_URL: 'x', PATIENT_BASE_URL: 'y', ADMIN_EMAIL: 'z' }
    const { status, json } = await put('settings/urls', faulty)
    expect(status).toBe(400)
    expect(json).toEqual({
      error: 'invalid',
      // The sentence that two fields share appears only once.
      message: 'Ungültige URL. ADMIN_EMAIL: Ungültige E-Mail-Adresse.',
      fields: {
        PUBLIC_BASE_URL: 'Ungültige URL.',
        PATIENT_BASE_URL: 'Ungültige URL.',
        ADMIN_EMAIL: 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.',
      },
    })
    expect(readStored()).toEqual(rowsBefore)
  })

  it.each([
    {
      fault: 'hours without an end',
      body: { workingHours: { 1: [{ start: '08:00', end: '' }] } },
      fields: { 1: 'Montag Block 1: Bitte Start und Ende angeben.' },
    },
    { fault: 'no hours', body: {}, fields: { workingHours: 'Diese Angabe fehlt.' } },
    {
      fault: 'a list in place of days',
      body: { workingHours: [] },
      fields: { workingHours: 'Bitte prüfen Sie diese Angabe.' },
    },
  ])('of working hours is not saved with $fault', async ({ body, fields }) => {
    const { put, readStored } = openSettingsApp()
    const rowsBefore = readStored()
    const answer = await put('settings/working-hours', body)
    const [message] = Object.values(fields)
    expect([answer.status, answer.json]).toEqual([400, { error: 'invalid', message, fields }])
    expect(readStored()).toEqual(rowsBefore)
  })
})

it('general settings include a sentence about online booking', async () => {
  const { put } = openSettingsApp()
  const { json } = await put('settings/general', { lead_hours: 2 })
  expect(json.statusText).toContain('Online-Buchung')
})

it('working hours change the free times immediately', async () => {
  const { put, browser } = openSettingsApp()
  const countSlots = async () =>
    (await browser().get('/api/slots?date=2027-01-13&service=facial')).json.length
  expect(await countSlots()).toBeGreaterThan(1)
  // The treatment takes 90 minutes, so the hours on Wednesday allow only one start.
  await put('settings/working-hours', { workingHours: { 3: [{ start: '08:00', end: '09:30' }] } })
  expect(await countSlots()).toBe(1)
  await put('settings/working-hours', { workingHours: {} })
  expect(await countSlots()).toBe(0)
})

it.each([
  { path: 'settings/odoo', change: { odoo_sync: false } },
  { path: 'settings/clicksend', change: { PRACTICE_NAME: 'Ordination' } },
  { path: 'settings/sevenio', change: { TEST_MOBILE: '+436641234567' } },
])('in $path the setting $change can be saved alone before anything else', async ({ path, change }) => {
  const { get, put } = openSettingsApp()
  expect((await put(path, change)).status).toBe(200)
  expect((await get(path)).json).toMatchObject(change)
})

it('a group that is set up for the first time names each missing required field', async () => {
  const { put } = openSettingsApp()
  const { status, json } = await put('settings/odoo', { ODOO_URL: 'https://odoo.example' })
  expect([status, json.message]).toEqual([400, 'Bitte ODOO_DB angeben. Bitte ODOO_USER angeben.'])
})
