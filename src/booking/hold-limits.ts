import type { BotCheckLevel } from '../access/bot-check.ts'
import { fingerprint } from '../access/crypto.ts'
import {
  assertWithinLimits,
  countAttempt,
  type Limits,
  recentAttempts,
  takeBackAttempt,
} from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { isStranger } from '../db/booking-rows.ts'
import { paddedInterval } from '../schedule/occupations.ts'
import type { ServiceRow } from '../schedule/services.ts'
import { DAY_LENGTH, type Instant, type Interval } from '../shared/day.ts'
import {
  countLiveHoldsOf,
  FROM_OFFER,
  type HoldRow,
  listHoldsOfStrangers,
  type StrangersHold,
} from './live-holds.ts'
import { countOpenOf, requiredLevel, tooMany } from './request-limits.ts'
import {
  countVainByOrigin,
  isNew,
  isOriginKnown,
  isUnderPressure,
  KEPT_FOR,
  type KeptTime,
  listRequestedByStrangers,
  notePressure,
  SHARE,
  vainSubject,
  weekOf,
  workingTimeOfWeek,
} from './strangers.ts'

/**
 * The limits of holds (docs/behaviour.md 7.4 and 7.18). A hold costs nothing but a verified address, so a few
 * addresses could hold a whole practice. What strangers may occupy together says strangers.ts.
 */

/**
 * Live holds of one origin. There may be several, because the customers of a mobile network share addresses.
 */
const LIVE_PER_ORIGIN = 5
/** Somebody who changes the time again and again stays below this. */
const PER_MAILBOX = { most: 15, window: DAY_LENGTH }
/** Strangers' holds of one origin that came to no booking. */
const UNBOOKED_PER_ORIGIN = { most: 60, window: DAY_LENGTH }
/** The first holds of a mailbox within a day can be extended; the later ones end when they end. */
const EXTENDABLE = 5

/** Unbooked holds of an origin within a day from which its next ones need the check and are not extended. */
const SEVERAL = 3
/**
 * Unbooked holds of an origin within a day from which it counts as greedy: it shares the small part, and its
 * holds make room at once. Others keep a hold for `KEPT_FOR` at least.
 */
const GREEDY = 6
/**
 * Under pressure a hold that takes this many times the time of the next one makes room for it at once.
 * Attackers hold the longest times, because these close the most starts.
 */
const TIMES_LONGER = 2
/**
 * Live holds of strangers from which it is crowded: all holds of strangers need the bot check, and the
 * practice is warned.
 */
export const CROWD = 5

type Asked = Readonly<{
  service: ServiceRow
  start: Instant
  mailbox: string
  /** The value of the column `holds.origin`. */
  origin: string
}>

/** @throws Problem too_many when the mailbox or the origin has had too many holds */
export function assertFewHolds(ctx: Ctx, { mailbox, origin }: Pick<Asked, 'mailbox' | 'origin'>): void {
  assertWithinLimits(ctx, [[holdsOfMailbox(ctx, mailbox), PER_MAILBOX]], (facts) =>
    tooMany(
      ctx,
      'Mit dieser E-Mail-Adresse wurden heute schon sehr viele Zeiten reserviert. Bitte rufen Sie uns an',
      facts,
    ),
  )
  const busy =
    'Von Ihrem Internetanschluss wird gerade mehrmals gebucht. Bitte versuchen Sie es in einigen Minuten erneut oder rufen Sie uns an'
  if (isOriginKnown(origin) && countLiveHoldsOf(ctx, origin) >= LIVE_PER_ORIGIN) throw tooMany(ctx, busy)
  if (isStranger(ctx, mailbox))
    assertWithinLimits(ctx, unbookedOf(origin), (facts) => tooMany(ctx, busy, facts))
}

/**
 * Returns the level of the bot check that a hold must pass; undefined when it needs none. The first holds of
 * an origin need none, so that a usual booking has no further request.
 */
export function levelForHold(
  ctx: Ctx,
  { mailbox, origin }: Pick<Asked, 'mailbox' | 'origin'>,
): BotCheckLevel | undefined {
  if (!isStranger(ctx, mailbox)) return undefined
  const isSuspicious =
    isOriginKnown(origin) && (countLiveHoldsOf(ctx, origin) > 0 || countUnbooked(ctx, origin) >= SEVERAL)
  const isCrowded = () => listHoldsOfStrangers(ctx).length >= CROWD || isUnderPressure(ctx)
  return isSuspicious || isCrowded()
    ? requiredLevel(ctx, isOriginKnown(origin) ? origin : undefined)
    : undefined
}

