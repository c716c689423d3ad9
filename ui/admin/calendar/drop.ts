import { type Day, type Instant, MINUTE, type WallMinutes, wallTime } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../api/server-clock.ts'
import { minutesOf, spanIn, type WallSpan, workingSpans } from './day-layout.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'

/** Minutes of the smallest step by which an appointment is dragged. */
const LEAST_STEP = 5

/**
 * The practice may drop an appointment `outside` the working hours, but not on time that is `taken` or
 * `over`.
 */
type Verdict = 'free' | 'outside' | 'same' | 'taken' | 'over'

/** The time that a dragged appointment would get. */
export type Drop = WallSpan & { day: Day; verdict: Verdict }

type Dragged = Pick<CalendarBooking, 'id' | 'start' | 'end' | 'resource_id' | 'step_min'>

/**
 * The time that is nearest to `at` in the steps of the appointment's service, which begin with the working
 * hours as for patients (docs/behaviour.md 3.3), and whether the appointment can have it. Its own time is
 * always among them.
 * @param at the start under the pointer in wall minutes, not rounded
 */
export function dropAt(
  { days, occupied }: Pick<Calendar, 'days' | 'occupied'>,
  booking: Dragged,
  { day, at }: { day: Day; at: WallMinutes },
  now: Instant,
): Drop {
  const working = workingSpans(days.find(({ date }) => date === day)?.working ?? [])
  const length = minutesBetween(booking.start, booking.end)
  const step = Math.max(LEAST_STEP, booking.step_min)
  const opens = (working.findLast(({ from }) => from <= at) ?? working[0])?.from ?? 0
  const onGrid = opens + Math.round((at - opens) / step) * step
  const own = booking.start.startsWith(day) ? minutesOf(booking.start) : undefined
  const isOwn = own !== undefined && Math.abs(own - at) <= Math.abs(onGrid - at)
  const from = isOwn
    ? own
    : Math.min(Math.max(onGrid, 0), Math.floor((1440 - length) / LEAST_STEP) * LEAST_STEP)
  const span = { from, to: from + length }
  const verdict = (): Verdict => {
    if (isOwn) return 'same'
    if (`${day}T${wallTime(from)}` <= `${viennaDay(now)}T${timeOfDay(now)}`) return 'over'
    if (isTaken(occupied, booking, day, span)) return 'taken'
    return working.some((block) => block.from <= span.from && span.to <= block.to) ? 'free' : 'outside'
  }
  return { day, ...span, verdict: verdict() }
}

/** Returns whether something else occupies the time or the paddings around it. */
function isTaken(
  occupied: Calendar['occupied'],
  booking: Dragged,
  day: Day,
  { from, to }: WallSpan,
): boolean {
  const { id, resource_id, start, end } = booking
  const own = occupied.find(
    (row) =>
      row.booking_id === id && minutesBetween(row.start, start) >= 0 && minutesBetween(end, row.end) >= 0,
  )
  const before = own ? minutesBetween(own.start, start) : 0
  const after = own ? minutesBetween(end, own.end) : 0
  return occupied.some((row) => {
    const span = row.resource_id === resource_id && row.booking_id !== id && spanIn(day, row)
    return span && span.from < to + after && span.to > from - before
  })
}

function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / MINUTE
}
