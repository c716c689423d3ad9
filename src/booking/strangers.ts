import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { isOfStranger } from '../db/booking-rows.ts'
import { HAS_STATUS_OPEN } from '../db/offer-rows.ts'
import { prepared } from '../db/open.ts'
import { bookings, holds, occupations, offers, waitingEntries } from '../db/schema.ts'
import type { Instant, Interval } from '../shared/day.ts'
import { OFFER_ORIGIN } from './live-holds.ts'

/**
 * Strangers are mailboxes without a confirmed booking (db/booking-rows.ts). This module defines how much of a
 * week they may occupy together with holds (hold-room.ts), open requests and offers of the waiting list
 * (offer-queue.ts), and reads the times of their requests and offers (docs/behaviour.md 7.18). pressure.ts
 * decides whether they attack.
 */

/**
 * The parts of a week's working time that strangers may occupy together. Under pressure, first holds of an
 * origin within a day have a larger share than further holds: attackers use up their first holds within
 * minutes, while patients from other origins still have theirs.
 */
export const STRANGERS_SHARE = {
  /** For all holds when it is crowded. */
  crowded: 0.15,
  /** For first holds under pressure. */
  firstUnderPressure: 0.05,
  /** For holds of greedy origins; under pressure, for further holds and open requests together. */
  small: 0.03,
  /** For offers alone, so that attackers' holds and requests leave something for the waiting list. */
  offers: 0.05,
}

/**
 * A stranger's time that does not make room for others: of an open request, an offer, or the hold of an
 * offer.
 */
export type KeptTime = Interval & Readonly<{ resourceId: string; origin: string | null }>
/** The time of a stranger's open request, and when the request was made. */
export type StrangersRequest = KeptTime & Readonly<{ createdAt: Instant }>

/** The mailbox of a waiting entry, or of the booking that it wants to move to an earlier time. */
const MAILBOX = sql`coalesce(${bookings.mailbox}, ${waitingEntries.mailbox})`
/** The condition that a stranger has made the waiting entry. */
export const IS_ENTRY_OF_STRANGER = and(eq(waitingEntries.actor, 'visitor'), isOfStranger(MAILBOX))

/**
 * Statements for strangers' times: `offered` of open offers, `acceptedOffers` of holds that were offers, and
 * `requested` of open requests from a known origin or newer than `since`.
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
      .where(and(HAS_STATUS_OPEN, IS_ENTRY_OF_STRANGER))
      .prepare(),
    acceptedOffers: db
      .select({ ...time, origin: sql<null>`null` })
      .from(holds)
      .innerJoin(occupations, eq(occupations.holdId, holds.id))
      .where(
        and(
          eq(holds.origin, OFFER_ORIGIN),
          // Only the practice enters patients without an e-mail address: they are no strangers.
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

/** Returns the times of strangers' open offers, and of holds that were offers. */
export function listOfferedToStrangers({ db, now }: Ctx): KeptTime[] {
  const { offered, acceptedOffers } = statements(db)
  return [...offered.all(), ...acceptedOffers.all({ now })]
}

/**
 * Returns the future times of strangers' open requests that have a known origin or are newer than an instant.
 * A request without an origin was made while origins were unknown.
 */
export function listOpenRequestsOfStrangers(
  { db, now }: Ctx,
  { newerThan }: Readonly<{ newerThan: Instant }>,
): StrangersRequest[] {
  return statements(db).requested.all({ now, since: newerThan })
}
