import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Booking, type MessageRow, messages } from '../../db/schema.ts'
import { whyTooCostly } from '../sms/limits.ts'
import { reachableMobile } from '../sms/phone.ts'
import { unpacked } from './bodies.ts'
import { sendFallback } from './fallback.ts'
import { addressColumns } from './recipient.ts'
import { NO_ADDRESS, whyNoSms, whyNoSmsToMinor } from './suppression.ts'

/**
 * Sends what waits for the patient to the booking's present address and number; what cannot reach them is suppressed. Must run inside a
 * transaction.
 */
export function redirectWaiting(ctx: Ctx, booking: Booking): void {
  const waiting = ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.bookingId, booking.id), eq(messages.status, 'queued')))
    .all()
  for (const found of waiting) {
    const columns = addressColumns(ctx, unpacked(ctx, found))
    if (columns.recipient === undefined) continue
    const set = (changes: Partial<MessageRow>) =>
      ctx.db.update(messages).set(changes).where(eq(messages.id, found.id)).run()
    // It must not count itself among the SMS of the day and the month.
    set({ ...columns, status: 'suppressed' })
    const error = found.channel === 'email' ? whyNoAddress(columns.recipient) : whySmsStops(ctx, booking)
    set(error === undefined ? { status: 'queued' } : { error })
    if (error !== undefined) sendFallback(ctx, found)
  }
}

function whyNoAddress(email: string): string | undefined {
  return email === '' ? NO_ADDRESS.patient : undefined
}

function whySmsStops(ctx: Ctx, booking: Booking): string | undefined {
  const { mobile, country } = booking
  const reach = reachableMobile(mobile, country)
  return whyNoSms(ctx, reach) ?? whyNoSmsToMinor(ctx, booking) ?? whyTooCostly(ctx, reach)
}
