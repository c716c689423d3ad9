import { describe, expect, it } from 'vitest'
import { cutOffText, isBeforeCutOff } from './cut-off.ts'
import { HOUR } from './day.ts'

describe('cancelling and moving online', () => {
  it.each([
    '2027-01-12T08:30:00+01:00',
    // The clocks go forward in the night before.
    '2027-03-28T10:00:00+02:00',
    // The clocks go back in the night before.
    '2027-10-31T10:00:00+01:00',
  ])('is possible until 24 elapsed hours before %s', (iso) => {
    const start = Date.parse(iso)
    const latest = start - 24 * HOUR
    const isBefore = (now: number) => isBeforeCutOff({ start, now, cancelHours: 24 })
    expect(isBefore(latest - 1)).toBe(true)
    expect(isBefore(latest)).toBe(false)
    expect(isBefore(start + HOUR)).toBe(false)
  })

  it.each([
    { hours: 24, text: 'bis 24 Stunden vor dem Termin' },
    { hours: 1, text: 'bis eine Stunde vor dem Termin' },
    { hours: 0, text: 'bis zum Beginn des Termins' },
  ])('until $hours hours before is written as „$text“', ({ hours, text }) => {
    expect(cutOffText(hours)).toBe(text)
  })
})
