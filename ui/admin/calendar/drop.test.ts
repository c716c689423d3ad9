import { describe, expect, test } from 'vitest'
import { MINUTES_PER_DAY, wallTime } from '../../../src/shared/day.ts'
import { wallMinutesOf } from '../../testing/wall-minutes-of.ts'
import { dropAt } from './drop.ts'

/** The day of all drops that name no other, a Tuesday in winter. */
const DAY = '2027-01-12'
const NEXT_DAY = '2027-01-13'
/** The present instant of all drops that name no other. */
const NOON_BEFORE = '2027-01-11T12:00:00+01:00'

const isoAt = (time: string) => `${DAY}T${time}:00+01:00`
/** The steps of 20 minutes begin at 08:10 and at 14:00. */
const WORKING = [
  { start: '08:10', end: '12:00' },
  { start: '14:00', end: '18:00' },
]
/** An appointment of 30 minutes that begins at 09:02, between the steps at 08:50 and 09:10. */
const BOOKING = {
  id: 'dragged',
  start: isoAt('09:02'),
  end: isoAt('09:32'),
  resource_id: 'doctor-1',
  step_min: 20,
}
/** Returns time that is occupied for `doctor-1`, unless the changes name another resource or a booking. */
const occupied = (start: string, end: string, changes = {}) => ({
  start: isoAt(start),
  end: isoAt(end),
  resource_id: 'doctor-1',
  booking_id: null,
  ...changes,
})
/** The booking with five minutes of padding before it and ten after it. */
const OWN_TIME = occupied('08:57', '09:42', { booking_id: BOOKING.id })

type Situation = {
  /** The occupied times. */
  rows?: ReturnType<typeof occupied>[]
  /** The day of the drop. */
  day?: string
  /** The present instant, in ISO 8601. */
  now?: string
  step_min?: number
}

/**
 * Drops the booking with its start at this time, by default on `DAY`, at `NOON_BEFORE` and while nothing is
 * occupied. Returns `start–end verdict`, preceded by the day if it is not `DAY`.
 */
function dropped(time: string, situation: Situation = {}): string {
  const { rows = [], day = DAY, now = NOON_BEFORE, step_min = BOOKING.step_min } = situation
  const calendar = { days: [{ date: DAY, working: WORKING, closed: null }], occupied: rows }
  const point = { day, at: wallMinutesOf(time) }
  const drop = dropAt(calendar, { booking: { ...BOOKING, step_min }, point, now: Date.parse(now) })
  const text = `${wallTime(drop.from)}–${wallTime(drop.to)} ${drop.verdict}`
  return drop.day === DAY ? text : `${drop.day} ${text}`
}

/**
 * Drops the booking into the column of `doctor-2`, who works only in the afternoon and has an appointment at
 * 14:00.
 */
function dropOnOtherDoctor(time: string, offered_by = ['doctor-1', 'doctor-2']) {
  const afternoon = [{ date: DAY, working: WORKING.slice(1), closed: null }]
  const calendar = {
    days: [{ date: DAY, working: WORKING, closed: null }],
    resources: [{ id: 'doctor-2', name: 'Dr. B', days: afternoon }],
    occupied: [occupied('09:00', '09:40'), occupied('14:00', '14:30', { resource_id: 'doctor-2' })],
  }
  const point = { day: DAY, at: wallMinutesOf(time), resourceId: 'doctor-2' }
  return dropAt(calendar, { booking: { ...BOOKING, offered_by }, point, now: Date.parse(NOON_BEFORE) })
}

test('a drop snaps to the nearest step of the service, counted from the start of the working hours', () => {
  expect(dropped('10:19')).toBe('10:10–10:40 free')
  expect(dropped('10:21')).toBe('10:30–11:00 free')
  expect(dropped('14:09')).toBe('14:00–14:30 free')
})

test('a drop snaps to multiples of five minutes if the step of the service is smaller', () => {
  expect(dropped('10:13', { step_min: 1 })).toBe('10:15–10:45 free')
})

test('a drop near the booking’s own start keeps that start, but only on its own day', () => {
  expect(dropped('09:05')).toBe('09:02–09:32 unchanged')
  expect(dropped('09:05', { day: NEXT_DAY })).toBe(`${NEXT_DAY} 09:00–09:30 outside`)
})

