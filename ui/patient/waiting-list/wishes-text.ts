import type { Day } from '../../../src/shared/day.ts'
import { clockTime, longDay, longWeekday, shortDay, shortWeekday } from '../../../src/shared/format.ts'
import { WAITING_WEEKDAYS, type Wishes } from '../../../src/shared/waiting-list.ts'
import type { WaitingEntry } from '../../../src/shared/waiting-list-answers.ts'

// The overview of an appointment loads this file. It therefore imports no rules of the form
// (waiting-list-rules.ts).

/** The names of the parts of the day. */
export const DAY_PART_NAMES = { morning: 'Vormittag', afternoon: 'Nachmittag' } as const

/** The days of the week with their ISO number and name, from Monday (1) to Sunday (7). */
export const WAITING_DAYS = WAITING_WEEKDAYS.map((number) => ({ number, name: longWeekday(dayOf(number)) }))

/** Returns a day with this number in its week. 1 January 2024 was a Monday. */
function dayOf(weekday: number): Day {
  return `2024-01-0${weekday}`
}

/**
 * Returns `von Di 5. Jänner bis Mo 11. Jänner, nur Mo bis Fr vormittags, bei Dr. Muster`. Wishes without a
 * limit are left out. Adds that nothing can be offered for them, if so.
 */
export function wishesText(
  {
    not_before,
    not_after,
    weekdays,
    parts,
    resource_name,
    no_times,
  }: Wishes & Pick<WaitingEntry, 'resource_name' | 'no_times'>,
  today: Day,
): string {
  const from = not_before !== null && not_before > today ? `von ${shortDay(not_before, today)} ` : ''
  const only = [onlyWeekdaysText(weekdays), onlyPartText(parts)].filter((text) => text !== '').join(' ')
  const text = [
    `${from}bis ${shortDay(not_after, today)}`,
    ...(only === '' ? [] : [`nur ${only}`]),
    ...(resource_name === undefined ? [] : [`bei ${resource_name}`]),
  ].join(', ')
  return no_times ? `${text} (zurzeit keine Termine)` : text
}

/** Returns `Mo bis Fr`; '' for the whole week. */
function onlyWeekdaysText(weekdays: Wishes['weekdays']): string {
  return weekdays.length < WAITING_DAYS.length ? daysText(weekdays) : ''
}

/** Returns `vormittags` for a single part of the day; '' for the whole day. */
function onlyPartText(parts: Wishes['parts']): string {
  const [part] = parts
  return part && parts.length === 1 ? `${DAY_PART_NAMES[part].toLowerCase()}s` : ''
}

/** Returns `Mo bis Fr` for three or more days in a row, else `Mo, Mi`. @param weekdays in ascending order */
function daysText(weekdays: readonly number[]): string {
  const names = weekdays.map((weekday) => shortWeekday(dayOf(weekday)))
  const [first = 0] = weekdays
  const isConsecutive = weekdays.length > 2 && weekdays.every((weekday, index) => weekday === first + index)
  return isConsecutive ? `${names[0]} bis ${names.at(-1)}` : names.join(', ')
}

/**
 * Returns `Bis 14:30 Uhr`, with the day unless it is today. `until` is an ISO instant with Vienna's offset.
 */
export function offerEndText(until: string, today: Day): string {
  const day = until.slice(0, 10)
  return `Bis ${day === today ? '' : `${longDay(day, today)}, `}${clockTime(until)}`
}
