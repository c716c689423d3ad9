import { describe, expect, it } from 'vitest'
import { moveBooking } from '../booking/moves.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import { type Day, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold, insertOffer } from '../testing/bookings.ts'
import { recordQueries } from '../testing/queries.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { readCalendar } from './calendar.ts'

const TUESDAY = '2027-01-12'
const WEDNESDAY = '2027-01-13'
const FRIDAY = '2027-01-15'

const instantOf = (iso: string) => Date.parse(iso)

/** Closes the practice, or one resource, from the first to the last day. */
function close(app: TestApp, days: Readonly<{ from: Day; to: Day; resource_id?: string }>): void {
  saveAbsence(app.ctx(), { kind: 'closure', title: 'Urlaub', reason: '', resource_id: null, ...days })
}

/** Returns what closes each day from Tuesday to Friday, or of these days; null for an open day. */
const closedTitles = (app: TestApp, { from, to } = { from: TUESDAY, to: FRIDAY }) =>
  readCalendar(app.ctx(), from, to).days.map((day) => day.closed)

/** Offers the patient of the booking Tuesday from 11:00 to 11:30. The offer expires in a millisecond. */
function offerEleven(app: TestApp, bookingId: string) {
  const { db, now } = app.ctx()
  insertOffer(db, { bookingId, startsAt: instantOf(`${TUESDAY}T11:00:00+01:00`), expiresAt: now + 1 })
}

describe('the calendar', () => {
  it('has the bookings of its days in any status, even a booking that began on the day before', () => {
    const app = openTestApp()
    const addBooking = (id: string, start: string, status: 'rejected' | 'confirmed') =>
      insertBooking(app.ctx().db, { id, startsAt: instantOf(start), status })
    addBooking('before', '2027-01-10T23:30:00+01:00', 'confirmed')
    addBooking('over midnight', '2027-01-10T23:31:00+01:00', 'rejected')
    addBooking('rejected', '2027-01-11T09:00:00+01:00', 'rejected')
    addBooking('confirmed', '2027-01-17T23:30:00+01:00', 'confirmed')
    addBooking('after', '2027-01-18T00:00:00+01:00', 'confirmed')
    const { bookings } = readCalendar(app.ctx(), '2027-01-11', '2027-01-17')
    expect(bookings.map(({ booking }) => booking.id)).toEqual(['over midnight', 'rejected', 'confirmed'])
  })

  it('closes the days of a closure, even across a clock change', () => {
    const app = openTestApp()
    close(app, { from: '2027-01-13', to: '2027-01-14' })
    close(app, { from: '2027-03-28', to: '2027-03-28' })
    expect(closedTitles(app)).toEqual([null, 'Urlaub', 'Urlaub', null])
    expect(closedTitles(app, { from: '2027-03-27', to: '2027-03-29' })).toEqual([null, 'Urlaub', null])
    expect(readCalendar(app.ctx(), '2027-01-13', '2027-01-13').days[0]?.working).toEqual([])
  })

  it('shows a closure that began before its first day', () => {
    const app = openTestApp()
    close(app, { from: '2027-01-13', to: '2027-01-14' })
    const countShown = (from: string, to: string) => readCalendar(app.ctx(), from, to).absences.length
    expect(countShown('2027-01-14', '2027-01-20')).toBe(1)
    expect(countShown('2027-01-15', '2027-01-20')).toBe(0)
    expect(countShown('2027-01-01', '2027-01-12')).toBe(0)
  })

  it('shows a day as open during a block of hours, even if the block lasts all day', () => {
    const app = openTestApp()
    const start = instantOf(`${TUESDAY}T00:00:00+01:00`)
    const end = instantOf(`${WEDNESDAY}T00:00:00+01:00`)
    saveAbsence(app.ctx(), { kind: 'block', title: 'Fortbildung', start, end, resource_id: null })
    expect(closedTitles(app)).toEqual([null, null, null, null])
    expect(readCalendar(app.ctx(), TUESDAY, FRIDAY).absences).toHaveLength(1)
  })

  it('shows a day as open while one of several resources is absent', () => {
    const app = openTestApp()
    const facial = () => getActiveService(app.ctx(), 'facial')
    close(app, { from: '2027-01-13', to: '2027-01-14', resource_id: 'doctor-1' })
    expect(closedTitles(app)).toEqual([null, 'Urlaub', 'Urlaub', null])
    saveService(app.ctx(), { ...facial(), resourceId: 'doctor-2' })
    expect(closedTitles(app)).toEqual([null, null, null, null])
    saveService(app.ctx(), { ...facial(), resourceId: 'doctor-1', otherResourceIds: ['doctor-2'] })
    expect(closedTitles(app)).toEqual([null, null, null, null])
  })

  it('reads any number of days with one query for each kind of entry', () => {
    const app = openTestApp()
    const ctx = app.ctx()
    readCalendar(ctx, '2027-01-11', '2027-01-17')
    const queries = recordQueries()
    readCalendar(ctx, '2027-01-01', '2027-02-11')
    const tables = queries.map((sql) => / from "(?<table>\w+)"/.exec(sql)?.groups?.table ?? sql)
    expect(tables.toSorted()).toEqual(['absences', 'bookings', 'bookings', 'holds', 'offers'])
  })
})

