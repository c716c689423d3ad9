import { DAY_LENGTH, type Instant, MINUTE, weekdayOf } from '../shared/day.ts'
import { boundaryOf, instantOf, offsetOfDay } from '../time/vienna.ts'
import type { Week } from './hours.ts'

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

/** Vienna days (since 1970, both included) and the instant after which a start must lie. */
export type BookableDays = Readonly<{ from: number; to: number; after: Instant }>

/**
 * Finds the free starts of a service, ascending (docs/behaviour.md 3.3–3.7). One pass over the occupied
 * intervals with integer arithmetic is enough, because the time zone's offset is read once for each day. This
 * is the hottest loop of the portal, so its arguments stay positional, and its loops are nested in one
 * function: no object or list is made for a start or a day.
 * @param onFree called with each free start and its day
 */
export function eachFreeStart(
  times: ServiceTimes,
  week: Week,
  occupied: OccupiedTimes,
  span: BookableDays,
  onFree: (start: Instant, day: number) => void,
): void {
  const duration = times.durationMin * MINUTE
  if (duration === 0) return
  const stepMin = times.stepMin === 0 ? times.durationMin : times.stepMin
  const leadTime = times.paddingBeforeMin * MINUTE
  const busyTime = duration + times.paddingAfterMin * MINUTE
  let cursor = 0

  // The cursor only goes on, so the starts have to come in ascending order.
  const reportIfFree = (start: Instant, day: number) => {
    if (start <= span.after) return
    while (cursor < occupied.length && (occupied[cursor + 1] as Instant) <= start - leadTime) cursor += 2
    if (cursor >= occupied.length || (occupied[cursor] as Instant) >= start + busyTime) onFree(start, day)
  }

  for (let day = span.from; day <= span.to; day++) {
    const blocks = week[weekdayOf(day)]
    if (blocks === undefined || blocks.length === 0) continue
    const offset = offsetOfDay(day)
    for (const [opens, closes] of blocks) {
      // On a day on which the clocks change, each start is converted by itself.
      if (offset === undefined) {
        const end = boundaryOf(day, closes)
        for (let minute = opens; minute < closes; minute += stepMin) {
          const start = instantOf(day, minute)
          if (start !== undefined && start + duration <= end) reportIfFree(start, day)
        }
      } else {
        const midnight = day * DAY_LENGTH - offset
        const last = midnight + closes * MINUTE - duration
        for (let start = midnight + opens * MINUTE; start <= last; start += stepMin * MINUTE)
          reportIfFree(start, day)
      }
    }
  }
}

/** Returns the number of free starts for each day of the span. */
export function countFreeStarts(
  times: ServiceTimes,
  week: Week,
  occupied: OccupiedTimes,
  span: BookableDays,
): number[] {
  const counts = new Array<number>(span.to - span.from + 1).fill(0)
  eachFreeStart(times, week, occupied, span, (_, day) => {
    counts[day - span.from] = (counts[day - span.from] as number) + 1
  })
  return counts
}

/** Returns the free starts of the span. */
export function listFreeStarts(
  times: ServiceTimes,
  week: Week,
  occupied: OccupiedTimes,
  span: BookableDays,
): Instant[] {
  const starts: Instant[] = []
  eachFreeStart(times, week, occupied, span, (start) => starts.push(start))
  return starts
}
