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
 * Finds the free starts of a service, ascending (docs/behaviour.md 3.3–3.7). One pass over the occupied
 * intervals with integer arithmetic is enough, because the time zone's offset is read once for each day. This
 * is the hottest loop of the portal, so the first resource has variables of its own and the loops are nested
 * in one function, without an object or list for each start or day.
 * @param onFree called with each free start and its day
 */
export function eachFreeStart(
  times: ServiceTimes,
  { week, occupied: [occupied, ...occupiedOfOthers] }: WeekGroup,
  span: BookableDays,
  onFree: (start: Instant, day: DayNumber) => void,
): void {
  if (occupied === undefined) return
  const durationMs = times.durationMin * MINUTE
  if (durationMs === 0) return
  const stepMin = times.stepMin === 0 ? times.durationMin : times.stepMin
  const paddingBeforeMs = times.paddingBeforeMin * MINUTE
  const durationAndPaddingMs = durationMs + times.paddingAfterMin * MINUTE
  // The indexes in `occupied` and in each of `occupiedOfOthers` before which all intervals end before the
  // current start. They only increase, so the starts must come in ascending order.
  let cursor = 0
  const cursorsOfOthers = occupiedOfOthers.map(() => 0)

  const reportIfFree = (start: Instant, day: DayNumber) => {
    if (start <= span.after) return
    while (cursor < occupied.length && (occupied[cursor + 1] as Instant) <= start - paddingBeforeMs)
      cursor += 2
    const isFree = cursor >= occupied.length || (occupied[cursor] as Instant) >= start + durationAndPaddingMs
    if (isFree || (occupiedOfOthers.length > 0 && isFreeAtAnother(start))) onFree(start, day)
  }
  const isFreeAtAnother = (start: Instant) => {
    for (let other = 0; other < occupiedOfOthers.length; other++) {
      const occupiedThere = occupiedOfOthers[other] as OccupiedTimes
      let cursorThere = cursorsOfOthers[other] as number
      while (
        cursorThere < occupiedThere.length &&
        (occupiedThere[cursorThere + 1] as Instant) <= start - paddingBeforeMs
      )
        cursorThere += 2
      cursorsOfOthers[other] = cursorThere
      if (
        cursorThere >= occupiedThere.length ||
        (occupiedThere[cursorThere] as Instant) >= start + durationAndPaddingMs
      )
        return true
    }
    return false
  }

  for (let day = span.from; day <= span.to; day++) {
    const blocks = week[weekdayOf(day)]
    if (blocks === undefined || blocks.length === 0) continue
    const offsetMs = offsetOfDay(day)
    for (const [opens, closes] of blocks) {
      // On a day on which the clocks change, each start is converted separately.
      if (offsetMs === undefined) {
        const closing = instantAtOrAfter(day, closes)
        for (let minute = opens; minute < closes; minute += stepMin) {
          const start = instantOf(day, minute)
          if (start !== undefined && start + durationMs <= closing) reportIfFree(start, day)
        }
      } else {
        const midnight = day * DAY_LENGTH - offsetMs
        const lastStart = midnight + closes * MINUTE - durationMs
        for (let start = midnight + opens * MINUTE; start <= lastStart; start += stepMin * MINUTE)
          reportIfFree(start, day)
      }
    }
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
