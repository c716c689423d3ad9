import { canCancel } from '../../../src/shared/booking.ts'
import { HOUR, type Instant } from '../../../src/shared/day.ts'
import type { ApiError } from '../../api/http.ts'
import type { Booking } from '../../api/public.ts'

/** The facts of the box "Stornierung online nicht mehr möglich". */
export type Late = {
  /** ISO 8601 with offset. */
  start: string
  /** Hours until the start, with decimals; negative after it. */
  hours: number
  phone: string
  mail: string
}

/** The facts once the cut-off has passed, so that the page shows them before the button is pressed; else undefined. */
export function lateFor({ slot, practice }: Booking, now: Instant, cancelHours: number): Late | undefined {
  const start = Date.parse(slot.start)
  if (canCancel(start, now, cancelHours)) return undefined
  return { start: slot.start, hours: (start - now) / HOUR, phone: practice.phone, mail: practice.email }
}

/** The facts of the server's refusal `too_late`; undefined for every other refusal. */
export function lateIn({ code, facts }: ApiError): Late | undefined {
  const { start_local: start, starts_in_hours: hours, phone, mail } = facts
  if (code !== 'too_late' || typeof start !== 'string' || typeof hours !== 'number') return undefined
  return { start, hours, phone: String(phone ?? ''), mail: String(mail ?? '') }
}
