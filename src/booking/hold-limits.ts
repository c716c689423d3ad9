import type { BotCheckLevel } from '../access/bot-check.ts'
import { fingerprint } from '../access/crypto.ts'
import {
  assertWithinLimits,
  countAttempt,
  countRecentAttempts,
  type Limits,
  takeBackAttempt,
} from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { isStranger } from '../db/booking-rows.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { requiredBotCheckLevel } from './bot-check-level.ts'
import { countLiveHoldsOfOrigin, type HoldRow, listHoldsOfStrangers, OFFER_ORIGIN } from './live-holds.ts'
import {
  countRefusedHolds,
  isOriginKnown,
  isUnderPressure,
  recordPressure,
  unbookedHoldsCounter,
} from './pressure.ts'
import { countOpenRequestsOf, tooManyProblem } from './request-limits.ts'

/**
 * The limits of holds (docs/behaviour.md 7.3, 7.4 and 7.19). A hold costs nothing but a verified e-mail
 * address, so a few addresses could block the whole practice. A hold is unbooked until it becomes a booking.
 * Each origin's unbooked holds of the last day are counted, including those that have ended. hold-room.ts
 * limits how much of a week strangers may hold together.
 */

/**
 * Live holds of one origin. There may be several, because the customers of a mobile network share IP
 * addresses.
 */
const LIVE_PER_ORIGIN = 5
/** Holds of one mailbox. Even a patient who keeps choosing another time stays below this number. */
const PLACED_PER_MAILBOX = { most: 40, window: DAY_LENGTH }
/** How many holds of one mailbox can be extended in a day; these are the first ones. */
const EXTENDABLE_PER_MAILBOX = 5
/** Unbooked holds of strangers from one origin. */
const UNBOOKED_PER_ORIGIN = { most: 60, window: DAY_LENGTH }
/** From this many unbooked holds on, further holds of the origin need the bot check. */
const CHECKED_FROM_UNBOOKED = 30
/** From this many live holds of strangers on, shares are smaller, and the practice is warned. */
export const CROWDED_FROM_HOLDS = 5
/** From this many live holds of strangers on, each further hold of a stranger needs the bot check. */
const CHECKED_FROM_LIVE = 15

const TOO_MANY_OF_MAILBOX =
  'Mit dieser E-Mail-Adresse wurden heute schon sehr viele Zeiten reserviert. Bitte rufen Sie uns an'
const TOO_MANY_OF_ORIGIN =
  'Von Ihrem Internetanschluss wird gerade mehrmals gebucht. Bitte versuchen Sie es in einigen Minuten erneut oder rufen Sie uns an'

/** Who asks for a hold: a mailbox, and the value of the column `holds.origin`. */
export type HoldAsker = Readonly<{ mailbox: string; origin: string }>

/** Refuses a mailbox or an origin that has had too many holds. @throws Problem too_many */
export function assertFewHolds(ctx: Ctx, { mailbox, origin }: HoldAsker): void {
  assertWithinLimits(ctx, [[holdCounterOfMailbox(ctx, mailbox), PLACED_PER_MAILBOX]], (facts) =>
    tooManyProblem(ctx, TOO_MANY_OF_MAILBOX, facts),
  )
  if (isOriginKnown(origin) && countLiveHoldsOfOrigin(ctx, origin) >= LIVE_PER_ORIGIN)
    throw tooManyProblem(ctx, TOO_MANY_OF_ORIGIN)
  if (isStranger(ctx, mailbox))
    assertWithinLimits(ctx, unbookedLimits(origin), (facts) => tooManyProblem(ctx, TOO_MANY_OF_ORIGIN, facts))
}

/**
 * Returns the level of the bot check that a hold must pass; undefined when it needs none. The first holds of
 * an origin need none, so that an ordinary booking costs no extra request, and the very first one needs none
 * even during an attack.
 */
export function botCheckLevelForHold(ctx: Ctx, { mailbox, origin }: HoldAsker): BotCheckLevel | undefined {
  if (!isStranger(ctx, mailbox)) return undefined
  const needsNone =
    countUnbookedHolds(ctx, origin) < CHECKED_FROM_UNBOOKED &&
    listHoldsOfStrangers(ctx).length < CHECKED_FROM_LIVE &&
    !isUnderPressure(ctx)
  if (needsNone || isNewcomer(ctx, origin)) return undefined
  return requiredBotCheckLevel(ctx, isOriginKnown(origin) ? origin : undefined)
}

/** Returns whether an origin has neither tried to hold a time nor requested one yet. */
function isNewcomer(ctx: Ctx, origin: string): boolean {
  return (
    isOriginKnown(origin) &&
    countUnbookedHolds(ctx, origin) === 0 &&
    countRefusedHolds(ctx, origin) === 0 &&
    countOpenRequestsOf(ctx, origin) === 0
  )
}

/**
 * Returns whether the hold can be extended. It must be among the first of its mailbox. The hold of a stranger
 * cannot be extended while there is pressure.
 */
export function isHoldExtendable(ctx: Ctx, { email, origin }: HoldRow): boolean {
  const { count } = countRecentAttempts(ctx, holdCounterOfMailbox(ctx, email), DAY_LENGTH)
  if (count > EXTENDABLE_PER_MAILBOX) return false
  return origin === OFFER_ORIGIN || !isStranger(ctx, email) || !isUnderPressure(ctx)
}

/** Counts a hold that was placed. The hold of a stranger counts as unbooked until `countHoldAsBooked`. */
export function countPlacedHold(ctx: Ctx, { mailbox, origin }: HoldAsker): void {
  const unbooked = isStranger(ctx, mailbox) ? unbookedLimits(origin) : []
  countAttempt(ctx, [[holdCounterOfMailbox(ctx, mailbox), PLACED_PER_MAILBOX], ...unbooked])
}

/**
 * Counts a stranger's hold that was refused with too_many. Must run outside the refused transaction, whose
 * rollback would undo the count.
 */
export function countRefusedHold(ctx: Ctx, { mailbox, origin }: HoldAsker): void {
  if (isStranger(ctx, mailbox)) recordPressure(ctx, origin)
}

/** Removes a hold that has become a booking from the count of its origin's unbooked holds. */
export function countHoldAsBooked(ctx: Ctx, { origin, createdAt }: HoldRow): void {
  takeBackAttempt(ctx, unbookedHoldsCounter(origin), createdAt)
}

/** Returns how many unbooked holds an origin has had within a day; 0 for an unknown origin. */
export function countUnbookedHolds(ctx: Ctx, origin: string): number {
  return isOriginKnown(origin) ? countRecentAttempts(ctx, unbookedHoldsCounter(origin), DAY_LENGTH).count : 0
}

/** Returns the name of the counter of a mailbox's holds. Erasing the mailbox deletes the counter too. */
export function holdCounterOfMailbox(ctx: Ctx, mailbox: string): string {
  return `hold of ${fingerprint(ctx, 'recipient', mailbox)}`
}

/** Returns the counter of an origin's unbooked holds with its limit. */
function unbookedLimits(origin: string): Limits {
  // While origins are unknown, all visitors share one counter, and one of them could use up the limit.
  const most = isOriginKnown(origin) ? UNBOOKED_PER_ORIGIN.most : Number.POSITIVE_INFINITY
  return [[unbookedHoldsCounter(origin), { ...UNBOOKED_PER_ORIGIN, most }]]
}
