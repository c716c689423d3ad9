import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { HAS_STATUS_OPEN } from '../db/offer-rows.ts'
import { prepared } from '../db/open.ts'
import { bookings, occupations, offers, resources, waitingEntries } from '../db/schema.ts'
import { type Instant, type Interval, MINUTE } from '../shared/day.ts'
import type { ServiceRow } from './services.ts'

/** This module reads reserved time; reservations.ts changes it. */

/** A row of reserved time, with the hold, booking, move, offer or absence that has it. */
export type Reservation = typeof occupations.$inferSelect

const resourceOfSpan = sql.placeholder('resource')
const startOfSpan = sql.placeholder('start')

/**
 * Selects the rows of `resource` that overlap the time from `start` to `stop`, and possibly one that ends
 * earlier. Rows of a resource never overlap, so of the rows that begin earlier only the last can reach into
 * the time.
 */
export const IN_SPAN = and(
  eq(occupations.resourceId, resourceOfSpan),
  gte(
    occupations.startsAt,
    sql`coalesce((select max(starts_at) from occupations where resource_id = ${resourceOfSpan} and starts_at <= ${startOfSpan}), ${startOfSpan})`,
  ),
  lt(occupations.startsAt, sql.placeholder('stop')),
)

/** Returns the time of an appointment including the service's present paddings. */
export function paddedInterval(service: ServiceRow, start: Instant): Interval {
  return {
    startsAt: start - service.paddingBeforeMin * MINUTE,
    endsAt: start + (service.durationMin + service.paddingAfterMin) * MINUTE,
  }
}

/** Returns the reserved time of a requested or confirmed booking. */
export function findReservation(ctx: Ctx, bookingId: string): Reservation | undefined {
  return ctx.db.select().from(occupations).where(eq(occupations.bookingId, bookingId)).get()
}

/** Returns the reserved time of a hold. */
export function findHoldReservation(ctx: Ctx, holdId: string): Reservation | undefined {
  return ctx.db.select().from(occupations).where(eq(occupations.holdId, holdId)).get()
}

/** Returns the reserved time of an open offer. */
export function findOfferReservation(ctx: Ctx, offerId: string): Reservation | undefined {
  return ctx.db.select().from(occupations).where(eq(occupations.offerId, offerId)).get()
}

const selectSecondTimes = prepared((db) => {
  const bookingId = sql.placeholder('bookingId')
  const isLiveEntry = and(eq(waitingEntries.bookingId, bookingId), isNull(waitingEntries.endedAt))
  const ofEntry = db.select({ id: waitingEntries.id }).from(waitingEntries).where(isLiveEntry)
  const ofBooking = db
    .select({ id: offers.id })
    .from(offers)
    .where(and(HAS_STATUS_OPEN, inArray(offers.entryId, ofEntry)))
  return db
    .select({ occupied: occupations, booking: bookings, offer: offers })
    .from(occupations)
    .innerJoin(bookings, eq(bookings.id, bookingId))
    .leftJoin(offers, eq(offers.id, occupations.offerId))
    .where(or(eq(occupations.moveOf, bookingId), inArray(occupations.offerId, ofBooking)))
    .prepare()
})

/**
 * Lists the times at the same resource to which an occupant can still move: a booking, whose patient asks for
 * another time or is offered one. Unlike their rows, these times include the part that the booking occupies.
 * @param present what the occupant occupies now
 */
export function listSecondTimes(ctx: Ctx, present: Reservation) {
  const { bookingId, resourceId } = present
  if (bookingId === null) return []
  const rows = selectSecondTimes(ctx.db).all({ bookingId })
  // A condition in the query would make SQLite read all times of the resource.
  const atResource = rows.filter(({ occupied }) => occupied.resourceId === resourceId)
  return atResource.map(({ occupied, booking, offer }) => {
    const shiftMs = (offer?.startsAt ?? booking.moveToAt ?? booking.startsAt) - booking.startsAt
    const startsAt = Math.min(occupied.startsAt, present.startsAt + shiftMs)
    const endsAt = Math.max(occupied.endsAt, present.endsAt + shiftMs)
    return { occupied: { ...occupied, startsAt, endsAt }, offer }
  })
}

/**
 * Lists the times reserved for open offers within an interval of a resource, or of all when `resourceId` is
 * null.
 */
export function listOffered(
  ctx: Ctx,
  { resourceId, startsAt, endsAt }: Interval & Readonly<{ resourceId: string | null }>,
): Reservation[] {
  const isOfResource = resourceId === null ? undefined : eq(occupations.resourceId, resourceId)
  const overlapsInterval = and(lt(occupations.startsAt, endsAt), gt(occupations.endsAt, startsAt))
  return ctx.db
    .select()
    .from(occupations)
    .where(and(isNotNull(occupations.offerId), isOfResource, overlapsInterval))
    .all()
}

/** Reserved time. `bookingId` is the booking that has it, or whose patient asked for it or was offered it. */
export type Occupied = Interval & Readonly<{ resourceId: string; bookingId: string | null }>

const selectOccupied = prepared((db) => {
  const { resourceId, startsAt, endsAt, expiresAt } = occupations
  const bookingIds = [occupations.bookingId, occupations.moveOf, waitingEntries.bookingId]
  const bookingId = sql<string | null>`coalesce(${sql.join(bookingIds, sql`, `)})`
  return db
    .select({ resourceId, startsAt, endsAt, bookingId })
    .from(occupations)
    .leftJoin(offers, eq(offers.id, occupations.offerId))
    .leftJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
    .where(
      and(IN_SPAN, gt(endsAt, startOfSpan), or(isNull(expiresAt), gt(expiresAt, sql.placeholder('now')))),
    )
    .orderBy(asc(startsAt))
    .prepare()
})

/** Returns the time reserved between two instants, for each resource. */
export function listOccupied(ctx: Ctx, start: Instant, stop: Instant): Occupied[] {
  const { now } = ctx
  return listResourceIds(ctx).flatMap((resource) =>
    selectOccupied(ctx.db).all({ resource, start, stop, now }),
  )
}

/** Returns whether the resource is free for the service at this start, paddings included. */
export function isUnoccupied(ctx: Ctx, service: ServiceRow, at: Instant): boolean {
  const { startsAt, endsAt } = paddedInterval(service, at)
  const span = { resource: service.resourceId, start: startsAt, stop: endsAt, now: ctx.now }
  return selectOccupied(ctx.db).all(span).length === 0
}

const selectResourceIds = prepared((db) => db.select({ id: resources.id }).from(resources).prepare())

/** Returns the ids of all resources, including inactive ones. */
export function listResourceIds({ db }: Ctx): string[] {
  return selectResourceIds(db)
    .all()
    .map(({ id }) => id)
}
