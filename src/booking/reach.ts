import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import {
  whyNoEmail,
  whyNoSms,
  whyNoSmsToMinor,
  whyNotificationsOff,
} from '../messaging/outbox/suppression.ts'
import { whySmsNotAllowed } from '../messaging/sms/limits.ts'
import { reachableMobile } from '../messaging/sms/phone.ts'

/**
 * Returns the channels by which the patient can be reached now, the quickest first (docs/behaviour.md 19.53).
 * The list is empty when the patient has to be called.
 */
export function listChannelsTo(ctx: Ctx, booking: Booking): ('sms' | 'email')[] {
  const channels: ('sms' | 'email')[] = []
  if (whyNoSmsTo(ctx, booking) === undefined) channels.push('sms')
  if (whyNoEmail(ctx, 'patient', booking.email) === undefined) channels.push('email')
  return channels
}

/** Returns a sentence that says why the patient gets no SMS now; undefined when an SMS can be sent. */
export function whyNoSmsTo(ctx: Ctx, booking: Booking): string | undefined {
  const reach = reachableMobile(booking.mobile, booking.country)
  return (
    whyNoSms(ctx, reach) ??
    whyNoSmsToMinor(ctx, booking) ??
    whyNotificationsOff(ctx, 'sms') ??
    whySmsNotAllowed(ctx, reach)
  )
}
