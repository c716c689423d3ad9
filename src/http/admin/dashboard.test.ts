import { describe, expect, it, vi } from 'vitest'
import { absences } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { book } from '../../testing/factory.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const START = '2027-01-12T08:30:00+01:00'

/** With a mail server, so that there is no alert. */
const openHealthyApp = () => openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })

const status = async (app: TestApp) => (await app.admin().get('/api/admin/status')).json
const overview = async (app: TestApp) => (await app.admin().get('/api/admin/overview')).json
const setUpSevenio = (app: TestApp) =>
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })

describe('the status', () => {
  it('is empty without alerts', async () => {
    const { status: code, json } = await openHealthyApp().admin().get('/api/admin/status')
    expect([code, json]).toEqual([200, { message: '', level: 'info', counts: { requests: 0, failed: 0 } }])
  })

  it('counts open requests and warns after a day', async () => {
    const app = openHealthyApp()
    await book(app, app.browser(), START)
    app.rows(`update messages set status = 'sent' where channel = 'email' returning id`)
    expect(await status(app)).toEqual({ message: '', level: 'info', counts: { requests: 1, failed: 0 } })
    app.pass(DAY_LENGTH + 1)
    expect(await status(app)).toEqual({
      message: '1 Anfrage wartet seit über 24 Stunden.',
      level: 'warning',
      counts: { requests: 1, failed: 0 },
    })
  })

  it('names maintenance before everything else', async () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true, notify_off: true })
    expect(await status(app)).toMatchObject({
      level: 'maintenance',
      message: 'Die Online-Buchung ist geschlossen (Wartung).',
    })
  })

  it('does not prolong the session', async () => {
    const app = openTestApp()
    const admin = app.admin()
    app.pass(59 * MINUTE)
    expect((await admin.get('/api/admin/status')).status).toBe(200)
    app.pass(2 * MINUTE)
    expect((await admin.get('/api/admin/status')).status).toBe(401)
  })
})

