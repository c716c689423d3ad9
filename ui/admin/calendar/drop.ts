import {
  addDays,
  type Day,
  type Instant,
  MINUTE,
  MINUTES_PER_DAY,
  type WallMinutes,
  wallTime,
} from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'
import { dayOfIso } from '../components/iso-day.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'
import { minutesOn, spanIn, type WallSpan, wallMinutesOfIso, workingSpans } from './wall-span.ts'

/** The smallest step of a drag. */
const LEAST_STEP_MINUTES = 5

/**
 * The practice may drop an appointment on `free` time and `outside` the working hours, but not on `taken` or
 * `past` time, nor with a resource that does not offer its service (`unoffered`). A drop on its present time
 * is `unchanged`.
 */
type Verdict = 'free' | 'outside' | 'unchanged' | 'taken' | 'past' | 'unoffered'

/** The time that a dragged appointment would get, and the id of the resource that would have it. */
type DropPlace = WallSpan & { day: Day; resourceId: string }
/** Where a dragged appointment would be dropped, and whether it may be. */
export type Drop = DropPlace & { verdict: Verdict }

/** The fields of the dragged appointment that decide where it can be dropped. */
type DroppableBooking = Pick<
  CalendarBooking,
  'id' | 'start' | 'end' | 'resource_id' | 'step_min' | 'offered_by'
>

/** A day and wall minutes in a column, with the id of its resource if the column has one. */
export type DropPoint = { day: Day; at: WallMinutes; resourceId?: string | undefined }

type DropInput = {
  booking: DroppableBooking
  /** The start under the pointer, not rounded. */
  point: DropPoint
  now: Instant
}

type DroppableCalendar = Pick<Calendar, 'days' | 'resources' | 'occupied'>
type DropConditions = { calendar: DroppableCalendar; now: Instant }

/**
 * Returns the time that is nearest to `at` in the steps of the appointment's service, and whether the
 * appointment can have that time. The steps begin with the working hours as for patients (docs/behaviour.md
 * 3.3). The present time of the appointment is always among the steps, also in the column of another
 * resource.
 */
export function dropAt(calendar: DroppableCalendar, { booking, point, now }: DropInput): Drop {
  const { at, resourceId = booking.resource_id } = point
  const presentStart = presentStartOn(point.day, booking)
  const working = workingSpansOn(calendar, point.day, resourceId)
  const nearest = nearestStart(booking, { pointed: at, working, presentStart })
  // Only the present start can be negative: it is on the day before.
  const { day, from } = nearest < 0 ? presentPlaceOf(booking) : { day: point.day, from: nearest }
  const place = { day, resourceId, from, to: from + minutesBetween(booking.start, booking.end) }
  return { ...place, verdict: verdictOn(place, booking, { calendar, now }) }
}

/**
 * Returns the start of the appointment in minutes of a day on which a part of it lies; undefined on other
 * days. It is negative where the appointment reaches over midnight into the day.
 */
function presentStartOn(day: Day, booking: DroppableBooking): number | undefined {
  return spanIn(day, booking) === undefined ? undefined : minutesOn(day, booking.start)
}

function presentPlaceOf({ start }: DroppableBooking): Pick<DropPlace, 'day' | 'from'> {
  return { day: dayOfIso(start), from: wallMinutesOfIso(start) }
}

/** Returns the verdict on a drop. If several apply, it is the first in the order of the checks. */
function verdictOn(place: DropPlace, booking: DroppableBooking, { calendar, now }: DropConditions): Verdict {
  const { day, resourceId, from, to } = place
  const isOtherResource = resourceId !== booking.resource_id
  const present = presentPlaceOf(booking)
  if (from === present.from && day === present.day && !isOtherResource) return 'unchanged'
  // A practice of one has no `offered_by`, and no other resource.
  if (isOtherResource && booking.offered_by?.includes(resourceId) === false) return 'unoffered'
  if (hasBegun(day, from, now)) return 'past'
  if (isTaken(calendar.occupied, booking, place)) return 'taken'
  const working = workingSpansOn(calendar, day, resourceId)
  return working.some((block) => block.from <= from && to <= block.to) ? 'free' : 'outside'
}

/** Returns the working hours of a doctor or room, or of the practice if it has only one. */
function workingSpansOn({ days, resources }: DroppableCalendar, day: Day, resourceId: string): WallSpan[] {
  const owner = resources?.find(({ id }) => id === resourceId)
  return workingSpans((owner?.days ?? days).find(({ date }) => date === day)?.working ?? [])
}

type NearestStartInput = {
  /** The start under the pointer, not rounded. */
  pointed: WallMinutes
  /** The working hours of the day, whose starts begin the grid. */
  working: readonly WallSpan[]
  /** The present start of the appointment (`presentStartOn`). */
  presentStart: number | undefined
}

/** Returns the start on the grid that is nearest to `pointed`, or the present start if that is as near. */
function nearestStart(
  { start, end, step_min }: DroppableBooking,
  { pointed, working, presentStart }: NearestStartInput,
): number {
  const step = Math.max(LEAST_STEP_MINUTES, step_min)
  const gridStart = (working.findLast(({ from }) => from <= pointed) ?? working[0])?.from ?? 0
  const onGrid = gridStart + Math.round((pointed - gridStart) / step) * step
  const isAsNear = (at: number) => Math.abs(at - pointed) <= Math.abs(onGrid - pointed)
  if (presentStart !== undefined && isAsNear(presentStart)) return presentStart
  // The appointment has to end within the day.
  const latest = MINUTES_PER_DAY - minutesBetween(start, end)
  const latestStart = Math.floor(latest / LEAST_STEP_MINUTES) * LEAST_STEP_MINUTES
  return Math.min(Math.max(onGrid, 0), latestStart)
}

/** Returns whether a time has begun in Vienna. Wall times in ISO 8601 can be compared as texts. */
function hasBegun(day: Day, at: WallMinutes, now: Instant): boolean {
  return `${day}T${wallTime(at)}` <= `${viennaDay(now)}T${timeOfDay(now)}`
}

/** Returns whether something else occupies the time or the paddings of the appointment. */
function isTaken(
  occupied: Calendar['occupied'],
  booking: DroppableBooking,
  { day, resourceId, from, to }: DropPlace,
): boolean {
  const padding = paddingOf(booking, occupied)
  return occupied
    .filter((row) => row.resource_id === resourceId && row.booking_id !== booking.id)
    .flatMap((row) => spansAround(day, row))
    .some((span) => span.from < to + padding.after && span.to > from - padding.before)
}

/** Returns the minutes before and after the appointment that it also occupies at its present time. */
function paddingOf(
  { id, start, end }: DroppableBooking,
  occupied: Calendar['occupied'],
): { before: number; after: number } {
  return (
    occupied
      .filter((row) => row.booking_id === id)
      .map((row) => ({ before: minutesBetween(row.start, start), after: minutesBetween(end, row.end) }))
      // A row that does not contain the appointment is another time, which the patient asks for.
      .find(({ before, after }) => before >= 0 && after >= 0) ?? { before: 0, after: 0 }
  )
}

/** Returns the parts of the row on this day and its neighbours, to which paddings may reach. */
function spansAround(day: Day, row: Calendar['occupied'][number]): WallSpan[] {
  return [-1, 0, 1].flatMap((days) => {
    const span = spanIn(addDays(day, days), row)
    const shift = days * MINUTES_PER_DAY
    return span === undefined ? [] : [{ from: span.from + shift, to: span.to + shift }]
  })
}

function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / MINUTE
}
