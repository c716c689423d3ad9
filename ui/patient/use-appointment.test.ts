import { expect, test } from 'vitest'
import type { Booking } from '../api/appointment.ts'
import { changedBooking } from './use-appointment.ts'

const [OLD, NEW] = ['2027-01-12T08:30:00+01:00', '2027-01-13T10:00:00+01:00'] as const
const at = (start: string) => ({ start, start_local: start })
const BOOKING = {
  status: 'confirmed',
  slot: { ...at(OLD), end: '2027-01-12T09:00:00+01:00', status: 'confirmed', notes: '' },
  move: at(NEW),
} as Booking

test('after the practice has confirmed a move, the page shows the new time and asks for nothing more', () => {
  const moved = changedBooking(BOOKING, { status: 'confirmed', slot: at(NEW) })
  expect(moved?.move).toBeUndefined()
  expect(moved?.slot).toMatchObject({ ...at(NEW), end: '2027-01-13T09:30:00.000Z' })
})

test('after the practice has rejected a move, the page shows the old time only', () => {
  const kept = changedBooking(BOOKING, { status: 'confirmed', slot: at(OLD) })
  expect(kept?.move).toBeUndefined()
  expect(kept?.slot.start).toBe(OLD)
})

test('an answer without a status, or about a move without a time, makes the page load the appointment again', () => {
  expect(changedBooking(BOOKING, { note: 'Gut.' })).toBeUndefined()
  expect(changedBooking(BOOKING, { status: 'confirmed' })).toBeUndefined()
  const { move, ...settled } = BOOKING
  expect(changedBooking(settled as Booking, { status: 'cancelled' })).toMatchObject({
    status: 'cancelled',
    slot: { ...at(OLD), status: 'cancelled' },
  })
})