/**
 * Chooses the holds that must end, so that strangers together hold no more than their share of the week of
 * this start. The greediest origin makes room first; between equals the oldest hold does.
 * @returns the ids of these holds; mostly none
 * @throws Problem too_many when the caller's own origin is the greediest, or all holds are too new
 */
export function holdsInTheWay(ctx: Ctx, { service, start, mailbox, origin }: Asked): string[] {
  if (!isStranger(ctx, mailbox)) return []
  const { resourceId } = service
  const ofResource = listHoldsOfStrangers(ctx).filter((hold) => hold.resourceId === resourceId)
  const week = weekOf(start)
  const others = ofResource.filter(({ startsAt }) => weekOf(startsAt) === week)
  const unbooked = countUnbooked(ctx, origin)
  const isPressed = isUnderPressure(ctx)
  const isFirst = unbooked === 0 && !(isPressed && isOriginKnown(origin) && countOpenOf(ctx, origin) > 0)
  const requests = isPressed ? listRequestedByStrangers(ctx) : []
  const counted = isFirst ? requests.filter((request) => isNew(ctx, request)) : requests
  const kept = keptIn(week, resourceId, counted)
  // A single time is allowed in any week, however short it is.
  if (others.length === 0 && kept === 0) return []

  const share = shareFor(unbooked, { isFirst, isPressed, isCrowded: isPressed || ofResource.length >= CROWD })
  const most = share * workingTimeOfWeek(ctx, resourceId, week)
  const before = totalOf(others)
  // Without pressure a hold on top takes the place of others, and does not make them fewer.
  const limit = isPressed ? most - kept : Math.max(most, before)
  const length = lengthOf(paddedInterval(service, start))
  let held = before + length
  const ending: string[] = []
  const tooLong = isPressed ? TIMES_LONGER * length : Number.POSITIVE_INFINITY
  // The hold that is asked for counts too.
  for (const hold of othersByGreed(ctx, others, { own: unbooked + 1, tooLong })) {
    if (held <= limit) break
    held -= lengthOf(hold)
    ending.push(hold.id)
  }
  if (held <= limit || (kept === 0 && ending.length === others.length)) return ending
  throw tooMany(
    ctx,
    'In dieser Woche reservieren gerade sehr viele Menschen. Bitte versuchen Sie es in einigen Minuten erneut, wählen Sie eine andere Woche oder rufen Sie uns an',
  )
}

/** Returns the milliseconds of a resource's week that lie within these times. */
function keptIn(week: number, resourceId: string, times: readonly KeptTime[]): number {
  return totalOf(times.filter((time) => time.resourceId === resourceId && weekOf(time.startsAt) === week))
}

/** Returns the share of a week for an origin's next hold, after `unbooked` ones within a day. */
function shareFor(
  unbooked: number,
  { isFirst, isPressed, isCrowded }: Readonly<Record<'isFirst' | 'isPressed' | 'isCrowded', boolean>>,
): number {
  if (unbooked >= GREEDY || (isCrowded && !isFirst)) return SHARE.small
  if (isPressed) return SHARE.firstUnderPressure
  return isCrowded ? SHARE.first : SHARE.usual
}

/**
 * Chooses the holds that end under pressure although nobody has asked for their time: those of strangers that
 * are older than `KEPT_FOR` and beyond the small share of their week, of the greediest origin first.
 * @returns the ids of these holds; none while there is no pressure
 */
export function holdsBeyondShare(ctx: Ctx): string[] {
  if (!ctx.config.rateLimits || !isUnderPressure(ctx)) return []
  const kept = listRequestedByStrangers(ctx)
  const byWeek = Map.groupBy(
    listHoldsOfStrangers(ctx),
    ({ resourceId, startsAt }) => `${weekOf(startsAt)} ${resourceId}`,
  )
  return [...byWeek.values()].flatMap((held) => {
    const [{ resourceId, startsAt }] = held as [StrangersHold]
    const week = weekOf(startsAt)
    const most = SHARE.small * workingTimeOfWeek(ctx, resourceId, week)
    return beyond(ctx, held, most - keptIn(week, resourceId, kept))
  })
}

