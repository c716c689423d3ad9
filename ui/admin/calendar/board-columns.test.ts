import { expect, test } from 'vitest'
import { type BoardColumn, boardColumns, calendarOf } from './board-columns.ts'
import { columnResources } from './column-resources.ts'
import type { Calendar } from './use-calendar.ts'

const DAY = '2027-01-12'
const at = (time: string) => `${DAY}T${time}:00+01:00`
const hours = (start: string, end: string) => [{ start, end }]
const dayOf = (working: { start: string; end: string }[], closed: string | null = null) => [
  { date: DAY, working, closed },
]
const booking = (id: string, resource_id: string, start: string, changes = {}) => ({
  ...{ id, resource_id, start: at(start), end: at(`${start.slice(0, 2)}:30`) },
  ...{ status: 'confirmed', first_name: 'Rosa', last_name: id, service_name: 'Akupunktur' },
  ...changes,
})
const absence = (id: number, resource_id: string | null) => ({
  ...{ id, resource_id, kind: 'block', title: 'Pause', reason: '', start: at('12:00'), end: at('13:00') },
})

/** Two doctors with one appointment each, and a third who has time off. */
const SEVERAL = {
  days: dayOf(hours('08:00', '12:00')),
  resources: [
    { id: 'a', name: 'Dr. Anna Alt', days: dayOf(hours('08:00', '12:00')) },
    { id: 'b', name: 'Dr. Berta Bunt', days: dayOf(hours('14:00', '18:00')) },
    { id: 'c', name: 'Labor', days: dayOf([]) },
  ],
  bookings: [booking('Eins', 'a', '09:00'), booking('Zwei', 'b', '09:00')],
  moves: [] as unknown[],
  holds: [],
  offers: [],
  absences: [absence(1, 'a'), absence(2, null)],
  busy: [],
  occupied: [],
} as unknown as Calendar

const ONE = {
  ...SEVERAL,
  resources: undefined,
  bookings: SEVERAL.bookings.slice(0, 1),
} as unknown as Calendar

/** `whose: entries` of each part. */
const told = (columns: readonly BoardColumn[]) =>
  columns.map(({ date, resource, parts }) => [
    resource?.name ?? date,
    parts.map(
      ({ resource: own, placed }) =>
        `${own?.initials ?? ''}: ${placed.map(({ item }) => item.title).join(', ')}`,
    ),
  ])

test('a practice of one has a column for each day, and no name', () => {
  for (const by of ['day', 'resource', 'list'] as const)
    expect(told(boardColumns(ONE, by))).toEqual([[DAY, [': Eins R., Pause, Pause']]])
})

test('each of several has a column of its own in the day, with own hours and what concerns all', () => {
  const columns = boardColumns(SEVERAL, 'resource')
  expect(told(columns)).toEqual([
    ['Dr. Anna Alt', ['AA: Eins R., Pause, Pause']],
    ['Dr. Berta Bunt', ['BB: Zwei R., Pause']],
    ['Labor', ['La: Pause']],
  ])
  expect(columns.map(({ parts }) => parts[0]?.working)).toEqual([
    [{ from: 480, to: 720 }],
    [{ from: 840, to: 1080 }],
    [],
  ])
  // The same time with two doctors is no overlap.
  expect(columns.map(({ parts }) => parts[0]?.placed[0]?.share)).toEqual([1, 1, 1])
})

test('a day of the week has a part for each who works, is away or has something then, and a closed one none', () => {
  const idle = { ...SEVERAL, absences: [absence(1, 'a')] } as unknown as Calendar
  expect(told(boardColumns(idle, 'day'))).toEqual([[DAY, ['AA: Eins R., Pause', 'BB: Zwei R.']]])
  const away = SEVERAL.resources?.map((each) => ({ ...each, days: dayOf([], 'Urlaub') }))
  expect(told(boardColumns({ ...idle, resources: away } as Calendar, 'day'))[0]?.[1]).toHaveLength(3)
  const closed = { ...idle, days: dayOf([], 'Feiertag') } as Calendar
  expect(boardColumns(closed, 'day')[0]?.parts.map(({ resource }) => resource)).toEqual([undefined])
})

test('a list keeps a day together, and each entry of one doctor names it', () => {
  const [column] = boardColumns(SEVERAL, 'list')
  expect(column?.parts[0]?.placed.map(({ item }) => item.of?.name)).toEqual([
    'Dr. Anna Alt',
    'Dr. Berta Bunt',
    'Dr. Anna Alt',
    undefined,
  ])
})

test('a time that a patient asks for stands with the doctor who is asked for', () => {
  const move = { start: at('10:00'), end: at('10:30'), asked_at: at('08:00'), resource_id: 'b' }
  const moved = booking('Eins', 'a', '09:00', { move })
  const calendar = { ...SEVERAL, bookings: [moved], moves: [moved] } as unknown as Calendar
  expect(calendarOf(calendar, 'b').moves).toEqual([moved])
  expect(calendarOf(calendar, 'a').moves).toEqual([])
  expect(told(boardColumns(calendar, 'resource'))[1]).toEqual(['Dr. Berta Bunt', ['BB: Eins R., Pause']])
})

test('initials leave titles out, differ, and a single word has two letters', () => {
  const names = ['Dr. Erika Beispiel', 'Labor', 'DDr. Max Muster-Mann', 'Dr. Eva Braun', 'Muster']
  expect(columnResources(names.map((name) => ({ id: name, name }))).map(({ initials }) => initials)).toEqual([
    'EB1',
    'La',
    'MM',
    'EB4',
    'Mu',
  ])
})
