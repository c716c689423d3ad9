import { isBeforeCutOff } from '../../src/shared/cut-off.ts'
import { HOUR, type Instant } from '../../src/shared/day.ts'
import type { Booking } from '../api/appointment.ts'
import type { ApiError } from '../api/http.ts'

/** The facts that the box "Stornierung online nicht mehr möglich" shows after the cut-off. */
export type TooLateFacts = {
  /** ISO 8601 with offset. */
  start: string
  /** Hours until the start, with decimals; negative after it. */
  hours: number
  phone: string
  mail: string
}

/**
 * Returns the facts once the cut-off of the booking has passed, so that the page can show them before the
 * patient tries; undefined until then.
 */
export function tooLateFactsOfBooking(
  { slot, practice }: Booking,
  now: Instant,
  cancelHours: number,
): TooLateFacts | undefined {
  const start = Date.parse(slot.start)
  if (isBeforeCutOff({ start, now, cancelHours })) return undefined
  return { start: slot.start, hours: (start - now) / HOUR, phone: practice.phone, mail: practice.email }
}

/**
 * Returns the facts of the server's refusal `too_late`; undefined for every other refusal, and for one with
 * a start that cannot be read.
 */
export function tooLateFactsOfRefusal({ code, facts }: ApiError): TooLateFacts | undefined {
  const { start_local: start, starts_in_hours: hours, phone, mail } = facts
  if (code !== 'too_late' || typeof start !== 'string' || typeof hours !== 'number') return undefined
  if (Number.isNaN(Date.parse(start))) return undefined
  return { start, hours, phone: String(phone ?? ''), mail: String(mail ?? '') }
}
