import { expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { type BookingFilter, listBookings } from './booking-list.ts'

/** Jörg on 11 January late in the evening, Rosa on the 12th, Zoë on the 13th at midnight. */
function openWithThree() {
  const app = openTestApp()
  const people: (Partial<Booking> & { startsAt: number })[] = [
    { startsAt: Date.parse('2027-01-12T08:30:00+01:00'), status: 'confirmed' },
    { startsAt: Date.parse('2027-01-13T00:00:00+01:00'), firstName: 'Zoë' },
    { startsAt: Date.parse('2027-01-11T23:30:00+01:00'), firstName: 'Jörg', lastName: 'Müller' },
  ]
  for (const each of people) insertBooking(app.ctx().db, { ...each, email: '', mobile: '' })
  return app
}

it.each<[BookingFilter & { limit?: number; offset?: number }, string[], number]>([
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
])('of %j the list has %j of %i', ({ limit = 50, offset = 0, ...filter }, names, total) => {
  const listed = listBookings(openWithThree().ctx(), filter, { limit, offset })
  expect([listed.bookings.map(({ booking }) => booking.firstName), listed.total]).toEqual([names, total])
})

it.each<[BookingFilter & { limit?: number; offset?: number }, string[], number]>([
  [{ when: 'coming' }, ['Rosa', 'Zoë'], 2],
  [{ when: 'coming', search: 'zoe' }, ['Zoë'], 1],
  [{ when: 'past' }, ['Jörg', 'Ida'], 2],
  [{ when: 'past', limit: 1, offset: 1 }, ['Ida'], 2],
  [{ when: 'past', search: 'm', limit: 1 }, ['Jörg'], 2],
  [{ when: 'past', from: '2027-01-11' }, ['Jörg'], 1],
])(
  'of %j on the 12th at 08:59 the list has %j of %i',
  ({ limit = 50, offset = 0, ...filter }, names, total) => {
    const app = openWithThree()
    const startsAt = Date.parse('2027-01-08T08:00:00+01:00')
    insertBooking(app.ctx().db, { startsAt, firstName: 'Ida', email: '', mobile: '' })
    app.at('2027-01-12T08:59:00+01:00')
    const listed = listBookings(app.ctx(), filter, { limit, offset })
    expect([listed.bookings.map(({ booking }) => booking.firstName), listed.total]).toEqual([names, total])
  },
)
