import type { Day } from '../../src/shared/day.ts'
import { DAY_PARTS, WAITING_WEEKDAYS, type Wishes } from '../../src/shared/waiting-list.ts'

/** The wishes as a form holds them: what is ticked is the text of a number or part. */
export type WishesEntry = { not_after: Day; weekdays: readonly string[]; parts: readonly string[] }

/** The form for these wishes; without any, everything is ticked. */
export function toEntry(wishes: Pick<Wishes, 'weekdays' | 'parts'> | undefined, notAfter: Day): WishesEntry {
  const { weekdays = WAITING_WEEKDAYS, parts = DAY_PARTS } = wishes ?? {}
  return { not_after: notAfter, weekdays: weekdays.map(String), parts: [...parts] }
}

/** What the call takes, not checked yet. */
export function fromEntry({ not_after, weekdays, parts }: WishesEntry) {
  return { not_after, weekdays: weekdays.map(Number), parts }
}
