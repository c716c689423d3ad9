import { expect, test } from 'vitest'
import { type AppointmentPhase, displayOf, endedSentence, phaseOf } from './appointment-phase.ts'

const SLOT = { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:00:00+01:00' }
const onTheDay = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)

type Case = {
  status: 'requested' | 'confirmed' | 'rejected' | 'cancelled'
  time: string
  phase: AppointmentPhase
  badge: string
  /** The sentence that says why nothing can be changed; undefined while changes are possible. */
  sentence?: string
}

test.each<Case>([
  { status: 'confirmed', time: '08:29', phase: 'ahead', badge: 'Bestätigt' },
  { status: 'confirmed', time: '08:30', phase: 'running', badge: 'Bestätigt' },
  {
    status: 'confirmed',
    time: '09:00',
    phase: 'over',
    badge: 'vorbei',
    sentence: 'Dieser Termin ist vorbei.',
  },
  { status: 'requested', time: '08:29', phase: 'ahead', badge: 'auf manuelle Bestätigung wartend' },
  {
    status: 'requested',
    time: '08:30',
    phase: 'unanswered',
    badge: 'nicht bestätigt',
    sentence: 'Dieser Termin wurde nicht bestätigt.',
  },
  {
    status: 'requested',
    time: '09:00',
    phase: 'unanswered',
    badge: 'nicht bestätigt',
    sentence: 'Dieser Termin wurde nicht bestätigt.',
  },
  {
    status: 'cancelled',
    time: '08:29',
    phase: 'off',
    badge: 'Storniert',
    sentence: 'Dieser Termin wurde bereits abgesagt.',
  },
  {
    status: 'rejected',
    time: '09:00',
    phase: 'off',
    badge: 'Abgelehnt',
    sentence: 'Dieser Termin wurde bereits abgelehnt.',
  },
])(
  'an appointment from 08:30 to 09:00 that is $status is $phase at $time, and its badge is $badge',
  ({ status, time, phase, badge, sentence }) => {
    const booking = { status, slot: SLOT }
    const now = onTheDay(time)
    expect(phaseOf(booking, now)).toBe(phase)
    expect(displayOf(booking, now).label).toBe(badge)
    expect(endedSentence(booking, now)).toBe(sentence)
  },
)

test('an appointment without an end is over when it has begun', () => {
  expect(phaseOf({ status: 'confirmed', slot: { start: SLOT.start } }, onTheDay('08:30'))).toBe('over')
})
