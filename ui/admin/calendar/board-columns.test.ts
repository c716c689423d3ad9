import { describe, expect, test } from 'vitest'
import { type BoardColumn, type BoardPart, boardColumns, calendarOf } from './board-columns.ts'
import type { Calendar } from './use-calendar.ts'
import { workingSpans } from './wall-span.ts'

const DAY = '2027-01-12'
const isoAt = (time: string) => `${DAY}T${time}:00+01:00`
const oneBlock = (start: string, end: string) => [{ start, end }]

/** Returns a calendar's list of days that has only DAY. `closed` is the name of its closure. */
const onlyDay = (working: { start: string; end: string }[], closed: string | null = null) => [
  { date: DAY, working, closed },
]

type SampleBooking = { id: string; hour: string; resource_id: string; move?: object }

/** Returns an appointment of half an hour whose id is also the last name of its patient. */
const booking = ({ id, hour, ...others }: SampleBooking) => ({
  id,
  start: isoAt(`${hour}:00`),
  end: isoAt(`${hour}:30`),
  status: 'confirmed',
  first_name: 'Rosa',
  last_name: id,
  service_name: 'Akupunktur',
  ...others,
})

/** Returns a lunch break of one doctor or room, or of all. */
const absence = (id: number, resource_id: string | null) => ({
  id,
  resource_id,
  kind: 'block',
  title: 'Pause',
  reason: '',
  start: isoAt('12:00'),
  end: isoAt('13:00'),
})

/** The rows of two doctors with one appointment each, and of a laboratory without working hours. */
const ROWS_OF_SEVERAL = {
  days: onlyDay(oneBlock('08:00', '12:00')),
  resources: [
    { id: 'anna', name: 'Dr. Anna Alt', days: onlyDay(oneBlock('08:00', '12:00')) },
    { id: 'berta', name: 'Dr. Berta Bunt', days: onlyDay(oneBlock('14:00', '18:00')) },
    { id: 'labor', name: 'Labor', days: onlyDay([]) },
  ],
  bookings: [
    booking({ id: 'Eins', hour: '09', resource_id: 'anna' }),
    booking({ id: 'Zwei', hour: '09', resource_id: 'berta' }),
  ],
  moves: [],
  holds: [],
  offers: [],
  absences: [absence(1, 'anna'), absence(2, null)],
  busy: [],
  occupied: [],
}

/** Returns a calendar of these rows, with changes. The cast hides the fields that columns do not read. */
const calendarWith = (changes: object) => ({ ...ROWS_OF_SEVERAL, ...changes }) as unknown as Calendar

const CALENDAR_OF_SEVERAL = calendarWith({})

/** Without the absence that concerns all, the laboratory has nothing on this day. */
const WITH_IDLE_LABORATORY = { absences: [absence(1, 'anna')] }

/** The calendar of a practice of one. */
const CALENDAR_OF_ONE = calendarWith({
  resources: undefined,
  bookings: ROWS_OF_SEVERAL.bookings.slice(0, 1),
})

/** Returns each column's name or day, with the texts of its parts. */
const textsOf = (columns: readonly BoardColumn[]) =>
  columns.map(({ date, resource, parts }) => [resource?.name ?? date, parts.map(partText)])

/** Returns the initials of a part, empty for the whole practice, and its entries: `AA: Eins R., Pause`. */
const partText = ({ resource, placed }: BoardPart) =>
  `${resource?.initials ?? ''}: ${placed.map(({ item }) => item.title).join(', ')}`

test.each(['day', 'resource', 'list'] as const)(
  'a practice of one has a column without a name for each day, divided by %s',
  (division) => {
    expect(textsOf(boardColumns(CALENDAR_OF_ONE, division))).toEqual([[DAY, [': Eins R., Pause, Pause']]])
  },
)

test('each of several doctors and rooms has a column with its own entries and those that concern all', () => {
  const columns = boardColumns(CALENDAR_OF_SEVERAL, 'resource')
  expect(textsOf(columns)).toEqual([
    // One break is Anna's own, the other one that of all.
    ['Dr. Anna Alt', ['AA: Eins R., Pause, Pause']],
    ['Dr. Berta Bunt', ['BB: Zwei R., Pause']],
    ['Labor', ['La: Pause']],
  ])
})

test('the column of each doctor or room shows its own working hours', () => {
  const columns = boardColumns(CALENDAR_OF_SEVERAL, 'resource')
  expect(columns.map(({ parts }) => parts[0]?.working)).toEqual([
    workingSpans(oneBlock('08:00', '12:00')),
    workingSpans(oneBlock('14:00', '18:00')),
    [],
  ])
})

test('appointments of two doctors at the same time do not overlap', () => {
  const columns = boardColumns(CALENDAR_OF_SEVERAL, 'resource')
  expect(columns.map(({ parts }) => parts[0]?.placed[0]?.share)).toEqual([1, 1, 1])
})

test('a day of the week has a part for each doctor or room that works or has an entry then', () => {
  expect(textsOf(boardColumns(calendarWith(WITH_IDLE_LABORATORY), 'day'))).toEqual([
    [DAY, ['AA: Eins R., Pause', 'BB: Zwei R.']],
  ])
})

test('a day of the week has a part for each doctor or room that is away', () => {
  const resources = ROWS_OF_SEVERAL.resources.map((resource) => ({
    ...resource,
    days: onlyDay([], 'Urlaub'),
  }))
  const [column] = boardColumns(calendarWith({ ...WITH_IDLE_LABORATORY, resources }), 'day')
  expect(column?.parts).toHaveLength(3)
})

test('a closed day of the week is not divided', () => {
  const closed = calendarWith({ ...WITH_IDLE_LABORATORY, days: onlyDay([], 'Feiertag') })
  expect(boardColumns(closed, 'day')[0]?.parts.map(({ resource }) => resource)).toEqual([undefined])
})

test('a list keeps a day together, and each entry of a single doctor names that doctor', () => {
  const [column] = boardColumns(CALENDAR_OF_SEVERAL, 'list')
  expect(column?.parts[0]?.placed.map(({ item }) => item.namedResource?.name)).toEqual([
    'Dr. Anna Alt',
    'Dr. Berta Bunt',
    'Dr. Anna Alt',
    undefined,
  ])
})

describe('a move to another doctor that a patient asks for', () => {
  const move = { start: isoAt('10:00'), end: isoAt('10:30'), asked_at: isoAt('08:00'), resource_id: 'berta' }
  const moved = booking({ id: 'Eins', hour: '09', resource_id: 'anna', move })
  const calendar = calendarWith({ bookings: [moved], moves: [moved] })

  test('is in the calendar of the other doctor only', () => {
    expect(calendarOf(calendar, 'berta').moves).toEqual([moved])
    expect(calendarOf(calendar, 'anna').moves).toEqual([])
  })

  test('is in the column of the other doctor', () => {
    const [, columnOfBerta] = textsOf(boardColumns(calendar, 'resource'))
    expect(columnOfBerta).toEqual(['Dr. Berta Bunt', ['BB: Eins R., Pause']])
  })
})
