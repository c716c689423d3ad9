import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { anyText } from '../testing/any-text.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { listBookings } from './booking-list.ts'
import { patientQuery } from './search-query.ts'

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

/** Searches among `PEOPLE`, and the first names that each finds. */
const SEARCHES: { search: string; names: string[] }[] = [
  { search: '', names: ['Jörg', 'Manuela', 'Zoë'] },
  { search: '   ', names: ['Jörg', 'Manuela', 'Zoë'] },
  { search: 'müller', names: ['Jörg'] },
  { search: 'MÜLLER', names: ['Jörg'] },
  { search: 'Muller', names: ['Jörg'] },
  { search: 'Mueller', names: ['Jörg'] },
  { search: 'mueller joerg', names: ['Jörg'] },
  { search: 'Müller, Jörg', names: ['Jörg'] },
  { search: 'müller,j', names: ['Jörg'] },
  { search: 'Müller,', names: ['Jörg'] },
  { search: 'Müller Manuela', names: [] },
  { search: 'özdemir', names: ['Manuela'] },
  { search: 'oezdemir-gross', names: ['Manuela'] },
  { search: 'ela', names: ['Manuela'] },
  { search: 'Manue', names: ['Manuela'] },
  { search: 'zoe', names: ['Zoë'] },
  { search: 'probe.example', names: ['Zoë'] },
  { search: '1980', names: ['Zoë'] },
  { search: '0660', names: ['Jörg', 'Manuela'] },
  { search: '0660 123 45', names: ['Jörg'] },
  { search: '+43 660 1234567', names: ['Jörg'] },
  { search: '0043660/9876543', names: ['Manuela'] },
  { search: '+49 170', names: ['Zoë'] },
  { search: '0049170', names: ['Zoë'] },
  { search: '+43 (0)660 1234567', names: ['Jörg'] },
  { search: '0043 (0) 660', names: ['Jörg', 'Manuela'] },
  { search: '0043(0)660/12', names: ['Jörg'] },
  { search: '+49 (0)170 111', names: ['Zoë'] },
  { search: '(0660) 123 45', names: ['Jörg'] },
  { search: '0660–123–45', names: ['Jörg'] },
  { search: '66', names: [] },
  { search: '0043', names: [] },
  { search: 'nobody', names: [] },
  { search: '%', names: [] },
  { search: "'", names: [] },
  // A short word matches only the beginning of a name.
  { search: 'M', names: ['Jörg', 'Manuela'] },
  { search: 'ö', names: ['Manuela'] },
  { search: 'zo', names: ['Zoë'] },
  { search: 'gr', names: ['Manuela'] },
  { search: 'gr ma', names: ['Manuela'] },
  { search: 'ro', names: [] },
  { search: 'ze', names: [] },
]

/** Their names are said in one word, and written with a sign between the parts. */
const PEOPLE_WITH_JOINED_NAMES = [
  { firstName: 'Rory', lastName: "O'Brien", email: 'rory@beispiel.example', mobile: '' },
  { firstName: 'Nuala', lastName: 'O’Brien', email: '', mobile: '' },
  { firstName: 'Gino', lastName: "Dell'Orto", email: '', mobile: '' },
  { firstName: 'Hans-Peter', lastName: 'Mayr Huber', email: '', mobile: '' },
]

/** Opens an app with bookings of all these people at the same time, which none of them reserves. */
function openWith(people: readonly Partial<Booking>[]) {
  const app = openTestApp()
  for (const person of people) insertBooking(app.ctx().db, { ...person, status: 'cancelled' })
  return app
}

/** Returns the sorted first names of the patients whom the list of bookings finds. */
function namesFound(app: TestApp, search: string): string[] {
  const { bookings } = listBookings(app.ctx(), { search }, { limit: 50, offset: 0 })
  return bookings.map(({ booking }) => booking.firstName).sort()
}

it('the search finds patients by parts of names, e-mail addresses and numbers, in any spelling', () => {
  const app = openWith(PEOPLE)
  for (const { search, names } of SEARCHES) expect(namesFound(app, search), `"${search}"`).toEqual(names)
})

it.each([
  { search: 'obrien', names: ['Nuala', 'Rory'] },
  { search: "O'Brien", names: ['Nuala', 'Rory'] },
  { search: 'O’Brien', names: ['Nuala', 'Rory'] },
  { search: 'o´brien', names: ['Nuala', 'Rory'] },
  { search: 'o brien', names: ['Nuala', 'Rory'] },
  { search: 'obr', names: ['Nuala', 'Rory'] },
  { search: 'dellorto', names: ['Gino'] },
  { search: 'hanspeter', names: ['Hans-Peter'] },
  { search: 'hans peter', names: ['Hans-Peter'] },
  { search: 'Hanspeter Mayr-Huber', names: ['Hans-Peter'] },
  { search: 'mayrhuber', names: ['Hans-Peter'] },
  { search: 'rori', names: [] },
])('$search finds names of several parts: $names', ({ search, names }) => {
  expect(namesFound(openWith(PEOPLE_WITH_JOINED_NAMES), search)).toEqual(names)
})

// A word may be a name of two parts, so it has a reading for each place where the parts may be joined.
it('a long search has a bounded number of readings', () => {
  const readingsOf = (search: string) => patientQuery(search)?.split(' OR ') ?? []
  const words = Array.from({ length: 10 }, (_, index) => `mayrhuberpetera${index}`)
  expect(readingsOf(words.join(' ')).length).toBeLessThan(400)
  expect(readingsOf('mayrhuber'.repeat(50))).toHaveLength(1)
})

it('the search finds a patient by the present name, e-mail address and number, and not by former ones', () => {
  const app = openWith(PEOPLE)
  app
    .ctx()
    .db.$client.exec(
      `update bookings set last_name = 'Šimić', email = 'j@neu.example', mobile = '+43 512 999' where first_name = 'Jörg'`,
    )
  for (const present of ['simic', '@neu', '0512999', 'Jörg'])
    expect(namesFound(app, present)).toEqual(['Jörg'])
  for (const former of ['Müller', 'joerg@', '1234567']) expect(namesFound(app, former)).toEqual([])
})

it('the search finds no deleted booking, and keeps none of its letters in the index', () => {
  const app = openTestApp()
  const indexHas = (letters: string) =>
    app
      .rows<{ block: Buffer }>('select block from booking_search_index_data')
      .some(({ block }) => block.includes(letters))
  insertBooking(app.ctx().db, { lastName: 'Qxvyz', status: 'cancelled' })
  insertBooking(app.ctx().db, { lastName: 'Probe' })
  expect(namesFound(app, 'qxvyz')).toEqual(['Rosa'])
  expect(indexHas('qxv')).toBe(true)

  app.ctx().db.$client.exec(`delete from bookings where last_name = 'Qxvyz'`)
  expect(namesFound(app, 'qxvyz')).toEqual([])
  expect(indexHas('qxv')).toBe(false)
  expect(namesFound(app, 'probe')).toEqual(['Rosa'])
})

it('the search treats every text as plain', () => {
  const app = openWith(PEOPLE)
  const signs = fc.constantFrom(...'"*()^:+-{}\0\n\u0301ßmö,.@ ', ' OR ', ' NOT ', ' NEAR(', 'phone:')
  const text = fc.oneof(
    anyText(),
    fc.array(signs).map((several) => several.join('')),
  )
  fc.assert(fc.property(text, (search) => namesFound(app, search).length <= PEOPLE.length))
  for (const search of ['Jörg OR Zoë', 'NOT Zoë', 'M*', 'phone:1'])
    expect(namesFound(app, search)).toEqual([])
})