test('a drop that begins before the working hours or ends after them is outside', () => {
  expect(dropped('11:39')).toBe('11:30–12:00 free')
  expect(dropped('11:52')).toBe('11:50–12:20 outside')
  expect(dropped('07:31')).toBe('07:30–08:00 outside')
})

test('a drop stays within its day', () => {
  expect(dropped('00:00')).toBe('00:10–00:40 outside')
  expect(dropped('23:59')).toBe('23:30–24:00 outside')
})

test('a drop before occupied time must leave room for the padding after the appointment', () => {
  const rows = [OWN_TIME, occupied('10:40', '11:00')]
  expect(dropped('09:50', { rows })).toBe('09:50–10:20 free')
  expect(dropped('10:10', { rows })).toBe('10:10–10:40 taken')
})

test('a drop after occupied time must leave room for the padding before the appointment', () => {
  expect(dropped('11:10', { rows: [OWN_TIME, occupied('10:40', '11:05')] })).toBe('11:10–11:40 free')
  expect(dropped('11:10', { rows: [OWN_TIME, occupied('10:40', '11:06')] })).toBe('11:10–11:40 taken')
})

test('a drop at the end of a day leaves room for the padding into the next day', () => {
  const night = { start: `${NEXT_DAY}T00:05:00+01:00`, end: `${NEXT_DAY}T01:00:00+01:00` }
  const rows = [OWN_TIME, { ...OWN_TIME, booking_id: null, ...night }]
  expect(dropped('23:59', { rows })).toBe('23:30–24:00 taken')
  expect(dropped('23:29', { rows })).toBe('23:20–23:50 outside')
})

test('an appointment can be dropped onto a part of its own time', () => {
  expect(dropped('09:15', { rows: [OWN_TIME] })).toBe('09:10–09:40 free')
})

test('an appointment can be dropped onto time that only another doctor has occupied', () => {
  const rows = [occupied('10:30', '11:00', { resource_id: 'doctor-2' })]
  expect(dropped('10:30', { rows })).toBe('10:30–11:00 free')
})

test('an appointment cannot be dropped onto a time that has begun', () => {
  expect(dropped('10:30', { now: isoAt('10:29') })).toBe('10:30–11:00 free')
  expect(dropped('10:30', { now: isoAt('10:30') })).toBe('10:30–11:00 past')
  expect(dropped('10:30', { now: `${NEXT_DAY}T07:00:00+01:00` })).toBe('10:30–11:00 past')
})

test('a drop in the column of another doctor depends on the occupied times of that doctor', () => {
  expect(dropOnOtherDoctor('14:25').verdict).toBe('taken')
  expect(dropOnOtherDoctor('15:00').verdict).toBe('free')
})

test('a drop on the booking’s own start in the column of another doctor is a change', () => {
  expect(dropOnOtherDoctor('09:05')).toMatchObject({
    from: wallMinutesOf('09:02'),
    resourceId: 'doctor-2',
    // The other doctor does not work in the morning.
    verdict: 'outside',
  })
})

test('an appointment cannot be dropped onto a doctor who does not offer its service', () => {
  expect(dropOnOtherDoctor('15:00', ['doctor-1']).verdict).toBe('unoffered')
})

describe('an appointment across midnight', () => {
  const lateBooking = { ...BOOKING, start: isoAt('23:40'), end: `${NEXT_DAY}T00:20:00+01:00` }
  /** Drops it with its start at these minutes of a day; negative ones are on the day before. */
  const dropLate = (day: string, at: number) =>
    dropAt(
      { days: [], occupied: [] },
      { booking: lateBooking, point: { day, at }, now: Date.parse(NOON_BEFORE) },
    )

  test('keeps its present time in the columns of both days', () => {
    const present = { day: DAY, from: wallMinutesOf('23:40'), verdict: 'unchanged' }
    expect(dropLate(DAY, wallMinutesOf('23:41'))).toMatchObject(present)
    const nearPresentStart = wallMinutesOf('23:41') - MINUTES_PER_DAY
    expect(dropLate(NEXT_DAY, nearPresentStart)).toMatchObject(present)
  })

  test('can be dropped into the column of the day on which it ends', () => {
    expect(dropLate(NEXT_DAY, wallMinutesOf('00:31'))).toMatchObject({
      day: NEXT_DAY,
      from: wallMinutesOf('00:40'),
      verdict: 'outside',
    })
  })
})
