import { expect, test } from 'vitest'
import { cutOff, DEFAULT_CANCEL_HOURS } from '../../src/shared/cut-off.ts'
import { HOUR } from '../../src/shared/day.ts'
import type { Booking } from '../api/appointment.ts'
import { ApiError } from '../api/http.ts'
import { tooLateFactsOfBooking, tooLateFactsOfRefusal } from './too-late-facts.ts'

const START = '2027-01-12T08:30:00+01:00'
/** The instant from which the patient can cancel only by phone. */
const CUT_OFF = cutOff(Date.parse(START), DEFAULT_CANCEL_HOURS)
/** An appointment with only the fields that the box reads, hence the cast. */
const BOOKING = {
  slot: { start: START },
  practice: { phone: '+43 5572 000000', email: 'termine@ordination.example' },
} as Booking

test('the page has the facts for the box only from the cut-off on', () => {
  expect(tooLateFactsOfBooking(BOOKING, CUT_OFF - 1, DEFAULT_CANCEL_HOURS)).toBeUndefined()
  expect(tooLateFactsOfBooking(BOOKING, CUT_OFF, DEFAULT_CANCEL_HOURS)).toEqual({
    start: START,
    hours: DEFAULT_CANCEL_HOURS,
    phone: '+43 5572 000000',
    mail: 'termine@ordination.example',
  })
  expect(tooLateFactsOfBooking(BOOKING, Date.parse(START) + HOUR, DEFAULT_CANCEL_HOURS)?.hours).toBe(-1)
})

test("the facts for the box are read from the server's refusal too_late", () => {
  const facts = {
    error: 'too_late',
    start_local: START,
    starts_in_hours: 3.5,
    phone: '+43 1',
    mail: 'a@b.at',
  }
  expect(tooLateFactsOfRefusal(new ApiError(409, 'Zu spät.', facts))).toEqual({
    start: START,
    hours: 3.5,
    phone: '+43 1',
    mail: 'a@b.at',
  })
})

test('another refusal, or too_late without its facts, shows no box', () => {
  expect(tooLateFactsOfRefusal(new ApiError(404, 'Nicht gefunden.', { error: 'not found' }))).toBeUndefined()
  expect(tooLateFactsOfRefusal(new ApiError(409, 'Zu spät.', { error: 'too_late' }))).toBeUndefined()
  const unreadable = { error: 'too_late', start_local: 'Di 12. Jänner, 08:30', starts_in_hours: 3.5 }
  expect(tooLateFactsOfRefusal(new ApiError(409, 'Zu spät.', unreadable))).toBeUndefined()
})
