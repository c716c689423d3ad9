import { HOUR, type Instant, MINUTE } from '../shared/day.ts'
import type { MODEL_SERVICES } from './model-services.ts'

/** This module has the model of absences: what time is taken, and which starts that leaves free. */

/** A time of one resource; null stands for all of them. */
export type ResourceTime = { resource: string | null; from: Instant; to: Instant }
/** The time of a hold or of the booking that it became, paddings included. */
type TakenTime = ResourceTime & {
  /** The start of the appointment, without padding. */
  start: Instant
  holdId: string | undefined
  bookingId: string | undefined
  /** The expiry of a hold; a booking never expires. */
  until: Instant
}
type StoredAbsence = ResourceTime & { id: number }
/** The rules in their simplest form: lists of intervals, and the resource of each service. */
export type AbsencesModel = {
  taken: TakenTime[]
  absences: StoredAbsence[]
  resourceOf: Map<string, string>
}
type Service = (typeof MODEL_SERVICES)[number]

/** Tuesday and Wednesday, as the demo practice works on them: from and until these hours after midnight. */
export const WORKING_DAYS = [
  {
    day: '2027-01-12',
    midnight: Date.parse('2027-01-12T00:00:00+01:00'),
    hours: [
      { opens: 8, closes: 12 },
      { opens: 13.5, closes: 17.5 },
    ],
  },
  {
    day: '2027-01-13',
    midnight: Date.parse('2027-01-13T00:00:00+01:00'),
    hours: [
      { opens: 8, closes: 12 },
      { opens: 14, closes: 19 },
    ],
  },
] as const
type WorkingDay = (typeof WORKING_DAYS)[number]

/** Returns the times of bookings, and of holds that have not expired. */
function standingTimes({ taken }: AbsencesModel): TakenTime[] {
  return taken.filter(({ until }) => until > Date.now())
}

/** Returns the times of holds that have not expired. */
export function liveHolds(model: AbsencesModel): TakenTime[] {
  return standingTimes(model).filter(({ holdId }) => holdId !== undefined)
}

/** Returns the times of all bookings. */
export function timesOfBookings({ taken }: AbsencesModel): TakenTime[] {
  return taken.filter(({ bookingId }) => bookingId !== undefined)
}

/** Removes the time of a hold or booking that has ended from the model. */
export function removeTaken(model: AbsencesModel, ended: TakenTime): void {
  model.taken = model.taken.filter((time) => time !== ended)
}

/** Returns the starts of the day that the model leaves free for the service. */
export function startsLeftFree(model: AbsencesModel, service: Service, on: WorkingDay): Instant[] {
  const ownResource = model.resourceOf.get(service.id)
  const occupied = [...standingTimes(model), ...model.absences].filter(
    ({ resource }) => resource === null || resource === ownResource,
  )
  return gridStarts(service, on).filter(
    (start) => start > Date.now() && !occupied.some((time) => overlap(time, paddedTime(service, start))),
  )
}

/** Returns the starts of the service's grid, as if nothing were occupied. */
export function gridStarts({ durationMin, stepMin }: Service, { midnight, hours }: WorkingDay): Instant[] {
  return hours.flatMap(({ opens, closes }) => {
    const first = midnight + opens * HOUR
    const last = midnight + closes * HOUR - durationMin * MINUTE
    const count = Math.floor((last - first) / (stepMin * MINUTE)) + 1
    return Array.from({ length: count }, (_, i) => first + i * stepMin * MINUTE)
  })
}

/** Returns the time of an appointment with its paddings. */
export function paddedTime(
  { paddingBeforeMin, durationMin, paddingAfterMin }: Service,
  start: Instant,
): { from: Instant; to: Instant } {
  return {
    from: start - paddingBeforeMin * MINUTE,
    to: start + (durationMin + paddingAfterMin) * MINUTE,
  }
}

/** Returns whether two times have a moment in common. */
export function overlap(a: { from: number; to: number }, b: { from: number; to: number }): boolean {
  return a.from < b.to && b.from < a.to
}
