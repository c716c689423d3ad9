import { canCancel } from '../../../src/shared/booking.ts'
import { HOUR, type Instant } from '../../../src/shared/day.ts'
import type { ApiError } from '../../api/http.ts'
import type { Booking } from '../../api/public.ts'

/** What the box "Stornierung online nicht mehr möglich" tells. */
export type Late = {
  /** ISO 8601 with offset. */
  start: string
  /** Until then, with a decimal; negative once it has begun. */
  hours: number
  phone: string
  mail: string
}

/** Known before any press, so that nobody writes a reason in vain; undefined while there is time. */
export function lateFor({ slot, practice }: Booking, now: Instant): Late | undefined {
  const start = Date.parse(slot.start)
  if (canCancel(start, now)) return undefined
  return { start: slot.start, hours: (start - now) / HOUR, phone: practice.phone, mail: practice.email }
}

/** What the server tells with its refusal `too_late`; undefined for every other refusal. */
export function lateIn({ code, facts }: ApiError): Late | undefined {
  const { start_local: start, starts_in_hours: hours, phone, mail } = facts
  if (code !== 'too_late' || typeof start !== 'string' || typeof hours !== 'number') return undefined
  return { start, hours, phone: String(phone ?? ''), mail: String(mail ?? '') }
}
