import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import { attemptsBySubject, countAttempt, recentAttempts } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { isOfStranger } from '../db/booking-rows.ts'
import { IS_OPEN_OFFER } from '../db/offer-rows.ts'
import { prepared } from '../db/open.ts'
import { bookings, holds, occupations, offers, waitingEntries } from '../db/schema.ts'
import { workingTimeOf } from '../schedule/working-time.ts'
import { DAY_LENGTH, HOUR, type Instant, type Interval, MINUTE, weekdayOf } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { OFFER_ORIGIN, UNKNOWN_ORIGIN } from './live-holds.ts'

/**
 * Strangers are mailboxes without a confirmed booking (db/booking-rows.ts). This module says what they may
 * occupy of a week together, by holds (hold-limits.ts) and open requests, and by offers of the waiting list
 * (offer-queue.ts), and whether there is an attack (docs/behaviour.md 7.18).
 */

/**
 * The parts of a week's working time that strangers may occupy together. While it is crowded, the first hold
 * of an origin within a day has a larger part than all further holds: attackers use up their first holds
 * within minutes, and patients from elsewhere still have theirs.
 */
export const SHARE = {
  /** For all holds while it is not crowded. */
  usual: 0.15,
  /** For first holds while it is crowded. */
  first: 0.075,
  /** For first holds under pressure. */
  firstUnderPressure: 0.05,
  /**
   * For further holds while it is crowded, and under pressure for further holds and open requests together.
   */
  small: 0.03,
  /** For offers, apart, because attackers' holds and requests would leave nothing to those who wait. */
  offers: 0.05,
}

/** Milliseconds within which a patient has booked the time of a hold. */
export const KEPT_FOR = 5 * MINUTE
/**
 * There is pressure when `vain` holds and requests within an hour came to nothing, of which at most
 * `perOrigin` count of each origin. A hold counts after `KEPT_FOR`, because a patient has booked by then. A
 * hold that was refused and a request that was taken back count at once, so that the pressure lasts as long
 * as the attack. Open requests of an origin count too, except its first.
 */
const PRESSURE = { vain: 12, perOrigin: 3 }
/** Milliseconds for which a new request counts even if its origin has done nothing else. */
const NEW_FOR = 15 * MINUTE

/** Beginnings of the names of counters, to which the origin is added. */
const VAIN = 'hold from'
const REFUSED = 'hold refused from'

/** Time that a stranger keeps and that makes room for nobody: of an open request, an offer, or its hold. */
export type KeptTime = Interval & Readonly<{ resourceId: string; origin: string | null }>
type Request = KeptTime & Readonly<{ createdAt: Instant }>

/** The mailbox of a waiting entry, or of the booking for which the entry wants an earlier time. */
const MAILBOX = sql`coalesce(${bookings.mailbox}, ${waitingEntries.mailbox})`
/** The condition that a stranger has made the waiting entry. */
export const IS_ENTRY_OF_STRANGER = and(eq(waitingEntries.actor, 'visitor'), isOfStranger(MAILBOX))

/**
 * Statements about the time of strangers: `offered` by open offers, `taken` by holds that offers became, and
 * `requested` by open requests of a known origin, or newer than `since`.
 */
const statements = prepared((db) => {
  const { resourceId, startsAt, endsAt } = occupations
  const time = { resourceId, startsAt, endsAt }
  const now = sql.placeholder('now')
  return {
    offered: db
      .select({ ...time, origin: waitingEntries.origin })
      .from(offers)
      .innerJoin(occupations, eq(occupations.offerId, offers.id))
      .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
      .leftJoin(bookings, eq(bookings.id, waitingEntries.bookingId))
      .where(and(IS_OPEN_OFFER, IS_ENTRY_OF_STRANGER))
      .prepare(),
    taken: db
      .select({ ...time, origin: sql<null>`null` })
      .from(holds)
      .innerJoin(occupations, eq(occupations.holdId, holds.id))
      .where(
        and(
          eq(holds.origin, OFFER_ORIGIN),
          ne(holds.email, ''),
          gt(holds.expiresAt, now),
          isOfStranger(holds.email),
        ),
      )
      .prepare(),
    requested: db
      .select({ ...time, origin: bookings.origin, createdAt: bookings.createdAt })
      .from(bookings)
      .innerJoin(occupations, eq(occupations.bookingId, bookings.id))
      .where(
        and(
          // The status is a literal, because with a parameter SQLite would not use the partial index.
          sql`${bookings.status} = 'requested'`,
          or(isNotNull(bookings.origin), gt(bookings.createdAt, sql.placeholder('since'))),
          gt(bookings.startsAt, now),
          isOfStranger(bookings.mailbox),
        ),
      )
      .prepare(),
  }
})

