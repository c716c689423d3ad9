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
 * The parts of a week's working time. `usual` to `small` are for holds. While it is crowded, the first hold
 * of an origin within a day finds room beside the small part, which all others share: attackers use up their
 * first holds within minutes, and patients from elsewhere still have theirs. Under pressure this room is
 * smaller, and the small part is for holds and requests together. Offers have a part of their own, because
 * holds and requests of attackers would leave nothing of a common one to those who wait.
 */
export const SHARE = { usual: 0.15, first: 0.075, firstUnderPressure: 0.05, small: 0.03, offers: 0.05 }

/** A hold of this age is no longer that of somebody who is about to book. */
export const KEPT_FOR = 5 * MINUTE
/**
 * Pressure is this much within an hour that came to nothing, at most `perOrigin` of each origin. A hold
 * counts after `KEPT_FOR`, because an honest one is booked by then. A refused one and a request that its
 * patient takes back count at once, so that the pressure lasts as long as the attack. Further open requests
 * of an origin count too.
 */
const PRESSURE = { vain: 12, perOrigin: 3 }
/** A new request counts for this long even if its origin has done nothing else. */
const NEW_FOR = 15 * MINUTE

/** Names of counters; an origin follows. */
const VAIN = 'hold from'
const REFUSED = 'hold refused from'

/** Time that a stranger keeps and that makes room for nobody: of an open request, an offer, or its hold. */
export type KeptTime = Interval & Readonly<{ resourceId: string; origin: string | null }>
type Request = KeptTime & Readonly<{ createdAt: Instant }>

const MAILBOX = sql`coalesce(${bookings.mailbox}, ${waitingEntries.mailbox})`
/** The condition that a stranger has made the waiting entry. */
export const IS_ENTRY_OF_STRANGER = and(eq(waitingEntries.actor, 'visitor'), isOfStranger(MAILBOX))

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
          // A literal, because with a parameter SQLite would not use the partial index.
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
 * Returns the time of open requests that counts under pressure: without the old ones of origins that have
 * done nothing else.
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

/** Whether a request came in just now, so that it counts whoever made it. */
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

/** Whether visitors of this origin can be told from others. */
export function isOriginKnown(origin: string): boolean {
  return origin !== UNKNOWN_ORIGIN
}

/** The name of the counter of strangers' holds of an origin that came to no booking. */
export function vainSubject(origin: string): string {
  return `${VAIN} ${origin}`
}

/**
 * Returns by origin what came to nothing within a day: holds that were not booked, the live ones included,
 * and requests that were taken back.
 */
export function countVainByOrigin(ctx: Ctx): Map<string, number> {
  return attemptsBySubject(ctx, VAIN, { from: ctx.now - DAY_LENGTH, to: ctx.now })
}

/** Counts for the pressure what a stranger was refused or took back. */
export function notePressure(ctx: Ctx, origin: string): void {
  if (!ctx.config.rateLimits) return
  const subject = `${REFUSED} ${origin}`
  if (recentAttempts(ctx, subject, HOUR).made < PRESSURE.perOrigin) countAttempt(ctx, [[subject, UNLIMITED]])
}

/** Counts a stranger's request that was taken back as the hold that came to no booking. */
export function countTakenBack(ctx: Ctx, origin: string): void {
  notePressure(ctx, origin)
  countAttempt(ctx, [[vainSubject(origin), UNLIMITED]])
}

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

/** Returns by origin the open requests of strangers of the last hour after the first one. */
function countFurtherRequests(ctx: Ctx): Map<string, number> {
  const { now } = ctx
  const recent = statements(ctx.db)
    .requested.all({ now, since: now })
    .filter(({ createdAt }) => createdAt > now - HOUR)
  const byOrigin = Map.groupBy(recent, ({ origin }) => origin ?? UNKNOWN_ORIGIN)
  return new Map([...byOrigin].map(([origin, { length }]) => [origin, length - 1]))
}
