import { and, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Booking, bookings, type Message, messages, offers } from '../../db/schema.ts'
import type { BookingStatus } from '../../shared/booking.ts'
import { offer } from '../kinds/offer.ts'
import { kindsWhere, rulesOf } from '../kinds.ts'

export const NO_LONGER_TRUE =
  'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'

const CHANGED = 'Nicht mehr gesendet: Der Termin hat sich geändert.'

/**
 * Why a message must not be sent any more, as a sentence; undefined when it may. Asked before each attempt, which may be
 * hours after the message was written.
 */
export function findStaleReason(ctx: Ctx, message: Message): string | undefined {
  const { channel, kind, bookingId, emptied } = message
  if (emptied !== null) return emptied
  const { validWhile, asks, findStaleReason } = rulesOf(kind)
  if (validWhile === null) return findStaleReason?.(ctx, message)
  // What has happened is reported also after the next step, but not once it is no longer true: the first attempt may be days late.
  if (channel === 'email' && !asks) return isStale(ctx, message) ? CHANGED : undefined
  if (channel === 'email' && bookingId === null) return undefined
  const booking = findBooking(ctx, bookingId)
  if (booking === undefined) return 'Nicht mehr gesendet: Den Termin gibt es nicht mehr.'
  if (!validWhile.includes(booking.status) || statesAnotherTime(message, booking)) return CHANGED
  return booking.startsAt <= ctx.now ? 'Nicht mehr gesendet: Der Termin hat schon begonnen.' : undefined
}

const CALLED_OFF: BookingStatus[] = ['rejected', 'cancelled']

/** The kinds that still count when the booking is called off: they report that, or do not depend on a booking. */
const NEVER_STALE = kindsWhere(
  ({ validWhile }) => validWhile === null || validWhile.every((status) => CALLED_OFF.includes(status)),
)

/**
 * True when the booking is called off or was moved, and the message says otherwise; of an offer when it cannot be taken any more.
 * What the admin area asks: unlike `findStaleReason`, a message does not become stale by the appointment's start.
 */
export function isStale(ctx: Ctx, message: Message): boolean {
  if (message.kind === 'offer') return offer.findStaleReason(ctx, message) !== undefined
  if (NEVER_STALE.includes(message.kind)) return false
  const booking = findBooking(ctx, message.bookingId)
  if (booking === undefined) return false
  return CALLED_OFF.includes(booking.status) || statesAnotherTime(message, booking)
}

/** The start that a message about a move must state is the one that the patient asks for. */
function statesAnotherTime({ kind, startsAt }: Message, booking: Booking): boolean {
  return startsAt !== null && startsAt !== (rulesOf(kind).statesMove ? booking.moveToAt : booking.startsAt)
}

export const STATES_MOVE = inArray(
  messages.kind,
  kindsWhere(({ statesMove = false }) => statesMove),
)

const STATES_ANOTHER_TIME = sql`${messages.startsAt} is not null and ${messages.startsAt} is not
  case when ${STATES_MOVE} then ${bookings.moveToAt} else ${bookings.startsAt} end`

/** The same as `isStale`, as an SQL condition on a message joined with its booking. */
export function isStaleSql(): SQL | undefined {
  const calledOffOrMoved = or(inArray(bookings.status, CALLED_OFF), STATES_ANOTHER_TIME)
  return and(calledOffOrMoved, notInArray(messages.kind, NEVER_STALE))
}

/** A message of an offer that has ended, as an SQL condition. */
export const IS_ENDED_OFFER = sql`(${messages.kind} = 'offer' and not exists (select 1 from ${offers}
  where ${offers.id} = ${messages.offerId} and ${offers.status} = 'open'))`

function findBooking(ctx: Ctx, id: string | null): Booking | undefined {
  if (id === null) return undefined
  return ctx.db.select().from(bookings).where(eq(bookings.id, id)).get()
}
