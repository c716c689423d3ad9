import { expect, test } from 'vitest'
import { byPhoneSentence, nearStart, startSentence } from './near-start.ts'

const START = '2027-01-12T08:30:00+01:00'
const LATE_START = '2027-01-12T23:00:00+01:00'
const NIGHT_START = '2027-01-12T00:10:00+01:00'
const START_TEXT = 'Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr'

test.each([
  { hours: 15.4, start: LATE_START, sentence: 'Ihr Termin ist heute um 23:00, in rund 15\u00a0Stunden.' },
  { hours: 15.6, start: LATE_START, sentence: 'Ihr Termin ist heute um 23:00, in rund 16\u00a0Stunden.' },
  { hours: 23.9, start: START, sentence: 'Ihr Termin ist morgen um 08:30, in rund 24\u00a0Stunden.' },
  { hours: 0.5, start: NIGHT_START, sentence: 'Ihr Termin ist morgen um 00:10, in 30\u00a0Minuten.' },
  { hours: 1, start: START, sentence: 'Ihr Termin ist heute um 08:30, in rund einer Stunde.' },
  { hours: 0.001, start: START, sentence: 'Ihr Termin ist heute um 08:30, in einer Minute.' },
  { hours: 80, start: START, sentence: `Ihr Termin ist am ${START_TEXT}.` },
])('$hours hours before an appointment at $start the page says: $sentence', ({ hours, start, sentence }) => {
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
  { hours: 0.5, span: 'in 30\u00a0Minuten' },
  { hours: 3, span: 'in rund 3\u00a0Stunden' },
  { hours: 60, span: 'in 3\u00a0Tagen' },
])(
  '$hours hours before the start, after the cut-off, the patient reads "$span" and is asked to phone',
  ({ hours, span }) => {
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
