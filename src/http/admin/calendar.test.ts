import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../../schedule/absences.ts'
import { saveResource } from '../../schedule/resources.ts'
import { getService, saveService } from '../../schedule/services.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import type { Browser } from '../../testing/browser.ts'
import { aHold, verifyEmailAddress } from '../../testing/factory.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

it('the calendar of one day says how often each patient was here', async () => {
  const app = openTestApp()
  const at = (iso: string) => ({ startsAt: Date.parse(iso), status: 'confirmed' as const })
  insertBooking(app.ctx().db, { ...at('2026-12-01T09:00:00+01:00'), attendance: 'no_show' })
  insertBooking(app.ctx().db, at('2026-12-08T09:00:00+01:00'))
  insertBooking(app.ctx().db, at('2027-01-11T09:00:00+01:00'))
  const bookingsOf = async (to: string) =>
    (await app.admin().get(`/api/admin/calendar?from=2027-01-11&to=${to}`)).json.bookings
  expect(await bookingsOf('2027-01-11')).toMatchObject([{ visits: { count: 2, no_show: 1 } }])
  expect((await bookingsOf('2027-01-12'))[0]).not.toHaveProperty('visits')
})

describe('the calendar of a week', () => {
  let app: TestApp
  let admin: Browser
  beforeEach(() => {
    app = openTestApp()
    admin = app.admin()
  })
  const read = async () => (await admin.get('/api/admin/calendar?from=2027-01-11&to=2027-01-17')).json

  /** Closes two days of the week. */
  const closeTwoDays = () => {
    const [from, to] = ['2027-01-14', '2027-01-15']
    const closure = { title: 'Urlaub', reason: 'Wir sind auf Urlaub.', from, to, resource_id: null }
    saveAbsence(app.ctx(), { kind: 'closure', ...closure })
  }

  it('has each day with its working hours, and why it is closed', async () => {
    closeTwoDays()
    const { days } = await read()
    expect(days.map(({ date }: { date: string }) => date)).toEqual(
      [11, 12, 13, 14, 15, 16, 17].map((day) => `2027-01-${day}`),
    )
    expect(days.slice(2, 4)).toEqual([
      {
        date: '2027-01-13',
        working: [
          { start: '08:00', end: '12:00' },
          { start: '14:00', end: '19:00' },
        ],
        closed: null,
      },
      { date: '2027-01-14', working: [], closed: 'Urlaub' },
    ])
    expect(days[6]).toEqual({ date: '2027-01-17', working: [], closed: null })
  })

  it('has bookings of every status, and the moves that patients ask for', async () => {
    insertBooking(app.ctx().db, { startsAt: Date.parse('2027-01-11T09:00:00+01:00'), status: 'rejected' })
    const moveToAt = Date.parse('2027-01-12T15:00:00+01:00')
    const startsAt = Date.parse('2027-01-25T09:00:00+01:00')
    insertBooking(app.ctx().db, { startsAt, moveToAt, moveAskedAt: app.ctx().now, status: 'confirmed' })

    const [rejected, movesLater] = (await admin.get('/api/admin/bookings')).json.bookings
    expect(movesLater.move).toEqual({
      start: '2027-01-12T15:00:00+01:00',
      end: '2027-01-12T15:30:00+01:00',
      asked_at: '2027-01-07T13:40:00+01:00',
    })
    const onlyInCalendar = { first_name: 'Rosa', last_name: 'Musterfrau', step_min: 20 }
    const { bookings, moves } = await read()
    expect(bookings).toEqual([{ ...rejected, ...onlyInCalendar, status: 'rejected' }])
    expect(moves).toEqual([{ ...movesLater, ...onlyInCalendar }])
  })

  it('has live holds without personal data', async () => {
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())
    expect((await read()).holds).toEqual([
      {
        start: '2027-01-12T08:30:00+01:00',
        end: '2027-01-12T09:15:00+01:00',
        service_name: 'Erstordination',
        resource_id: 'doctor-1',
      },
    ])
    app.pass(10 * MINUTE)
    expect((await read()).holds).toEqual([])
  })

  it('has absences, busy times, and the occupied times of everything', async () => {
    closeTwoDays()
    const busy = { start: '2027-01-13T08:00:00+01:00', end: '2027-01-13T09:00:00+01:00' }
    app.change(
      `insert into absences (kind, title, starts_at, ends_at) values ('erp', 'Belegt in Odoo', ?, ?)`,
      Date.parse(busy.start),
      Date.parse(busy.end),
    )
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())

    const { days, holds, ...others } = await read()
    const withoutBooking = { resource_id: 'doctor-1', booking_id: null }
    expect([days.length, holds.length]).toEqual([7, 1])
    expect(others).toEqual({
      bookings: [],
      moves: [],
      offers: [],
      absences: (await admin.get('/api/admin/absences')).json,
      busy: [{ ...busy, title: 'Belegt in Odoo', resource_id: null }],
      occupied: [
        { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:20:00+01:00', ...withoutBooking },
        { start: '2027-01-14T00:00:00+01:00', end: '2027-01-16T00:00:00+01:00', ...withoutBooking },
      ],
    })
  })
})

