import type { OccupiedTimes, ServiceTimes } from '../schedule/grid.ts'
import type { WorkingWeek } from '../schedule/hours.ts'
import { addDays, dayNumber, MINUTE, wallTime, weekdayOf } from '../shared/day.ts'

/** This module has the model of the grid: it finds the free starts in the plainest way. */

export type GridSearch = Readonly<{
  service: ServiceTimes
  week: WorkingWeek
  occupied: OccupiedTimes
  from: string
  to: string
  after: number
}>

/**
 * A slow form of docs/behaviour.md 3.3 to 3.7: it computes each candidate with Temporal, and compares it with
 * each interval.
 */
export function listFreeStartsSlowly({ service, week, occupied, from, to, after }: GridSearch): number[] {
  const starts: number[] = []
  if (service.durationMin === 0) return starts
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const [opens, closes] of week[weekdayOf(dayNumber(day))] ?? []) {
      const closing = closingOf(day, closes)
      for (let minute = opens; minute < closes; minute += service.stepMin || service.durationMin) {
        const start = startAt(day, minute)
        if (start === undefined || start <= after) continue
        const fits = start + service.durationMin * MINUTE <= closing
        if (fits && isUnoccupied(service, start, occupied)) starts.push(start)
      }
    }
  return starts
}

function viennaTime(day: string, minute: number): Temporal.ZonedDateTime {
  return Temporal.PlainDateTime.from(`${day}T${wallTime(minute)}`).toZonedDateTime('Europe/Vienna', {
    disambiguation: 'earlier',
  })
}

/** Returns the instant of a wall time; undefined for one that the clocks skip. */
function startAt(day: string, minute: number): number | undefined {
  const zoned = viennaTime(day, minute)
  const isSkipped = !zoned.toPlainTime().equals(Temporal.PlainTime.from(wallTime(minute)))
  return isSkipped ? undefined : zoned.epochMilliseconds
}

/** Returns the end of a block, which is the change of the clocks if these skip it. */
function closingOf(day: string, closes: number): number {
  const nominalEnd = viennaTime(day, closes)
  const isSkipped = startAt(day, closes) === undefined
  const closing = isSkipped ? nominalEnd.getTimeZoneTransition('next') : nominalEnd
  if (closing === null) throw new Error(`No change of the clocks follows ${day}.`)
  return closing.epochMilliseconds
}

/** Returns whether no occupied time overlaps the start's time, paddings included. */
function isUnoccupied(service: ServiceTimes, start: number, occupied: OccupiedTimes): boolean {
  const from = start - service.paddingBeforeMin * MINUTE
  const to = start + (service.durationMin + service.paddingAfterMin) * MINUTE
  // The occupied times are pairs of start and end in one list.
  for (let index = 0; index < occupied.length; index += 2)
    if (from < (occupied[index + 1] ?? 0) && to > (occupied[index] ?? 0)) return false
  return true
}

/** Returns occupied times of these lengths after these gaps, in minutes. */
export function occupiedFrom(
  origin: number,
  gapsAndLengths: readonly [gap: number, length: number][],
): number[] {
  let at = origin
  return gapsAndLengths.flatMap(([gap, length]) => {
    const start = at + gap * MINUTE
    at = start + length * MINUTE
    return [start, at]
  })
}
