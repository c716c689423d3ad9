import type { Day } from './day.ts'

/** The parts of a day for the waiting list (docs/behaviour.md 18). `afternoon` starts at 12:00. */
export const DAY_PARTS = ['morning', 'afternoon'] as const
export type DayPart = (typeof DAY_PARTS)[number]

/** Returns the part of the day of a time such as `08:30`. */
export function dayPartOf(time: string): DayPart {
  return time < '12:00' ? 'morning' : 'afternoon'
}

/** ISO weekdays, 1 for Monday … 7 for Sunday. */
export const WAITING_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** The times that a patient wants, by their wire names. */
export type Wishes = Readonly<{
  /** The last Vienna day that the patient wants. */
  not_after: Day
  /** The first one; null for any. */
  not_before: Day | null
  /** Some of `WAITING_WEEKDAYS`. */
  weekdays: readonly number[]
  parts: readonly DayPart[]
  /** The id of the wished resource; without one any, or the appointment's. */
  resource?: string | null | undefined
}>

/**
 * An entry is for an appointment that should move to an earlier time, or for a service without an
 * appointment.
 */
export type WaitingFor =
  | { booking_id: string }
  | {
      service_id: string
      email: string
      /** The solved bot check, which a new entry needs. */
      turnstile_token?: string | undefined
    }

/** The same choice for an entry that the practice makes. Either e-mail address or number may be empty. */
export type WaitingForByPractice =
  | { booking_id: string }
  | { service_id: string; name: string; email: string; mobile: string }
