import { expect, test } from 'vitest'
import type { Booking } from '../api/appointment.ts'
import { changedBooking } from './appointment-change.ts'

const PRESENT = '2027-01-12T08:30:00+01:00'
const ASKED_FOR = '2027-01-13T10:00:00+01:00'
const timeAt = (start: string) => ({ start, start_local: start })
/** A confirmed appointment of half an hour, whose patient asks for another time. */
const BOOKING = {
  status: 'confirmed',
  slot: { ...timeAt(PRESENT), end: '2027-01-12T09:00:00+01:00', status: 'confirmed', notes: '' },
  move: timeAt(ASKED_FOR),
} as Booking

test('after the practice has confirmed a move, the booking has the new time and no requested one', () => {
  const moved = changedBooking(BOOKING, { status: 'confirmed', slot: timeAt(ASKED_FOR) })
  expect(moved?.move).toBeUndefined()
  const halfAnHourLater = new Date('2027-01-13T10:30:00+01:00').toISOString()
  expect(moved?.slot).toMatchObject({ ...timeAt(ASKED_FOR), end: halfAnHourLater })
})

test('after the practice has rejected a move, the booking has the old time and no requested one', () => {
  const kept = changedBooking(BOOKING, { status: 'confirmed', slot: timeAt(PRESENT) })
  expect(kept?.move).toBeUndefined()
  expect(kept?.slot.start).toBe(PRESENT)
})

test('an answer without a status leaves the state of the booking unknown', () => {
  expect(changedBooking(BOOKING, { note: 'Gut.' })).toBeUndefined()
})

test('an answer about a move without a time leaves the state of the booking unknown', () => {
  expect(changedBooking(BOOKING, { status: 'confirmed' })).toBeUndefined()
})

test('a status alone suffices for a booking whose patient asks for no other time', () => {
  const { move, ...settled } = BOOKING
  expect(changedBooking(settled as Booking, { status: 'cancelled' })).toMatchObject({
    status: 'cancelled',
    slot: { ...timeAt(PRESENT), status: 'cancelled' },
  })
})
