import { and, count, eq, gt, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings, offers, waitingEntries } from '../db/schema.ts'
import { lengthOf } from '../schedule/intervals.ts'
import { DAY_LENGTH, type Instant, type Interval } from '../shared/day.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import {
  countVainByOrigin,
  IS_ENTRY_OF_STRANGER,
  isUnderPressure,
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

/** Time of a resource, paddings included. */
export type ResourceTime = Interval & Readonly<{ resourceId: string }>

export type OfferQueue = Readonly<{
  /** All who wait, the first to be offered a time first. */
  waiting: readonly Waiting[]
  /** Whether this one is offered nothing now, whatever becomes free. */
  hasToWait: (one: Waiting) => boolean
  /** Whether strangers have been offered so much of this week that this one must not be offered this time. */
  isBeyondShare: (one: Waiting, time: ResourceTime) => boolean
  /** The starts of coming times that the entry has refused or let run out. */
  declinedBy: (one: Waiting) => readonly Instant[]
  /** Counts an offer that was made after the queue was read. */
  note: (one: Waiting, time: ResourceTime) => void
}>

/** Reads who waits and what they have been offered, with a few queries however many they are. */
export function readOfferQueue(ctx: Ctx): OfferQueue {
  const vainOf = readVain(ctx)
  const { declined, atLimit } = readOffersOfEntries(ctx)
  const strangers = readOfferedToStrangers(ctx)
  const isLimited = ({ isStranger }: Waiting) => isStranger && ctx.config.rateLimits
  return {
    waiting: listInOrder(ctx).toSorted((a, b) => vainOf(a).remembered - vainOf(b).remembered),
    hasToWait: (one) => {
      if (atLimit.has(one.entry.id)) return true
      if (!isLimited(one)) return false
      return strangers.hasOffer(one.entry.origin) || vainOf(one).today >= VAIN_A_DAY
    },
    isBeyondShare: (one, time) => isLimited(one) && strangers.isBeyondShare(time),
    declinedBy: ({ entry }) => declined.get(entry.id) ?? [],
    note: ({ entry, isStranger }, time) => {
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

/** How much of an origin came to nothing, within `REMEMBERED` and within a day. */
type Vain = Readonly<{ remembered: number; today: number }>

const NOTHING_VAIN: Vain = { remembered: 0, today: 0 }

/** Returns a function that tells how much of a stranger's origin came to nothing. */
function readVain(ctx: Ctx): (one: Waiting) => Vain {
  const offers = countVainOffers(ctx)
  // Attackers seldom only wait, so under pressure their holds tell them from patients.
  const holds = isUnderPressure(ctx) ? countVainByOrigin(ctx) : new Map<string, number>()
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
function countVainOffers(ctx: Ctx): Map<string | null, Vain> {
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

type OfferedToStrangers = Readonly<{
  /** Whether a stranger of this origin has an offer. */
  hasOffer: (origin: string | null) => boolean
  /** Whether this time and what strangers are offered already are more than their share of its week. */
  isBeyondShare: (time: ResourceTime) => boolean
  add: (time: KeptTime) => void
}>

function readOfferedToStrangers(ctx: Ctx): OfferedToStrangers {
  const origins = new Set<string | null>()
  /** Milliseconds that strangers are offered, by week and resource. */
  const offered = new Map<string, number>()
  /** Milliseconds that they may be offered, by week and resource. */
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
      // A single offer is allowed in any week, however short it is.
      const before = offered.get(keyOf(time))
      if (before === undefined) return false
      return before + lengthOf(time) > shares.getOrInsertComputed(keyOf(time), () => shareOf(time))
    },
    add,
  }
}
