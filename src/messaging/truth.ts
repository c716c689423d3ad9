import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings } from '../db/schema.ts'
import type { BookingStatus } from '../rules/booking.ts'
import type { EmailKind } from './outbox.ts'
import type { SmsKind } from './sms.ts'

/** What a message says, as the status of the booking in which it is still so. An e-mail check speaks of no booking. */
export const TRUE_WHILE: Readonly<Record<string, BookingStatus>> = {
  'reservation-received': 'requested',
  'new-reservation': 'requested',
  unanswered: 'requested',
  confirmed: 'confirmed',
  reminder: 'confirmed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  'cancelled-by-patient': 'cancelled',
} satisfies Readonly<Record<Exclude<EmailKind, 'email-check'> | SmsKind, BookingStatus>>

export const NO_LONGER_TRUE =
  'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'

/** Does the message speak of an appointment that there will be no more? What merely comes late is no harm. */
export function promisesInVain(
  ctx: Ctx,
  { kind, bookingId }: { kind: string; bookingId: string | null },
): boolean {
  if (bookingId === null) return false
  const booking = ctx.db
    .select({ status: bookings.status })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
    .get()
  const over = booking?.status === 'rejected' || booking?.status === 'cancelled'
  return over && TRUE_WHILE[kind] !== booking.status
}
