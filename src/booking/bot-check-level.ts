import { and, gt, lte, sql } from 'drizzle-orm'
import { type BotCheckLevel, HARDEST_LEVEL } from '../access/bot-check.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings } from '../db/schema.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { countLiveHolds, countLiveHoldsOfOrigin } from './live-holds.ts'
import { countOpenRequestsOf, IS_MADE_BY_PATIENT, OPEN_BEFORE_LEVEL } from './request-limits.ts'

/** Numbers of live holds at which each level of the bot check begins for everybody, by level. */
const LEVEL_BEGINS_AT_LIVE = [0, 12, 36] as const

/**
 * Days whose average counts as usual. It includes nights, so a busy hour has three to four times as many
 * requests.
 */
const USUAL_DAYS = 28
/**
 * A window of `length` milliseconds is at its limit at `timesUsual` the usual number of requests, but never
 * below `floor`. The floor keeps a small or new practice from alarms.
 */
const WINDOWS = [
  { length: HOUR, floor: 12, timesUsual: 6 },
  { length: DAY_LENGTH, floor: 60, timesUsual: 3 },
] as const
/** Multiples of a window's limit at which each level of the bot check begins, by level. */
const LEVEL_BEGINS_AT_TIMES_LIMIT = [0, 1, 3] as const

/**
 * Returns the level of the bot check that a request must pass. It rises with the open requests and the other
 * live holds of its origin, and for all while far more requests than usual come in or many times are held
 * (docs/behaviour.md 7.15 and 7.19).
 */
export function requiredBotCheckLevel(ctx: Ctx, origin: string | undefined): BotCheckLevel {
  if (!ctx.config.rateLimits) return 0
  // `levelOf` returns only levels, but the type of `Math.max` does not say so.
  return Math.max(
    levelOf(countOpenRequestsOf(ctx, origin) + countOtherHoldsOf(ctx, origin), OPEN_BEFORE_LEVEL),
    levelOf(countLiveHolds(ctx), LEVEL_BEGINS_AT_LIVE),
    ...WINDOWS.map((window) => levelOf(timesLimitIn(ctx, window), LEVEL_BEGINS_AT_TIMES_LIMIT)),
  ) as BotCheckLevel
}

/** Counts the live holds of the origin without the hold for which the level is asked. */
function countOtherHoldsOf(ctx: Ctx, origin: string | undefined): number {
  return origin === undefined ? 0 : Math.max(0, countLiveHoldsOfOrigin(ctx, origin) - 1)
}

/**
 * Counts the requests after `from`, up to and including `to`. Each origin counts only as often as it passes
 * the easiest bot check (OPEN_BEFORE_LEVEL), because its later requests get a harder one anyway. Rejected
 * attacks do not count, nor do cancelled requests, which have lost their origin and reserve no time.
 */
const countRequests = prepared((db) => {
  const [, easyRequests] = OPEN_BEFORE_LEVEL
  // A decision deletes the origin of a request, so all decided requests count.
  const made = sql<number>`case when ${bookings.origin} is null then count(*) else min(count(*), ${easyRequests}) end`
  const perOrigin = db
    .select({ made: made.as('made') })
    .from(bookings)
    .where(
      and(
        IS_MADE_BY_PATIENT,
        gt(bookings.createdAt, sql.placeholder('from')),
        lte(bookings.createdAt, sql.placeholder('to')),
        sql`not (${bookings.status} = 'cancelled' or (${bookings.marked} and ${bookings.status} = 'rejected'))`,
      ),
    )
    .groupBy(bookings.origin)
    .as('per_origin')
  return db
    .select({ made: sql<number>`coalesce(sum(${perOrigin.made}), 0)` })
    .from(perOrigin)
    .prepare()
})

/** Returns the number of requests in the window until now, divided by the window's limit. */
function timesLimitIn({ db, now }: Ctx, { length, floor, timesUsual }: (typeof WINDOWS)[number]): number {
  const countMade = (from: Instant, to: Instant) => countRequests(db).get({ from, to })?.made ?? 0
  const since = now - length
  const recent = countMade(since, now)
  // Below the floor there is no level to reach, so the query for the usual number is not needed.
  if (recent < floor) return 0
  const usualPeriod = USUAL_DAYS * DAY_LENGTH
  const usual = countMade(since - usualPeriod, since) * (length / usualPeriod)
  return recent / Math.max(floor, timesUsual * usual)
}

/** Returns the highest level whose threshold the value reaches. */
function levelOf(value: number, thresholds: readonly number[]): number {
  return Math.min(
    HARDEST_LEVEL,
    thresholds.findLastIndex((threshold) => value >= threshold),
  )
}