describe('the overview', () => {
  it('has the open requests, oldest first', async () => {
    const app = openHealthyApp()
    const made = await book(app, app.browser(), START)
    app.pass(3 * HOUR - 1)
    await book(app, app.browser(), '2027-01-11T09:00:00+01:00', 'jodok@erfunden.example')
    const { requests } = await overview(app)
    expect(requests).toEqual([
      {
        id: made.json.id,
        status: 'requested',
        start: START,
        end: '2027-01-12T09:15:00+01:00',
        service_name: 'Erstordination',
        service_id: 'erstordination',
        name: 'Rosa Musterfrau',
        first_visit: true,
        mobile: '+436600000012',
        email: 'rosa@musterfrau.example',
        created_at: '2027-01-07T13:40:00+01:00',
        resource_id: 'doctor-1',
        waiting_hours: 2,
      },
      expect.objectContaining({ start: '2027-01-11T09:00:00+01:00', waiting_hours: 0 }),
    ])
  })

  it('has today and tomorrow with working hours and appointments', async () => {
    const app = openHealthyApp()
    const put = (iso: string, status: 'requested' | 'confirmed' | 'cancelled' = 'confirmed') =>
      insertBooking(app.ctx().db, { startsAt: Date.parse(iso), status })
    put('2027-01-07T16:45:00+01:00')
    put('2027-01-07T08:00:00+01:00')
    put('2027-01-07T09:00:00+01:00', 'cancelled')
    put('2027-01-08T09:30:00+01:00', 'requested')
    put('2027-01-09T09:30:00+01:00')
    const { now, today, tomorrow } = await overview(app)
    const starts = (day: { bookings: { start: string }[] }) =>
      day.bookings.map(({ start }) => start.slice(11, 16))
    expect([now, today.date, tomorrow.date]).toEqual([
      '2027-01-07T13:40:00+01:00',
      '2027-01-07',
      '2027-01-08',
    ])
    expect([starts(today), starts(tomorrow)]).toEqual([['08:00', '16:45'], ['09:30']])
    expect(today.working).toEqual([
      { start: '08:00', end: '12:00' },
      { start: '13:30', end: '17:30' },
    ])
    expect(tomorrow.working).toEqual([{ start: '08:00', end: '13:00' }])
  })

  it('takes absences out of the working hours', async () => {
    const app = openHealthyApp()
    const startsAt = Date.parse('2027-01-07T15:00:00+01:00')
    app
      .ctx()
      .db.insert(absences)
      .values({ kind: 'block', title: 'Fortbildung', startsAt, endsAt: startsAt + 8 * HOUR })
      .run()
    const { today, load } = await overview(app)
    expect(today.working).toEqual([
      { start: '08:00', end: '12:00' },
      { start: '13:30', end: '15:00' },
    ])
    expect(load[0]).toEqual({ date: '2027-01-07', capacity_min: 330, booked_min: 0, closed: false })
  })

  it.each([
    ['2027-12-31T23:59:59+01:00', '2027-12-31', '2028-01-01'],
    ['2027-03-27T23:30:00+01:00', '2027-03-27', '2027-03-28'],
    ['2027-03-28T23:30:00+02:00', '2027-03-28', '2027-03-29'],
    ['2027-10-31T00:30:00+02:00', '2027-10-31', '2027-11-01'],
  ])('at %s has the right today and tomorrow', async (now, today, tomorrow) => {
    const app = openHealthyApp()
    app.at(now)
    const seen = await overview(app)
    expect([seen.now, seen.today.date, seen.tomorrow.date]).toEqual([now, today, tomorrow])
  })

  it('has twelve weeks and fourteen days', async () => {
    const app = openHealthyApp()
    await book(app, app.browser(), START)
    insertBooking(app.ctx().db, { startsAt: Date.parse('2027-01-08T10:00:00+01:00') })
    const { weeks, load } = await overview(app)
    expect([weeks.length, weeks[0], weeks[10], weeks[11]]).toEqual([
      12,
      { week: '2026-W43', label: '43', count: 0, running: false },
      { week: '2026-W53', label: '53', count: 0, running: false },
      { week: '2027-W01', label: '1', count: 1, running: true },
    ])
    expect([load.length, load[1], load[2], load[5]]).toEqual([
      14,
      { date: '2027-01-08', capacity_min: 300, booked_min: 30, closed: false },
      { date: '2027-01-09', capacity_min: 0, booked_min: 0, closed: true },
      { date: '2027-01-12', capacity_min: 480, booked_min: 50, closed: false },
    ])
  })

  it('contains no social security number, address or birth date', async () => {
    const app = openHealthyApp()
    await book(app, app.browser(), START)
    app.at('2027-01-12T07:00:00+01:00')
    const { text } = await app.admin().get('/api/admin/overview')
    expect(text).toContain('Rosa Musterfrau')
    expect(text).not.toMatch(/"svn|1237010180|Erfundene Gasse|1980-01-01/)
  })
})

describe('the alerts of the overview', () => {
  it('are the entries of the start page', async () => {
    const app = openHealthyApp()
    expect((await overview(app)).alerts).toEqual([
      {
        kind: 'second-factor',
        level: 'info',
        title: 'Zweiter Faktor fehlt',
        detail: '1 Zugang ist nur mit Passwort geschützt.',
        href: '/admin/account',
      },
    ])
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    app.rows('update admins set totp_step = 1 returning id')
    expect((await overview(app)).alerts).toEqual([])
  })
})

describe('the calls that pages repeat', () => {
  it.each(['status', 'overview'])('scan no table that grows: %s', async (path) => {
    const app = openHealthyApp()
    setUpSevenio(app)
    writeSettings(app.ctx(), 'general', { notify_off: true })
    const { $client } = app.ctx().db
    const prepare = vi.spyOn($client, 'prepare')
    expect((await app.admin().get(`/api/admin/${path}`)).status).toBe(200)
    const asked = prepare.mock.calls.map(([sql]) => sql)
    prepare.mockRestore()
    expect(asked.filter((sql) => /from "(messages|bookings)"/.test(sql)).length).toBeGreaterThan(3)
    for (const sql of asked) {
      const holes = sql.split('?').length - 1
      const plan = $client.prepare(`explain query plan ${sql}`).all(...Array(holes).fill(0)) as {
        detail: string
      }[]
      for (const { detail } of plan)
        expect(detail).not.toMatch(/^SCAN (messages|bookings|occupations|events|audit)$/)
    }
  })
})
