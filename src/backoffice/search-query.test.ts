import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { listBookings } from './booking-list.ts'
import { patientQuery } from './search-query.ts'

/** Names that callers say in one word, and that are written with a sign between their parts. */
const JOINED_NAMES = [
  { firstName: 'Rory', lastName: "O'Brien", email: 'rory@beispiel.example', mobile: '' },
  { firstName: 'Nuala', lastName: 'O’Brien', email: '', mobile: '' },
  { firstName: 'Gino', lastName: "Dell'Orto", email: '', mobile: '' },
  { firstName: 'Hans-Peter', lastName: 'Mayr Huber', email: '', mobile: '' },
]

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

/** Opens an app with bookings of all `PEOPLE` at the same time, two of which are cancelled. */
function openWithPeople() {
  const app = openTestApp()
  for (const [i, person] of PEOPLE.entries())
    insertBooking(app.ctx().db, { ...person, status: i === 0 ? 'requested' : 'cancelled' })
  return app
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
  ['+43 (0)660 1234567', ['Jörg']],
  ['0043 (0) 660', ['Jörg', 'Manuela']],
  ['0043(0)660/12', ['Jörg']],
  ['+49 (0)170 111', ['Zoë']],
  ['(0660) 123 45', ['Jörg']],
  ['0660–123–45', ['Jörg']],
  ['66', []],
  ['0043', []],
  ['nobody', []],
  ['%', []],
  ["'", []],
  // A short word matches only the beginning of a name.
  ['M', ['Jörg', 'Manuela']],
  ['ö', ['Manuela']],
  ['zo', ['Zoë']],
  ['gr', ['Manuela']],
  ['gr ma', ['Manuela']],
  ['ro', []],
  ['ze', []],
]

/** Returns the sorted first names of the patients whom the list of bookings finds. */
function namesFound(app: TestApp, search: string): string[] {
  const { bookings } = listBookings(app.ctx(), { search }, { limit: 50, offset: 0 })
  return bookings.map(({ booking }) => booking.firstName).sort()
}

it.each([
  ['obrien', ['Nuala', 'Rory']],
  ["O'Brien", ['Nuala', 'Rory']],
  ['O’Brien', ['Nuala', 'Rory']],
  ['o´brien', ['Nuala', 'Rory']],
  ['o brien', ['Nuala', 'Rory']],
  ['obr', ['Nuala', 'Rory']],
  ['dellorto', ['Gino']],
  ['hanspeter', ['Hans-Peter']],
  ['hans peter', ['Hans-Peter']],
  ['Hanspeter Mayr-Huber', ['Hans-Peter']],
  ['mayrhuber', ['Hans-Peter']],
  ['rori', []],
])('%j finds names of several parts: %j', (search, names) => {
  const app = openTestApp()
  for (const person of JOINED_NAMES) insertBooking(app.ctx().db, { ...person, status: 'cancelled' })
  expect(namesFound(app, search)).toEqual(names)
})

it('a long search has a bounded number of readings', () => {
  const words = Array.from({ length: 10 }, (_, i) => `mayrhuberpetera${i}`)
  expect(patientQuery(words.join(' '))?.match(/ OR /g)?.length).toBeLessThan(400)
  expect(patientQuery('mayrhuber'.repeat(50))?.match(/ OR /g)).toBeNull()
})

it('finds patients by parts of names, e-mail addresses and numbers, in any spelling', () => {
  const app = openWithPeople()
  expect(SEARCHES.map(([search]) => [search, namesFound(app, search)])).toEqual(SEARCHES)
})

it('finds a patient by the present name, e-mail address and number, and not by former ones', () => {
  const app = openWithPeople()
  app
    .ctx()
    .db.$client.exec(
      `update bookings set last_name = 'Šimić', email = 'j@neu.example', mobile = '+43 512 999' where first_name = 'Jörg'`,
    )
  for (const now of ['simic', '@neu', '0512999', 'Jörg']) expect(namesFound(app, now)).toEqual(['Jörg'])
  for (const former of ['Müller', 'joerg@', '1234567']) expect(namesFound(app, former)).toEqual([])
})

it('finds no deleted booking, and keeps none of its letters in the index', () => {
  const app = openTestApp()
  const pieces = () => app.rows<{ block: Buffer }>('select block from booking_search_index_data')
  const has = (letters: string) => pieces().some(({ block }) => block.includes(letters))
  insertBooking(app.ctx().db, { lastName: 'Qxvyz', status: 'cancelled' })
  insertBooking(app.ctx().db, { lastName: 'Probe' })
  expect([namesFound(app, 'qxvyz'), has('qxv')]).toEqual([['Rosa'], true])

  app.ctx().db.$client.exec(`delete from bookings where last_name = 'Qxvyz'`)
  expect([namesFound(app, 'qxvyz'), has('qxv'), namesFound(app, 'probe')]).toEqual([[], false, ['Rosa']])
})

it('treats every search as plain text', () => {
  const app = openWithPeople()
  const signs = fc.constantFrom(...'"*()^:+-{}\0\n\u0301ßmö,.@ ', ' OR ', ' NOT ', ' NEAR(', 'phone:')
  const text = fc.oneof(
    anyText(),
    fc.array(signs).map((each) => each.join('')),
  )
  fc.assert(fc.property(text, (search) => namesFound(app, search).length <= PEOPLE.length))
  for (const search of ['Jörg OR Zoë', 'NOT Zoë', 'M*', 'phone:1'])
    expect(namesFound(app, search)).toEqual([])
})
