import { countAttempt, countAttemptsBySubject, countRecentAttempts } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { UNKNOWN_ORIGIN } from './live-holds.ts'
import { listOpenRequestsOfStrangers, type StrangersRequest } from './strangers.ts'

/**
 * This module decides whether strangers attack the portal: there is pressure while very many of their holds
 * and requests lead to no appointment (docs/behaviour.md 7.18). It counts them by origin, the fingerprint of
 * an IP address. strangers.ts says what strangers may occupy under pressure.
 */

/** Milliseconds within which a real patient has booked the time of a hold. */
export const BOOKED_WITHIN = 5 * MINUTE
/**
 * There is pressure once an hour has seen this many `signs` of an attack, counting at most `perOrigin` of
 * each origin. A sign is a hold still unbooked after `BOOKED_WITHIN`, and each open request of an origin
 * after its first one. Refused holds and cancelled requests count at once, so that the pressure lasts as long
 * as the attack.
 */
const PRESSURE = { signs: 12, perOrigin: 3 }
/** Milliseconds for which a request counts even if its origin has done nothing else. */
const NEW_REQUEST_FOR = 15 * MINUTE

/** The counter of unbooked holds is named by this and the origin. */
const UNBOOKED_PREFIX = 'hold from'
/** The counter of refused holds is named by this and the origin. */
const REFUSED_PREFIX = 'hold refused from'

/** For counters that are read, but limit nothing. */
const UNLIMITED = { most: Number.POSITIVE_INFINITY, window: HOUR }

/** Returns whether the signs of the last hour amount to an attack. */
export function isUnderPressure(ctx: Ctx): boolean {
  const { now } = ctx
  const countsByOrigin = [
    countAttemptsBySubject(ctx, UNBOOKED_PREFIX, { from: now - HOUR, to: now - BOOKED_WITHIN }),
    countRefusedHoldsByOrigin(ctx),
    countFurtherRequests(ctx),
  ]
  const origins = new Set(countsByOrigin.flatMap((counts) => [...counts.keys()]))
  let signs = 0
  for (const origin of origins) {
    const signsOfOrigin = countsByOrigin.reduce((sum, counts) => sum + (counts.get(origin) ?? 0), 0)
    signs += Math.min(signsOfOrigin, PRESSURE.perOrigin)
  }
  return signs >= PRESSURE.signs
}

/** Counts strangers' open requests of the last hour by origin, without the first request of each. */
function countFurtherRequests(ctx: Ctx): Map<string, number> {
  const { now } = ctx
  // No request is newer than `now`, so this lists only requests of known origin.
  const recent = listOpenRequestsOfStrangers(ctx, { newerThan: now }).filter(
    ({ createdAt }) => createdAt > now - HOUR,
  )
  const byOrigin = Map.groupBy(recent, ({ origin }) => origin ?? UNKNOWN_ORIGIN)
  return new Map([...byOrigin].map(([origin, { length }]) => [origin, length - 1]))
}

/** Counts a refused hold or a cancelled request of a stranger as a sign of an attack. */
export function recordPressure(ctx: Ctx, origin: string): void {
  if (!ctx.config.rateLimits) return
  const counter = `${REFUSED_PREFIX} ${origin}`
  // More than `perOrigin` would not count, and would only fill the table during an attack.
  if (countRecentAttempts(ctx, counter, HOUR).count < PRESSURE.perOrigin)
    countAttempt(ctx, [[counter, UNLIMITED]])
}

/** Counts a request that a stranger has cancelled as if its hold had not been booked. */
export function countCancelledRequest(ctx: Ctx, origin: string): void {
  recordPressure(ctx, origin)
  countAttempt(ctx, [[unbookedHoldsCounter(origin), UNLIMITED]])
}

/** Counts strangers' refused holds and cancelled requests of the last hour by origin. */
export function countRefusedHoldsByOrigin(ctx: Ctx): Map<string, number> {
  return countAttemptsBySubject(ctx, REFUSED_PREFIX, { from: ctx.now - HOUR, to: ctx.now })
}

/** Counts the refused holds and cancelled requests of an origin in the last hour; 0 for an unknown origin. */
export function countRefusedHolds(ctx: Ctx, origin: string): number {
  return isOriginKnown(origin) ? countRecentAttempts(ctx, `${REFUSED_PREFIX} ${origin}`, HOUR).count : 0
}

/** Returns the name of the counter of an origin's unbooked holds. */
export function unbookedHoldsCounter(origin: string): string {
  return `${UNBOOKED_PREFIX} ${origin}`
}

/**
 * Counts strangers' unbooked holds of the last day by origin, including live holds and cancelled requests.
 */
export function countUnbookedHoldsByOrigin(ctx: Ctx): Map<string, number> {
  return countAttemptsBySubject(ctx, UNBOOKED_PREFIX, { from: ctx.now - DAY_LENGTH, to: ctx.now })
}

/**
 * Returns strangers' open requests that reduce their shares under pressure: all new ones, and old ones of
 * origins that have done something else within a day.
 */
export function listRequestedByStrangers(ctx: Ctx): StrangersRequest[] {
  const requests = listOpenRequestsOfStrangers(ctx, { newerThan: ctx.now - NEW_REQUEST_FOR })
  const unbooked = countUnbookedHoldsByOrigin(ctx)
  const byOrigin = Map.groupBy(requests, ({ origin }) => origin)
  const isBusy = (origin: string | null) =>
    origin !== null && (unbooked.has(origin) || (byOrigin.get(origin)?.length ?? 0) > 1)
  return requests.filter((request) => isNewRequest(ctx, request) || isBusy(request.origin))
}

/** Returns whether a request is so recent that it counts regardless of its origin. */
export function isNewRequest({ now }: Ctx, { createdAt }: StrangersRequest): boolean {
  return createdAt > now - NEW_REQUEST_FOR
}

/** Returns whether this origin tells visitors apart, instead of standing for all unknown IP addresses. */
export function isOriginKnown(origin: string): boolean {
  return origin !== UNKNOWN_ORIGIN
}
