import { expect, test } from 'vitest'
import { displayOf, endedSentence, phaseOf } from './appointment-phase.ts'

const SLOT = { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:00:00+01:00' }
/** The last minute before the appointment, its first minute, and the minute in which it ends. */
const [BEFORE, DURING, AFTER] = ['08:29', '08:30', '09:00'].map((time) =>
  Date.parse(`2027-01-12T${time}:00+01:00`),
) as [number, number, number]

test.each([
  ['confirmed', BEFORE, 'ahead', 'Bestätigt', undefined],
  ['confirmed', DURING, 'running', 'Bestätigt', undefined],
  ['confirmed', AFTER, 'over', 'vorbei', 'Dieser Termin ist vorbei.'],
  ['requested', BEFORE, 'ahead', 'auf manuelle Bestätigung wartend', undefined],
  ['requested', DURING, 'unanswered', 'nicht bestätigt', 'Dieser Termin wurde nicht bestätigt.'],
  ['requested', AFTER, 'unanswered', 'nicht bestätigt', 'Dieser Termin wurde nicht bestätigt.'],
  ['cancelled', BEFORE, 'off', 'Storniert', 'Dieser Termin wurde bereits abgesagt.'],
  ['rejected', AFTER, 'off', 'Abgelehnt', 'Dieser Termin wurde bereits abgelehnt.'],
] as const)('a %s appointment at %d is %s, and its badge is %s', (status, now, phase, label, sentence) => {
  const booking = { status, slot: SLOT }
  expect(phaseOf(booking, now)).toBe(phase)
  expect(displayOf(booking, now).label).toBe(label)
  expect(endedSentence(booking, now)).toBe(sentence)
})

test('an appointment without an end is over when it has begun', () => {
  expect(phaseOf({ status: 'confirmed', slot: { start: SLOT.start } }, DURING)).toBe('over')
})
