import { addDays, type Day } from '../../../src/shared/day.ts'
import { DAY_PARTS, WAITING_WEEKDAYS, type Wishes } from '../../../src/shared/waiting-list.ts'

/** The wishes as a form holds them: what is ticked is the text of a number or part. */
export type WishesDraft = {
  not_before: Day | ''
  not_after: Day
  weekdays: readonly string[]
  parts: readonly string[]
}

/** The form for these wishes; without any, everything from today until that day is ticked. */
export function toDraft(wishes: Wishes | undefined, until: Day, today: Day): WishesDraft {
  const { not_before, not_after = until, weekdays = WAITING_WEEKDAYS, parts = DAY_PARTS } = wishes ?? {}
  return {
    not_before: not_before && not_before > today ? not_before : today,
    not_after,
    weekdays: weekdays.map(String),
    parts: [...parts],
  }
}

/** How far ahead somebody without an appointment waits unless told otherwise (docs/behaviour.md 18.13). */
const DAYS_AHEAD = 28

/** The last day in a new form: the one before the appointment, if there is one and unless that is over. */
export function defaultUntil(ownDay: Day | undefined, today: Day): Day {
  if (ownDay === undefined) return addDays(today, DAYS_AHEAD)
  return ownDay > today ? addDays(ownDay, -1) : today
}

/** What the call takes, not checked yet. */
export function fromDraft({ not_before, weekdays, ...rest }: WishesDraft) {
  return { ...rest, not_before: not_before || null, weekdays: weekdays.map(Number) }
}
