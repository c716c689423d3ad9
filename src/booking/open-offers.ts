import { and, eq, gt, lt } from 'drizzle-orm'
import { randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { HAS_STATUS_OPEN } from '../db/offer-rows.ts'
import { type Booking, type OfferRow, offers, type WaitingEntryRow } from '../db/schema.ts'
import { wake } from '../db/wake.ts'
import { readSetting } from '../practice/settings.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import { releaseOffer, reserve, tryReserveSecondTime } from '../schedule/reservations.ts'
import type { SlotSearch } from '../schedule/slot-search.ts'
import { type Instant, type Interval, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { notifyOffer } from './notifications.ts'
import { contactOfEntry, findAwaitedVisit, findEntryForBooking } from './waiting-entries.ts'

/** Returns the entry's offer with the status open. It may have expired since the job last ended offers. */
export function findOpenOffer(ctx: Ctx, entryId: string): OfferRow | undefined {
  return ctx.db
    .select()
    .from(offers)
    .where(and(eq(offers.entryId, entryId), HAS_STATUS_OPEN))
    .get()
}

/** Returns the open offer to move a booking. */
export function findOfferToMove(ctx: Ctx, bookingId: string): OfferRow | undefined {
  const entry = findEntryForBooking(ctx, bookingId)
  return entry && findOpenOffer(ctx, entry.id)
}

/** A waiting entry, and the search for times to offer it. */
export type Candidate = Readonly<{
  entry: WaitingEntryRow
  /** The appointment to move to an earlier time; undefined for somebody without one. */
  booking: Booking | undefined
  search: SlotSearch
}>

/**
 * Offers this start to the candidate, and reserves its time.
 * @param endsBy the latest instant at which the offer expires, even before `offer_minutes` have passed
 * @throws Problem slot_taken, and nothing has changed
 */
export function makeOffer(
  ctx: Ctx,
  { entry, booking, search }: Candidate,
  { start, endsBy }: Readonly<{ start: Instant; endsBy: Instant }>,
): OfferRow {
  return inTx(ctx, () => {
    const { service } = search
    const minutes = readSetting(ctx, 'general', 'offer_minutes')
    const offer = ctx.db
      .insert(offers)
      .values({
        id: randomToken(),
        entryId: entry.id,
        startsAt: start,
        endsAt: start + service.durationMin * MINUTE,
        resourceId: service.resourceId,
        status: 'open',
        expiresAt: Math.min(ctx.now + minutes * MINUTE, endsBy),
        createdAt: ctx.now,
      })
      .returning()
      .get()
    if (booking === undefined) reserve(ctx, service, start, { offerId: offer.id })
    else reserveMove(ctx, booking, offer)
    notifyOffer(ctx, offer, {
      contact: contactOfEntry(entry, booking),
      visit: findAwaitedVisit(ctx, entry, booking),
      hint: service.hint,
      booking,
    })
    return offer
  })
}

/** Reserves the part of the offered time that the booking does not occupy. @throws Problem slot_taken */
function reserveMove(ctx: Ctx, booking: Booking, { id: offerId, startsAt, resourceId }: OfferRow): void {
  const move = { shift: startsAt - booking.startsAt, resourceId }
  if (!tryReserveSecondTime(ctx, booking.id, move, { offerId })) throw new Problem('slot_taken')
}

/** Ends an open offer that was not taken, and frees its time. Must run inside a transaction. */
export function endOffer(ctx: Ctx, { id }: OfferRow, status: 'refused' | 'expired' | 'withdrawn'): void {
  ctx.db.update(offers).set({ status }).where(eq(offers.id, id)).run()
  // Absences reserve their part again first. The job offers the rest to the next person, because an open
  // offer keeps the record of its freed time.
  for (const released of releaseOffer(ctx, id)) reserveAbsences(ctx, released)
  wake(ctx, 'offers')
}

/**
 * Withdraws the offer to move a booking. Must run before the booking gets another time, because the offer has
 * reserved only the part of its time that the booking does not occupy.
 */
export function withdrawOfferToMove(ctx: Ctx, bookingId: string): void {
  const offer = findOfferToMove(ctx, bookingId)
  if (offer !== undefined) endOffer(ctx, offer, 'withdrawn')
}

/**
 * Withdraws the offers whose appointments, without paddings, overlap an absence.
 * @param resourceId whose absence it is; null for all resources
 */
export function withdrawOffersWithin(
  ctx: Ctx,
  { startsAt, endsAt }: Interval,
  resourceId: string | null,
): void {
  const within = ctx.db
    .select()
    .from(offers)
    .where(
      and(
        HAS_STATUS_OPEN,
        lt(offers.startsAt, endsAt),
        gt(offers.endsAt, startsAt),
        resourceId === null ? undefined : eq(offers.resourceId, resourceId),
      ),
    )
    .all()
  for (const offer of within) endOffer(ctx, offer, 'withdrawn')
}
