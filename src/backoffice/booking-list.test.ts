import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { anyText } from '../testing/any-text.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
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

const PEOPLE = [
  { firstName: 'Jörg', lastName: 'Müller', email: 'joerg@beispiel.example', mobile: '+436601234567' },
  { firstName: 'Manuela', lastName: 'Özdemir-Groß', email: '', mobile: '0660 / 987-65 43' },
  {
    firstName: 'Zoë',
    lastName: 'van der Probe',
    email: 'zoe1980@probe.example',
    mobile: '+49 (0)170 1112223',
  },
]

/** All have the same appointment, of which two were cancelled. */
function openWithPeople() {
  const app = openTestApp()
  for (const [i, person] of PEOPLE.entries())
    insertBooking(app.ctx().db, { ...person, status: i === 0 ? 'requested' : 'cancelled' })
  return app
}

function found(app: TestApp, search: string): string[] {
  const { bookings } = listBookings(app.ctx(), { search }, { limit: 50, offset: 0 })
  return bookings.map(({ booking }) => booking.firstName).sort()
}

const SEARCHES: [search: string, names: string[]][] = [
  ['', ['Jörg', 'Manuela', 'Zoë']],
  ['   ', ['Jörg', 'Manuela', 'Zoë']],
  ['müller', ['Jörg']],
  ['MÜLLER', ['Jörg']],
  ['Muller', ['Jörg']],
  ['Mueller', ['Jörg']],
  ['mueller joerg', ['Jörg']],
  ['Müller Manuela', []],
  ['özdemir', ['Manuela']],
  ['oezdemir-gross', ['Manuela']],
  ['ela', ['Manuela']],
  ['Manue', ['Manuela']],
  ['zoe', ['Zoë']],
  ['probe.example', ['Zoë']],
  ['1980', ['Zoë']],
  ['0660', ['Jörg', 'Manuela']],
  ['0660 123 45', ['Jörg']],
  ['+43 660 1234567', ['Jörg']],
  ['0043660/9876543', ['Manuela']],
  ['+49 170', ['Zoë']],
  ['0049170', ['Zoë']],
  ['66', []],
  ['0043', []],
  ['nobody', []],
  ['%', []],
  ["'", []],
  // A short word matches only the beginning of a name.
  ['M', ['Jörg', 'Manuela']],
  ['ö', ['Manuela']],
  ['zo', ['Zoë']],
  ['ze', []],
]

it('finds patients by parts of names, addresses and numbers, in any spelling', () => {
  const app = openWithPeople()
  expect(SEARCHES.map(([search]) => [search, found(app, search)])).toEqual(SEARCHES)
})

it('finds a patient by the name, address and number that a booking has now, and not by the former ones', () => {
  const app = openWithPeople()
  app
    .ctx()
    .db.$client.exec(
      `update bookings set last_name = 'Šimić', email = 'j@neu.example', mobile = '+43 512 999' where first_name = 'Jörg'`,
    )
  for (const now of ['simic', '@neu', '0512999', 'Jörg']) expect(found(app, now)).toEqual(['Jörg'])
  for (const former of ['Müller', 'joerg@', '1234567']) expect(found(app, former)).toEqual([])
})

it('finds nothing of a deleted booking, of which no letters stay in the index', () => {
  const app = openTestApp()
  const pieces = () => app.rows<{ block: Buffer }>('select block from booking_search_index_data')
  const has = (letters: string) => pieces().some(({ block }) => block.includes(letters))
  insertBooking(app.ctx().db, { lastName: 'Qxvyz', status: 'cancelled' })
  insertBooking(app.ctx().db, { lastName: 'Probe' })
  expect([found(app, 'qxvyz'), has('qxv')]).toEqual([['Rosa'], true])

  app.ctx().db.$client.exec(`delete from bookings where last_name = 'Qxvyz'`)
  expect([found(app, 'qxvyz'), has('qxv'), found(app, 'probe')]).toEqual([[], false, ['Rosa']])
})

it('takes every text as a text', () => {
  const app = openWithPeople()
  const signs = fc.constantFrom(...'"*()^:+-{}\0\n\u0301ßmö,.@ ', ' OR ', ' NOT ', ' NEAR(', 'phone:')
  const text = fc.oneof(
    anyText(),
    fc.array(signs).map((each) => each.join('')),
  )
  fc.assert(fc.property(text, (search) => found(app, search).length <= PEOPLE.length))
  for (const search of ['Jörg OR Zoë', 'NOT Zoë', 'M*', 'phone:1']) expect(found(app, search)).toEqual([])
})
