import { and, count, eq, gt, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings, offers, waitingEntries } from '../db/schema.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import { type ResourceTime, readOfferedToStrangers } from './offered-to-strangers.ts'
import { countUnbookedHoldsByOrigin, isUnderPressure } from './pressure.ts'
import { IS_ENTRY_OF_STRANGER } from './strangers.ts'
import { IS_LIVE_ENTRY, PLACE_IN_QUEUE } from './waiting-entries.ts'

/**
 * This module decides in which order waiting entries are offered a time, and which are passed over although
 * it fits (docs/behaviour.md 18.6, 18.7 and 18.16). An offer reserves its time for an hour and costs nothing
 * but a verified e-mail address, so without limits a few addresses could block all freed times. An unused
 * offer is one that was refused, expired, was withdrawn when the entry left the list, or became a hold that
 * was never booked.
 */

/**
 * Offers that one entry gets on a Vienna day. Without this limit, a whole freed day would mean a message
 * every hour.
 */
const OFFERS_PER_DAY = 3
/** After this many unused offers to an origin within a day, its strangers get no more offers. */
const UNUSED_PER_DAY = 3
/**
 * Milliseconds for which an unused offer puts the strangers of its origin behind all others. It is a week,
 * because there may be few freed times in a single day.
 */
const UNUSED_REMEMBERED_FOR = 7 * DAY_LENGTH

/** An entry of the waiting list with what is known of its patient. */
export type WaitingPatient = Readonly<{
  entry: typeof waitingEntries.$inferSelect
  /** The booking that the patient wants to move to an earlier time. */
  booking: Booking | undefined
  /** True when the entry was made online, for a mailbox without a confirmed booking so far. */
  isStranger: boolean
}>

/** The order of the waiting entries, and the limits of their offers. */
export type OfferQueue = Readonly<{
  /** All waiting entries, in the order in which they are offered a time. */
  patients: readonly WaitingPatient[]
  /** Returns whether the entry gets no offer now, whatever becomes free. */
  hasToWait: (patient: WaitingPatient) => boolean
  /** Returns whether this time would exceed the strangers' share of its week; false for a known patient. */
  isBeyondShare: (patient: WaitingPatient, time: ResourceTime) => boolean
  /** Returns the starts of future times whose offers the entry has refused or let expire. */
  declinedBy: (patient: WaitingPatient) => readonly Instant[]
  /** Adds an offer that was made after the queue was read. */
  countOffer: (patient: WaitingPatient, time: ResourceTime) => void
}>

/** Reads the waiting entries and their offers, with a fixed number of queries. */
export function readOfferQueue(ctx: Ctx): OfferQueue {
  const unusedOf = readUnusedCounts(ctx)
  const { declined, atLimit } = readOffersOfEntries(ctx)
  const offeredToStrangers = readOfferedToStrangers(ctx)
  const isLimited = ({ isStranger }: WaitingPatient) => isStranger && ctx.config.rateLimits
  return {
    patients: listLongestWaitingFirst(ctx).toSorted(
      (a, b) => unusedOf(a).remembered - unusedOf(b).remembered,
    ),
    hasToWait: (patient) => {
      const { id, origin } = patient.entry
      if (atLimit.has(id)) return true
      if (!isLimited(patient)) return false
      return offeredToStrangers.hasOffer(origin) || unusedOf(patient).lastDay >= UNUSED_PER_DAY
    },
    isBeyondShare: (patient, time) => isLimited(patient) && offeredToStrangers.isBeyondShare(time),
    declinedBy: ({ entry }) => declined.get(entry.id) ?? [],
    countOffer: ({ entry, isStranger }, time) => {
      atLimit.add(entry.id)
      if (isStranger) offeredToStrangers.add({ ...time, origin: entry.origin })
    },
  }
}

