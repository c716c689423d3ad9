import { and, eq, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared, sqliteErrorIn } from '../db/open.ts'
import { type GivenUpTime, occupations } from '../db/schema.ts'
import type { Instant, Interval } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { findReservation, paddedInterval, type Reservation } from './occupations.ts'
import type { ServiceRow } from './services.ts'

/**
 * This module reserves time, moves it, passes it on and frees it. A trigger in the database refuses what
 * overlaps. What is reserved is read by occupations.ts; reservation-without-paddings.ts also shortens the
 * paddings of others.
 */

/** The hold, booking or offer that time is reserved for. */
type ReservedFor = Readonly<
  { holdId: string; expiresAt: Instant } | { bookingId: string } | { offerId: string }
>

const insertOccupation = prepared((db) =>
  db
    .insert(occupations)
    .values({
      resourceId: sql.placeholder('resourceId'),
      startsAt: sql.placeholder('startsAt'),
      endsAt: sql.placeholder('endsAt'),
      holdId: sql.placeholder('holdId'),
      bookingId: sql.placeholder('bookingId'),
      offerId: sql.placeholder('offerId'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
)

/**
 * Reserves the time of an appointment with its paddings. After a refusal, the time of expired holds is freed,
 * and the reservation is tried once more.
 * @throws Problem slot_taken
 */
export function reserve(ctx: Ctx, service: ServiceRow, start: Instant, reservedFor: ReservedFor): void {
  // The prepared statement needs a value for each of its columns.
  const columns = { holdId: null, bookingId: null, offerId: null, expiresAt: null, ...reservedFor }
  const row = { resourceId: service.resourceId, ...paddedInterval(service, start), ...columns }
  if (!tryReserve(ctx, () => insertOccupation(ctx.db).run(row))) throw new Problem('slot_taken')
}

/**
 * Moves the reserved time of a booking together with its paddings. Conflicts are found as in `reserve`.
 * @param shift milliseconds; negative for an earlier time
 * @param resourceId whose time it takes then
 * @returns false when the new time is occupied, and nothing has changed
 */
export function tryMoveReservation(
  ctx: Ctx,
  bookingId: string,
  { shift, resourceId }: Readonly<{ shift: number; resourceId: string }>,
): boolean {
  return tryReserve(ctx, () =>
    ctx.db
      .update(occupations)
      .set({
        resourceId,
        startsAt: sql`${occupations.startsAt} + ${shift}`,
        endsAt: sql`${occupations.endsAt} + ${shift}`,
      })
      .where(eq(occupations.bookingId, bookingId))
      .run(),
  )
}

/**
 * Reserves a second time for a booking, with the same length and paddings. Of its own resource only the part
 * outside its present time is reserved. Conflicts are found as in `reserve`.
 * @param shift milliseconds from the booking's time; negative for an earlier time, 0 with another resource
 * only
 * @param resourceId whose time it takes; null for the booking's own resource
 * @param reservedFor an offer; by default the time is reserved for the patient's request to move
 * @returns false when that time is occupied, and nothing has changed
 */
export function tryReserveSecondTime(
  ctx: Ctx,
  bookingId: string,
  { shift, resourceId }: Readonly<{ shift: number; resourceId: string | null }>,
  reservedFor: Readonly<{ moveOf: string } | { offerId: string }> = { moveOf: bookingId },
): boolean {
  const present = findReservation(ctx, bookingId)
  if (present === undefined) return false
  const moved = { startsAt: present.startsAt + shift, endsAt: present.endsAt + shift }
  const wantedResource = resourceId ?? present.resourceId
  const wantedTime = wantedResource === present.resourceId ? partOutside(present, moved) : moved
  const row = { resourceId: wantedResource, ...wantedTime, ...reservedFor }
  return tryReserve(ctx, () => ctx.db.insert(occupations).values(row).run())
}

/** Returns the part of the moved time that is after the present time, or before it. */
function partOutside(present: Interval, moved: Interval): Interval {
  return moved.startsAt > present.startsAt
    ? { startsAt: Math.max(moved.startsAt, present.endsAt), endsAt: moved.endsAt }
    : { startsAt: moved.startsAt, endsAt: Math.min(moved.endsAt, present.startsAt) }
}

/** Reserves again the time that a booking had given up. @returns false when that time is occupied by now */
export function tryReserveAgain(
  ctx: Ctx,
  bookingId: string,
  { resourceId, startsAt, endsAt }: GivenUpTime,
): boolean {
  const row = { resourceId, startsAt, endsAt, bookingId }
  return tryReserve(ctx, () => ctx.db.insert(occupations).values(row).run())
}

/** Passes the time of a hold on to the booking that it becomes. */
export function passReservation(ctx: Ctx, holdId: string, bookingId: string): void {
  ctx.db
    .update(occupations)
    .set({ bookingId, holdId: null, expiresAt: null })
    .where(eq(occupations.holdId, holdId))
    .run()
}

/** Lets the reservation of a hold expire at another instant. */
export function extendReservation(ctx: Ctx, holdId: string, expiresAt: Instant): void {
  ctx.db.update(occupations).set({ expiresAt }).where(eq(occupations.holdId, holdId)).run()
}

/**
 * Frees the time of a booking, and the time to which its patient asks to move. `refillAndOffer` must be
 * called afterwards.
 */
export function releaseBooking(ctx: Ctx, bookingId: string): Reservation[] {
  const isOfBooking = or(eq(occupations.bookingId, bookingId), eq(occupations.moveOf, bookingId))
  return ctx.db.delete(occupations).where(isOfBooking).returning().all()
}

/**
 * Frees the time to which the patient of a booking asks to move, if any. `refillAndOffer` must be called
 * afterwards.
 */
export function releaseMove(ctx: Ctx, bookingId: string): Reservation[] {
  return ctx.db.delete(occupations).where(eq(occupations.moveOf, bookingId)).returning().all()
}

/**
 * Frees the time of an offer. Unless it is reserved again at once, call `reserveAbsences` afterwards, so that
 * absences get their part back. The record of the freed time that led to the offer stays.
 */
export function releaseOffer(ctx: Ctx, offerId: string): Reservation[] {
  return ctx.db.delete(occupations).where(eq(occupations.offerId, offerId)).returning().all()
}

type Write = () => Readonly<{ changes: number }>

/**
 * Runs a write, and runs it again if expired holds may have been in its way. @returns whether it succeeded
 */
function tryReserve(ctx: Ctx, write: Write): boolean {
  return tryWriteReservation(write) || (freeExpiredHolds(ctx) > 0 && tryWriteReservation(write))
}

const deleteExpired = prepared((db) =>
  db
    .delete(occupations)
    .where(and(isNotNull(occupations.holdId), lte(occupations.expiresAt, sql.placeholder('now'))))
    .prepare(),
)

/** Frees the time of all holds that have expired. @returns their number */
export function freeExpiredHolds({ db, now }: Ctx): number {
  return deleteExpired(db).run({ now }).changes
}

/** Runs a write. @returns false when the trigger refuses it because the time is occupied */
export function tryWriteReservation(write: Write): boolean {
  try {
    return write().changes > 0
  } catch (error) {
    if (sqliteErrorIn(error)?.code === 'SQLITE_CONSTRAINT_TRIGGER') return false
    throw error
  }
}
