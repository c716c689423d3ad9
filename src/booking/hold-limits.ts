import type { BotCheckLevel } from '../access/bot-check.ts'
import { fingerprint } from '../access/crypto.ts'
import {
  assertWithinLimits,
  attemptsBySubject,
  countAttempt,
  type Limits,
  recentAttempts,
  takeBackAttempt,
} from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { workingTimeOf } from '../schedule/hours.ts'
import { paddedInterval } from '../schedule/occupations.ts'
import type { ServiceRow } from '../schedule/services.ts'
import { DAY_LENGTH, HOUR, type Instant, MINUTE, weekdayOf } from '../shared/day.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import {
  countLiveHoldsOf,
  type HoldRow,
  isStranger,
  listHoldsOfStrangers,
  type StrangersHold,
  UNKNOWN_ORIGIN,
} from './live-holds.ts'
import { requiredLevel, tooMany } from './request-limits.ts'

/**
 * The limits of holds (docs/behaviour.md 7.4 and 7.18). A hold costs nothing but a verified address, so a few
 * addresses could hold a whole practice. A stranger is a mailbox of which the practice has not confirmed a
 * booking yet.
 */

/** Live holds of one origin. There may be several, because the customers of a mobile network share addresses. */
const LIVE_PER_ORIGIN = 5
/** Somebody who changes the time again and again stays below this. */
const PER_MAILBOX = { most: 15, window: DAY_LENGTH }
/** Strangers' holds of one origin that came to no booking. */
const UNBOOKED_PER_ORIGIN = { most: 60, window: DAY_LENGTH }
/** The first holds of a mailbox within a day can be extended; the later ones end when they end. */
const EXTENDABLE = 5

/** The part of a week's working time that strangers may hold together, and while there is pressure. */
const SHARE = { usual: 0.15, underPressure: 0.03 }
/**
 * Unbooked holds of an origin within a day from which it counts as greedy: it shares the smaller part, and
 * its holds make room at once. Others keep a hold for `KEPT_FOR` at least.
 */
const GREEDY = 6
const KEPT_FOR = 5 * MINUTE
/**
 * Pressure is this many unbooked holds within an hour, at most `perOrigin` of each origin. A hold counts
 * after `KEPT_FOR`, because an honest one is booked by then.
 */
const PRESSURE = { unbooked: 12, perOrigin: 3 }
/** Unbooked holds of its origin within a day from which each hold of a stranger asks for the bot check. */
const UNCHECKED = 3
/** Live holds of strangers from which all holds of strangers ask for it. */
export const MANY_LIVE = 12

type Asked = Readonly<{
  service: ServiceRow
  start: Instant
  mailbox: string
  /** As `holds.origin` has it. */
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
  if (isTold(origin) && countLiveHoldsOf(ctx, origin) >= LIVE_PER_ORIGIN) throw tooMany(ctx, busy)
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
    isTold(origin) && (countLiveHoldsOf(ctx, origin) > 0 || countUnbooked(ctx, origin) >= UNCHECKED)
  const areMany = () => listHoldsOfStrangers(ctx).length >= MANY_LIVE || isUnderPressure(ctx)
  return isSuspicious || areMany() ? requiredLevel(ctx, isTold(origin) ? origin : undefined) : undefined
}

/**
 * Chooses the holds that must end, so that strangers together hold no more than their share of the week of
 * this start. The greediest origin makes room first; between equals the oldest hold does.
 * @returns the ids of these holds; mostly none
 * @throws Problem too_many when the caller's own origin is the greediest, or all holds are too new
 */