/** Returns the time that strangers keep by open offers and the holds that these became. */
export function listOfferedToStrangers({ db, now }: Ctx): KeptTime[] {
  const { offered, taken } = statements(db)
  return [...offered.all(), ...taken.all({ now })]
}

/**
 * Returns the time of the open requests that count under pressure: all new requests, and old requests of
 * origins that have done something else within a day.
 */
export function listRequestedByStrangers(ctx: Ctx): Request[] {
  const { now } = ctx
  const requests = statements(ctx.db).requested.all({ now, since: now - NEW_FOR })
  const vain = countVainByOrigin(ctx)
  const open = Map.groupBy(requests, ({ origin }) => origin)
  const isBusy = (origin: string | null) =>
    origin !== null && (vain.has(origin) || (open.get(origin)?.length ?? 0) > 1)
  return requests.filter((request) => isNew(ctx, request) || isBusy(request.origin))
}

/** Returns whether a request came in so recently that it counts whatever else its origin has done. */
export function isNew({ now }: Ctx, { createdAt }: Pick<Request, 'createdAt'>): boolean {
  return createdAt > now - NEW_FOR
}

/** Returns the Monday of the instant's week, as a Vienna day since 1970. */
export function weekOf(at: Instant): number {
  const day = dayNumberAt(at)
  return day - ((weekdayOf(day) + 6) % 7)
}

/** Returns the milliseconds that a resource works in the week of this Monday, absences left out. */
export function workingTimeOfWeek(ctx: Ctx, resourceId: string, monday: number): number {
  return workingTimeOf(ctx, resourceId, monday, monday + 7)
}

/** Returns whether visitors of this origin can be told from others. */
export function isOriginKnown(origin: string): boolean {
  return origin !== UNKNOWN_ORIGIN
}

/** Returns the name of the counter of strangers' holds of an origin that came to no booking. */
export function vainSubject(origin: string): string {
  return `${VAIN} ${origin}`
}

/**
 * Counts by origin the holds within a day that were not booked, also those that still live,
 * and requests that were taken back.
 */
export function countVainByOrigin(ctx: Ctx): Map<string, number> {
  return attemptsBySubject(ctx, VAIN, { from: ctx.now - DAY_LENGTH, to: ctx.now })
}

/** Counts for the pressure that a stranger was refused a hold or took a request back. */
export function notePressure(ctx: Ctx, origin: string): void {
  if (!ctx.config.rateLimits) return
  const subject = `${REFUSED} ${origin}`
  if (recentAttempts(ctx, subject, HOUR).made < PRESSURE.perOrigin) countAttempt(ctx, [[subject, UNLIMITED]])
}

/** Counts a request that a stranger has taken back, as if its hold had come to no booking. */
export function countTakenBack(ctx: Ctx, origin: string): void {
  notePressure(ctx, origin)
  countAttempt(ctx, [[vainSubject(origin), UNLIMITED]])
}

/** The limit of counters that are only read. */
const UNLIMITED = { most: Number.POSITIVE_INFINITY, window: HOUR }

/** Returns whether so many holds and requests of an hour came to nothing that it must be an attack. */
export function isUnderPressure(ctx: Ctx): boolean {
  const { now } = ctx
  const counts = [
    attemptsBySubject(ctx, VAIN, { from: now - HOUR, to: now - KEPT_FOR }),
    attemptsBySubject(ctx, REFUSED, { from: now - HOUR, to: now }),
    countFurtherRequests(ctx),
  ]
  let vain = 0
  for (const origin of new Set(counts.flatMap((each) => [...each.keys()]))) {
    const ofOrigin = counts.reduce((sum, each) => sum + (each.get(origin) ?? 0), 0)
    vain += Math.min(ofOrigin, PRESSURE.perOrigin)
  }
  return vain >= PRESSURE.vain
}

/** Counts by origin the open requests of strangers of the last hour, without the first request of each. */
function countFurtherRequests(ctx: Ctx): Map<string, number> {
  const { now } = ctx
  const recent = statements(ctx.db)
    .requested.all({ now, since: now })
    .filter(({ createdAt }) => createdAt > now - HOUR)
  const byOrigin = Map.groupBy(recent, ({ origin }) => origin ?? UNKNOWN_ORIGIN)
  return new Map([...byOrigin].map(([origin, { length }]) => [origin, length - 1]))
}
