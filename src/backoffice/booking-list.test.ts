import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { dayNumber, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import type { BookingFilter } from './booking-filter.ts'
import { listAppointmentsOfDay, listBookings } from './booking-list.ts'

type FilterCase = [
  filter: BookingFilter & { limit?: number; offset?: number },
  firstNames: string[],
  total: number,
]

const addBooking = (app: TestApp, changes: Partial<Booking>) => insertBooking(app.ctx().db, changes)
const instantOf = (iso: string) => Date.parse(iso)

/** Returns the first names on a page of the list, which has 50 rows by default, and the total of the list. */
function readList(app: TestApp, { limit = 50, offset = 0, ...filter }: FilterCase[0]) {
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
  [{}, ['Jörg', 'Rosa', 'Zoë'], 3],
  [{ from: '2027-01-12' }, ['Rosa', 'Zoë'], 2],
  [{ to: '2027-01-12' }, ['Jörg', 'Rosa'], 2],
  [{ from: '2027-01-12', to: '2027-01-12' }, ['Rosa'], 1],
  [{ from: '2027-02-01' }, [], 0],
  [{ from: '0001-01-01', to: '9999-12-31' }, ['Jörg', 'Rosa', 'Zoë'], 3],
  [{ search: 'mueller' }, ['Jörg'], 1],
  [{ search: ' ' }, ['Jörg', 'Rosa', 'Zoë'], 3],
  [{ search: 'niemand' }, [], 0],
  [{ search: 'musterfrau', from: '2027-01-13' }, ['Zoë'], 1],
  [{ search: 'm', limit: 1, offset: 1 }, ['Rosa'], 3],
  [{ limit: 2 }, ['Jörg', 'Rosa'], 3],
  [{ limit: 2, offset: 2 }, ['Zoë'], 3],
  [{ offset: 9 }, [], 3],
  [{ status: 'confirmed' }, ['Rosa'], 1],
  [{ status: 'rejected' }, [], 0],
])('narrowed to %j, the list has %j of %i', (filter, names, total) => {
  expect(readList(openWithThreePatients(), filter)).toEqual({ names, total })
})

it.each<FilterCase>([
  [{ when: 'coming' }, ['Rosa', 'Zoë'], 2],
  [{ when: 'coming', search: 'zoe' }, ['Zoë'], 1],
  [{ when: 'past' }, ['Jörg', 'Ida'], 2],
  [{ when: 'past', limit: 1, offset: 1 }, ['Ida'], 2],
  [{ when: 'past', search: 'm', limit: 1 }, ['Jörg'], 2],
  [{ when: 'past', from: '2027-01-11' }, ['Jörg'], 1],
])(
  'narrowed to %j on the 12th at 08:59, while an appointment is running, the list has %j of %i',
  (filter, names, total) => {
    const app = openWithThreePatients()
    const startsAt = instantOf('2027-01-08T08:00:00+01:00')
    addBooking(app, { startsAt, firstName: 'Ida', email: '', mobile: '' })
    app.setClock('2027-01-12T08:59:00+01:00')
    expect(readList(app, filter)).toEqual({ names, total })
  },
)

describe('the appointments of a day', () => {
  it('are the requested and confirmed appointments that start on this day in Vienna, by start', () => {
    const app = openTestApp()
    addBooking(app, { id: 'late', startsAt: instantOf('2027-03-28T23:30:00+02:00'), status: 'confirmed' })
    addBooking(app, { id: 'early', startsAt: instantOf('2027-03-28T00:00:00+01:00') })
    addBooking(app, { id: 'before', startsAt: instantOf('2027-03-27T23:30:00+01:00') })
    addBooking(app, { id: 'after', startsAt: instantOf('2027-03-29T00:00:00+02:00') })
    addBooking(app, { id: 'rejected', startsAt: instantOf('2027-03-28T09:00:00+02:00'), status: 'rejected' })
    addBooking(app, {
      id: 'cancelled',
      startsAt: instantOf('2027-03-28T10:00:00+02:00'),
      status: 'cancelled',
    })
    expect(
      listAppointmentsOfDay(app.ctx(), dayNumber('2027-03-28')).map(({ booking }) => booking.id),
    ).toEqual(['early', 'late'])
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
      { resourceId: 'doctor-1', firstVisit: true },
      { resourceId: 'doctor-1', firstVisit: false },
      { resourceId: 'room-2', firstVisit: false },
    ])
  })
})
