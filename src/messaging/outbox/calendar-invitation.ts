import { and, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Booking, bookings, messages } from '../../db/schema.ts'

/**
 * Returns whether an e-mail with the booking's calendar entry was sent, or may have been sent, because the
 * answer to an attempt can get lost. Only then is there something to withdraw from a calendar.
 */
export function mayHaveSentInvitation(ctx: Ctx, { id, seriesId }: Pick<Booking, 'id' | 'seriesId'>): boolean {
  const { kind, calendar, packed, emptied } = messages
  // The body of an older e-mail is packed or emptied, so it counts as an invitation by its kind alone.
  const isInvitation = and(
    inArray(kind, ['confirmed', 'moved']),
    or(isNotNull(calendar), isNotNull(packed), isNotNull(emptied)),
  )
  const wasTried = or(inArray(messages.status, ['sending', 'sent']), gt(messages.attempts, 0))
  const isOfBooking = and(eq(messages.bookingId, id), isInvitation, wasTried)
  // A waiting e-mail about the whole series counts too, because it is not suppressed, and is sent before the
  // e-mail about the change.
  const wasTriedOrWaits = or(wasTried, eq(messages.status, 'queued'))
  const bookingsOfSeries = ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.seriesId, seriesId ?? ''))
  const isOfWholeSeries = and(
    inArray(messages.bookingId, bookingsOfSeries),
    inArray(kind, ['series-confirmed', 'series-moved']),
    wasTriedOrWaits,
  )
  const found = ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.channel, 'email'), or(isOfBooking, isOfWholeSeries)))
    .get()
  return found !== undefined
}
