import { describe, expect, it } from 'vitest'
import { initialDay, periodRange, rangeTitle, shiftPeriod, weekNumber } from './periods.ts'

describe('weeks', () => {
  it.each(['2027-01-04', '2027-01-07', '2027-01-10'])('run from Monday to Sunday: the week of %s', (day) => {
    expect(periodRange('week', day)).toEqual({ from: '2027-01-04', to: '2027-01-10' })
  })

  it('are seven days from their neighbours, even across clock changes and new years', () => {
    expect(shiftPeriod('week', '2027-03-25', 1)).toBe('2027-04-01')
    expect(shiftPeriod('week', '2027-01-01', -1)).toBe('2026-12-25')
  })

  it.each([
    { day: '2026-12-28', week: 53 },
    { day: '2027-01-03', week: 53 },
    { day: '2027-01-04', week: 1 },
    { day: '2027-12-31', week: 52 },
    { day: '2028-01-01', week: 52 },
    { day: '2028-01-03', week: 1 },
    { day: '2029-12-31', week: 1 },
  ])('have numbers by ISO 8601: $day is in week $week', ({ day, week }) => {
    expect(weekNumber(day)).toBe(week)
  })

  it.each([
    { day: '2027-01-04', title: '4. bis 10.\u00a0Jänner 2027' },
    { day: '2027-02-01', title: '1. bis 7.\u00a0Februar 2027' },
    { day: '2027-03-31', title: '29.\u00a0März bis 4.\u00a0April 2027' },
    { day: '2027-01-01', title: '28.\u00a0Dezember 2026 bis 3.\u00a0Jänner 2027' },
  ])('have a title without repetition: $day is in “$title”', ({ day, title }) => {
    expect(rangeTitle(periodRange('week', day))).toBe(title)
  })
})

describe('a day', () => {
  it('is its own first and last day', () => {
    expect(periodRange('day', '2027-01-10')).toEqual({ from: '2027-01-10', to: '2027-01-10' })
  })

  it('is followed by the next day, even when the clocks change', () => {
    expect(shiftPeriod('day', '2027-10-31', 1)).toBe('2027-11-01')
  })

  it('has a title with its weekday', () => {
    expect(rangeTitle(periodRange('day', '2027-01-12'))).toBe('Dienstag, 12.\u00a0Jänner 2027')
  })
})

describe('the calendar', () => {
  const SATURDAY = '2027-01-09'
  const SUNDAY = '2027-01-10'
  const MONDAY = '2027-01-11'

  it('opens on a Sunday with the coming week if it shows a week', () => {
    expect(initialDay('week', SUNDAY)).toBe(MONDAY)
  })

  it('opens on a Saturday with the present week if it shows a week', () => {
    expect(initialDay('week', SATURDAY)).toBe(SATURDAY)
  })

  it('opens on a Sunday with that Sunday if it shows a single day', () => {
    expect(initialDay('day', SUNDAY)).toBe(SUNDAY)
  })
})
