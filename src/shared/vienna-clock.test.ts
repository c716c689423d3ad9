import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viennaClock, viennaDay } from './vienna-clock.ts'

const FROM = Date.parse('1996-01-01T00:00:00Z')
const TO = Date.parse('2100-01-01T00:00:00Z')

describe('the clock in Vienna', () => {
  it('agrees with the platform’s time zone data to the minute, which follow changes of the law', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Vienna',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    fc.assert(
      fc.property(fc.integer({ min: FROM, max: TO }), (instant) => {
        const shown = viennaClock(instant).toISOString().slice(0, 16).replace('T', ' ')
        expect(shown).toBe(calendar.format(instant))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    { instant: '2027-03-28T00:59:59.999Z', shown: '2027-03-28T01:59:59.999Z' },
    { instant: '2027-03-28T01:00:00.000Z', shown: '2027-03-28T03:00:00.000Z' },
    { instant: '2027-10-31T00:59:59.999Z', shown: '2027-10-31T02:59:59.999Z' },
    { instant: '2027-10-31T01:00:00.000Z', shown: '2027-10-31T02:00:00.000Z' },
    // A year with the last Sunday on the 31st, and one with the last Sunday on the 25th.
    { instant: '2024-03-31T01:00:00.000Z', shown: '2024-03-31T03:00:00.000Z' },
    { instant: '2029-03-25T01:00:00.000Z', shown: '2029-03-25T03:00:00.000Z' },
  ])('shows $shown at $instant, around a change of the clock', ({ instant, shown }) => {
    expect(viennaClock(Date.parse(instant)).toISOString()).toBe(shown)
  })

  it('begins a day at Vienna’s midnight', () => {
    expect(viennaDay(Date.parse('2027-01-11T22:59:59.999Z'))).toBe('2027-01-11')
    expect(viennaDay(Date.parse('2027-01-11T23:00:00Z'))).toBe('2027-01-12')
    expect(viennaDay(Date.parse('2027-07-11T22:00:00Z'))).toBe('2027-07-12')
  })
})
