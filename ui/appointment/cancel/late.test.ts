import { expect, test } from 'vitest'
import { CANCEL_HOURS, cutOff } from '../../../src/shared/booking.ts'
import { ApiError } from '../../api/http.ts'
import type { Booking } from '../../api/public.ts'
import { lateFor, lateIn } from './late.ts'

const START = '2027-01-12T08:30:00+01:00'
const HOUR = 3_600_000
const BOOKING = {
  slot: { start: START },
  practice: { phone: '+43 5572 000000', email: 'termine@ordination.example' },
} as Booking

test('a patient is in time before the cut-off, and late from that moment on', () => {
  expect(lateFor(BOOKING, cutOff(Date.parse(START), CANCEL_HOURS) - 1, CANCEL_HOURS)).toBeUndefined()
  expect(lateFor(BOOKING, cutOff(Date.parse(START), CANCEL_HOURS), CANCEL_HOURS)).toEqual({
    start: START,
    hours: CANCEL_HOURS,
    phone: '+43 5572 000000',
    mail: 'termine@ordination.example',
  })
  expect(lateFor(BOOKING, Date.parse(START) + HOUR, CANCEL_HOURS)?.hours).toBe(-1)
})

test("the server's too_late refusal contains the facts", () => {
  const facts = {
    error: 'too_late',
    start_local: START,
    starts_in_hours: 3.5,
    phone: '+43 1',
    mail: 'a@b.at',
  }
  expect(lateIn(new ApiError(409, 'Zu spät.', facts))).toEqual({
    start: START,
    hours: 3.5,
    phone: '+43 1',
    mail: 'a@b.at',
  })
})

test('any other refusal, or one without facts, is not late', () => {
  expect(lateIn(new ApiError(404, 'Nicht gefunden.', { error: 'not found' }))).toBeUndefined()
  expect(lateIn(new ApiError(409, 'Zu spät.', { error: 'too_late' }))).toBeUndefined()
})
