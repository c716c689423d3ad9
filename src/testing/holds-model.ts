import { expect } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { MODEL_SERVICES } from './model-services.ts'
import type { TestApp } from './test-app.ts'

/** This module has the model of holds and of the bookings that they become: which times are taken. */

/** The time of a hold or of the booking that it became, paddings included. */
export type TakenTime = {
  resource: string
  holdId: string | undefined
  bookingId?: string
  /** The number of the patient, from 0; null for one who has no e-mail address, and so no limit. */
  patient: number | null
  from: number
  to: number
  /** The instant at which the hold was placed. */
  madeAt: number
  /** When the time expires; infinite for a booking. */
  until: number
}
/** The rules in their simplest form: the intervals that are taken, and those that have expired. */
export type HoldsModel = { taken: TakenTime[]; expired: TakenTime[] }
type Service = (typeof MODEL_SERVICES)[number]

/** The number of patients, each with a mailbox. */
export const PATIENT_COUNT = 6
/** The beginning of the working hours on which the model looks. */
export const MORNING = Date.parse('2027-01-12T08:00:00+01:00')
/** The length of these working hours in minutes. */
export const MORNING_MINUTES = 4 * 60
const RESOURCES = ['doctor-1', 'dr-b']

// The portal's limits, written out so that the model does not copy the code.
export const OPEN_PER_MAILBOX = 4
const LIVE_PER_ORIGIN = 5
export const HOLD_LENGTH = 10 * MINUTE
export const LONGEST_HOLD = 60 * MINUTE

/** Moves the times that have expired by now to `expired`. Must be called after each change of the clock. */
export function expireTimes(model: HoldsModel): void {
  model.expired.push(...model.taken.filter(({ until }) => until <= Date.now()))
  model.taken = model.taken.filter(({ until }) => until > Date.now())
}

/** Returns the times of holds. */
export function heldTimes({ taken }: HoldsModel): TakenTime[] {
  return taken.filter(({ holdId }) => holdId !== undefined)
}

/** Removes a time that has become free. */
export function removeTakenTime(model: HoldsModel, freed: TakenTime | undefined): void {
  model.taken = model.taken.filter((time) => time !== freed)
}

/** Revives the expired holds whose rows still exist, because setting the clock back makes them live again. */
export function reviveExpired(app: TestApp, model: HoldsModel): void {
  const rows = app.rows<{ id: string }>('select hold_id as id from occupations')
  const reserved = new Set(rows.map(({ id }) => id))
  const revived = model.expired.filter(({ holdId }) => holdId !== undefined && reserved.has(holdId))
  model.taken.push(...revived)
  model.expired = []
}

/** Returns whether the patient, or the one origin that all patients share, may hold no further time. */
export function isAtLimit(otherTimes: readonly TakenTime[], patient: number): boolean {
  const holds = otherTimes.filter(({ holdId }) => holdId !== undefined)
  return countOpen(otherTimes, patient) >= OPEN_PER_MAILBOX || holds.length >= LIVE_PER_ORIGIN
}

/** Counts the bookings of the patient, all of which are still requests. */
export function countOpen(times: readonly TakenTime[], patient: number): number {
  return times.filter((time) => time.holdId === undefined && time.patient === patient).length
}

/** Returns the service with this index in `MODEL_SERVICES`. */
export function serviceOf({ service }: { service: number }): Service {
  return MODEL_SERVICES[service] ?? MODEL_SERVICES[0]
}

/** Returns the resource with this index in `RESOURCES`; undefined for no wish. */
export function wishOf({ wish }: { wish: number }): string | undefined {
  return RESOURCES[wish]
}

/**
 * Returns the resource that gets the time: the least booked of the free and acceptable ones, or the first.
 */
export function freeResourceFor(
  otherTimes: readonly TakenTime[],
  wish: string | undefined,
  { from, to }: { from: number; to: number },
): string | undefined {
  const countTaken = (id: string) => otherTimes.filter(({ resource }) => resource === id).length
  const isFree = (id: string) =>
    otherTimes.every((other) => other.resource !== id || other.to <= from || other.from >= to)
  const acceptable = RESOURCES.filter((id) => wish === undefined || id === wish)
  return acceptable.filter(isFree).toSorted((a, b) => countTaken(a) - countTaken(b))[0]
}

/** Returns the time of an appointment with its paddings. */
export function paddedTimeOf(
  { paddingBeforeMin, durationMin, paddingAfterMin }: Service,
  start: number,
): { from: number; to: number } {
  return {
    from: start - paddingBeforeMin * MINUTE,
    to: start + (durationMin + paddingAfterMin) * MINUTE,
  }
}

/** Returns the e-mail address of the patient with this number. */
export function emailOf(patient: number): string {
  return `patient${patient}@musterfrau.example`
}

/** Expects that exactly the taken times are reserved, and that those of a resource do not overlap. */
export function expectSameTimes(app: TestApp, { taken }: HoldsModel): void {
  const stored = app.rows<{ resource_id: string; starts_at: number; ends_at: number }>(
    `select resource_id, starts_at, ends_at from occupations
     where expires_at is null or expires_at > ? order by resource_id, starts_at`,
    Date.now(),
  )
  expect(stored).toEqual(
    taken
      .map(({ resource, from, to }) => ({ resource_id: resource, starts_at: from, ends_at: to }))
      .sort((a, b) => a.resource_id.localeCompare(b.resource_id) || a.starts_at - b.starts_at),
  )
  for (const [i, row] of stored.entries()) {
    const previous = stored[i - 1]
    if (previous?.resource_id === row.resource_id)
      expect(row.starts_at).toBeGreaterThanOrEqual(previous.ends_at)
  }
}
