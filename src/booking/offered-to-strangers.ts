import type { Ctx } from '../ctx.ts'
import { lengthOf } from '../schedule/intervals.ts'
import type { Interval } from '../shared/day.ts'
import { type KeptTime, listOfferedToStrangers, STRANGERS_SHARE } from './strangers.ts'
import { weekOf, workingTimeOfWeek } from './working-week.ts'

/**
 * This module adds up the times that strangers are offered, so that they stay within the strangers' share of
 * each week (docs/behaviour.md 18.16).
 */

/** Time of a resource, paddings included. */
export type ResourceTime = Interval & Readonly<{ resourceId: string }>

/** The times in the open offers to strangers. */
type OfferedToStrangers = Readonly<{
  /** Returns whether a stranger of this origin has an offer. */
  hasOffer: (origin: string | null) => boolean
  /** Returns whether this time would exceed the strangers' share of its week. */
  isBeyondShare: (time: ResourceTime) => boolean
  /** Adds a time that is offered to a stranger. */
  add: (time: KeptTime) => void
}>

/** Reads the open offers to strangers. The limits of weeks are worked out when they are needed. */
export function readOfferedToStrangers(ctx: Ctx): OfferedToStrangers {
  const origins = new Set<string | null>()
  /** Milliseconds in open offers to strangers, by week and resource. */
  const offered = new Map<string, number>()
  /** Milliseconds that may be offered to strangers, by week and resource. */
  const shares = new Map<string, number>()
  const add = (time: KeptTime) => {
    const week = weekKeyOf(time)
    offered.set(week, (offered.get(week) ?? 0) + lengthOf(time))
    if (time.origin !== null) origins.add(time.origin)
  }
  for (const time of listOfferedToStrangers(ctx)) add(time)
  return {
    hasOffer: (origin) => origins.has(origin),
    isBeyondShare: (time) => {
      const week = weekKeyOf(time)
      const alreadyOffered = offered.get(week)
      // A single offer is allowed even in the shortest week.
      if (alreadyOffered === undefined) return false
      return alreadyOffered + lengthOf(time) > shares.getOrInsertComputed(week, () => shareOfWeek(ctx, time))
    },
    add,
  }
}

/** Returns a key for the week of a time at its resource. */
function weekKeyOf({ resourceId, startsAt }: ResourceTime): string {
  return `${weekOf(startsAt)} ${resourceId}`
}

/** Returns the milliseconds of the time's week that strangers may be offered at its resource. */
function shareOfWeek(ctx: Ctx, { resourceId, startsAt }: ResourceTime): number {
  return STRANGERS_SHARE.offers * workingTimeOfWeek(ctx, resourceId, weekOf(startsAt))
}