/** Returns the old holds to end until the others take at most `most` milliseconds, or one is left. */
function beyond(ctx: Ctx, holds: readonly StrangersHold[], most: number): string[] {
  let held = totalOf(holds)
  const ending: string[] = []
  for (const hold of byGreed(ctx, holds)) {
    if (held <= most || ending.length === holds.length - 1) break
    if (!isOld(ctx, hold)) continue
    held -= lengthOf(hold)
    ending.push(hold.id)
  }
  return ending
}

/**
 * Lists the holds that can make room for an origin with `own` unbooked ones, the first to end first. A hold
 * of `tooLong` milliseconds makes room as an old one does.
 */
function othersByGreed(
  ctx: Ctx,
  others: readonly StrangersHold[],
  { own, tooLong }: Readonly<{ own: number; tooLong: number }>,
): StrangersHold[] {
  return byGreed(ctx, others).filter((hold) => {
    const isProtected = !isOld(ctx, hold) && lengthOf(hold) < tooLong
    return hold.greed >= (isProtected ? Math.max(GREEDY, own + 1) : own)
  })
}

/** Sorts the holds by the unbooked ones of their origins, the most first, and between equals by age. */
function byGreed(ctx: Ctx, holds: readonly StrangersHold[]): (StrangersHold & { greed: number })[] {
  const counts = countVainByOrigin(ctx)
  return holds
    .map((hold) => ({ ...hold, greed: isOriginKnown(hold.origin) ? (counts.get(hold.origin) ?? 0) : 0 }))
    .toSorted((a, b) => b.greed - a.greed || a.createdAt - b.createdAt)
}

function isOld({ now }: Ctx, { createdAt }: StrangersHold): boolean {
  return createdAt <= now - KEPT_FOR
}

/** Counts a hold that was placed. */
export function countHold(ctx: Ctx, { mailbox, origin }: Pick<Asked, 'mailbox' | 'origin'>): void {
  const unbooked = isStranger(ctx, mailbox) ? unbookedOf(origin) : []
  countAttempt(ctx, [[holdsOfMailbox(ctx, mailbox), PER_MAILBOX], ...unbooked])
}

/** Counts a stranger's hold that was refused with too_many. Its own transaction must be over by then. */
export function countRefused(ctx: Ctx, { mailbox, origin }: Pick<Asked, 'mailbox' | 'origin'>): void {
  if (isStranger(ctx, mailbox)) notePressure(ctx, origin)
}

/** Notes that the hold has become a booking, so that it no longer counts against its origin. */
export function countBooked(ctx: Ctx, { origin, createdAt }: HoldRow): void {
  takeBackAttempt(ctx, vainSubject(origin), createdAt)
}

/**
 * Whether the hold can be extended: it is one of the first of its mailbox, and a stranger's hold is neither
 * one of several of its origin, nor is there pressure.
 */
export function isExtendable(ctx: Ctx, { email, origin }: HoldRow): boolean {
  if (recentAttempts(ctx, holdsOfMailbox(ctx, email), DAY_LENGTH).made > EXTENDABLE) return false
  if (origin === FROM_OFFER || !isStranger(ctx, email)) return true
  return countUnbooked(ctx, origin) < SEVERAL && !isUnderPressure(ctx)
}

/** The name of the mailbox's counter, which its erasure deletes too. */
export function holdsOfMailbox(ctx: Ctx, mailbox: string): string {
  return `hold of ${fingerprint(ctx, 'recipient', mailbox)}`
}

function unbookedOf(origin: string): Limits {
  // Without origins one visitor would use up the limit of all.
  const most = isOriginKnown(origin) ? UNBOOKED_PER_ORIGIN.most : Number.POSITIVE_INFINITY
  return [[vainSubject(origin), { ...UNBOOKED_PER_ORIGIN, most }]]
}

/** Returns the holds of an origin within a day that came to no booking, the live ones included. */
function countUnbooked(ctx: Ctx, origin: string): number {
  return isOriginKnown(origin) ? recentAttempts(ctx, vainSubject(origin), DAY_LENGTH).made : 0
}

function totalOf(times: readonly Interval[]): number {
  return times.reduce((sum, time) => sum + lengthOf(time), 0)
}

function lengthOf({ startsAt, endsAt }: Interval): number {
  return endsAt - startsAt
}
