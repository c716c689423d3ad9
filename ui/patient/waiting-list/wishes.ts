import { addDays, type Day } from '../../../src/shared/day.ts'
import { DAY_PARTS, WAITING_WEEKDAYS, type Wishes } from '../../../src/shared/waiting-list.ts'

/** Default length of the wait, in days, for patients without an appointment (docs/behaviour.md 18.13). */
const DEFAULT_WAIT_DAYS = 28

/** The wishes as a form holds them. The checkboxes hold weekdays, by their numbers, and parts of the day. */
export type WishesDraft = {
  not_before: Day | ''
  not_after: Day
  weekdays: readonly string[]
  parts: readonly string[]
}

/**
 * Returns the form's values for these wishes. Without wishes the form is for any time from today until
 * `lastDay`, with everything ticked.
 */
export function toWishesDraft(wishes: Wishes | undefined, lastDay: Day, today: Day): WishesDraft {
  const anyTime = { not_before: null, not_after: lastDay, weekdays: WAITING_WEEKDAYS, parts: DAY_PARTS }
  const { not_before, not_after, weekdays, parts } = wishes ?? anyTime
  return {
    // A first day that has passed meanwhile would be refused.
    not_before: not_before && not_before > today ? not_before : today,
    not_after,
    weekdays: weekdays.map(String),
    parts: [...parts],
  }
}

/**
 * Returns the last day of the wait in a new form. With an appointment on `ownDay` it is the day before, but
 * not before today; otherwise it is the end of the default wait.
 */
export function defaultLastDay(ownDay: Day | undefined, today: Day): Day {
  if (ownDay === undefined) return addDays(today, DEFAULT_WAIT_DAYS)
  return ownDay > today ? addDays(ownDay, -1) : today
}

/**
 * Returns the form's values as the call takes them, not validated yet. A patient who ticks all offered
 * weekdays wants any day, including weekdays on which the practice may open in future.
 */
export function fromWishesDraft(
  { not_before, not_after, weekdays, parts }: WishesDraft,
  offeredWeekdays: readonly number[] = WAITING_WEEKDAYS,
) {
  const tickedWeekdays = offeredWeekdays.filter((weekday) => weekdays.includes(String(weekday)))
  return {
    not_before: not_before || null,
    not_after,
    weekdays: tickedWeekdays.length === offeredWeekdays.length ? [...WAITING_WEEKDAYS] : tickedWeekdays,
    parts: DAY_PARTS.filter((part) => parts.includes(part)),
  }
}
