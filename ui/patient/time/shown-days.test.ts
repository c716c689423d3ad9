import { describe, expect, it } from 'vitest'
import { monthOffering, shownDays } from './shown-days.ts'

describe('the days of the calendar', () => {
  it.each([
    {
      opened: 'on a Monday at the end of a month',
      month: '2026-11-01',
      today: '2026-11-23',
      to: '2026-12-27',
    },
    { opened: 'on the last day of a month', month: '2026-11-01', today: '2026-11-30', to: '2027-01-03' },
    { opened: 'on a Sunday that ends a month', month: '2027-01-01', today: '2027-01-31', to: '2027-02-28' },
    { opened: 'in the middle of a month', month: '2026-12-01', today: '2026-12-10', to: '2027-01-10' },
    { opened: 'on the first day of six weeks', month: '2027-08-01', today: '2027-08-01', to: '2027-09-05' },
  ])('last $opened at least five whole weeks, from the present week on', ({ month, today, to }) => {
    expect(shownDays(month, today)).toEqual({ month, from: today, to })
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
    expect(monthOffering('2026-12-27', '2026-11-23')).toBe('2026-11-01')
    expect(monthOffering('2026-12-28', '2026-11-23')).toBe('2026-12-01')
    expect(monthOffering('2027-03-08', '2026-11-23')).toBe('2027-03-01')
  })
})