/** Lists the live entries, the longest waiting first. */
function listLongestWaitingFirst(ctx: Ctx): WaitingPatient[] {
  const ofStranger = sql<0 | 1>`coalesce(${IS_ENTRY_OF_STRANGER}, 0)`
  return ctx.db
    .select({ entry: waitingEntries, booking: bookings, ofStranger })
    .from(waitingEntries)
    .leftJoin(bookings, eq(bookings.id, waitingEntries.bookingId))
    .where(IS_LIVE_ENTRY)
    .orderBy(PLACE_IN_QUEUE, sql`${waitingEntries}.rowid`)
    .all()
    .map(({ entry, booking, ofStranger }) => ({
      entry,
      booking: booking ?? undefined,
      isStranger: ofStranger === 1,
    }))
}

/**
 * Returns for each entry the starts of future times that it has declined, and the entries that have an open
 * offer or have had `OFFERS_PER_DAY` today.
 */
function readOffersOfEntries(ctx: Ctx): { declined: Map<string, Instant[]>; atLimit: Set<string> } {
  const { entryId, startsAt, status, createdAt } = offers
  const today = startOfDay(dayNumberAt(ctx.now))
  const rows = ctx.db
    .select({ entryId, startsAt, status, createdAt })
    .from(offers)
    .where(or(gt(startsAt, ctx.now), gte(createdAt, today)))
    .all()
  const declined = new Map<string, Instant[]>()
  const atLimit = new Set<string>()
  for (const [id, ofEntry] of Map.groupBy(rows, (row) => row.entryId)) {
    const declinedOffers = ofEntry.filter((offer) => offer.status === 'refused' || offer.status === 'expired')
    declined.set(
      id,
      declinedOffers.map((offer) => offer.startsAt),
    )
    const hasOpenOffer = ofEntry.some((offer) => offer.status === 'open')
    const offersOfToday = ofEntry.filter((offer) => offer.createdAt >= today)
    if (hasOpenOffer || offersOfToday.length >= OFFERS_PER_DAY) atLimit.add(id)
  }
  return { declined, atLimit }
}

/** The number of unused offers to an origin, within `UNUSED_REMEMBERED_FOR` and within a day. */
type UnusedCounts = Readonly<{ remembered: number; lastDay: number }>

const NO_UNUSED_OFFERS: UnusedCounts = { remembered: 0, lastDay: 0 }

/**
 * Returns a function that gives the number of unused offers to a stranger's origin. Under pressure,
 * `remembered` includes the origin's unbooked holds.
 */
function readUnusedCounts(ctx: Ctx): (patient: WaitingPatient) => UnusedCounts {
  const unusedOffers = countUnusedOffers(ctx)
  // Attackers rarely limit themselves to the waiting list, so their holds give them away.
  const unbookedHolds = isUnderPressure(ctx) ? countUnbookedHoldsByOrigin(ctx) : new Map<string, number>()
  return ({ isStranger, entry: { origin } }) => {
    if (!isStranger || origin === null) return NO_UNUSED_OFFERS
    const { remembered, lastDay } = unusedOffers.get(origin) ?? NO_UNUSED_OFFERS
    return { remembered: remembered + (unbookedHolds.get(origin) ?? 0), lastDay }
  }
}

/** Returns the number of unused offers by origin. */
function countUnusedOffers(ctx: Ctx): Map<string | null, UnusedCounts> {
  const isUnused = or(
    inArray(offers.status, ['refused', 'expired']),
    and(eq(offers.status, 'withdrawn'), isNotNull(waitingEntries.endedAt)),
    sql`${offers.holdId} is not null and not exists (select 1 from ${bookings} where ${bookings.holdId} = ${offers.holdId})`,
  )
  const rows = ctx.db
    .select({
      origin: waitingEntries.origin,
      remembered: count(),
      lastDay: sql<number>`sum(${offers.createdAt} > ${ctx.now - DAY_LENGTH})`,
    })
    .from(offers)
    .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
    .where(
      and(gt(offers.createdAt, ctx.now - UNUSED_REMEMBERED_FOR), isNotNull(waitingEntries.origin), isUnused),
    )
    .groupBy(waitingEntries.origin)
    .all()
  return new Map(rows.map(({ origin, ...counts }) => [origin, counts]))
}
