import { and, count, eq, gt, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { isOfStranger } from '../db/booking-rows.ts'
import { prepared } from '../db/open.ts'
import { holds, occupations } from '../db/schema.ts'
import type { Instant, Interval } from '../shared/day.ts'

/** A hold as it is stored; its time is in `occupations`. */
export type HoldRow = typeof holds.$inferSelect

/** The condition that a hold still has its time: no absence has taken it. */
export const HOLD_HAS_TIME = sql`exists (select 1 from ${occupations} where ${occupations.holdId} = ${holds.id})`

/**
 * The condition that a hold lives: it has not expired, and no absence has taken its time (docs/behaviour.md
 * 11.4).
 */
export function liveHoldCondition(now: Instant | Placeholder): SQL | undefined {
  return and(gt(holds.expiresAt, now), HOLD_HAS_TIME)
}

/**
 * The origin of a hold that the waiting list has placed. No visitor chose its time, so no limit counts it.
 */
export const OFFER_ORIGIN = ''
/** The origin of holds that were placed while the IP addresses of visitors were unknown. */
export const UNKNOWN_ORIGIN = 'unknown'

/**
 * The condition that a visitor placed the hold, from a mailbox for which the practice has never confirmed a
 * booking. The holds of the waiting list do not count.
 */
const PLACED_BY_STRANGER = and(ne(holds.origin, OFFER_ORIGIN), isOfStranger(holds.email))

const statements = prepared((db) => ({
  live: db
    .select({ number: count() })
    .from(holds)
    .where(liveHoldCondition(sql.placeholder('now')))
    .prepare(),
  liveOfOrigin: db
    .select({ number: count() })
    .from(holds)
    .where(and(eq(holds.origin, sql.placeholder('origin')), liveHoldCondition(sql.placeholder('now'))))
    .prepare(),
  ofStrangers: db
    .select({
      id: holds.id,
      origin: holds.origin,
      createdAt: holds.createdAt,
      resourceId: occupations.resourceId,
      startsAt: occupations.startsAt,
      endsAt: occupations.endsAt,
    })
    .from(holds)
    // The join leaves out holds whose time an absence has taken.
    .innerJoin(occupations, eq(occupations.holdId, holds.id))
    .where(and(gt(holds.expiresAt, sql.placeholder('now')), PLACED_BY_STRANGER))
    .prepare(),
}))

/** Returns the hold while it lives; undefined for an unknown hold, and for one that has ended. */
export function findLiveHold(ctx: Ctx, id: string): HoldRow | undefined {
  return ctx.db
    .select()
    .from(holds)
    .where(and(eq(holds.id, id), liveHoldCondition(ctx.now)))
    .get()
}

/** Returns the number of live holds. */
export function countLiveHolds(ctx: Ctx): number {
  return statements(ctx.db).live.get({ now: ctx.now })?.number ?? 0
}

/**
 * Returns the number of live holds of one origin.
 * @param origin its fingerprint
 */
export function countLiveHoldsOfOrigin(ctx: Ctx, origin: string): number {
  return statements(ctx.db).liveOfOrigin.get({ origin, now: ctx.now })?.number ?? 0
}

/** A live hold of a stranger, with the time that it takes, paddings included. */
export type StrangersHold = Interval &
  Readonly<{ id: string; origin: string; createdAt: Instant; resourceId: string }>

/**
 * Returns the live holds of mailboxes for which the practice has never confirmed a booking, except the holds
 * of the waiting list.
 */
export function listHoldsOfStrangers(ctx: Ctx): StrangersHold[] {
  return statements(ctx.db).ofStrangers.all({ now: ctx.now })
}
