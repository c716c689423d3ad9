import type { Day } from '../../src/shared/day.ts'
import { DAY_PARTS, WAITING_WEEKDAYS, type Wishes } from '../../src/shared/waiting-list.ts'

/** The wishes as a form holds them: what is ticked is the text of a number or part. */
export type WishesEntry = {
  not_before: Day | ''
  not_after: Day
  weekdays: readonly string[]
  parts: readonly string[]
}

/** The form for these wishes; without any, everything from today until that day is ticked. */
export function toEntry(wishes: Wishes | undefined, until: Day, today: Day): WishesEntry {
  const { not_before, not_after = until, weekdays = WAITING_WEEKDAYS, parts = DAY_PARTS } = wishes ?? {}
  return {
    not_before: not_before && not_before > today ? not_before : today,
    not_after,
    weekdays: weekdays.map(String),
    parts: [...parts],
  }
}

/** What the call takes, not checked yet. */
export function fromEntry({ not_before, weekdays, ...entry }: WishesEntry) {
  return { ...entry, not_before: not_before || null, weekdays: weekdays.map(Number) }
}
