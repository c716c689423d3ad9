import { eq } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { canOfferBeTaken } from '../db/offer-rows.ts'
import { type Booking, type OfferRow, offers, type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import { assertBookingOpen } from '../practice/status.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import { findReservation } from '../schedule/occupations.ts'
import { releaseOffer } from '../schedule/reservations.ts'
import { atResource } from '../schedule/resource-choice.ts'
import { getActiveService } from '../schedule/services.ts'
import { Problem } from '../shared/problems.ts'
import { findBookingOfHold, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { findLiveHold } from './live-holds.ts'
import { notifyMovedByPatient } from './move-notifications.ts'
import { changeTime } from './moves.ts'
import { endOffer } from './open-offers.ts'
import { type Hold, holdOffered } from './stored-holds.ts'
import { endUndo } from './undoable-changes.ts'

/** This module takes and refuses the offers that offers.ts makes. Rules: docs/behaviour.md 18. */

/** Sentences of offer_gone, by the status of the offer; other statuses have the default sentence. */
const WHY_GONE: Partial<Record<OfferRow['status'], string>> = {
  taken: 'Sie haben diese Zeit schon angenommen.',
  refused: 'Sie haben diese Zeit schon abgelehnt.',
}
const BOOKING_CHANGED = 'Ihr Termin hat sich seither geändert.'

/** An offer with everything that its page shows. */
export type ShownOffer = Readonly<{
  offer: OfferRow
  entry: WaitingEntryRow
  /** The appointment that the offer would move, if there is one. */
  booking: Booking | undefined
  /** The live hold that taking the offer placed, for an entry without an appointment. */
  hold: Hold | undefined
  /** The appointment that was made from that hold. */
  bookingOfHold: Booking | undefined
}>

/** Returns an offer, even one that has ended. @throws Problem 'not found' */
export function getOffer(ctx: Ctx, id: string): ShownOffer {
  const found = ctx.db
    .select({ offer: offers, entry: waitingEntries })
    .from(offers)
    .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
    .where(eq(offers.id, id))
    .get()
  if (found === undefined) throw new Problem('not found', {}, 'Dieses Angebot gibt es nicht mehr.')
  const { holdId } = found.offer
  return {
    ...found,
    booking: findBooking(ctx, found.entry.bookingId),
    hold: holdId === null ? undefined : findLiveHold(ctx, holdId),
    bookingOfHold: holdId === null ? undefined : findBookingOfHold(ctx, holdId),
  }
}

/**
 * The result of taking an offer: the booking at its new time, or a hold that lasts while the patient fills in
 * the contact.
 */
export type TakenOffer = Readonly<{ kind: 'booking'; booking: Booking } | { kind: 'hold'; hold: Hold }>

/**
 * Takes an offer for its patient. The entry's booking moves at once and keeps its status; a move that the
 * patient asked for ends. For an entry without a booking the time is held. Taking the offer again gives the
 * same answer (docs/behaviour.md 18.9).
 * @throws Problem 'not found', offer_gone; without a booking closed, service_not_found
 */
export function takeOffer(ctx: Ctx, id: string): TakenOffer {
  return inTx(ctx, () => {
    const shown = getOffer(ctx, id)
    const { offer, entry, booking } = shown
    if (offer.status === 'taken') return takeAgain(ctx, shown)
    assertOpen(ctx, offer)
    releaseOffer(ctx, id)
    ctx.db.update(offers).set({ status: 'taken' }).where(eq(offers.id, id)).run()
    ctx.db.update(waitingEntries).set({ endedAt: ctx.now }).where(eq(waitingEntries.id, entry.id)).run()
    return booking === undefined
      ? { kind: 'hold', hold: holdTime(ctx, shown) }
      : { kind: 'booking', booking: moveToOffer(ctx, booking, offer) }
  })
}

/** Refuses an offer that has ended. @throws Problem offer_gone */
function assertOpen(ctx: Ctx, offer: OfferRow): void {
  if (!canOfferBeTaken(ctx, offer)) throw new Problem('offer_gone', {}, WHY_GONE[offer.status])
}

/**
 * Returns the answer to an offer that was taken before.
 * @throws Problem closed, service_not_found, offer_gone
 */
function takeAgain(ctx: Ctx, shown: ShownOffer): TakenOffer {
  const { bookingId } = shown.entry
  if (bookingId === null) return holdAgain(ctx, shown)
  const booking = getBooking(ctx, bookingId)
  const hasOfferedTime =
    booking.startsAt === shown.offer.startsAt && findReservation(ctx, bookingId) !== undefined
  // The booking was moved again or called off since.
  if (!hasOfferedTime) throw new Problem('offer_gone', {}, BOOKING_CHANGED)
  return { kind: 'booking', booking }
}

/**
 * Returns the hold that taking the offer placed, the booking made from it, or a new hold if the offer would
 * not have expired yet.
 * @throws Problem closed, service_not_found, offer_gone
 */
function holdAgain(ctx: Ctx, shown: ShownOffer): TakenOffer {
  const { offer, hold, bookingOfHold } = shown
  if (bookingOfHold !== undefined) return { kind: 'booking', booking: bookingOfHold }
  if (hold !== undefined) return { kind: 'hold', hold }
  if (offer.expiresAt <= ctx.now) throw new Problem('offer_gone')
  return { kind: 'hold', hold: holdTime(ctx, shown) }
}

/**
 * Holds the offered time for a patient without a booking.
 * @throws Problem closed, service_not_found, offer_gone
 */
function holdTime(ctx: Ctx, { offer, entry }: ShownOffer): Hold {
  assertBookingOpen(ctx)
  const service = atResource(getActiveService(ctx, entry.serviceId), offer.resourceId)
  // Busy times of Odoo and holidays do not withdraw offers. Reserving them before the hold keeps the time
  // occupied when the hold ends.
  reserveAbsences(ctx, offer)
  try {
    const { startsAt: start, expiresAt: until } = offer
    const held = holdOffered(ctx, service, { start, mailbox: entry.mailbox, until })
    ctx.db.update(offers).set({ holdId: held.id }).where(eq(offers.id, offer.id)).run()
    return held
  } catch (error) {
    if (error instanceof Problem && error.code === 'slot_taken') throw new Problem('offer_gone')
    throw error
  }
}

/** Moves the booking to the offered time, and tells patient and practice. */
function moveToOffer(ctx: Ctx, booking: Booking, { startsAt: to, resourceId }: OfferRow): Booking {
  const { id, startsAt: from } = booking
  endUndo(ctx, booking)
  // Raising `moves` invalidates the decision links from before the move.
  const moved = changeTime(ctx, booking, {
    start: to,
    resourceId,
    moves: booking.moves + 1,
    fromWaitingList: true,
  })
  recordEvent(ctx, id, 'offer-taken', { movedFromAt: from, movedToAt: to })
  notifyMovedByPatient(ctx, moved, { from, fromResource: booking.resourceId, message: '', tookOffer: true })
  return moved
}

/**
 * Refuses an offer. Its entry keeps waiting for other times. Refusing it again changes nothing.
 * @throws Problem 'not found', offer_gone
 */
export function refuseOffer(ctx: Ctx, id: string): void {
  inTx(ctx, () => {
    const { offer } = getOffer(ctx, id)
    if (offer.status === 'refused') return
    assertOpen(ctx, offer)
    endOffer(ctx, offer, 'refused')
  })
}