describe('an occupied time of the calendar', () => {
  const occupied = (app: TestApp, day = TUESDAY) => readCalendar(app.ctx(), day, day).occupied
  /** Returns the interval between two wall times of Tuesday. */
  const interval = (from: string, to: string) => ({
    startsAt: instantOf(`${TUESDAY}T${from}+01:00`),
    endsAt: instantOf(`${TUESDAY}T${to}+01:00`),
  })

  it('includes its paddings', () => {
    const app = openTestApp()
    // The booking is from 08:30 to 09:00 on Tuesday, as all bookings and holds below that name no time.
    insertBooking(app.ctx().db)
    app.changeRows('update occupations set ends_at = ends_at + ?', 5 * MINUTE)
    expect(occupied(app)).toMatchObject([interval('08:30', '09:05')])
    expect(occupied(app, WEDNESDAY)).toEqual([])
  })

  it('names the booking that has the time, asks for it or is offered it', () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    moveByPatient(app.ctx(), id, { start: interval('10:00', '10:30').startsAt, message: '' })
    offerEleven(app, id)
    const ofBooking = { resourceId: 'doctor-1', bookingId: id }
    expect(occupied(app)).toEqual([
      { ...interval('08:30', '09:00'), ...ofBooking },
      { ...interval('10:00', '10:30'), ...ofBooking },
      { ...interval('11:00', '11:30'), ...ofBooking },
    ])
  })

  it('is that of a hold until the hold expires', () => {
    const app = openTestApp()
    const { db, now } = app.ctx()
    insertHold(db, { email: 'rosa@musterfrau.example', now, expiresAt: now + 1 })
    expect(occupied(app)).toMatchObject([interval('08:30', '09:00')])
    app.pass(1)
    expect(occupied(app)).toEqual([])
  })
})

it('an offer is shown on its day with the name of its patient, until it expires', () => {
  const app = openTestApp()
  offerEleven(app, insertBooking(app.ctx().db).id)
  const namesOnOffers = (day: string) => readCalendar(app.ctx(), day, day).offers.map(({ name }) => name)
  expect(namesOnOffers(TUESDAY)).toEqual(['Rosa Musterfrau'])
  expect(namesOnOffers(WEDNESDAY)).toEqual([])
  app.pass(1)
  expect(namesOnOffers(TUESDAY)).toEqual([])
})

it('a moved appointment is shown only at its new time, even outside the working hours', () => {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
  const start = instantOf('2027-01-14T20:00:00+01:00')
  moveBooking(app.ctx(), id, { start, message: '', notify: true })
  const { bookings } = readCalendar(app.ctx(), '2027-01-11', '2027-01-17')
  expect(bookings.map(({ booking }) => booking.startsAt)).toEqual([start])
  expect(readCalendar(app.ctx(), '2027-01-12', '2027-01-12').bookings).toEqual([])
})
