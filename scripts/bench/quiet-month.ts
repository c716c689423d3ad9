import { addDays, type Day } from '../../src/shared/day.ts'

/** A calendar month by its first and last day. */
export type Month = Readonly<{ from: Day; to: Day }>

/** The months in which summer time begins or ends. */
const CLOCK_CHANGES = ['03', '10']

/** Returns the next calendar month, or the one after it if summer time begins or ends in the next. */
export function quietMonth(today: Day): Month {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const firstOf = (monthsAhead: number) =>
    new Date(Date.UTC(year, month - 1 + monthsAhead, 1)).toISOString().slice(0, 10) as Day
  const isQuiet = (monthsAhead: number) => !CLOCK_CHANGES.includes(firstOf(monthsAhead).slice(5, 7))
  const ahead = isQuiet(1) ? 1 : 2
  return { from: firstOf(ahead), to: addDays(firstOf(ahead + 1), -1) }
}
