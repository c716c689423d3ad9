import { and, count, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { assertWithinLimits, countAttempt, countRecentAttempts, type Limits } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { numberWord } from '../shared/number-word.ts'
import { Problem } from '../shared/problems.ts'

/** Open requests of one mailbox. Several are allowed, because parents book for children. */
const OPEN_PER_MAILBOX = 4
/**
 * Open requests of one origin. Many are allowed, because customers of a mobile network share IP addresses.
 */
const OPEN_PER_ORIGIN = 16
/**
 * Requests that a mailbox can make within `MADE_WINDOW`, including cancelled ones. Otherwise somebody could
 * request and cancel for ever, and each time the practice gets e-mails.
 */
const MADE_PER_MAILBOX = 16
/** Milliseconds within which the requests of a mailbox or of an origin are counted. */
const MADE_WINDOW = DAY_LENGTH
/** Requests that an origin can make within `MADE_WINDOW`, including cancelled ones. */
const MADE_PER_ORIGIN = { most: 40, window: MADE_WINDOW }
/**
 * After this many requests within a day, the next one is marked. Families share a mailbox and change plans.
 */
const MADE_BEFORE_MARK = { mailbox: 6, origin: 16 }

/** Origins that one step of the clean-up deletes, so that other requests do not wait long. */
const ORIGINS_AT_ONCE = 100

/** For each level of the bot check, the number of an origin's open requests from which it applies. */
export const OPEN_BEFORE_LEVEL = [0, 3, 8] as const
/** The number of an origin's open requests from which the next one is marked. */
const OPEN_BEFORE_MARK = OPEN_BEFORE_LEVEL[1]

/** The condition of an open request: a literal, because SQLite uses no partial index with parameters. */
const IS_REQUESTED = sql`${bookings.status} = 'requested'`
/** The condition that a patient made the booking. One entered by the practice has its own id as `holdId`. */
export const IS_MADE_BY_PATIENT = sql`${bookings.holdId} <> ${bookings.id}`
/** The condition that the appointment has not begun. */
const IS_AHEAD = gt(bookings.startsAt, sql.placeholder('now'))

const statements = prepared((db) => ({
  openOfMailbox: db
    .select({ open: count() })
    .from(bookings)
    .where(and(IS_REQUESTED, eq(bookings.mailbox, sql.placeholder('mailbox')), IS_AHEAD))
    .prepare(),
  openOfOrigin: db
    .select({ open: count() })
    .from(bookings)
    .where(and(IS_REQUESTED, eq(bookings.origin, sql.placeholder('origin')), IS_AHEAD))
    .prepare(),
  madeOfMailbox: db
    .select({ made: count() })
    .from(bookings)
    .where(
      and(
        IS_MADE_BY_PATIENT,
        eq(bookings.mailbox, sql.placeholder('mailbox')),
        gt(bookings.createdAt, sql.placeholder('since')),
      ),
    )
    .prepare(),
}))

/** Who makes a request. */
export type Requester = Readonly<{
  /** The `mailboxKey` of the e-mail address. */
  mailbox: string
  /** Fingerprint of the IP address; undefined while origins are unknown. */
  origin: string | undefined
}>

/**
 * Refuses a mailbox or an origin with too many open requests, or too many made within a day
 * (docs/behaviour.md 7.4).
 * @throws Problem too_many
 */
export function assertFewRequests(ctx: Ctx, requester: Requester): void {
  if (!ctx.config.rateLimits) return
  assertFewOpen(ctx, requester)
  if (countRequestsMadeBy(ctx, requester.mailbox) >= MADE_PER_MAILBOX)
    throw tooManyProblem(
      ctx,
      `Mit dieser E-Mail-Adresse kamen in ${MADE_WINDOW / HOUR} Stunden schon ${numberWord(MADE_PER_MAILBOX)} Reservierungen. Bitte rufen Sie uns an`,
    )
  assertWithinLimits(ctx, limitOfOrigin(requester.origin), (facts) =>
    tooManyProblem(
      ctx,
      `Von Ihrem Internetanschluss kamen in ${MADE_WINDOW / HOUR} Stunden schon sehr viele Reservierungen. Bitte rufen Sie uns an`,
      facts,
    ),
  )
}

/** Refuses a mailbox or an origin with too many open requests. @throws Problem too_many */
function assertFewOpen(ctx: Ctx, { mailbox, origin }: Requester): void {
  const { open } = statements(ctx.db).openOfMailbox.get({ mailbox, now: ctx.now }) ?? { open: 0 }
  if (open >= OPEN_PER_MAILBOX)
    throw tooManyProblem(
      ctx,
      `Sie haben bereits ${numberWord(OPEN_PER_MAILBOX)} offene Reservierungen. Bitte warten Sie auf unsere Antwort oder rufen Sie uns an`,
    )
  if (countOpenRequestsOf(ctx, origin) >= OPEN_PER_ORIGIN)
    throw tooManyProblem(
      ctx,
      'Von Ihrem Internetanschluss warten schon sehr viele Reservierungen auf unsere Antwort. Bitte rufen Sie uns an',
    )
}

/**
 * Returns whether the request must be marked: its origin has many open requests, or its origin or mailbox has
 * made many within a day. Requests of other people never cause a mark (docs/behaviour.md 7.16). Must be
 * called before `countRequest`.
 */
export function isConspicuousRequest(ctx: Ctx, { mailbox, origin }: Requester): boolean {
  if (!ctx.config.rateLimits) return false
  return (
    countOpenRequestsOf(ctx, origin) >= OPEN_BEFORE_MARK ||
    countRequestsMadeBy(ctx, mailbox) >= MADE_BEFORE_MARK.mailbox ||
    limitOfOrigin(origin).some(
      ([subject, { window }]) => countRecentAttempts(ctx, subject, window).count >= MADE_BEFORE_MARK.origin,
    )
  )
}

/** Counts a request for its origin. Must run in the transaction of `assertFewRequests`. */
export function countRequest(ctx: Ctx, { origin }: Requester): void {
  countAttempt(ctx, limitOfOrigin(origin))
}

/** Returns the limit of an origin's requests; empty while origins are unknown. */
function limitOfOrigin(origin: string | undefined): Limits {
  return origin === undefined ? [] : [[`request from ${origin}`, MADE_PER_ORIGIN]]
}

/**
 * Counts the requests that the mailbox has made within a day, without appointments that the practice entered.
 */
function countRequestsMadeBy(ctx: Ctx, mailbox: string): number {
  return statements(ctx.db).madeOfMailbox.get({ mailbox, since: ctx.now - MADE_WINDOW })?.made ?? 0
}

/** Counts an origin's open requests whose appointments have not begun; 0 for an unknown origin. */
export function countOpenRequestsOf(ctx: Ctx, origin: string | undefined): number {
  if (origin === undefined) return 0
  return statements(ctx.db).openOfOrigin.get({ origin, now: ctx.now })?.open ?? 0
}

/** Returns the problem too_many, whose sentence ends with the practice's phone number. */
export function tooManyProblem(ctx: Ctx, sentence: string, facts: Record<string, unknown> = {}): Problem {
  const phone = readSetting(ctx, 'practice', 'phone')
  return new Problem('too_many', { ...facts, phone }, phone ? `${sentence}: ${phone}.` : `${sentence}.`)
}

/**
 * Deletes the origins of up to `ORIGINS_AT_ONCE` open requests whose appointments have begun.
 * @returns whether there may be more
 */
export function deleteOldOrigins(ctx: Ctx): boolean {
  const dueIds = ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    // The plus keeps SQLite from using the index of starts, by which it would read all past bookings.
    .where(and(IS_REQUESTED, isNotNull(bookings.origin), sql`+${bookings.startsAt} <= ${ctx.now}`))
    .limit(ORIGINS_AT_ONCE)
  const { changes } = ctx.db.update(bookings).set({ origin: null }).where(inArray(bookings.id, dueIds)).run()
  return changes === ORIGINS_AT_ONCE
}