it('the load of each day is counted for the month, with its working minutes', async () => {
  const app = openTestApp()
  const put = (start: string, status: 'requested' | 'confirmed' | 'cancelled') =>
    insertBooking(app.ctx().db, { startsAt: Date.parse(start), status })
  put('2027-01-11T09:00:00+01:00', 'requested')
  put('2027-01-11T10:00:00+01:00', 'confirmed')
  put('2027-01-11T11:00:00+01:00', 'cancelled')
  put('2027-01-12T23:45:00+01:00', 'confirmed')
  const closure = { title: 'Urlaub', reason: '', from: '2027-01-13', to: '2027-01-13', resource_id: null }
  saveAbsence(app.ctx(), { kind: 'closure', ...closure })
  const { status, json } = await app.admin().get('/api/admin/calendar/load?from=2027-01-11&to=2027-01-13')
  expect([status, json]).toEqual([
    200,
    [
      { date: '2027-01-11', count: 2, booked_min: 60, capacity_min: 480 },
      { date: '2027-01-12', count: 1, booked_min: 30, capacity_min: 480 },
      { date: '2027-01-13', count: 0, booked_min: 0, capacity_min: 0 },
    ],
  ])
})

it('the load is refused for more than six weeks', async () => {
  const { status, json } = await openTestApp()
    .admin()
    .get('/api/admin/calendar/load?from=2027-01-01&to=2027-02-12')
  const fields = { to: 'Höchstens 42 Tage, in zeitlicher Reihenfolge.' }
  expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
})

it.each([
  ['from=2027-01-01&to=2027-02-12', { to: 'Höchstens 42 Tage, in zeitlicher Reihenfolge.' }],
  ['from=2027-01-02', { to: 'Bitte ein Datum angeben.' }],
])('the calendar is refused for %s', async (range, fields) => {
  const { status, json } = await openTestApp().admin().get(`/api/admin/calendar?${range}`)
  expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
})

describe('the calendar of several resources', () => {
  const PRACTICE = { id: 'doctor-1', name: 'Ordination Dr. Demo Muster' }
  const PRACTICE_HOURS = [
    { start: '08:00', end: '12:00' },
    { start: '13:30', end: '17:30' },
  ]

  let app: TestApp
  beforeEach(() => {
    app = openTestApp()
  })
  const readDay = async (day: string) =>
    (await app.admin().get(`/api/admin/calendar?from=${day}&to=${day}`)).json

  /** Adds a second resource, with one hour on Tuesdays. */
  const addSecond = () => {
    const week = [[], [], [[540, 600]], [], [], [], []] as const
    saveResource(app.ctx(), 'b', { name: 'Dr. B', week })
  }

  /** Adds an inactive third resource, with an appointment on 12 January. */
  const addInactive = () => {
    saveResource(app.ctx(), 'c', { name: 'Dr. C', active: false })
    return insertBooking(app.ctx().db, { resourceId: 'c', status: 'confirmed' })
  }

  it('has the hours and closures of each, and nothing of them where there is one', async () => {
    expect((await readDay('2027-01-12')).resources).toBeUndefined()
    addSecond()
    const [from, to] = ['2027-01-19', '2027-01-19']
    saveAbsence(app.ctx(), { kind: 'closure', title: 'Urlaub', reason: '', from, to, resource_id: 'b' })
    const hours = [{ start: '09:00', end: '10:00' }]
    expect((await readDay('2027-01-12')).resources).toEqual([
      { ...PRACTICE, days: [{ date: '2027-01-12', working: PRACTICE_HOURS, closed: null }] },
      { id: 'b', name: 'Dr. B', days: [{ date: '2027-01-12', working: hours, closed: null }] },
    ])
    expect((await readDay('2027-01-19')).resources).toEqual([
      { ...PRACTICE, days: [{ date: '2027-01-19', working: PRACTICE_HOURS, closed: null }] },
      { id: 'b', name: 'Dr. B', days: [{ date: '2027-01-19', working: [], closed: 'Urlaub' }] },
    ])
  })

  it('has an inactive one on days with its appointments', async () => {
    addSecond()
    addInactive()
    const inactive = { id: 'c', name: 'Dr. C', days: [{ date: '2027-01-12', working: [], closed: null }] }
    const { resources } = await readDay('2027-01-12')
    expect(resources).toHaveLength(3)
    expect(resources[2]).toEqual(inactive)
    expect((await readDay('2027-01-19')).resources).toHaveLength(2)
  })

  it('says which active ones offer the service of an appointment', async () => {
    addSecond()
    const { id, serviceId } = addInactive()
    expect((await readDay('2027-01-12')).bookings).toMatchObject([
      { id, resource_id: 'c', offered_by: ['doctor-1'] },
    ])
    saveService(app.ctx(), { ...getService(app.ctx(), serviceId), otherResourceIds: ['b', 'c'] })
    expect((await readDay('2027-01-12')).bookings).toMatchObject([{ id, offered_by: ['doctor-1', 'b'] }])
  })
})
