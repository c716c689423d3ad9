import { expect, test } from 'vitest'
import { CANCEL_HOURS, cutOff } from '../../src/shared/booking.ts'
import type { Booking } from '../api/appointment.ts'
import { ApiError } from '../api/http.ts'
import { byPhoneSentence, lateFor, lateIn, nearStart, startSentence } from './near-start.ts'

test.each([
  ['2027-01-12T23:00:00+01:00', 15.4, 'Ihr Termin ist heute um 23:00, in rund 15\u00a0Stunden.'],
  ['2027-01-12T23:00:00+01:00', 15.6, 'Ihr Termin ist heute um 23:00, in rund 16\u00a0Stunden.'],
  ['2027-01-12T08:30:00+01:00', 23.9, 'Ihr Termin ist morgen um 08:30, in rund 24\u00a0Stunden.'],
  ['2027-01-12T00:10:00+01:00', 0.5, 'Ihr Termin ist morgen um 00:10, in 30\u00a0Minuten.'],
  ['2027-01-12T08:30:00+01:00', 1, 'Ihr Termin ist heute um 08:30, in rund einer Stunde.'],
  ['2027-01-12T08:30:00+01:00', 0.001, 'Ihr Termin ist heute um 08:30, in einer Minute.'],
  [
    '2027-01-12T08:30:00+01:00',
    0,
    'Ihr Termin hat bereits begonnen: Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr.',
  ],
  [
    '2027-01-12T08:30:00+01:00',
    -2.5,
    'Ihr Termin hat bereits begonnen: Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr.',
  ],
  [
    '2027-01-12T08:30:00+01:00',
    -21 * 24,
    'Ihr Termin war am Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr.',
  ],
  ['2027-01-12T08:30:00+01:00', 80, 'Ihr Termin ist am Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr.'],
])('%s in %f hours: %s', (start, hours, sentence) => {
  expect(startSentence(start, hours)).toBe(sentence)
})

test.each([
  [0.5, 'in 30\u00a0Minuten'],
  [3, 'in rund 3\u00a0Stunden'],
  [60, 'in 3\u00a0Tagen'],
])(
  '%f hours before the start, after the cut-off, the sentence says how long that is and to phone',
  (hours, span) => {
    expect(byPhoneSentence(hours)).toBe(
      `Dieser Termin ist ${span}, verschieben oder absagen bitte telefonisch.`,
    )
  },
)

test('across a clock change the day is the one in Vienna, and the hours are elapsed ones', () => {
  // In the night before, 02:00 became 03:00.
  expect(nearStart('2027-03-28T08:00:00+02:00', 9)).toEqual({ day: 'morgen', span: 'in rund 9\u00a0Stunden' })
})

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