export function holdsInTheWay(ctx: Ctx, { service, start, mailbox, origin }: Asked): string[] {
  if (!isStranger(ctx, mailbox)) return []
  const day = dayNumberAt(start)
  const monday = day - ((weekdayOf(day) + 6) % 7)
  const [from, to] = [startOfDay(monday), startOfDay(monday + 7)]
  const others = listHoldsOfStrangers(ctx).filter(
    ({ resourceId, startsAt }) => resourceId === service.resourceId && startsAt >= from && startsAt < to,
  )
  // A single hold is allowed in any week, however short it is.
  if (others.length === 0) return []

  const own = countUnbooked(ctx, origin)
  const share = own >= GREEDY || isUnderPressure(ctx) ? SHARE.underPressure : SHARE.usual
  const most = share * workingTimeOf(ctx, service.resourceId, monday, monday + 7)
  let held = lengthOf(paddedInterval(service, start)) + others.reduce((sum, hold) => sum + lengthOf(hold), 0)
  const ending: string[] = []
  for (const hold of othersByGreed(ctx, others, own + 1)) {
    if (held <= most) break
    held -= lengthOf(hold)
    ending.push(hold.id)
  }
  if (held <= most || ending.length === others.length) return ending
  throw tooMany(
    ctx,
    'In dieser Woche reservieren gerade sehr viele Menschen. Bitte versuchen Sie es in einigen Minuten erneut, wählen Sie eine andere Woche oder rufen Sie uns an',
  )
}

/** Lists the holds that can make room for an origin with `own` unbooked ones, the first to end first. */
function othersByGreed(ctx: Ctx, others: readonly StrangersHold[], own: number): StrangersHold[] {
  const counts = new Map(others.map(({ origin }) => [origin, countUnbooked(ctx, origin)]))
  const greed = ({ origin }: StrangersHold) => counts.get(origin) ?? 0
  return others
    .filter((hold) => {
      const isOld = hold.createdAt <= ctx.now - KEPT_FOR
      return isOld ? greed(hold) >= own : greed(hold) >= Math.max(GREEDY, own + 1)
    })
    .toSorted((a, b) => greed(b) - greed(a) || a.createdAt - b.createdAt)
}

/** Counts a hold that was placed. */
export function countHold(ctx: Ctx, { mailbox, origin }: Pick<Asked, 'mailbox' | 'origin'>): void {
  const unbooked = isStranger(ctx, mailbox) ? unbookedOf(origin) : []
  countAttempt(ctx, [[holdsOfMailbox(ctx, mailbox), PER_MAILBOX], ...unbooked])
}

/** Notes that the hold has become a booking, so that it no longer counts against its origin. */
export function countBooked(ctx: Ctx, { origin, createdAt }: HoldRow): void {
  takeBackAttempt(ctx, `${FROM} ${origin}`, createdAt)
}

/** Whether the hold is one of the first of its mailbox, which can be extended. */
export function isExtendable(ctx: Ctx, { email }: HoldRow): boolean {
  return recentAttempts(ctx, holdsOfMailbox(ctx, email), DAY_LENGTH).made <= EXTENDABLE
}

/** The name of the mailbox's counter, which its erasure deletes too. */
export function holdsOfMailbox(ctx: Ctx, mailbox: string): string {
  return `hold of ${fingerprint(ctx, 'recipient', mailbox)}`
}

const FROM = 'hold from'

function unbookedOf(origin: string): Limits {
  // Without origins one visitor would use up the limit of all.
  const most = isTold(origin) ? UNBOOKED_PER_ORIGIN.most : Number.POSITIVE_INFINITY
  return [[`${FROM} ${origin}`, { ...UNBOOKED_PER_ORIGIN, most }]]
}

/** Returns the holds of an origin within a day that came to no booking, the live ones included. */
function countUnbooked(ctx: Ctx, origin: string): number {
  return isTold(origin) ? recentAttempts(ctx, `${FROM} ${origin}`, DAY_LENGTH).made : 0
}

function isUnderPressure(ctx: Ctx): boolean {
  const counts = attemptsBySubject(ctx, FROM, { from: ctx.now - HOUR, to: ctx.now - KEPT_FOR })
  let unbooked = 0
  for (const made of counts.values()) unbooked += Math.min(made, PRESSURE.perOrigin)
  return unbooked >= PRESSURE.unbooked
}

/** Whether visitors of this origin can be told from others. */
function isTold(origin: string): boolean {
  return origin !== UNKNOWN_ORIGIN
}

function lengthOf({ startsAt, endsAt }: Readonly<{ startsAt: Instant; endsAt: Instant }>): number {
  return endsAt - startsAt
}
