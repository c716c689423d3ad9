import { expect, it } from 'vitest'
import { shiftMonth, weeksOf } from './month-sheet.ts'

it.each([
  { day: '2026-11-30', monday: '2026-10-26', sunday: '2026-12-06', weekCount: 6 },
  { day: '2027-02-14', monday: '2027-02-01', sunday: '2027-02-28', weekCount: 4 },
  { day: '2027-01-01', monday: '2026-12-28', sunday: '2027-01-31', weekCount: 5 },
])(
  'the sheet of the month of $day is from Monday $monday to Sunday $sunday, in $weekCount weeks',
  ({ day, monday, sunday, weekCount }) => {
    const weeks = weeksOf(day)
    const days = weeks.flat()
    expect(days[0]).toBe(monday)
    expect(days.at(-1)).toBe(sunday)
    expect(weeks).toHaveLength(weekCount)
  },
)

it.each([
  { day: '2027-01-31', by: 1, shifted: '2027-02-28' },
  // Four weeks later, 2027-01-29, is still in the same month.
  { day: '2027-01-01', by: 1, shifted: '2027-02-05' },
  { day: '2027-02-28', by: -1, shifted: '2027-01-31' },
  { day: '2026-12-15', by: 1, shifted: '2027-01-12' },
] as const)(
  'from $day, a change by $by month leads to the same weekday on $shifted',
  ({ day, by, shifted }) => {
    expect(shiftMonth(day, by)).toBe(shifted)
  },
)
