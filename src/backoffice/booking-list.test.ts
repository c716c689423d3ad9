import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { dayNumber, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import type { BookingFilter } from './booking-filter.ts'
import { listAppointmentsOfDay, listBookings } from './booking-list.ts'

type ListFilter = BookingFilter & { limit?: number; offset?: number }
/** A filter, the first names on the page that it shows, and the total of the list. */
type FilterCase = { filter: ListFilter; names: string[]; total: number }

const addBooking = (app: TestApp, changes: Partial<Booking>) => insertBooking(app.ctx().db, changes)
const instantOf = (iso: string) => Date.parse(iso)

/** Returns the first names on a page of the list, which has 50 rows by default, and the total of the list. */
function readList(app: TestApp, { limit = 50, offset = 0, ...filter }: ListFilter) {
  const { bookings, total } = listBookings(app.ctx(), filter, { limit, offset })
  return { names: bookings.map(({ booking }) => booking.firstName), total }
}

/** Opens an app with bookings of Jörg late on 11 January, of Rosa on the 12th, and of Zoë on the 13th. */
function openWithThreePatients() {
  const app = openTestApp()
  const rosa = { firstName: 'Rosa', lastName: 'Musterfrau', status: 'confirmed' } as const
  const zoe = { firstName: 'Zoë', lastName: 'Musterfrau' }
  const joerg = { firstName: 'Jörg', lastName: 'Müller' }
  const unreachable = { email: '', mobile: '' }
  addBooking(app, { startsAt: instantOf('2027-01-12T08:30:00+01:00'), ...rosa, ...unreachable })
  addBooking(app, { startsAt: instantOf('2027-01-13T00:00:00+01:00'), ...zoe, ...unreachable })
  addBooking(app, { startsAt: instantOf('2027-01-11T23:30:00+01:00'), ...joerg, ...unreachable })
  return app
}

it.each<FilterCase>([
  { filter: {}, names: ['Jörg', 'Rosa', 'Zoë'], total: 3 },
  { filter: { from: '2027-01-12' }, names: ['Rosa', 'Zoë'], total: 2 },
  { filter: { to: '2027-01-12' }, names: ['Jörg', 'Rosa'], total: 2 },
  { filter: { from: '2027-01-12', to: '2027-01-12' }, names: ['Rosa'], total: 1 },
  { filter: { from: '2027-02-01' }, names: [], total: 0 },
  { filter: { from: '0001-01-01', to: '9999-12-31' }, names: ['Jörg', 'Rosa', 'Zoë'], total: 3 },
  { filter: { search: 'mueller' }, names: ['Jörg'], total: 1 },
  { filter: { search: ' ' }, names: ['Jörg', 'Rosa', 'Zoë'], total: 3 },
  { filter: { search: 'niemand' }, names: [], total: 0 },
  { filter: { search: 'musterfrau', from: '2027-01-13' }, names: ['Zoë'], total: 1 },
  { filter: { search: 'm', limit: 1, offset: 1 }, names: ['Rosa'], total: 3 },
  { filter: { limit: 2 }, names: ['Jörg', 'Rosa'], total: 3 },
  { filter: { limit: 2, offset: 2 }, names: ['Zoë'], total: 3 },
  { filter: { offset: 9 }, names: [], total: 3 },
  { filter: { status: 'confirmed' }, names: ['Rosa'], total: 1 },
  { filter: { status: 'rejected' }, names: [], total: 0 },
])('narrowed to $filter, the list has $names of $total', ({ filter, names, total }) => {
  expect(readList(openWithThreePatients(), filter)).toEqual({ names, total })
})

it.each<FilterCase>([
  { filter: { when: 'coming' }, names: ['Rosa', 'Zoë'], total: 2 },
  { filter: { when: 'coming', search: 'zoe' }, names: ['Zoë'], total: 1 },
  { filter: { when: 'past' }, names: ['Jörg', 'Ida'], total: 2 },
  { filter: { when: 'past', limit: 1, offset: 1 }, names: ['Ida'], total: 2 },
  { filter: { when: 'past', search: 'm', limit: 1 }, names: ['Jörg'], total: 2 },
  { filter: { when: 'past', from: '2027-01-11' }, names: ['Jörg'], total: 1 },
])('narrowed to $filter while an appointment is running, the list has $names of $total', (filterCase) => {
  const { filter, names, total } = filterCase
  const app = openWithThreePatients()
  const startsAt = instantOf('2027-01-08T08:00:00+01:00')
  addBooking(app, { startsAt, firstName: 'Ida', email: '', mobile: '' })
  // The appointments of Ida and Jörg are past, that of Rosa ends at 09:00, and that of Zoë is tomorrow.
  app.setClock('2027-01-12T08:59:00+01:00')
  expect(readList(app, filter)).toEqual({ names, total })
})

describe('the appointments of a day', () => {
  it('are the requested and confirmed appointments that start on this day in Vienna, by start', () => {
    const app = openTestApp()
    addBooking(app, { id: 'late', startsAt: instantOf('2027-03-28T23:30:00+02:00'), status: 'confirmed' })
    addBooking(app, { id: 'early', startsAt: instantOf('2027-03-28T00:00:00+01:00') })
    addBooking(app, { id: 'day before', startsAt: instantOf('2027-03-27T23:30:00+01:00') })
    addBooking(app, { id: 'day after', startsAt: instantOf('2027-03-29T00:00:00+02:00') })
    addBooking(app, { id: 'rejected', startsAt: instantOf('2027-03-28T09:00:00+02:00'), status: 'rejected' })
    addBooking(app, {
      id: 'cancelled',
      startsAt: instantOf('2027-03-28T10:00:00+02:00'),
      status: 'cancelled',
    })
    const appointments = listAppointmentsOfDay(app.ctx(), dayNumber('2027-03-28'))
    expect(appointments.map(({ booking }) => booking.id)).toEqual(['early', 'late'])
  })

  it('have a resource and a kind of visit, even if their service was deleted', () => {
    const app = openTestApp()
    const nine = instantOf('2027-01-12T09:00:00+01:00')
    addBooking(app, { startsAt: nine - HOUR, serviceId: 'erstordination' })
    addBooking(app, { startsAt: nine, serviceId: 'akupunktur' })
    addBooking(app, { startsAt: nine + HOUR, serviceId: 'gone', resourceId: 'room-2' })
    // The appointment at nine has its resource even without an occupation.
    app.changeRows('delete from occupations where starts_at = ?', nine)
    const listed = listAppointmentsOfDay(app.ctx(), dayNumber('2027-01-12'))
    expect(listed).toMatchObject([
      { booking: { resourceId: 'doctor-1' }, isFirstVisit: true },
      { booking: { resourceId: 'doctor-1' }, isFirstVisit: false },
      { booking: { resourceId: 'room-2' }, isFirstVisit: false },
    ])
  })
})
