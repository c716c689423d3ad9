import { expect, test } from 'vitest'
import { boardItems } from './board-items.ts'
import type { CalendarBooking } from './use-calendar.ts'

/** An appointment on 12 January, from 08:30 to 09:00. */
const appointment = (fields: { id: string; status: CalendarBooking['status'] }) => ({
  ...fields,
  start: '2027-01-12T08:30:00+01:00',
  end: '2027-01-12T09:00:00+01:00',
  service_name: 'Akupunktur',
  service_id: 'akupunktur',
  name: 'Rosa Musterfrau',
  first_name: 'Rosa',
  last_name: 'Musterfrau',
  first_visit: false,
  mobile: '0664 1234567',
  email: 'rosa@musterfrau.example',
  created_at: '2027-01-04T08:30:00+01:00',
  resource_id: 'doctor-1',
  marked: false,
  attendance: null,
  step_min: 15,
})

type AbsenceFields = {
  id: number
  kind: 'block' | 'closure' | 'holiday'
  /** The first and the last day of an absence of whole days. */
  from?: string
  to?: string
}

/** An absence on 13 January until 17:30. */
const absence = (fields: AbsenceFields) => ({
  ...fields,
  title: 'Fortbildung',
  reason: '',
  resource_id: null,
  start: '2027-01-13T00:00:00+01:00',
  end: '2027-01-13T17:30:00+01:00',
})

/** The lists of a calendar without any row. */
const NO_ROWS = { bookings: [], moves: [], holds: [], offers: [], absences: [], busy: [] }

test('each appointment can be opened, and a rejected or cancelled one is inactive', () => {
  const statuses = ['requested', 'confirmed', 'rejected', 'cancelled'] as const
  const bookings = statuses.map((status) => appointment({ id: `of-${status}`, status }))
  const items = boardItems({ ...NO_ROWS, bookings }, [])
  const shown = items.map(({ booking, look, isActive }) => ({ status: booking?.status, look, isActive }))
  expect(shown).toEqual([
    { status: 'requested', look: 'requested', isActive: true },
    { status: 'confirmed', look: 'confirmed', isActive: true },
    { status: 'rejected', look: 'off', isActive: false },
    { status: 'cancelled', look: 'off', isActive: false },
  ])
})

test('an appointment of a series shows its place in the series after the service', () => {
  const third = { ...appointment({ id: 'a', status: 'confirmed' }), series: { position: 3, count: 6 } }
  const single = appointment({ id: 'b', status: 'confirmed' })
  const items = boardItems({ ...NO_ROWS, bookings: [third, single] }, [])
  expect(items.map(({ note }) => note)).toEqual(['Akupunktur, 3 von 6', 'Akupunktur'])
})

test('the time that a patient asks for is an item of its own, which opens the appointment', () => {
  const asked_at = '2027-01-07T13:40:00+01:00'
  const move = { start: '2027-01-14T10:00:00+01:00', end: '2027-01-14T10:30:00+01:00', asked_at }
  const moved = { ...appointment({ id: 'a', status: 'confirmed' }), move }
  expect(boardItems({ ...NO_ROWS, bookings: [moved], moves: [moved] }, [])).toMatchObject([
    {
      key: 'a',
      look: 'confirmed',
      note: 'Verschiebung angefragt → Do\u00a014.\u00a0Jänner, 10:00',
      start: moved.start,
    },
    {
      key: 'move a',
      look: 'requested',
      isAskedTime: true,
      note: 'Verschiebung angefragt, bisher Di\u00a012.\u00a0Jänner, 08:30',
      start: move.start,
      end: move.end,
    },
  ])
})

// The initial of Tanaka consists of two units of the string.
test.each([
  { first_name: 'Anna', last_name: 'O’Brien-Müller', shown: 'O’Brien-Müller A.' },
  { first_name: '𠮷郎', last_name: 'Tanaka', shown: 'Tanaka 𠮷.' },
])('$first_name $last_name is written last name first, with an initial', ({ shown, ...names }) => {
  const named = { ...appointment({ id: 'a', status: 'confirmed' }), ...names }
  expect(boardItems({ ...NO_ROWS, bookings: [named] }, [])[0]?.title).toBe(shown)
})

test('an absence of a whole day is an item unless it closes the day, whose column shows that', () => {
  const wholeDay = { from: '2027-01-13', to: '2027-01-13' }
  const absences = [
    absence({ id: 1, kind: 'block' }),
    absence({ id: 2, kind: 'closure', ...wholeDay }),
    absence({ id: 3, kind: 'holiday', ...wholeDay }),
  ]
  const keysOfItems = (closed: string | null) =>
    boardItems({ ...NO_ROWS, absences }, [{ date: '2027-01-13', working: [], closed }]).map(({ key }) => key)
  expect(keysOfItems('Urlaub')).toEqual(['absence 1'])
  expect(keysOfItems(null)).toEqual(['absence 1', 'absence 2', 'absence 3'])
})

test('a block shows its end, a hold its service, an offer its patient, and a busy time both of its times', () => {
  const times = { start: '2027-01-12T13:00:00+01:00', end: '2027-01-12T14:00:00+01:00' }
  const items = boardItems(
    {
      ...NO_ROWS,
      absences: [absence({ id: 1, kind: 'block' })],
      holds: [{ ...times, service_name: 'Facial', resource_id: 'doctor-1' }],
      offers: [{ ...times, name: 'Rosa Musterfrau', resource_id: 'doctor-1' }],
      busy: [{ ...times, title: 'Belegt in Odoo', resource_id: null }],
    },
    [],
  )
  expect(items.map(({ title, note }) => `${title}: ${note}`)).toEqual([
    'Fortbildung: bis 17:30',
    'Wird gerade gebucht: Facial',
    'Wird gerade angeboten: Rosa Musterfrau',
    'Belegt in Odoo: 13:00 bis 14:00',
  ])
})
