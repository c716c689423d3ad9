import type { Ctx } from '../ctx.ts'
import { isStranger } from '../db/booking-rows.ts'
import { lengthOf, totalLength } from '../schedule/intervals.ts'
import { paddedInterval } from '../schedule/occupations.ts'
import type { ServiceRow } from '../schedule/services.ts'
import type { Instant } from '../shared/day.ts'
import type { HoldAsker } from './hold-limits.ts'
import {
  type AskingOrigin,
  GREEDY_FROM,
  isSharedByFew,
  listCountedRequests,
  readAskingOrigin,
  shareFor,
} from './hold-shares.ts'
import { listHoldsOfStrangers, type StrangersHold } from './live-holds.ts'
import {
  BOOKED_WITHIN,
  countRefusedHoldsByOrigin,
  countUnbookedHoldsByOrigin,
  isOriginKnown,
  isUnderPressure,
  listRequestedByStrangers,
} from './pressure.ts'
import { tooManyProblem } from './request-limits.ts'
import { type KeptTime, STRANGERS_SHARE } from './strangers.ts'
import { weekOf, workingTimeOfWeek } from './working-week.ts'

/**
 * This module chooses the holds that must end so that strangers together hold no more than their share of a
 * resource's week (docs/behaviour.md 7.18). hold-shares.ts says which share counts for whoever asks, and
 * pressure.ts when there is pressure. The more unbooked holds an origin has had within a day, the greedier it
 * is, and the sooner its holds end.
 */

/**
 * An origin with this many unbooked or refused holds gives its new holds up to the first hold of another
 * origin. Attackers reach the number within seconds, while patients rarely hold a third time.
 */
const PUSHING_FROM = 3
/**
 * Under pressure a hold at least this many times as long as the new one can end at once. Attackers choose the
 * longest services, because these block the most starts.
 */
const TIMES_LONGER_UNDER_PRESSURE = 2

const CROWDED_WEEK =
  'In dieser Woche reservieren gerade sehr viele Menschen. Bitte versuchen Sie es in einigen Minuten erneut, wählen Sie eine andere Woche oder rufen Sie uns an'

/** A hold that somebody asks for. */
export type AskedHold = HoldAsker & Readonly<{ service: ServiceRow; start: Instant }>

/** A week of a resource's time, from a Monday on (Vienna days since 1970). */
type ResourceWeek = Readonly<{ resourceId: string; monday: number }>

/**
 * Chooses the holds that must end, so that strangers together hold no more than their share of the week of
 * this start. The greediest origin makes room first, and among equals the oldest hold does.
 * @returns the ids of these holds; usually none
 * @throws Problem too_many when the caller's own origin is the greediest, or all holds are too new
 */
export function holdsInTheWay(ctx: Ctx, { service, start, mailbox, origin }: AskedHold): readonly string[] {
  if (!isStranger(ctx, mailbox)) return []
  const week = { resourceId: service.resourceId, monday: weekOf(start) }
  const asker = readAskingOrigin(ctx, origin)
  const holdsOfResource = listHoldsOfStrangers(ctx).filter(({ resourceId }) => resourceId === week.resourceId)
  const holdsInWeek = holdsOfResource.filter((hold) => isInWeek(week, hold))
  const requestedMs = asker.isPressed ? timeWithin(week, listCountedRequests(ctx, asker)) : 0
  // Usually nobody else holds time in this week, so there is nothing to count.
  if (holdsInWeek.length === 0 && requestedMs === 0) return []
  if (isSharedByFew(asker, holdsInWeek)) return []

  const alreadyHeldMs = totalLength(holdsInWeek)
  const share = shareFor(asker, holdsOfResource.length)
  const shareMs = share * workingTimeOfWeek(ctx, week.resourceId, week.monday)
  // Without pressure a new hold only replaces others; the time already held need not shrink.
  const limitMs = asker.isPressed ? shareMs - requestedMs : Math.max(shareMs, alreadyHeldMs)
  const newMs = lengthOf(paddedInterval(service, start))
  const endable = listEndable(ctx, holdsInWeek, { ...asker, newMs })
  const { toEnd, stillHeldMs } = chooseUntilWithin(endable, { limitMs, heldMs: alreadyHeldMs + newMs })
  // A single time is allowed in any week, however short the week is.
  const isAlone = requestedMs === 0 && toEnd.length === holdsInWeek.length
  if (stillHeldMs <= limitMs || isAlone) return toEnd
  throw tooManyProblem(ctx, CROWDED_WEEK)
}

/**
 * Chooses the holds that end under pressure even if nobody asks for their time: strangers' holds that are
 * older than `BOOKED_WITHIN` and exceed the small share of their week, the greediest origin first.
 * @returns the ids of these holds; none while there is no pressure
 */
export function holdsBeyondShare(ctx: Ctx): string[] {
  if (!ctx.config.rateLimits || !isUnderPressure(ctx)) return []
  const byWeek = Map.groupBy(
    listHoldsOfStrangers(ctx),
    ({ resourceId, startsAt }) => `${weekOf(startsAt)} ${resourceId}`,
  )
  const requests = listRequestedByStrangers(ctx)
  return [...byWeek.values()].flatMap((holds) => chooseOldBeyondShare(ctx, holds, requests))
}

