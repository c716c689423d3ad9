import { expect, test } from 'vitest'
import { wallTime } from '../../../src/shared/day.ts'
import { wallMinutesOf } from '../../testing/wall-minutes-of.ts'
import { workingSpans } from '../calendar/wall-span.ts'
import { agendaLines } from './agenda-lines.ts'

const DAY = '2027-07-07'
const isoAt = (time: string) => `${DAY}T${time}:00+02:00`
/** Returns an appointment whose id is its start. */
const appointment = (start: string, end: string) => ({ id: start, start: isoAt(start), end: isoAt(end) })

const WORKING = [
  { start: '08:00', end: '12:00' },
  { start: '13:30', end: '17:30' },
]
const UNSORTED = [
  appointment('14:00', '15:00'),
  appointment('08:00', '08:30'),
  appointment('15:00', '17:30'),
  appointment('09:00', '12:00'),
]

type Situation = { now: string; working?: typeof WORKING }

/** Writes the lines as texts: the start of an appointment, free time, and the line for now. */
const linesOf = (rows: ReturnType<typeof appointment>[], { now, working = WORKING }: Situation) =>
  agendaLines({ day: DAY, rows, working: workingSpans(working), now: wallMinutesOf(now) }).map((line) => {
    if (line.kind === 'now') return 'jetzt'
    if (line.kind === 'earlier') return `${line.count} frühere`
    if (line.kind === 'gap') return `frei ${wallTime(line.from)} bis ${wallTime(line.to)}`
    return `${line.isOver ? 'vorbei ' : ''}${line.row.id}`
  })

test('appointments are listed in order, with the free time between them', () => {
  expect(linesOf(UNSORTED, { now: '07:00' })).toEqual([
    '08:00',
    'frei 08:30 bis 09:00',
    '09:00',
    'frei 13:30 bis 14:00',
    '14:00',
    '15:00',
  ])
})

test('a line for now separates past and coming appointments', () => {
  expect(linesOf(UNSORTED, { now: '13:40' })).toEqual([
    'vorbei 08:00',
    'vorbei 09:00',
    'frei 13:30 bis 14:00',
    'jetzt',
    '14:00',
    '15:00',
  ])
})

test('short breaks, lunch and empty half days are not shown as gaps', () => {
  expect(linesOf([appointment('08:00', '09:00'), appointment('09:15', '12:00')], { now: '07:00' })).toEqual([
    '08:00',
    '09:15',
  ])
})

test('past free time is not shown', () => {
  expect(linesOf([appointment('10:00', '12:00')], { now: '18:00' })).toEqual(['vorbei 10:00'])
})

test('only the last of many past appointments is shown, so that the next one is near the top', () => {
  const rows = [
    appointment('08:00', '09:00'),
    appointment('09:00', '10:00'),
    appointment('10:00', '12:00'),
    appointment('13:30', '14:00'),
    appointment('14:00', '17:30'),
  ]
  expect(linesOf(rows, { now: '14:10' })).toEqual(['3 frühere', 'vorbei 13:30', '14:00', 'jetzt'])
})

test('an appointment in progress is not past, even outside working hours', () => {
  expect(linesOf([appointment('18:00', '19:00')], { now: '18:30', working: [] })).toEqual(['18:00', 'jetzt'])
})

test('an empty day has only the line for now, during its working hours', () => {
  expect(linesOf([], { now: '07:00' })).toEqual([])
  expect(linesOf([], { now: '09:00' })).toEqual(['jetzt'])
})

test('a future day has no line for now, even if appointments or working hours begin at midnight', () => {
  expect(linesOf([appointment('00:00', '00:30')], { now: '00:00' })).toEqual(['00:00'])
  expect(linesOf([], { now: '00:00', working: [{ start: '00:00', end: '06:00' }] })).toEqual([])
})
