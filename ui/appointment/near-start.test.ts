import { expect, test } from 'vitest'
import { CANCEL_HOURS, cutOff } from '../../src/shared/cut-off.ts'
import { HOUR } from '../../src/shared/day.ts'
import type { Booking } from '../api/appointment.ts'
import { ApiError } from '../api/http.ts'
import { byPhoneSentence, nearStart, startSentence, tooLateFacts, tooLateFactsIn } from './near-start.ts'

const START = '2027-01-12T08:30:00+01:00'
const START_TEXT = 'Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr'

test.each([
  ['2027-01-12T23:00:00+01:00', 15.4, 'Ihr Termin ist heute um 23:00, in rund 15\u00a0Stunden.'],
  ['2027-01-12T23:00:00+01:00', 15.6, 'Ihr Termin ist heute um 23:00, in rund 16\u00a0Stunden.'],
  [START, 23.9, 'Ihr Termin ist morgen um 08:30, in rund 24\u00a0Stunden.'],
  ['2027-01-12T00:10:00+01:00', 0.5, 'Ihr Termin ist morgen um 00:10, in 30\u00a0Minuten.'],
  [START, 1, 'Ihr Termin ist heute um 08:30, in rund einer Stunde.'],
  [START, 0.001, 'Ihr Termin ist heute um 08:30, in einer Minute.'],
  [START, 80, `Ihr Termin ist am ${START_TEXT}.`],
])('for an appointment at %s the page says %f hours before: %s', (start, hours, sentence) => {
  expect(startSentence(start, hours)).toBe(sentence)
})

test.each([0, -2.5])('the page says %f hours before the start that the appointment has begun', (hours) => {
  expect(startSentence(START, hours)).toBe(`Ihr Termin hat bereits begonnen: ${START_TEXT}.`)
})

test('the page says on a later day when the appointment was', () => {
  const weeksLater = -21 * 24
  expect(startSentence(START, weeksLater)).toBe(`Ihr Termin war am ${START_TEXT}.`)
})

test.each([
  [0.5, 'in 30\u00a0Minuten'],
  [3, 'in rund 3\u00a0Stunden'],
  [60, 'in 3\u00a0Tagen'],
])(
  '%f hours before the start, after the cut-off, the patient reads "%s" and is asked to phone',
  (hours, span) => {
    expect(byPhoneSentence(hours)).toBe(
      `Dieser Termin ist ${span}, verschieben oder absagen bitte telefonisch.`,
    )
  },
)

test('across a clock change the day is the Vienna day, and the hours are elapsed hours', () => {
  // On 28 March the clocks go from 02:00 to 03:00, so nine hours before 08:00 it is 22:00 on the previous
  // day.
  expect(nearStart('2027-03-28T08:00:00+02:00', 9)).toEqual({ day: 'morgen', span: 'in rund 9\u00a0Stunden' })
})

/** The instant from which the patient can cancel only by phone. */
const CUT_OFF = cutOff(Date.parse(START), CANCEL_HOURS)
/** An appointment with only the fields that the box reads, hence the cast. */
const BOOKING = {
  slot: { start: START },
  practice: { phone: '+43 5572 000000', email: 'termine@ordination.example' },
} as Booking

test('the page has the facts for the box only from the cut-off on', () => {
  expect(tooLateFacts(BOOKING, CUT_OFF - 1, CANCEL_HOURS)).toBeUndefined()
  expect(tooLateFacts(BOOKING, CUT_OFF, CANCEL_HOURS)).toEqual({
    start: START,
    hours: CANCEL_HOURS,
    phone: '+43 5572 000000',
    mail: 'termine@ordination.example',
  })
  expect(tooLateFacts(BOOKING, Date.parse(START) + HOUR, CANCEL_HOURS)?.hours).toBe(-1)
})

test("the facts for the box are read from the server's refusal too_late", () => {
  const facts = {
    error: 'too_late',
    start_local: START,
    starts_in_hours: 3.5,
    phone: '+43 1',
    mail: 'a@b.at',
  }
  expect(tooLateFactsIn(new ApiError(409, 'Zu spät.', facts))).toEqual({
    start: START,
    hours: 3.5,
    phone: '+43 1',
    mail: 'a@b.at',
  })
})

test('another refusal, or too_late without its facts, shows no box', () => {
  expect(tooLateFactsIn(new ApiError(404, 'Nicht gefunden.', { error: 'not found' }))).toBeUndefined()
  expect(tooLateFactsIn(new ApiError(409, 'Zu spät.', { error: 'too_late' }))).toBeUndefined()
})
