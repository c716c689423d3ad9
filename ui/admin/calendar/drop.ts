import {
  type Day,
  type Instant,
  MINUTE,
  MINUTES_PER_DAY,
  type WallMinutes,
  wallTime,
} from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../api/server-clock.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'
import { minutesOf, spanIn, type WallSpan, workingSpans } from './wall-span.ts'

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
  { days, resources, occupied }: Pick<Calendar, 'days' | 'resources' | 'occupied'>,
  booking: Dragged,
  { day, at, resource = booking.resource_id }: DropPoint,
  now: Instant,
): Drop {
  const own = resources?.find(({ id }) => id === resource)
  const working = workingSpans((own?.days ?? days).find(({ date }) => date === day)?.working ?? [])
  const length = minutesBetween(booking.start, booking.end)
  const step = Math.max(LEAST_STEP, booking.step_min)
  const opens = (working.findLast(({ from }) => from <= at) ?? working[0])?.from ?? 0
  const onGrid = opens + Math.round((at - opens) / step) * step
  const present = booking.start.startsWith(day) ? minutesOf(booking.start) : undefined
  const isPresent = present !== undefined && Math.abs(present - at) <= Math.abs(onGrid - at)
  const isOther = resource !== booking.resource_id
  const from = isPresent
    ? present
    : Math.min(Math.max(onGrid, 0), Math.floor((MINUTES_PER_DAY - length) / LEAST_STEP) * LEAST_STEP)
  const span = { from, to: from + length }
  const verdict = (): Verdict => {
    if (isPresent && !isOther) return 'same'
    if (isOther && booking.offered_by?.includes(resource) === false) return 'unoffered'
    if (`${day}T${wallTime(from)}` <= `${viennaDay(now)}T${timeOfDay(now)}`) return 'over'
    if (isTaken(occupied, booking, { day, resource, ...span })) return 'taken'
    return working.some((block) => block.from <= span.from && span.to <= block.to) ? 'free' : 'outside'
  }
  return { day, ...span, resource, verdict: verdict() }
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
