import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { isOfStranger } from '../db/booking-rows.ts'
import { IS_OPEN_OFFER } from '../db/offer-rows.ts'
import { prepared } from '../db/open.ts'
import { bookings, holds, occupations, offers, waitingEntries } from '../db/schema.ts'
import { workingTimeOf } from '../schedule/working-time.ts'
import { type Instant, type Interval, weekdayOf } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { OFFER_ORIGIN } from './live-holds.ts'

/**
 * Strangers are mailboxes without a confirmed booking (db/booking-rows.ts). This module says what they may
 * occupy of a week together, by holds (hold-room.ts) and open requests, and by offers of the waiting list
 * (offer-queue.ts), and reads the time of their requests and offers (docs/behaviour.md 7.18). Whether they
 * attack is in pressure.ts.
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

/** Time that a stranger keeps and that makes room for nobody: of an open request, an offer, or its hold. */
export type KeptTime = Interval & Readonly<{ resourceId: string; origin: string | null }>
/** The time of a stranger's open request, with the instant at which the request was made. */
export type StrangersRequest = KeptTime & Readonly<{ createdAt: Instant }>

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
 * Returns the coming times of strangers' open requests whose origin is known, or that are newer than an
 * instant. A request without an origin was made while origins were unknown.
 */
export function listOpenRequestsOfStrangers(
  { db, now }: Ctx,
  { newerThan }: Readonly<{ newerThan: Instant }>,
): StrangersRequest[] {
  return statements(db).requested.all({ now, since: newerThan })
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
