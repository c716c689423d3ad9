import type { Day } from '../../../src/shared/day.ts'
import { clockTime, longDay, longWeekday, shortDay } from '../../../src/shared/format.ts'
import type { WaitingEntry, Wishes } from '../../../src/shared/waiting-list.ts'

// This file imports no rules, so that the overview need not load them.

export const DAY_PART_NAMES = { morning: 'Vormittag', afternoon: 'Nachmittag' } as const

/** The days of the week with number and name, from 1 for Monday, as 1 January 2024 was, to 7 for Sunday. */
export const WAITING_DAYS = [1, 2, 3, 4, 5, 6, 7].map((number) => ({
  number,
  name: longWeekday(`2024-01-0${number}`),
}))

/**
 * Returns `bis Mo 11. Jänner, nur Mo bis Fr vormittags, bei Dr. Muster`. Wishes without a limit are left out.
 */
export function wishesText(
  {
    not_before,
    not_after,
    weekdays,
    parts,
    resource_name: who,
  }: Wishes & Pick<WaitingEntry, 'resource_name'>,
  today: Day,
): string {
  const from = not_before !== null && not_before > today ? `von ${shortDay(not_before, today)} ` : ''
  const only = [
    ...(weekdays.length < WAITING_DAYS.length ? [daysText(weekdays)] : []),
    ...(parts.length === 1 ? [`${DAY_PART_NAMES[parts[0] ?? 'morning'].toLowerCase()}s`] : []),
  ]
  const times = `${from}bis ${shortDay(not_after, today)}${only.length > 0 ? `, nur ${only.join(' ')}` : ''}`
  return who === undefined ? times : `${times}, bei ${who}`
}

function daysText(weekdays: readonly number[]): string {
  const names = WAITING_DAYS.filter(({ number }) => weekdays.includes(number)).map(({ name }) =>
    name.slice(0, 2),
  )
  const [first = 0] = weekdays
  const isRow = weekdays.length > 2 && weekdays.every((weekday, at) => weekday === first + at)
  return isRow ? `${names[0]} bis ${names.at(-1)}` : names.join(', ')
}

/**
 * Returns `Bis 14:30 Uhr`, with the day unless it is today. `until` is an ISO instant with Vienna's offset.
 */
export function offerEndText(until: string, today: Day): string {
  const day = until.slice(0, 10)
  return `Bis ${day === today ? '' : `${longDay(day, today)}, `}${clockTime(until)}`
}
