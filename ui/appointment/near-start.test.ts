import { expect, test } from 'vitest'
import { nearStart, startSentence } from './near-start.ts'

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
  ['2027-01-12T08:30:00+01:00', 80, 'Ihr Termin ist am Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr.'],
])('%s in %f hours: %s', (start, hours, sentence) => {
  expect(startSentence(start, hours)).toBe(sentence)
})

test('across a clock change the day is the one in Vienna, and the hours are elapsed ones', () => {
  // In the night before, 02:00 became 03:00.
  expect(nearStart('2027-03-28T08:00:00+02:00', 9)).toEqual({ day: 'morgen', span: 'in rund 9\u00a0Stunden' })
})
