import type { Ctx } from '../ctx.ts'
import { CROWDED_FROM_HOLDS, countUnbookedHolds } from './hold-limits.ts'
import type { StrangersHold } from './live-holds.ts'
import { isNewRequest, isOriginKnown, isUnderPressure, listRequestedByStrangers } from './pressure.ts'
import { countOpenRequestsOf } from './request-limits.ts'
import { type KeptTime, STRANGERS_SHARE } from './strangers.ts'

/**
 * This module says in which share of a week a stranger's new hold must find room, and what else counts there
 * (docs/behaviour.md 7.18). strangers.ts defines the shares, and hold-room.ts makes the room.
 */

/** An origin with this many unbooked holds gets the small share only, and its new holds can end too. */
export const GREEDY_FROM = 6

/** The origin that asks for a hold, and whether there is pressure. */
export type AskingOrigin = Readonly<{
  origin: string
  /** The number of unbooked holds of the origin within a day, without the hold that it asks for. */
  unbooked: number
  /** Whether the origin asks for its first hold, as most patients do and attackers only once. */
  isFirst: boolean
  /** Whether there is pressure. */
  isPressed: boolean
}>

/** Reads what is known of the origin that asks for a hold. */
export function readAskingOrigin(ctx: Ctx, origin: string): AskingOrigin {
  const unbooked = countUnbookedHolds(ctx, origin)
  const isPressed = isUnderPressure(ctx)
  // Under pressure, an origin with an open request has had its first hold.
  const isFirst = unbooked === 0 && !(isPressed && hasOpenRequest(ctx, origin))
  return { origin, unbooked, isPressed, isFirst }
}

function hasOpenRequest(ctx: Ctx, origin: string): boolean {
  return isOriginKnown(origin) && countOpenRequestsOf(ctx, origin) > 0
}

/**
 * Returns whether one origin alone would hold the week, or a second one that asks for its first hold; false
 * under pressure. The share is for many origins, because the live holds of one are few in any case
 * (docs/behaviour.md 7.4).
 */
export function isSharedByFew(
  { origin, isFirst, isPressed }: AskingOrigin,
  others: readonly StrangersHold[],
): boolean {
  const otherOrigins = new Set(others.map((hold) => hold.origin).filter((each) => each !== origin))
  const areKnown = [origin, ...otherOrigins].every(isOriginKnown)
  return !isPressed && areKnown && otherOrigins.size <= (isFirst ? 1 : 0)
}

/** Returns the share of the week in which the asker's hold must find room beside those of other strangers. */
export function shareFor({ unbooked, isFirst, isPressed }: AskingOrigin, holdsOfResource: number): number {
  if (unbooked >= GREEDY_FROM) return STRANGERS_SHARE.small
  if (isPressed) return isFirst ? STRANGERS_SHARE.firstUnderPressure : STRANGERS_SHARE.small
  return holdsOfResource < CROWDED_FROM_HOLDS ? 1 : STRANGERS_SHARE.crowded
}

/** Returns the open requests that reduce the asker's share. Only new ones reduce the share of first holds. */
export function listCountedRequests(ctx: Ctx, { isFirst }: AskingOrigin): KeptTime[] {
  const requests = listRequestedByStrangers(ctx)
  return isFirst ? requests.filter((request) => isNewRequest(ctx, request)) : requests
}
