import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSetting } from '../practice/settings.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openLoggedApp } from '../testing/logged-app.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'

/** Overwrites a page of the database file. @param number counts from 1 */
function damagePage(file: string, number: number): void {
  const pageBytes = 4096
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(pageBytes, 'noise'), 0, pageBytes, (number - 1) * pageBytes)
  closeSync(handle)
}

/** Opens the app with a database whose pages of bookings are damaged. `id` is the id of a booking on them. */
function openDamagedApp() {
  const file = join(tempDir(), 'ordi.db')
  const practice = openTestApp({ file })
  const { id, startsAt } = insertBooking(practice.ctx().db)
  // Forty bookings fill several pages.
  for (let hour = 1; hour < 40; hour++) insertBooking(practice.ctx().db, { startsAt: startsAt + hour * HOUR })
  const pages = practice.rows<{ pageno: number }>(`select pageno from dbstat where name = 'bookings'`)
  practice.close()
  for (const { pageno } of pages) damagePage(file, pageno)

  const { app, lines } = openLoggedApp({ file, empty: true })
  onTestFinished(() => app.close())
  return { app, lines, id }
}

describe('a read-only disk', () => {
  /** Calls of the admin pages that read something. */
  const READ_BY_ADMIN_PAGES = [
    'session',
    'status',
    'overview',
    'bookings',
    'calendar?from=2027-01-11&to=2027-01-17',
    'outbox/emails',
    'settings/general',
    'services',
    'absences',
    'audit',
    'feeds',
    'sessions',
    'odoo',
  ]

  it("is answered as temporary, with the practice's phone number, and logged", async () => {
    const { app, lines } = openLoggedApp()
    const send = () => app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    app.ctx().db.$client.pragma('query_only = on')
    const answer = await send()
    const phone = readSetting(app.ctx(), 'practice', 'phone')
    expect(phone).not.toBe('')
    const message = `Die Buchung ist gerade nicht möglich. Bitte versuchen Sie es später erneut oder rufen Sie uns an: ${phone}.`
    expect(answer.status).toBe(503)
    expect(answer.json).toEqual({ error: 'unavailable', message, phone, request: expect.any(String) })
    expect(lines).toHaveLength(1)

    app.ctx().db.$client.pragma('query_only = off')
    expect((await send()).status).toBe(200)
  })

  it('keeps the admin pages readable, and refuses only changes', async () => {
    const app = openTestApp()
    const admin = app.admin()
    app.ctx().db.$client.pragma('query_only = on')
    for (const path of READ_BY_ADMIN_PAGES)
      expect((await admin.get(`/api/admin/${path}`)).status, path).toBe(200)
    const { status, json } = await admin.put('/api/admin/practice', { name: 'Neu' })
    expect([status, json.error, json.message]).toEqual([
      503,
      'unavailable',
      'Gerade kann nichts gespeichert werden. Bitte versuchen Sie es gleich noch einmal.',
    ])
  })

  it('does not extend sessions, because nothing is stored', async () => {
    const app = openTestApp()
    const admin = app.admin()
    app.pass(HOUR / 2)
    app.ctx().db.$client.pragma('query_only = on')
    expect((await admin.get('/api/admin/session')).status).toBe(200)
    app.pass(HOUR / 2)
    expect((await admin.get('/api/admin/session')).status).toBe(401)
  })
})

describe('a full disk', () => {
  it('refuses changes until there is room again', async () => {
    const { app } = openLoggedApp()
    const browser = app.browser()
    let patientCount = 0
    const sendToNextPatient = () => {
      patientCount++
      app.pass(HOUR)
      return browser.post('/api/email/send', { email: `patient${patientCount}@musterfrau.example` })
    }
    const db = app.ctx().db.$client
    const limitPages = (maximum: unknown) => db.pragma(`max_page_count = ${maximum}`)
    limitPages(db.pragma('page_count', { simple: true }))
    // The last pages have room for some more rows, but not for those of 200 patients.
    let answer = await sendToNextPatient()
    while (answer.status === 200 && patientCount < 200) answer = await sendToNextPatient()

    expect([answer.status, answer.json.error]).toEqual([503, 'unavailable'])
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const rowsOf = (table: string) => app.rows(`select id from ${table}`).length
    expect(rowsOf('messages')).toBe(rowsOf('email_verifications'))
    limitPages(100_000)
    expect((await sendToNextPatient()).status).toBe(200)
  })
})

describe('a damaged database', () => {
  it('is answered as temporary, and logged with its remedy', async () => {
    const { app, lines, id } = openDamagedApp()
    const answer = await app.browser().get(`/api/bookings/${id}`)
    expect([answer.status, answer.json]).toMatchObject([
      503,
      { error: 'unavailable', request: expect.anything() },
    ])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'fatal',
      msg: 'the database is damaged: stop Ordi and restore a backup (ordi restore FILE --yes)',
    })
  })

  it('remains a danger once it was noticed', async () => {
    const { app, id } = openDamagedApp()
    await app.browser().get(`/api/bookings/${id}`)
    app.pass(HOUR)
    expect((await app.browser().get('/api/health')).status).toBe(503)
    expect((await app.admin().get('/api/admin/status')).json).toMatchObject({
      level: 'danger',
      message: 'Die Datenbank ist beschädigt. Bitte Ordi anhalten und eine Sicherung zurückspielen.',
    })
  })
})
