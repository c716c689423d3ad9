import { and, eq, inArray, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { findBooking } from '../../db/booking-rows.ts'
import { HAS_STATUS_OPEN } from '../../db/offer-rows.ts'
import { prepared } from '../../db/open.ts'
import { bookings, type ListedMessage, messages, offers } from '../../db/schema.ts'
import { findLastStandingStart } from '../../db/series-rows.ts'
import { type BookingStatus, STANDING_STATUSES } from '../../shared/booking.ts'
import type { Instant } from '../../shared/day.ts'
import { offer } from '../kinds/offer.ts'
import { kindsWhere, rulesOf } from '../kinds.ts'

/** The sentence of the admin area about a stored message that must not be sent again. */
export const NO_LONGER_TRUE =
  'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'

/** The reasons why a message about an appointment is no longer sent. */
const CHANGED = 'Nicht mehr gesendet: Der Termin hat sich geändert.'
const GONE = 'Nicht mehr gesendet: Den Termin gibt es nicht mehr.'
const BEGUN = 'Nicht mehr gesendet: Der Termin hat schon begonnen.'

/** The statuses of a booking that does not take place. */
const CALLED_OFF_STATUSES: BookingStatus[] = ['rejected', 'cancelled']

/**
 * The kinds that stay true when the booking is called off, because they report it or do not depend on a
 * booking.
 */
const KINDS_AFTER_CALL_OFF = kindsWhere(
  ({ validWhile }) =>
    validWhile === null || validWhile.every((status) => CALLED_OFF_STATUSES.includes(status)),
)

/**
 * Returns why a message must no longer be sent, as a sentence; undefined when it may be. The worker calls it
 * before each attempt, which may be hours after the message was written.
 */
export function findStaleReason(ctx: Ctx, message: ListedMessage): string | undefined {
  const { channel, kind, bookingId, emptied } = message
  if (emptied !== null) return emptied
  const { validWhile, asksRecipient, findStaleReason: findReasonOfKind } = rulesOf(kind)
  if (validWhile === null) return findReasonOfKind?.(ctx, message)
  // An e-mail may report an event after the next one has happened, but not once the report is no longer true.
  // Its first attempt may be days late.
  if (channel === 'email' && !asksRecipient) {
    if (isStale(ctx, message)) return CHANGED
    return isOverForPatient(ctx, message) ? BEGUN : undefined
  }
  const booking = findBooking(ctx, bookingId)
  if (booking === undefined) return GONE
  if (!validWhile.includes(booking.status) || isStale(ctx, message)) return CHANGED
  return booking.startsAt <= ctx.now ? BEGUN : undefined
}

/**
 * Returns whether the e-mail is to a patient, about an appointment that has begun since it was written. The
 * practice still wants to know what happened.
 */
function isOverForPatient(ctx: Ctx, message: ListedMessage): boolean {
  if (rulesOf(message.kind).to !== 'patient' || KINDS_AFTER_CALL_OFF.includes(message.kind)) return false
  const start = lastStartOf(ctx, message) ?? 0
  return message.createdAt < start && start <= ctx.now
}

/**
 * Returns the start of the message's appointment. For an e-mail about a series it is the last one that takes
 * place, or undefined.
 */
function lastStartOf(ctx: Ctx, { channel, kind, bookingId }: ListedMessage): Instant | undefined {
  const booking = findBooking(ctx, bookingId)
  if (channel !== 'email' || !rulesOf(kind).isAboutSeries) return booking?.startsAt
  return booking?.seriesId ? findLastStandingStart(ctx, booking.seriesId) : undefined
}

/** Matches messages that state the start that the patient asks for, not the start of the appointment. */
export const STATES_MOVE = inArray(
  messages.kind,
  kindsWhere(({ statesMove = false }) => statesMove),
)

/** Matches e-mails about several appointments. A change of one of them has a message of its own. */
const IS_SERIES_EMAIL = and(
  eq(messages.channel, 'email'),
  inArray(
    messages.kind,
    kindsWhere(({ isAboutSeries = false }) => isAboutSeries),
  ),
) as SQL

/** Matches messages that state a time that their booking no longer has. */
const STATES_ANOTHER_TIME = sql`${messages.startsAt} is not null and ${messages.startsAt} is not
  case when ${STATES_MOVE} then ${bookings.moveToAt} else ${bookings.startsAt} end`

/**
 * Matches a message, joined with its booking, that is wrong because the booking was called off, moved, or
 * reinstated.
 */
export function isStaleSql(): SQL | undefined {
  const isCalledOffOrMoved = or(inArray(bookings.status, CALLED_OFF_STATUSES), STATES_ANOTHER_TIME)
  // An e-mail about several cancelled appointments stays true for the others.
  const isReinstated = and(eq(messages.kind, 'cancelled'), inArray(bookings.status, STANDING_STATUSES))
  return or(
    and(isCalledOffOrMoved, notInArray(messages.kind, KINDS_AFTER_CALL_OFF), not(IS_SERIES_EMAIL)),
    isReinstated,
  )
}

/** Selects the message with the id if it is stale. */
const selectStale = prepared((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(and(eq(messages.id, sql.placeholder('id')), isStaleSql()))
    .prepare(),
)

/**
 * Returns whether a stored message is no longer true, or its offer can no longer be taken, as the admin area
 * shows. Unlike with `findStaleReason`, it does not matter whether the appointment has begun.
 */
export function isStale(ctx: Ctx, message: ListedMessage): boolean {
  if (message.kind === 'offer') return offer.findStaleReason(ctx, message) !== undefined
  if (message.channel === 'email' && rulesOf(message.kind).isAboutSeries) {
    return lastStartOf(ctx, message) === undefined
  }
  return selectStale(ctx.db).get({ id: message.id }) !== undefined
}

/** Matches the messages of offers that have ended. */
export const IS_ENDED_OFFER = sql`(${messages.kind} = 'offer' and not exists (select 1 from ${offers}
  where ${offers.id} = ${messages.offerId} and ${HAS_STATUS_OPEN}))`
