import { and, eq, gt, lte, min, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { HAS_STATUS_OPEN } from '../db/offer-rows.ts'
import { offers, waitingEntries } from '../db/schema.ts'
import { findFault } from '../messaging/outbox/faults.ts'
import { readSetting } from '../practice/settings.ts'
import { isBookingOpen } from '../practice/status.ts'
import {
  dropAllFreedTimes,
  dropFreedTime,
  type FreedTime,
  firstFreedAfter,
  listFreedTimes,
} from '../schedule/freed-times.ts'
import { covers } from '../schedule/intervals.ts'
import { listOffered, paddedInterval } from '../schedule/occupations.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { isNight } from '../time/quiet-hours.ts'
import { type FreedTimeLookUps, findCandidate, withoutLookUps } from './offer-candidates.ts'
import { type OfferQueue, readOfferQueue, type WaitingPatient } from './offer-queue.ts'
import type { ResourceTime } from './offered-to-strangers.ts'
import { type Candidate, endOffer, findOpenOffer, makeOffer } from './open-offers.ts'
import { UNDO_MS } from './undoable-changes.ts'
import { isEntryReachable, listWaiting } from './waiting-entries.ts'

/**
 * This module offers freed times to the waiting list; offer-answers.ts takes and refuses the offers. Rules:
 * docs/behaviour.md 18.
 */

/** Milliseconds before its time at which an offer expires at the latest. */
const EXPIRES_BEFORE_START = 2 * HOUR

/** Freed times in one step, which then takes a few milliseconds. */
const TIMES_PER_STEP = 20
/**
 * Milliseconds of freed time after which a step ends earlier. The end of an absence frees weeks, in which
 * every entry is compared with thousands of starts.
 */
const LENGTH_PER_STEP = 7 * DAY_LENGTH

/** Makes all offers that are due, by running `offerInSteps` to its end. */
export function makeDueOffers(ctx: Ctx): void {
  const runStep = offerInSteps(() => ctx)
  let mayHaveMore = true
  while (mayHaveMore) mayHaveMore = runStep()
}

/**
 * Ends the offers that have expired, and offers freed times to the waiting list, to whoever has waited
 * longest first. Offers are made only by day, while patients can book and e-mails can be sent, because an
 * unread offer would only expire. Until then a freed time waits (docs/behaviour.md 18.5–18.8).
 * @returns a function that runs one step, and returns whether there may be more to do
 */
export function offerInSteps(ctx: () => Ctx): () => boolean {
  /** The id of the last freed time of the steps so far; 0 before the first step. */
  let lastId = 0
  return () => {
    const stepCtx = ctx()
    if (lastId === 0) expireOffers(stepCtx)
    const dueTimes = listDueTimes(stepCtx, lastId)
    const timesOfStep = takeForStep(dueTimes)
    lastId = timesOfStep.at(-1)?.id ?? lastId
    if (timesOfStep.length > 0) {
      const queue = readOfferQueue(stepCtx)
      for (const freed of timesOfStep) offerFreed(stepCtx, freed, queue)
    }
    return dueTimes.length === TIMES_PER_STEP || timesOfStep.length < dueTimes.length
  }
}

/**
 * Lists the freed times to offer in one step, after the record with the id `after`. While the waiting list is
 * off, it drops all of them instead.
 */
function listDueTimes(ctx: Ctx, after: number): FreedTime[] {
  if (!readSetting(ctx, 'general', 'waiting_list')) {
    dropAllFreedTimes(ctx)
    return []
  }
  if (isNight(ctx.now) || !isBookingOpen(ctx) || findFault(ctx, 'email') !== undefined) return []
  // A move can be undone for `UNDO_MS`, and then needs its earlier time again.
  return listFreedTimes(ctx, { until: ctx.now - UNDO_MS, after, most: TIMES_PER_STEP })
}

/** Returns the first times, up to the one with which they reach `LENGTH_PER_STEP`. */
function takeForStep(freedTimes: readonly FreedTime[]): readonly FreedTime[] {
  let lengthSoFar = 0
  const lastIndex = freedTimes.findIndex(({ startsAt, endsAt }) => {
    lengthSoFar += endsAt - startsAt
    return lengthSoFar >= LENGTH_PER_STEP
  })
  return lastIndex === -1 ? freedTimes : freedTimes.slice(0, lastIndex + 1)
}

/**
 * Returns the next instant at which a freed time can be offered or an offer expires; undefined if there is
 * none.
 */
export function findNextOffer(ctx: Ctx): Instant | undefined {
  const { db, now } = ctx
  const freedAt = firstFreedAfter(ctx, now - UNDO_MS)
  const nextExpiry = db
    .select({ at: min(offers.expiresAt) })
    .from(offers)
    .where(and(HAS_STATUS_OPEN, gt(offers.expiresAt, now)))
    .get()
  const expiresAt = nextExpiry?.at ?? undefined
  if (freedAt === undefined) return expiresAt
  return Math.min(freedAt + UNDO_MS, expiresAt ?? Number.POSITIVE_INFINITY)
}

/** Ends the offers that have expired. */
function expireOffers(ctx: Ctx): void {
  inTx(ctx, () => {
    const hasExpired = and(HAS_STATUS_OPEN, lte(offers.expiresAt, ctx.now))
    for (const offer of ctx.db.select().from(offers).where(hasExpired).orderBy(sql`rowid`).all())
      endOffer(ctx, offer, 'expired')
  })
}

/**
 * Offers a freed time, in several parts if possible. Its record is dropped once no offer of it is open, and
 * no part of it fits anybody, not even an entry that has to wait.
 */
function offerFreed(ctx: Ctx, freed: FreedTime, queue: OfferQueue): void {
  if (listOffered(ctx, freed).some((offered) => covers(offered, freed))) return
  const lookUps = withoutLookUps(freed)
  let isWanted = false
  for (const patient of queue.patients) {
    // Finding a free start is slow, so it is skipped for an entry that would get no offer anyway.
    if (isWanted && queue.hasToWait(patient)) continue
    const found = findTimeFor(ctx, patient, lookUps, queue)
    if (found === undefined) continue
    isWanted = true
    if (found.isForLater || !tryOffer(ctx, found.candidate, found.start)) continue
    queue.countOffer(patient, found.time)
    // The new offer occupies some of the starts that were looked up as free.
    lookUps.starts.clear()
    if (covers(found.time, freed)) return
  }
  if (!isWanted && listOffered(ctx, freed).length === 0) dropFreedTime(ctx, freed)
}

/**
 * Returns the part of a freed time that fits this entry, and as `isForLater` whether the entry must not be
 * offered it now; undefined when no part fits, or when no message can reach the patient.
 */
function findTimeFor(
  ctx: Ctx,
  patient: WaitingPatient,
  lookUps: FreedTimeLookUps,
  queue: OfferQueue,
): Readonly<{ candidate: Candidate; start: Instant; time: ResourceTime; isForLater: boolean }> | undefined {
  const found = findCandidate(ctx, patient, lookUps, queue.declinedBy(patient))
  if (found === undefined || !isEntryReachable(ctx, patient.entry, patient.booking)) return undefined
  const { service } = found.candidate.search
  const time = { resourceId: service.resourceId, ...paddedInterval(service, found.start) }
  return { ...found, time, isForLater: queue.hasToWait(patient) || queue.isBeyondShare(patient, time) }
}

/**
 * Makes an offer.
 * @returns false, without a change, when meanwhile another process has occupied the time, ended the entry or
 * made it an offer
 */
function tryOffer(ctx: Ctx, candidate: Candidate, start: Instant): boolean {
  const { id } = candidate.entry
  try {
    return inTx(ctx, () => {
      const [live] = listWaiting(ctx, eq(waitingEntries.id, id))
      if (live === undefined || findOpenOffer(ctx, id) !== undefined) return false
      makeOffer(ctx, candidate, { start, endsBy: start - EXPIRES_BEFORE_START })
      return true
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'slot_taken') return false
    throw error
  }
}
