import { and, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Booking, bookings, messages } from '../../db/schema.ts'

/** Matches messages that were sent, or may have been sent, because the answer to an attempt can get lost. */
const WAS_TRIED = or(inArray(messages.status, ['sending', 'sent']), gt(messages.attempts, 0))

/**
 * Matches e-mails with the calendar entry of one booking. The body of an older e-mail is packed or emptied,
 * so it counts by its kind alone.
 */
const IS_INVITATION = and(
  inArray(messages.kind, ['confirmed', 'moved']),
  or(isNotNull(messages.calendar), isNotNull(messages.packed), isNotNull(messages.emptied)),
)

/**
 * Returns whether an e-mail with the booking's calendar entry was sent, or may have been sent. Only then is
 * there something to withdraw from a calendar.
 */
export function mayHaveSentInvitation(ctx: Ctx, { id, seriesId }: Pick<Booking, 'id' | 'seriesId'>): boolean {
  const isOfBooking = and(eq(messages.bookingId, id), IS_INVITATION, WAS_TRIED)
  const found = ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.channel, 'email'), or(isOfBooking, isOfWholeSeries(ctx, seriesId ?? ''))))
    .get()
  return found !== undefined
}

/**
 * Matches e-mails with the calendar entries of a whole series. One that waits counts too, because it is not
 * suppressed, and is sent before the e-mail about the change.
 */
function isOfWholeSeries({ db }: Ctx, seriesId: string) {
  const bookingsOfSeries = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.seriesId, seriesId))
  return and(
    inArray(messages.bookingId, bookingsOfSeries),
    inArray(messages.kind, ['series-confirmed', 'series-moved']),
    or(WAS_TRIED, eq(messages.status, 'queued')),
  )
}
