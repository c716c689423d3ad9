import { describe, expect, it } from 'vitest'
import { monthShowing, shownDays } from './shown-days.ts'

describe('the days of the calendar', () => {
  it.each([
    ['on a Monday at the end of a month', '2026-11-23', '2026-12-27'],
    ['on the last day of a month', '2026-11-30', '2027-01-03'],
    ['on a Sunday that ends a month', '2027-01-31', '2027-02-28'],
    ['in the middle of a month', '2026-12-10', '2027-01-10'],
    ['on the first day of six weeks', '2027-08-01', '2027-09-05'],
  ])('last %s at least five whole weeks, from the present week on', (_, today, to) => {
    expect(shownDays(`${today.slice(0, 8)}01`, today)).toEqual({
      month: `${today.slice(0, 8)}01`,
      from: today,
      to,
    })
  })

  it('of a later month are the days of that month', () => {
    expect(shownDays('2026-12-01', '2026-11-23')).toEqual({
      month: '2026-12-01',
      from: '2026-12-01',
      to: '2026-12-31',
    })
  })

  it('of a February of four weeks are five weeks', () => {
    expect(shownDays('2027-02-01', '2026-11-23')).toEqual({
      month: '2027-02-01',
      from: '2027-02-01',
      to: '2027-03-07',
    })
  })

  it('of the next month belong to the current month as far as its weeks reach', () => {
    expect(monthShowing('2026-12-27', '2026-11-23')).toBe('2026-11-01')
    expect(monthShowing('2026-12-28', '2026-11-23')).toBe('2026-12-01')
    expect(monthShowing('2027-03-08', '2026-11-23')).toBe('2027-03-01')
  })
})
