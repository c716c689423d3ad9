import { and, eq, gt, lte, min, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { IS_OPEN_OFFER } from '../db/offer-rows.ts'
import { offers, waitingEntries } from '../db/schema.ts'
import { findFault } from '../messaging/outbox/faults.ts'
import { readSetting } from '../practice/settings.ts'
import { isBookingOpen } from '../practice/status.ts'
import {
  dropFreedTime,
  dropFreedTimes,
  type FreedTime,
  firstFreedAfter,
  listFreedTimes,
} from '../schedule/freed-times.ts'
import { listOffered, paddedInterval } from '../schedule/occupations.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { isNight } from '../time/quiet-hours.ts'
import { type CandidateSearch, covers, findCandidate, openSearch } from './offer-candidates.ts'
import { type OfferQueue, type ResourceTime, readOfferQueue, type Waiting } from './offer-queue.ts'
import { type Candidate, endOffer, findOpenOffer, makeOffer } from './open-offers.ts'
import { UNDO_MS } from './undo.ts'
import { isReachable, listWaiting } from './waiting-entries.ts'

/**
 * This module offers times that became free to patients on the waiting list; offer-answers.ts takes and
 * refuses the offers. Rules: docs/behaviour.md 18.
 */

/** Milliseconds from the end of an offer to the start of its time. */
const ENDED_AHEAD = 2 * HOUR

/** Freed times that one step looks at, which takes some milliseconds. */
const TIMES_A_STEP = 20

/** Offers everything that can be offered now, by all steps of `offerInSteps`. */
export function makeDueOffers(ctx: Ctx): void {
  const step = offerInSteps(() => ctx)
  while (step());
}

/**
 * Ends the offers that have run out, and offers freed times to the waiting list, the longest waiting first.
 * Offers are made by day only, while patients can book, and while e-mails go out, because an unread offer
 * would only run out. Until then a freed time waits (docs/behaviour.md 18.5–18.8).
 * @returns a function that does a step of this work, and returns whether there may be more to do
 */
export function offerInSteps(ctx: () => Ctx): () => boolean {
  let lastId = 0
  return () => {
    const stepCtx = ctx()
    if (lastId === 0) expireOffers(stepCtx)
    const freedTimes = listDueTimes(stepCtx, lastId)
    lastId = freedTimes.at(-1)?.id ?? lastId
    if (freedTimes.length > 0) {
      const queue = readOfferQueue(stepCtx)
      for (const freed of freedTimes) offerFreed(stepCtx, freed, queue)
    }
    return freedTimes.length === TIMES_A_STEP
  }
}

/** Lists the next freed times that can be offered now, after the record with the id `after`. */
function listDueTimes(ctx: Ctx, after: number): FreedTime[] {
  if (!readSetting(ctx, 'general', 'waiting_list')) dropFreedTimes(ctx)
  else if (!isNight(ctx.now) && isBookingOpen(ctx) && findFault(ctx, 'email') === undefined)
    // A move can be taken back for `UNDO_MS`, and then needs its earlier time again.
    return listFreedTimes(ctx, { until: ctx.now - UNDO_MS, after, most: TIMES_A_STEP })
  return []
}

/**
 * Returns the next instant at which a freed time can be offered or an offer runs out; undefined when there is
 * none.
 */
export function nextOffer(ctx: Ctx): Instant | undefined {
  const { db, now } = ctx
  const freedAt = firstFreedAfter(ctx, now - UNDO_MS)
  const open = db.select({ at: min(offers.expiresAt) }).from(offers)
  const expiresAt = open.where(and(IS_OPEN_OFFER, gt(offers.expiresAt, now))).get()?.at ?? undefined
  if (freedAt === undefined) return expiresAt
  return Math.min(freedAt + UNDO_MS, expiresAt ?? Number.POSITIVE_INFINITY)
}

/** Ends the offers that have run out. */
function expireOffers(ctx: Ctx): void {
  inTx(ctx, () => {
    const due = and(IS_OPEN_OFFER, lte(offers.expiresAt, ctx.now))
    for (const offer of ctx.db.select().from(offers).where(due).orderBy(sql`rowid`).all())
      endOffer(ctx, offer, 'expired')
  })
}

/**
 * Offers a freed time until it is used up. Its record stays while an offer of a part of it is open, because
 * that offer may not be taken, and while a part of it fits somebody, also somebody who has to wait. Otherwise
 * the record is dropped.
 */
function offerFreed(ctx: Ctx, freed: FreedTime, queue: OfferQueue): void {
  if (listOffered(ctx, freed).some((offered) => covers(offered, freed))) return
  const search = openSearch(freed)
  let isWanted = false
  for (const waiting of queue.waiting) {
    // Looking for a free start takes time, so it is skipped where it would change nothing.
    if (isWanted && queue.hasToWait(waiting)) continue
    const found = findTimeFor(ctx, waiting, search, queue)
    if (found === undefined) continue
    isWanted = true
    if (found.isForLater || !tryOffer(ctx, found.candidate, found.start)) continue
    queue.countOffer(waiting, found.time)
    // The offer occupies starts that were free when they were looked up.
    search.starts.clear()
    if (covers(found.time, freed)) return
  }
  if (!isWanted && listOffered(ctx, freed).length === 0) dropFreedTime(ctx, freed)
}

/** Returns the part of a freed time that fits somebody whom a message reaches, and whether it has to wait. */
function findTimeFor(
  ctx: Ctx,
  waiting: Waiting,
  search: CandidateSearch,
  queue: OfferQueue,
): Readonly<{ candidate: Candidate; start: Instant; time: ResourceTime; isForLater: boolean }> | undefined {
  const found = findCandidate(ctx, waiting, search, queue.declinedBy(waiting))
  if (found === undefined || !isReachable(ctx, waiting.entry, waiting.booking)) return undefined
  const { service } = found.candidate.search
  const time = { resourceId: service.resourceId, ...paddedInterval(service, found.start) }
  return { ...found, time, isForLater: queue.hasToWait(waiting) || queue.isBeyondShare(waiting, time) }
}

/**
 * Makes an offer.
 * @returns false when the time is occupied after all, or another process has ended the entry or made it an
 * offer meanwhile, and nothing has changed
 */
function tryOffer(ctx: Ctx, candidate: Candidate, start: Instant): boolean {
  const { id } = candidate.entry
  try {
    return inTx(ctx, () => {
      const [live] = listWaiting(ctx, eq(waitingEntries.id, id))
      if (live === undefined || findOpenOffer(ctx, id) !== undefined) return false
      makeOffer(ctx, candidate, { start, endsBy: start - ENDED_AHEAD })
      return true
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'slot_taken') return false
    throw error
  }
}
