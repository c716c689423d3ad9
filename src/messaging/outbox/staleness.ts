import { and, eq, inArray, notInArray, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../../ctx.ts'
import { bookings } from '../../db/schema.ts'
import type { BookingStatus } from '../../shared/booking.ts'
import type { EmailKind } from './queue.ts'
import type { SmsKind } from './sms.ts'

/** What a message says, as the status of the booking in which it is still so. An e-mail check speaks of no booking. */
export const VALID_WHILE: Readonly<Record<string, BookingStatus>> = {
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

/** Why the worker holds such a message back. */
export const HELD_BACK = 'Nicht mehr gesendet: Der Termin hat sich geändert.'

const CALLED_OFF: BookingStatus[] = ['rejected', 'cancelled']
/** The messages that say so. */
const FAREWELLS = Object.keys(VALID_WHILE).filter((kind) =>
  CALLED_OFF.includes(VALID_WHILE[kind] as BookingStatus),
)

/** Does the message speak of an appointment that there will be no more? What merely comes late does no harm. */
export function isObsolete(
  ctx: Ctx,
  { kind, bookingId }: { kind: string; bookingId: string | null },
): boolean {
  if (bookingId === null || FAREWELLS.includes(kind)) return false
  const booking = ctx.db
    .select({ status: bookings.status })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
    .get()
  return booking !== undefined && CALLED_OFF.includes(booking.status)
}

/** The same as a condition on a message and its booking: whoever counts what is to be done leaves these out. */
export function inVain(kind: AnySQLiteColumn): SQL | undefined {
  return and(inArray(bookings.status, CALLED_OFF), notInArray(kind, FAREWELLS))
}
