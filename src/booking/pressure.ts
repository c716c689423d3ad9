import { attemptsBySubject, countAttempt, recentAttempts } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { UNKNOWN_ORIGIN } from './live-holds.ts'
import { listOpenRequestsOfStrangers, type StrangersRequest } from './strangers.ts'

/**
 * This module says whether strangers attack the portal: there is pressure while very many of their holds and
 * requests come to nothing (docs/behaviour.md 7.18). It counts these for each origin, the fingerprint of an
 * IP address. What strangers may occupy under pressure is in strangers.ts.
 */

/** Milliseconds within which a patient has booked the time of a hold. */
export const KEPT_FOR = 5 * MINUTE
/**
 * There is pressure when `vain` holds and requests within an hour came to nothing, of which at most
 * `perOrigin` count of each origin. A hold counts after `KEPT_FOR`, because a patient has booked by then. A
 * hold that was refused and a request that was taken back count at once, so that the pressure lasts as long
 * as the attack. Open requests of an origin count too, except its first.
 */
const PRESSURE = { vain: 12, perOrigin: 3 }
/** Milliseconds for which a new request counts even if its origin has done nothing else. */
const NEW_FOR = 15 * MINUTE

/** Beginnings of the names of counters, to which the origin is added. */
const UNBOOKED = 'hold from'
const REFUSED = 'hold refused from'

/** The limit of counters that are only read. */
const UNLIMITED = { most: Number.POSITIVE_INFINITY, window: HOUR }

/** Returns whether so many holds and requests of an hour came to nothing that it must be an attack. */
export function isUnderPressure(ctx: Ctx): boolean {
  const { now } = ctx
  const countsByOrigin = [
    attemptsBySubject(ctx, UNBOOKED, { from: now - HOUR, to: now - KEPT_FOR }),
    attemptsBySubject(ctx, REFUSED, { from: now - HOUR, to: now }),
    countFurtherRequests(ctx),
  ]
  const origins = new Set(countsByOrigin.flatMap((counts) => [...counts.keys()]))
  let vain = 0
  for (const origin of origins) {
    const ofOrigin = countsByOrigin.reduce((sum, counts) => sum + (counts.get(origin) ?? 0), 0)
    vain += Math.min(ofOrigin, PRESSURE.perOrigin)
  }
  return vain >= PRESSURE.vain
}

/** Counts by origin the open requests of strangers of the last hour, without the first request of each. */
function countFurtherRequests(ctx: Ctx): Map<string, number> {
  const { now } = ctx
  // No request is newer than now, so these are the requests of a known origin.
  const recent = listOpenRequestsOfStrangers(ctx, { newerThan: now }).filter(
    ({ createdAt }) => createdAt > now - HOUR,
  )
  const byOrigin = Map.groupBy(recent, ({ origin }) => origin ?? UNKNOWN_ORIGIN)
  return new Map([...byOrigin].map(([origin, { length }]) => [origin, length - 1]))
}

/** Counts for the pressure that a stranger was refused a hold or took a request back. */
export function notePressure(ctx: Ctx, origin: string): void {
  if (!ctx.config.rateLimits) return
  const counter = `${REFUSED} ${origin}`
  // More than `perOrigin` would not count, and would only fill the table during an attack.
  if (recentAttempts(ctx, counter, HOUR).made < PRESSURE.perOrigin) countAttempt(ctx, [[counter, UNLIMITED]])
}

/** Counts a request that a stranger has taken back, as if its hold had come to no booking. */
export function countTakenBack(ctx: Ctx, origin: string): void {
  notePressure(ctx, origin)
  countAttempt(ctx, [[unbookedCounter(origin), UNLIMITED]])
}

/** Returns the name of the counter of strangers' holds of an origin that came to no booking. */
export function unbookedCounter(origin: string): string {
  return `${UNBOOKED} ${origin}`
}

/**
 * Counts by origin the holds of strangers within a day that were not booked, also those that still live, and
 * their requests that were taken back.
 */
export function countUnbookedByOrigin(ctx: Ctx): Map<string, number> {
  return attemptsBySubject(ctx, UNBOOKED, { from: ctx.now - DAY_LENGTH, to: ctx.now })
}

/**
 * Returns the open requests that count under pressure: all new requests, and old requests of origins that
 * have done something else within a day.
 */
export function listRequestedByStrangers(ctx: Ctx): StrangersRequest[] {
  const requests = listOpenRequestsOfStrangers(ctx, { newerThan: ctx.now - NEW_FOR })
  const unbooked = countUnbookedByOrigin(ctx)
  const byOrigin = Map.groupBy(requests, ({ origin }) => origin)
  const isBusy = (origin: string | null) =>
    origin !== null && (unbooked.has(origin) || (byOrigin.get(origin)?.length ?? 0) > 1)
  return requests.filter((request) => isNewRequest(ctx, request) || isBusy(request.origin))
}

/** Returns whether a request came in so recently that it counts whatever else its origin has done. */
export function isNewRequest({ now }: Ctx, { createdAt }: StrangersRequest): boolean {
  return createdAt > now - NEW_FOR
}

/** Returns whether visitors of this origin can be told from others. */
export function isOriginKnown(origin: string): boolean {
  return origin !== UNKNOWN_ORIGIN
}
