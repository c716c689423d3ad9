import { DAY_LENGTH, type DayNumber, type Instant, MINUTE, weekdayOf } from '../shared/day.ts'
import { instantAtOrAfter, instantOf, offsetOfDay } from '../time/vienna.ts'
import type { WorkingWeek } from './hours.ts'

/** The times of a service, in minutes. */
export type ServiceTimes = Readonly<{
  durationMin: number
  stepMin: number
  paddingBeforeMin: number
  paddingAfterMin: number
}>

/**
 * The occupied intervals of one resource, ascending and without overlap, as flat pairs: start, end, start,
 * end …
 */
export type OccupiedTimes = readonly Instant[]

/**
 * The resources that share a week of working hours: the week, and what occupies each of them. A start is free
 * when at least one of them is.
 */
export type WeekGroup = Readonly<{ week: WorkingWeek; occupied: readonly OccupiedTimes[] }>

/** Vienna days, both included, and the instant after which a start must lie. */
export type BookableDays = Readonly<{ from: DayNumber; to: DayNumber; after: Instant }>

/**
 * Finds the free starts of a service, ascending (docs/behaviour.md 3.3–3.7). This is the hottest loop of the
 * portal: one pass over the occupied intervals with integer arithmetic, without an object or list for each
 * start or day.
 * @param onFree called with each free start and its day
 */
export function eachFreeStart(
  times: ServiceTimes,
  { week, occupied }: WeekGroup,
  span: BookableDays,
  onFree: (start: Instant, day: DayNumber) => void,
): void {
  if (times.durationMin === 0) return
  const freeChecks = occupied.map((ofOne) => ascendingFreeCheck(times, ofOne))
  eachWorkingStart(times, week, span, (start, day) => {
    if (start <= span.after) return
    // With one resource, as in most practices, `some` would take half as long again as this loop.
    for (const isFree of freeChecks)
      if (isFree(start)) {
        onFree(start, day)
        return
      }
  })
}

/** Finds all starts from which the service ends within working hours, ascending. */
function eachWorkingStart(
  { durationMin, stepMin: storedStepMin }: ServiceTimes,
  week: WorkingWeek,
  { from, to }: BookableDays,
  onStart: (start: Instant, day: DayNumber) => void,
): void {
  const durationMs = durationMin * MINUTE
  const stepMin = storedStepMin === 0 ? durationMin : storedStepMin
  for (let day = from; day <= to; day++) {
    const blocks = week[weekdayOf(day)]
    if (blocks === undefined || blocks.length === 0) continue
    // Reading the time zone's offset once for each day is what makes the loop fast.
    const offsetMs = offsetOfDay(day)
    for (const [opens, closes] of blocks) {
      // On a day on which the clocks change, each start is converted separately.
      if (offsetMs === undefined) {
        const closing = instantAtOrAfter(day, closes)
        for (let minute = opens; minute < closes; minute += stepMin) {
          const start = instantOf(day, minute)
          if (start !== undefined && start + durationMs <= closing) onStart(start, day)
        }
      } else {
        const midnight = day * DAY_LENGTH - offsetMs
        const lastStart = midnight + closes * MINUTE - durationMs
        for (let start = midnight + opens * MINUTE; start <= lastStart; start += stepMin * MINUTE)
          onStart(start, day)
      }
    }
  }
}

/**
 * Returns a function that says whether a resource is free for the service at a start, paddings included. It
 * must be called with ascending starts, because it never looks again at intervals that have ended.
 */
function ascendingFreeCheck(
  { durationMin, paddingBeforeMin, paddingAfterMin }: ServiceTimes,
  occupied: OccupiedTimes,
): (start: Instant) => boolean {
  const paddingBeforeMs = paddingBeforeMin * MINUTE
  const durationAndPaddingMs = (durationMin + paddingAfterMin) * MINUTE
  // The index in `occupied` of the first interval that ends after the last start that was asked for.
  let cursor = 0
  return (start) => {
    while (cursor < occupied.length && (occupied[cursor + 1] as Instant) <= start - paddingBeforeMs)
      cursor += 2
    return cursor >= occupied.length || (occupied[cursor] as Instant) >= start + durationAndPaddingMs
  }
}

/** Returns the number of free starts for each day of the span. */
export function countFreeStarts(times: ServiceTimes, group: WeekGroup, span: BookableDays): number[] {
  const counts = new Array<number>(span.to - span.from + 1).fill(0)
  const count = (_start: Instant, day: DayNumber) => {
    counts[day - span.from] = (counts[day - span.from] as number) + 1
  }
  eachFreeStart(times, group, span, count)
  return counts
}

/** Returns the free starts of the span, ascending. */
export function listFreeStarts(times: ServiceTimes, group: WeekGroup, span: BookableDays): Instant[] {
  const starts: Instant[] = []
  eachFreeStart(times, group, span, (start) => starts.push(start))
  return starts
}
