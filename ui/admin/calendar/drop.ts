import {
  type Day,
  type Instant,
  MINUTE,
  MINUTES_PER_DAY,
  type WallMinutes,
  wallTime,
} from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'
import { spanIn, type WallSpan, wallMinutesOfIso, workingSpans } from './wall-span.ts'

/** Minutes of the smallest step by which an appointment is dragged. */
const LEAST_STEP = 5

/**
 * The practice may drop an appointment `outside` the working hours, but not on time that is `taken` or
 * `over`, nor with somebody who does not offer its service (`unoffered`).
 */
type Verdict = 'free' | 'outside' | 'same' | 'taken' | 'over' | 'unoffered'

/** The time that a dragged appointment would get, and the id of the resource that would have it. */
export type Drop = WallSpan & { day: Day; resource: string; verdict: Verdict }

type Dragged = Pick<CalendarBooking, 'id' | 'start' | 'end' | 'resource_id' | 'step_min' | 'offered_by'>

/** A day and wall minutes in a column, which may be that of one resource. */
export type DropPoint = { day: Day; at: WallMinutes; resource?: string | undefined }

/**
 * The time that is nearest to `at` in the steps of the appointment's service, which begin with the working
 * hours as for patients (docs/behaviour.md 3.3), and whether the appointment can have it. Its own time is
 * always among them, also in the column of another resource.
 * @param point the start under the pointer, not rounded
 */
export function dropAt(
  calendar: Pick<Calendar, 'days' | 'resources' | 'occupied'>,
  booking: Dragged,
  { day, at, resource = booking.resource_id }: DropPoint,
  now: Instant,
): Drop {
  const working = workingSpansOn(calendar, day, resource)
  const present = booking.start.startsWith(day) ? wallMinutesOfIso(booking.start) : undefined
  const from = nearestStart(booking, at, { working, present })
  const place = { day, resource, from, to: from + minutesBetween(booking.start, booking.end) }
  const isOther = resource !== booking.resource_id
  const verdict = (): Verdict => {
    if (from === present && !isOther) return 'same'
    if (isOther && booking.offered_by?.includes(resource) === false) return 'unoffered'
    if (`${day}T${wallTime(from)}` <= `${viennaDay(now)}T${timeOfDay(now)}`) return 'over'
    if (isTaken(calendar.occupied, booking, place)) return 'taken'
    return working.some((block) => block.from <= from && place.to <= block.to) ? 'free' : 'outside'
  }
  return { ...place, verdict: verdict() }
}

function workingSpansOn(
  { days, resources }: Pick<Calendar, 'days' | 'resources'>,
  day: Day,
  resource: string,
): WallSpan[] {
  const own = resources?.find(({ id }) => id === resource)
  return workingSpans((own?.days ?? days).find(({ date }) => date === day)?.working ?? [])
}

/**
 * Returns the start on the grid that is nearest to `at`, or the present one where that is as near.
 * @param present the start that the appointment has on this day
 */
function nearestStart(
  { start, end, step_min }: Dragged,
  at: WallMinutes,
  { working, present }: { working: readonly WallSpan[]; present: WallMinutes | undefined },
): WallMinutes {
  const step = Math.max(LEAST_STEP, step_min)
  const opens = (working.findLast(({ from }) => from <= at) ?? working[0])?.from ?? 0
  const onGrid = opens + Math.round((at - opens) / step) * step
  if (present !== undefined && Math.abs(present - at) <= Math.abs(onGrid - at)) return present
  const latest = Math.floor((MINUTES_PER_DAY - minutesBetween(start, end)) / LEAST_STEP) * LEAST_STEP
  return Math.min(Math.max(onGrid, 0), latest)
}

/** Returns whether something else occupies the time or the paddings around it. */
function isTaken(
  occupied: Calendar['occupied'],
  { id, start, end }: Dragged,
  { day, resource, from, to }: Omit<Drop, 'verdict'>,
): boolean {
  const own = occupied.find(
    (row) =>
      row.booking_id === id && minutesBetween(row.start, start) >= 0 && minutesBetween(end, row.end) >= 0,
  )
  const before = own ? minutesBetween(own.start, start) : 0
  const after = own ? minutesBetween(end, own.end) : 0
  return occupied.some((row) => {
    const span = row.resource_id === resource && row.booking_id !== id && spanIn(day, row)
    return span && span.from < to + after && span.to > from - before
  })
}

function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / MINUTE
}
