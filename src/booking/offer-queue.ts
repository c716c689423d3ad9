import { and, count, eq, gt, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings, offers, waitingEntries } from '../db/schema.ts'
import { DAY_LENGTH, type Instant, type Interval } from '../shared/day.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import {
  countVainByOrigin,
  IS_ENTRY_OF_STRANGER,
  isUnderPressure,
  listOfferedToStrangers,
  SHARE,
  weekOf,
  workingTimeOfWeek,
} from './strangers.ts'
import { IS_LIVE, PLACE_IN_QUEUE } from './waiting-entries.ts'

/**
 * This module says in which order those who wait are offered a time, and who has to wait although it fits
 * (docs/behaviour.md 18.6, 18.7 and 18.16). An offer keeps its time for an hour and costs nothing but a
 * verified address, so a few addresses could keep all freed times from everybody else.
 */

/**
 * Offers that one entry gets on a Vienna day. Without this limit, a day that becomes free would send a
 * message an hour.
 */
const OFFERS_A_DAY = 3
/**
 * Offers to an origin within a day that came to nothing, from which its strangers are offered nothing more.
 * With one within `REMEMBERED`, they come after all others; under pressure, holds that came to nothing count
 * for that too.
 */
const VAIN_A_DAY = 3
/** A few days, because little may become free on one, and each address of many has its first offer. */
const REMEMBERED = 7 * DAY_LENGTH

/** Somebody who waits. */
export type Waiting = Readonly<{
  entry: typeof waitingEntries.$inferSelect
  /** The booking that is to be earlier. */
  booking: Booking | undefined
  /** A patient has made the entry, and the practice has not confirmed a booking of the mailbox yet. */
  isStranger: boolean
}>

export type OfferQueue = Readonly<{
  /** All who wait, the first to be offered a time first. */
  waiting: readonly Waiting[]
  /** Whether this one is offered nothing now, whatever becomes free. */
  hasToWait: (one: Waiting) => boolean
  /** Whether strangers have been offered so much of this week that this one must not be offered this time. */
  isBeyondShare: (one: Waiting, resourceId: string, time: Interval) => boolean
  /** The starts of coming times that the entry has refused or let run out. */
  declinedBy: (one: Waiting) => readonly Instant[]
  /** Notes an offer, paddings included. */
  note: (one: Waiting, resourceId: string, time: Interval) => void
}>

/** Reads who waits and what they have been offered, with a few queries however many they are. */
export function readOfferQueue(ctx: Ctx): OfferQueue {
  const vain = countVainOffers(ctx)
  // Attackers seldom only wait, so under pressure their holds tell them from patients.
  const vainHolds = isUnderPressure(ctx) ? countVainByOrigin(ctx) : new Map<string, number>()
  const vainOf = ({ isStranger, entry }: Waiting) => {
    if (!isStranger || entry.origin === null) return { remembered: 0, today: 0 }
    const { remembered, today } = vain.get(entry.origin) ?? { remembered: 0, today: 0 }
    return { remembered: remembered + (vainHolds.get(entry.origin) ?? 0), today }
  }
  const waiting = listInOrder(ctx).toSorted((a, b) => vainOf(a).remembered - vainOf(b).remembered)
  const { declined, atLimit } = readOffersOfEntries(ctx)
  /** Milliseconds that strangers are offered, by week and resource. */
  const offered = new Map<string, number>()
  const origins = new Set<string>()
  const keyOf = (resourceId: string, { startsAt }: Interval) => `${weekOf(startsAt)} ${resourceId}`
  const offer = (resourceId: string, time: Interval, origin: string | null) => {
    const key = keyOf(resourceId, time)
    offered.set(key, (offered.get(key) ?? 0) + time.endsAt - time.startsAt)
    if (origin !== null) origins.add(origin)
  }
  for (const time of listOfferedToStrangers(ctx)) offer(time.resourceId, time, time.origin)
  /** Milliseconds of each week that strangers may be offered, by week and resource. */
  const shares = new Map<string, number>()
  const shareOf = (resourceId: string, time: Interval) => {
    const key = keyOf(resourceId, time)
    const share = shares.get(key) ?? SHARE.offers * workingTimeOfWeek(ctx, resourceId, weekOf(time.startsAt))
    shares.set(key, share)
    return share
  }
  const isLimited = ctx.config.rateLimits
  return {
    waiting,
    hasToWait: (one) => {
      const { id, origin } = one.entry
      if (atLimit.has(id)) return true
      if (!isLimited || !one.isStranger || origin === null) return false
      return origins.has(origin) || vainOf(one).today >= VAIN_A_DAY
    },
    isBeyondShare: ({ isStranger }, resourceId, time) => {
      if (!isLimited || !isStranger) return false
      // A single offer is allowed in any week, however short it is.
      const before = offered.get(keyOf(resourceId, time))
      return before !== undefined && before + time.endsAt - time.startsAt > shareOf(resourceId, time)
    },
    declinedBy: ({ entry }) => declined.get(entry.id) ?? [],
    note: ({ entry, isStranger }, resourceId, time) => {
      atLimit.add(entry.id)
      if (isStranger) offer(resourceId, time, entry.origin)
    },
  }
}

/** Lists the live entries, the longest waiting first. */
function listInOrder(ctx: Ctx): Waiting[] {
  const isStranger = sql<number>`coalesce(${IS_ENTRY_OF_STRANGER}, 0)`
  return ctx.db
    .select({ entry: waitingEntries, booking: bookings, isStranger })
    .from(waitingEntries)
    .leftJoin(bookings, eq(bookings.id, waitingEntries.bookingId))
    .where(IS_LIVE)
    .orderBy(PLACE_IN_QUEUE, sql`${waitingEntries}.rowid`)
    .all()
    .map(({ entry, booking, isStranger }) => ({
      entry,
      booking: booking ?? undefined,
      isStranger: isStranger === 1,
    }))
}

/**
 * Returns by entry the starts of coming times that it has declined, and the entries that have an offer now or
 * have had `OFFERS_A_DAY` today.
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
    const ended = ofEntry.filter((offer) => offer.status === 'refused' || offer.status === 'expired')
    declined.set(
      id,
      ended.map((offer) => offer.startsAt),
    )
    const hasOffer = ofEntry.some((offer) => offer.status === 'open')
    if (hasOffer || ofEntry.filter((offer) => offer.createdAt >= today).length >= OFFERS_A_DAY)
      atLimit.add(id)
  }
  return { declined, atLimit }
}

/**
 * Returns by origin how many offers within `REMEMBERED`, and within a day, came to nothing: refused, run out,
 * withdrawn by leaving the list, or held and not booked.
 */
function countVainOffers(ctx: Ctx): Map<string | null, { remembered: number; today: number }> {
  const isVain = or(
    inArray(offers.status, ['refused', 'expired']),
    and(eq(offers.status, 'withdrawn'), isNotNull(waitingEntries.endedAt)),
    sql`${offers.holdId} is not null and not exists (select 1 from ${bookings} where ${bookings.holdId} = ${offers.holdId})`,
  )
  const rows = ctx.db
    .select({
      origin: waitingEntries.origin,
      remembered: count(),
      today: sql<number>`sum(${offers.createdAt} > ${ctx.now - DAY_LENGTH})`,
    })
    .from(offers)
    .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
    .where(and(gt(offers.createdAt, ctx.now - REMEMBERED), isNotNull(waitingEntries.origin), isVain))
    .groupBy(waitingEntries.origin)
    .all()
  return new Map(rows.map(({ origin, ...vain }) => [origin, vain]))
}
