import { and, count, eq, gt, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings, offers, waitingEntries } from '../db/schema.ts'
import { lengthOf } from '../schedule/intervals.ts'
import { DAY_LENGTH, type Instant, type Interval } from '../shared/day.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import { countUnbookedByOrigin, isUnderPressure } from './pressure.ts'
import {
  IS_ENTRY_OF_STRANGER,
  type KeptTime,
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
/** Offers in vain to an origin within a day, from which its strangers are offered nothing more. */
const VAIN_A_DAY = 3
/**
 * Milliseconds for which an offer in vain puts the strangers of its origin behind all others. A week is
 * needed because little may become free on a single day.
 */
const REMEMBERED = 7 * DAY_LENGTH

/** An entry of the waiting list with what is known of its patient. */
export type Waiting = Readonly<{
  entry: typeof waitingEntries.$inferSelect
  /** The booking that is to be earlier. */
  booking: Booking | undefined
  /** True when a patient has made the entry, and the practice has confirmed no booking of the mailbox yet. */
  isStranger: boolean
}>

/** Time of a resource, paddings included. */
export type ResourceTime = Interval & Readonly<{ resourceId: string }>

/** The order in which those who wait are offered a time, and what limits their offers. */
export type OfferQueue = Readonly<{
  /** All who wait. Whoever is to be offered a time first comes first. */
  waiting: readonly Waiting[]
  /** Returns whether somebody is offered nothing now, whatever becomes free. */
  hasToWait: (waiting: Waiting) => boolean
  /** Returns whether a stranger must not be offered this time, because strangers have enough of its week. */
  isBeyondShare: (waiting: Waiting, time: ResourceTime) => boolean
  /** Returns the starts of coming times that somebody has refused or let run out. */
  declinedBy: (waiting: Waiting) => readonly Instant[]
  /** Counts an offer that was made after the queue was read. */
  countOffer: (waiting: Waiting, time: ResourceTime) => void
}>

/** Reads who waits and who has been offered what, with the same few queries for any number of entries. */
export function readOfferQueue(ctx: Ctx): OfferQueue {
  const vainOf = readVainCounts(ctx)
  const { declined, atLimit } = readOffersOfEntries(ctx)
  const strangers = readOfferedToStrangers(ctx)
  const isLimited = ({ isStranger }: Waiting) => isStranger && ctx.config.rateLimits
  return {
    waiting: listInOrder(ctx).toSorted((a, b) => vainOf(a).remembered - vainOf(b).remembered),
    hasToWait: (waiting) => {
      if (atLimit.has(waiting.entry.id)) return true
      if (!isLimited(waiting)) return false
      return strangers.hasOffer(waiting.entry.origin) || vainOf(waiting).today >= VAIN_A_DAY
    },
    isBeyondShare: (waiting, time) => isLimited(waiting) && strangers.isBeyondShare(time),
    declinedBy: ({ entry }) => declined.get(entry.id) ?? [],
    countOffer: ({ entry, isStranger }, time) => {
      atLimit.add(entry.id)
      if (isStranger) strangers.add({ ...time, origin: entry.origin })
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

/** The numbers of offers to an origin that came to nothing, within `REMEMBERED` and within a day. */
type VainCounts = Readonly<{ remembered: number; today: number }>

const NOTHING_VAIN: VainCounts = { remembered: 0, today: 0 }

/**
 * Returns a function that tells how many offers to a stranger's origin came to nothing. Under pressure,
 * `remembered` includes holds that came to nothing.
 */
function readVainCounts(ctx: Ctx): (waiting: Waiting) => VainCounts {
  const offers = countVainOffers(ctx)
  // Attackers seldom only wait, so under pressure their holds tell them from patients.
  const holds = isUnderPressure(ctx) ? countUnbookedByOrigin(ctx) : new Map<string, number>()
  return ({ isStranger, entry: { origin } }) => {
    if (!isStranger || origin === null) return NOTHING_VAIN
    const { remembered, today } = offers.get(origin) ?? NOTHING_VAIN
    return { remembered: remembered + (holds.get(origin) ?? 0), today }
  }
}

/**
 * Returns by origin how many offers within `REMEMBERED`, and within a day, came to nothing: refused, run out,
 * withdrawn by leaving the list, or held and not booked.
 */
function countVainOffers(ctx: Ctx): Map<string | null, VainCounts> {
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

/** The times that strangers are offered now. */
type OfferedToStrangers = Readonly<{
  /** Returns whether a stranger of this origin has an offer. */
  hasOffer: (origin: string | null) => boolean
  /** Returns whether strangers would have more than their share of the week if they had this time too. */
  isBeyondShare: (time: ResourceTime) => boolean
  /** Adds a time that a stranger is offered. */
  add: (time: KeptTime) => void
}>

function readOfferedToStrangers(ctx: Ctx): OfferedToStrangers {
  const origins = new Set<string | null>()
  /** Milliseconds that strangers are offered, by week and resource. */
  const offered = new Map<string, number>()
  /** Milliseconds that strangers may be offered, by week and resource. */
  const shares = new Map<string, number>()
  const keyOf = ({ resourceId, startsAt }: ResourceTime) => `${weekOf(startsAt)} ${resourceId}`
  const shareOf = ({ resourceId, startsAt }: ResourceTime) =>
    SHARE.offers * workingTimeOfWeek(ctx, resourceId, weekOf(startsAt))
  const add = (time: KeptTime) => {
    offered.set(keyOf(time), (offered.get(keyOf(time)) ?? 0) + lengthOf(time))
    if (time.origin !== null) origins.add(time.origin)
  }
  for (const time of listOfferedToStrangers(ctx)) add(time)
  return {
    hasOffer: (origin) => origins.has(origin),
    isBeyondShare: (time) => {
      // A single offer is allowed in any week, however few hours the week has.
      const before = offered.get(keyOf(time))
      if (before === undefined) return false
      return before + lengthOf(time) > shares.getOrInsertComputed(keyOf(time), () => shareOf(time))
    },
    add,
  }
}
