import { describe, expect, it } from 'vitest'
import { DAYTIME_TEXT, isNight, nextMorning } from './quiet-hours.ts'

describe('the night', () => {
  it('is the time outside the hours that texts name', () => {
    expect(DAYTIME_TEXT).toBe('zwischen 8 und 20 Uhr')
  })

  it.each([
    { at: '2027-01-10T19:59:59+01:00', isInNight: false },
    { at: '2027-01-10T20:00:00+01:00', isInNight: true },
    { at: '2027-01-11T00:00:00+01:00', isInNight: true },
    { at: '2027-01-11T07:59:59+01:00', isInNight: true },
    { at: '2027-01-11T08:00:00+01:00', isInNight: false },
    { at: '2027-07-11T07:59:59+02:00', isInNight: true },
    { at: '2027-07-11T08:00:00+02:00', isInNight: false },
  ])('includes $at: $isInNight', ({ at, isInNight }) => {
    expect(isNight(Date.parse(at))).toBe(isInNight)
  })

  it.each([
    { at: '2027-01-10T20:00:00+01:00', morning: '2027-01-11T08:00:00+01:00' },
    { at: '2027-01-10T23:30:00+01:00', morning: '2027-01-11T08:00:00+01:00' },
    { at: '2027-01-11T03:12:00+01:00', morning: '2027-01-11T08:00:00+01:00' },
    { at: '2027-07-11T03:12:00+02:00', morning: '2027-07-11T08:00:00+02:00' },
    // The nights in which the clocks change.
    { at: '2027-03-27T23:00:00+01:00', morning: '2027-03-28T08:00:00+02:00' },
    { at: '2027-03-28T01:30:00+01:00', morning: '2027-03-28T08:00:00+02:00' },
    { at: '2027-10-30T23:00:00+02:00', morning: '2027-10-31T08:00:00+01:00' },
    { at: '2027-10-31T02:30:00+02:00', morning: '2027-10-31T08:00:00+01:00' },
  ])('with $at in it ends at $morning', ({ at, morning }) => {
    expect(nextMorning(Date.parse(at))).toBe(Date.parse(morning))
  })
})
