import { expect, test } from 'vitest'
import { MINUTES_PER_DAY, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import type { BoardItem } from './board-items.ts'
import { dayLines } from './day-lines.ts'
import { type IsoSpan, workingSpans } from './wall-span.ts'

const DAY = '2027-01-12'
const isoAt = (time: string) => `${DAY}T${time}:00+01:00`
/** Returns an item titled with its start. */
const item = (start: string, end: string): BoardItem => ({
  key: start,
  look: 'confirmed',
  title: start,
  note: '',
  start: isoAt(start),
  end: isoAt(end),
  isActive: true,
})
const cancelledItem = (start: string, end: string): BoardItem => ({ ...item(start, end), isActive: false })
const WORKING = workingSpans([
  { start: '08:00', end: '12:00' },
  { start: '13:30', end: '17:30' },
])
/**
 * Returns the titles of a day's lines from top to bottom, with free time and the mark at the present time. By
 * default the day is ahead (00:00).
 */
function linesOf(items: BoardItem[], situation: { now?: string; paddings?: IsoSpan[] } = {}): string[] {
  const { now = '00:00', paddings = [] } = situation
  const lines = dayLines({
    day: DAY,
    items,
    working: WORKING,
    paddings,
    // `wallMinutes` does not read 24:00, the present time on a past day.
    now: wallMinutes(now) ?? MINUTES_PER_DAY,
  })
  return lines.map((line) => {
    if (line.kind === 'now') return 'jetzt'
    return line.kind === 'gap' ? `frei ${wallTime(line.from)}–${wallTime(line.to)}` : line.item.title
  })
}

test('appointments are listed in order, with the free working time between them', () => {
  expect(linesOf([item('10:45', '12:00'), item('08:00', '10:00'), item('14:00', '17:30')])).toEqual([
    '08:00',
    'frei 10:00–10:45',
    '10:45',
    'frei 13:30–14:00',
    '14:00',
  ])
})

test('the paddings of an appointment are not free', () => {
  const paddings = [{ start: isoAt('09:40'), end: isoAt('09:50') }]
  const items = [item('08:00', '09:40'), item('13:30', '17:30')]
  expect(linesOf(items, { paddings })).toEqual(['08:00', 'frei 09:50–12:00', '13:30'])
})

test('an empty day is free during its working hours', () => {
  expect(linesOf([])).toEqual(['frei 08:00–12:00', 'frei 13:30–17:30'])
})

test('a break of a few minutes is not listed as free', () => {
  expect(linesOf([item('08:05', '12:00'), item('13:30', '17:25')])).toEqual(['08:05', '13:30'])
})

test('the time of a cancelled appointment is free, but time outside the working hours is not', () => {
  const items = [cancelledItem('08:00', '12:00'), item('12:00', '17:30'), item('18:00', '19:00')]
  expect(linesOf(items)).toEqual(['08:00', 'frei 08:00–12:00', '12:00', '18:00'])
})

test('each gap between overlapping appointments is listed once', () => {
  expect(linesOf([item('08:00', '11:00'), item('09:00', '10:00'), item('07:00', '08:30')])).toEqual([
    '07:00',
    '08:00',
    '09:00',
    'frei 11:00–12:00',
    'frei 13:30–17:30',
  ])
})

test('a mark shows the present time, and past free time is not listed', () => {
  expect(linesOf([item('14:00', '17:30')], { now: '12:30' })).toEqual(['jetzt', 'frei 13:30–14:00', '14:00'])
})

test('a past day has no free time and no mark at the present time', () => {
  expect(linesOf([item('08:00', '12:00')], { now: '24:00' })).toEqual(['08:00'])
})

test('free time that has begun is listed from the next multiple of five minutes', () => {
  expect(linesOf([item('08:00', '09:00'), item('11:00', '17:30')], { now: '10:17' })).toEqual([
    '08:00',
    'jetzt',
    'frei 10:20–11:00',
    '11:00',
  ])
})

test('free time with only a few minutes left is not listed', () => {
  const items = [item('08:00', '09:00'), item('11:00', '17:30')]
  expect(linesOf(items, { now: '10:52' })).toEqual(['08:00', 'jetzt', '11:00'])
})