/**
 * Chooses old holds to end until the rest fit into the small share.
 * @param holds of one week of one resource; one of them stays, however small the share is
 */
function chooseOldBeyondShare(
  ctx: Ctx,
  holds: readonly StrangersHold[],
  requests: readonly KeptTime[],
): readonly string[] {
  // The groups of `Map.groupBy` are never empty.
  const [{ resourceId, startsAt }] = holds as [StrangersHold]
  const week = { resourceId, monday: weekOf(startsAt) }
  const shareMs = STRANGERS_SHARE.small * workingTimeOfWeek(ctx, resourceId, week.monday)
  const limitMs = shareMs - timeWithin(week, requests)
  const oldHolds = sortByGreed(ctx, holds).filter((hold) => isOld(ctx, hold))
  const allButOne = oldHolds.slice(0, holds.length - 1)
  return chooseUntilWithin(allButOne, { limitMs, heldMs: totalLength(holds) }).toEnd
}

/** Returns the milliseconds of these times that are within the week. */
function timeWithin(week: ResourceWeek, times: readonly KeptTime[]): number {
  return totalLength(times.filter((time) => isInWeek(week, time)))
}

/**
 * Lists the holds that can end for a new hold of `newMs` milliseconds, in the order in which they end. There
 * are three reasons, each of which is enough:
 * - the hold is old, or under pressure much longer than the new one, and its origin is at least as greedy as
 *   the asker would be with the new hold;
 * - the origin of the hold is greedy (`GREEDY_FROM`), and greedier than the asker would be;
 * - the new hold is its origin's first one, and the origin of the hold pushes (`PUSHING_FROM`): it has tried
 *   that often to hold a time, and more often than the asker.
 */
function listEndable(
  ctx: Ctx,
  holdsInWeek: readonly StrangersHold[],
  { origin, unbooked, isFirst, isPressed, newMs }: AskingOrigin & Readonly<{ newMs: number }>,
): StrangersHold[] {
  const greedOfAsker = unbooked + 1
  const refusalsByOrigin = countRefusedHoldsByOrigin(ctx)
  const refusalsOf = (from: string) => (isOriginKnown(from) ? (refusalsByOrigin.get(from) ?? 0) : 0)
  const triesOfAsker = greedOfAsker + refusalsOf(origin)
  return sortByGreed(ctx, holdsInWeek).filter((hold) => {
    const isMuchLonger = isPressed && lengthOf(hold) >= TIMES_LONGER_UNDER_PRESSURE * newMs
    const isDue = (isOld(ctx, hold) || isMuchLonger) && hold.greed >= greedOfAsker
    const isOfGreedyOrigin = hold.greed >= GREEDY_FROM && hold.greed > greedOfAsker
    const tries = hold.greed + refusalsOf(hold.origin)
    const isOfPushingOrigin = tries >= PUSHING_FROM && tries > triesOfAsker
    return isDue || isOfGreedyOrigin || (isFirst && isOfPushingOrigin)
  })
}

/**
 * Sorts the holds by the greed of their origins, the number of their unbooked holds within a day: the
 * greediest first, and then by age.
 */
function sortByGreed(ctx: Ctx, holds: readonly StrangersHold[]): (StrangersHold & { greed: number })[] {
  const unbooked = countUnbookedHoldsByOrigin(ctx)
  // Visitors of unknown origin must not suffer for each other, so none of them counts as greedy.
  const greedOf = (origin: string) => (isOriginKnown(origin) ? (unbooked.get(origin) ?? 0) : 0)
  return holds
    .map((hold) => ({ ...hold, greed: greedOf(hold.origin) }))
    .toSorted((a, b) => b.greed - a.greed || a.createdAt - b.createdAt)
}

/**
 * Chooses holds in this order until the others are within `limitMs` milliseconds. Before any of them ends,
 * `heldMs` milliseconds are held.
 * @returns the ids of the holds to end, and the milliseconds still held then
 */
function chooseUntilWithin(
  endable: readonly StrangersHold[],
  { limitMs, heldMs }: Readonly<{ limitMs: number; heldMs: number }>,
): Readonly<{ toEnd: readonly string[]; stillHeldMs: number }> {
  const toEnd: string[] = []
  let stillHeldMs = heldMs
  for (const hold of endable) {
    if (stillHeldMs <= limitMs) break
    stillHeldMs -= lengthOf(hold)
    toEnd.push(hold.id)
  }
  return { toEnd, stillHeldMs }
}

function isInWeek(
  { resourceId, monday }: ResourceWeek,
  time: Pick<StrangersHold, 'resourceId' | 'startsAt'>,
): boolean {
  return time.resourceId === resourceId && weekOf(time.startsAt) === monday
}

/** Returns whether a hold is so old that a patient would have booked it by now. */
function isOld({ now }: Ctx, { createdAt }: StrangersHold): boolean {
  return createdAt <= now - BOOKED_WITHIN
}
