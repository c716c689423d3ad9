import { expect, test } from 'vitest'
import { wallTime } from '../../../src/shared/day.ts'
import { dayLines, type Entry } from './calendar-entries.ts'

const DAY = '2027-01-12'
const entry = (start: string, end: string, isActive = true): Entry => ({
  key: start,
  look: 'confirmed',
  title: start,
  note: '',
  start: `${DAY}T${start}:00+01:00`,
  end: `${DAY}T${end}:00+01:00`,
  isActive,
})
const WORKING = [
  { from: 480, to: 720 },
  { from: 810, to: 1050 },
]
const linesOf = (entries: Entry[], now = 0) =>
  dayLines(DAY, entries, WORKING, now).map((line) => {
    if (line.kind === 'now') return 'jetzt'
    return line.kind === 'gap' ? `frei ${wallTime(line.from)}–${wallTime(line.to)}` : line.entry.title
  })

test('appointments are in order, with the free working time between them', () => {
  expect(linesOf([entry('10:45', '12:00'), entry('08:00', '10:00'), entry('14:00', '17:30')])).toEqual([
    '08:00',
    'frei 10:00–10:45',
    '10:45',
    'frei 13:30–14:00',
    '14:00',
  ])
})

test('an empty day is free in its working hours, and a break of a few minutes is not', () => {
  expect(linesOf([])).toEqual(['frei 08:00–12:00', 'frei 13:30–17:30'])
  expect(linesOf([entry('08:05', '12:00'), entry('13:30', '17:25')])).toEqual(['08:05', '13:30'])
})

test('the time of a cancelled appointment is free; outside the working hours nothing is', () => {
  expect(linesOf([entry('08:00', '12:00', false), entry('12:00', '17:30'), entry('18:00', '19:00')])).toEqual(
    ['08:00', 'frei 08:00–12:00', '12:00', '18:00'],
  )
})

test('appointments that overlap leave no gap twice', () => {
  expect(linesOf([entry('08:00', '11:00'), entry('09:00', '10:00'), entry('07:00', '08:30')])).toEqual([
    '07:00',
    '08:00',
    '09:00',
    'frei 11:00–12:00',
    'frei 13:30–17:30',
  ])
})

test('free time that is over is not listed, and a line marks now', () => {
  expect(linesOf([entry('14:00', '17:30')], 750)).toEqual(['jetzt', 'frei 13:30–14:00', '14:00'])
  expect(linesOf([entry('08:00', '12:00')], 1440)).toEqual(['08:00'])
})
