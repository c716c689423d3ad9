import { expect, it } from 'vitest'
import { MINUTES_PER_DAY } from '../../../src/shared/day.ts'
import { wallMinutesOf } from '../../testing/wall-minutes-of.ts'
import {
  type Axis,
  axisHeight,
  evenAxis,
  LEAST_BAND_PX,
  LEAST_BOX_PX,
  layAxis,
  minutesAtY,
  yOf,
} from './axis.ts'

const span = (start: string, end: string) => ({ from: wallMinutesOf(start), to: wallMinutesOf(end) })

/** Returns consecutive appointments of `length` minutes, with nothing else in the room of each. */
const appointmentsInARow = (count: number, { start, length }: { start: string; length: number }) =>
  Array.from({ length: count }, (_, i) => {
    const from = wallMinutesOf(start) + i * length
    return { from, to: from + length, roomTo: from + length }
  })

/** Returns the pixels between two times. */
const heightBetween = (axis: Axis, start: string, end: string) =>
  yOf(axis, wallMinutesOf(end)) - yOf(axis, wallMinutesOf(start))

const HOURS = span('07:30', '19:30')
const HALF_HOURS_SHOWN = 24
const ROOM_PX = 640
const MORNING = appointmentsInARow(8, { start: '08:00', length: 30 })
const AFTERNOON = appointmentsInARow(10, { start: '14:00', length: 30 })

/** A usual working day in a compact calendar. */
const WORKING_DAY = {
  hours: HOURS,
  mainHours: HOURS,
  items: [...MORNING, ...AFTERNOON],
  working: [span('08:00', '12:00'), span('14:00', '19:00')],
  roomPx: ROOM_PX,
  density: 'compact',
} as const

const layWorkingDay = (changes: Partial<Parameters<typeof layAxis>[0]> = {}) =>
  layAxis({ ...WORKING_DAY, ...changes })

/** Both kinds of axes. */
const AXES = [
  { kind: 'a working day', axis: layWorkingDay() },
  { kind: 'even hours', axis: evenAxis(HOURS, 500) },
]

it('a whole working day fills the room evenly', () => {
  const axis = layWorkingDay()
  expect(axisHeight(axis)).toBeCloseTo(ROOM_PX)
  expect(heightBetween(axis, '08:30', '09:00')).toBeCloseTo(ROOM_PX / HALF_HOURS_SHOWN)
  expect(heightBetween(axis, '12:30', '13:00')).toBeCloseTo(ROOM_PX / HALF_HOURS_SHOWN)
})

it('a working day fills a higher window too', () => {
  expect(axisHeight(layWorkingDay({ roomPx: 1200 }))).toBeCloseTo(1200)
})

it('consecutive appointments of ten minutes have room for a line each, and the day still fits', () => {
  const shortOnes = appointmentsInARow(12, { start: '08:00', length: 10 })
  const axis = layWorkingDay({ items: [...shortOnes, ...AFTERNOON] })
  for (const { from, to } of shortOnes) expect(yOf(axis, to) - yOf(axis, from)).toBeCloseTo(LEAST_BOX_PX)
  expect(heightBetween(axis, '17:30', '18:00')).toBeGreaterThanOrEqual(LEAST_BOX_PX)
  expect(axisHeight(axis)).toBeCloseTo(ROOM_PX)
  // The lunch break gives up height to the short appointments, and is lower than working hours ever are.
  expect(heightBetween(axis, '12:30', '13:00')).toBeLessThan(LEAST_BAND_PX.compact.used)
})

it('a short appointment without a follower stretches nothing', () => {
  const alone = { ...span('08:00', '08:10'), roomTo: wallMinutesOf('09:00') }
  const axis = layWorkingDay({ items: [alone] })
  expect(heightBetween(axis, '07:30', '08:30')).toBeCloseTo(2 * (ROOM_PX / HALF_HOURS_SHOWN))
})

it('too many appointments make the day higher than its room, and no box smaller', () => {
  // Nine hours of appointments of ten minutes.
  const appointments = appointmentsInARow(9 * 6, { start: '08:00', length: 10 })
  const leastHeight = appointments.length * LEAST_BOX_PX
  expect(leastHeight).toBeGreaterThan(ROOM_PX)
  const axis = layWorkingDay({ items: appointments })
  expect(axisHeight(axis)).toBeGreaterThan(leastHeight)
  expect(heightBetween(axis, '08:00', '08:10')).toBeCloseTo(LEAST_BOX_PX)
})

it('hours before the main hours lie above the visible room, and are low where they are empty', () => {
  const axis = layWorkingDay({
    hours: span('02:30', '19:30'),
    items: [...MORNING, ...AFTERNOON, { ...span('03:00', '03:30'), roomTo: MINUTES_PER_DAY }],
  })
  // Before 07:30 there are one half hour with an appointment, and nine without.
  const { used, unused } = LEAST_BAND_PX.compact
  expect(heightBetween(axis, '02:30', '07:30')).toBeCloseTo(used + 9 * unused)
  expect(heightBetween(axis, '07:30', '19:30')).toBeCloseTo(ROOM_PX)
})

it('a comfortable day has room for two lines in half an hour', () => {
  const axis = layWorkingDay({ density: 'comfortable' })
  expect(heightBetween(axis, '08:00', '08:30')).toBeCloseTo(LEAST_BAND_PX.comfortable.used)
  expect(axisHeight(axis)).toBeGreaterThan(ROOM_PX)
})

it.each(AXES)('a place on the axis of $kind converts back to its time', ({ axis }) => {
  for (const time of ['07:30', '08:00', '08:17', '11:55', '13:00', '19:29'])
    expect(minutesAtY(axis, yOf(axis, wallMinutesOf(time)))).toBeCloseTo(wallMinutesOf(time))
})

it.each(AXES)('times outside the hours map to the ends of the axis of $kind', ({ axis }) => {
  expect(yOf(axis, 0)).toBe(0)
  expect(yOf(axis, MINUTES_PER_DAY)).toBeCloseTo(axisHeight(axis))
})
