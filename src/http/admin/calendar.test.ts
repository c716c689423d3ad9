import { describe, expect, it } from 'vitest'
import { saveAbsence } from '../../schedule/absences.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { aHold, verifyEmailAddress } from '../../testing/factory.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

it('only the calendar of a single day has the number of visits of each patient', async () => {
  const app = openTestApp()
  const addAppointment = (start: string, attendance: 'no_show' | null = null) =>
    insertBooking(app.ctx().db, { startsAt: Date.parse(start), status: 'confirmed', attendance })
  // The two of December are over at NOW, 7 January.
  addAppointment('2026-12-01T09:00:00+01:00', 'no_show')
  addAppointment('2026-12-08T09:00:00+01:00')
  // This one is in the calendar, but has yet to take place.
  addAppointment('2027-01-11T09:00:00+01:00')
  const readBookingsUntil = async (lastDay: string) =>
    (await app.admin().get(`/api/admin/calendar?from=2027-01-11&to=${lastDay}`)).json.bookings
  expect(await readBookingsUntil('2027-01-11')).toMatchObject([{ visits: { count: 2, no_show: 1 } }])
  const [bookingOfTwoDays] = await readBookingsUntil('2027-01-12')
  expect(bookingOfTwoDays).not.toHaveProperty('visits')
})

describe('the calendar of a week', () => {
  /** Opens the app. `readWeek` reads the calendar from Monday, 11 January, to Sunday. */
  function openWeek() {
    const app = openTestApp()
    const admin = app.admin()
    const readWeek = async () => (await admin.get('/api/admin/calendar?from=2027-01-11&to=2027-01-17')).json
    return { app, admin, readWeek }
  }

  /** Closes Thursday and Friday. */
  const closeTwoDays = (app: TestApp) => {
    const days = { from: '2027-01-14', to: '2027-01-15', resource_id: null }
    saveAbsence(app.ctx(), { kind: 'closure', title: 'Urlaub', reason: 'Wir sind auf Urlaub.', ...days })
  }

  it('has the working hours of each day, and why it is closed', async () => {
    const { app, readWeek } = openWeek()
    closeTwoDays(app)
    const { days } = await readWeek()
    const morning = { start: '08:00', end: '12:00' }
    const afternoon = { start: '13:30', end: '17:30' }
    const evening = { start: '14:00', end: '19:00' }
    expect(days).toEqual([
      { date: '2027-01-11', working: [morning, afternoon], closed: null },
      { date: '2027-01-12', working: [morning, afternoon], closed: null },
      { date: '2027-01-13', working: [morning, evening], closed: null },
      { date: '2027-01-14', working: [], closed: 'Urlaub' },
      { date: '2027-01-15', working: [], closed: 'Urlaub' },
      { date: '2027-01-16', working: [], closed: null },
      { date: '2027-01-17', working: [], closed: null },
    ])
  })

  it('has bookings in every status, and the moves that patients ask for', async () => {
    const { app, admin, readWeek } = openWeek()
    insertBooking(app.ctx().db, { startsAt: Date.parse('2027-01-11T09:00:00+01:00'), status: 'rejected' })
    const moveToAt = Date.parse('2027-01-12T15:00:00+01:00')
    const startsAt = Date.parse('2027-01-25T09:00:00+01:00')
    insertBooking(app.ctx().db, { startsAt, moveToAt, moveAskedAt: app.ctx().now, status: 'confirmed' })

    const [rejected, askedToMove] = (await admin.get('/api/admin/bookings')).json.bookings
    expect(askedToMove.move).toEqual({
      start: '2027-01-12T15:00:00+01:00',
      end: '2027-01-12T15:30:00+01:00',
      asked_at: isoAt(NOW),
    })
    const onlyInCalendar = { first_name: 'Rosa', last_name: 'Musterfrau', step_min: 20 }
    const { bookings, moves } = await readWeek()
    expect(bookings).toEqual([{ ...rejected, ...onlyInCalendar, status: 'rejected' }])
    expect(moves).toEqual([{ ...askedToMove, ...onlyInCalendar }])
  })

  it('has live holds without personal data', async () => {
    const { app, readWeek } = openWeek()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())
    expect((await readWeek()).holds).toEqual([
      {
        start: '2027-01-12T08:30:00+01:00',
        end: '2027-01-12T09:15:00+01:00',
        service_name: 'Erstordination',
        resource_id: 'doctor-1',
      },
    ])
    app.pass(10 * MINUTE)
    expect((await readWeek()).holds).toEqual([])
  })

  it('has absences, busy times, and the times that a hold and a closure occupy', async () => {
    const { app, admin, readWeek } = openWeek()
    closeTwoDays(app)
    const busy = { start: '2027-01-13T08:00:00+01:00', end: '2027-01-13T09:00:00+01:00' }
    app.changeRows(
      `insert into absences (kind, title, starts_at, ends_at) values ('erp', 'Belegt in Odoo', ?, ?)`,
      Date.parse(busy.start),
      Date.parse(busy.end),
    )
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())

    const { days, holds, ...otherParts } = await readWeek()
    const withoutBooking = { resource_id: 'doctor-1', booking_id: null }
    expect([days.length, holds.length]).toEqual([7, 1])
    expect(otherParts).toEqual({
      bookings: [],
      moves: [],
      offers: [],
      absences: (await admin.get('/api/admin/absences')).json,
      busy: [{ ...busy, title: 'Belegt in Odoo', resource_id: null }],
      // A hold of an Erstordination also occupies five minutes after its end. The closure occupies both days.
      occupied: [
        { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:20:00+01:00', ...withoutBooking },
        { start: '2027-01-14T00:00:00+01:00', end: '2027-01-16T00:00:00+01:00', ...withoutBooking },
      ],
    })
  })
})

it.each([
  {
    fault: 'for more than six weeks',
    range: 'from=2027-01-01&to=2027-02-12',
    sentence: 'Höchstens 42 Tage, in zeitlicher Reihenfolge.',
  },
  { fault: 'without a last day', range: 'from=2027-01-02', sentence: 'Bitte ein Datum angeben.' },
])('the calendar is refused $fault', async ({ range, sentence }) => {
  const { status, json } = await openTestApp().admin().get(`/api/admin/calendar?${range}`)
  expect([status, json.error, json.fields]).toEqual([400, 'invalid', { to: sentence }])
})
