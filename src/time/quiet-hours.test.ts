import { describe, expect, it } from 'vitest'
import { heldUntil, isNight } from './quiet-hours.ts'

describe('the night', () => {
  it.each([
    ['2027-01-10T19:59:59+01:00', false],
    ['2027-01-10T20:00:00+01:00', true],
    ['2027-01-11T00:00:00+01:00', true],
    ['2027-01-11T07:59:59+01:00', true],
    ['2027-01-11T08:00:00+01:00', false],
    ['2027-07-11T07:59:59+02:00', true],
    ['2027-07-11T08:00:00+02:00', false],
  ])('is at %s: %s', (iso, night) => {
    expect(isNight(Date.parse(iso))).toBe(night)
  })
})

describe('what is to be sent at night', () => {
  const held = (kind: string, iso: string) => heldUntil(kind, Date.parse(iso))

  it.each([
    ['2027-01-10T20:00:00+01:00', '2027-01-11T08:00:00+01:00'],
    ['2027-01-10T23:30:00+01:00', '2027-01-11T08:00:00+01:00'],
    ['2027-01-11T03:12:00+01:00', '2027-01-11T08:00:00+01:00'],
    ['2027-07-11T03:12:00+02:00', '2027-07-11T08:00:00+02:00'],
  ])('waits from %s until the morning', (from, until) => {
    expect(held('reminder', from)).toBe(Date.parse(until))
    expect(held('unanswered', from)).toBe(Date.parse(until))
  })

  it('waits through a night in which the clocks change, and never wakes anybody', () => {
    expect(held('reminder', '2027-03-27T23:00:00+01:00')).toBe(Date.parse('2027-03-28T09:00:00+02:00'))
    const tooEarly = held('reminder', '2027-10-30T23:00:00+02:00') ?? 0
    expect(tooEarly).toBe(Date.parse('2027-10-31T07:00:00+01:00'))
    expect(heldUntil('reminder', tooEarly)).toBe(Date.parse('2027-10-31T08:00:00+01:00'))
  })

  it('goes out at once when somebody has just done something', () => {
    for (const kind of ['email-check', 'reservation-received', 'confirmed', 'rejected', 'cancelled'])
      expect(held(kind, '2027-01-11T03:12:00+01:00')).toBeUndefined()
  })

  it('does not wait by day', () => {
    expect(held('reminder', '2027-01-11T08:00:00+01:00')).toBeUndefined()
    expect(held('reminder', '2027-01-11T19:59:00+01:00')).toBeUndefined()
  })
})
