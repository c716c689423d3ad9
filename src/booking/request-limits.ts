import { and, count, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { assertWithinLimits, countAttempt, type Limits, recentAttempts } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { numberWord } from '../shared/number-word.ts'
import { Problem } from '../shared/problems.ts'

/** Open requests of one mailbox. There may be several, because parents book for children. */
const OPEN_PER_MAILBOX = 4
/**
 * Open requests of one origin. There may be many, because the customers of a mobile network share addresses.
 */
const OPEN_PER_ORIGIN = 16
/**
 * Requests that a mailbox makes within `MADE_WINDOW`, whatever became of them. Without this limit, somebody
 * who cancels each request could make the next one for ever, and each sends e-mails to the practice.
 */
const MADE_PER_MAILBOX = 8
const MADE_WINDOW = DAY_LENGTH
/** Requests that an origin makes within `MADE_WINDOW`, whatever became of them. */
const MADE_PER_ORIGIN = { most: 40, window: MADE_WINDOW }
/**
 * Requests within a day after which the next one is marked. A family shares a mailbox, and changes its mind.
 */
const MADE_BEFORE_MARK = { mailbox: 6, origin: 16 }

/** Open requests of an origin at which each level of the bot check begins, by level. */
export const OPEN_BEFORE_LEVEL = [0, 3, 8] as const

/**
 * This and the next condition are literals, because with parameters SQLite would not use the partial indexes.
 */
const REQUESTED = sql`${bookings.status} = 'requested'`
/** The condition that the practice has not entered the booking, which would have its own id as its hold's. */
export const BY_PATIENT = sql`${bookings.holdId} <> ${bookings.id}`
const isAhead = gt(bookings.startsAt, sql.placeholder('now'))

const statements = prepared((db) => ({
  openOfMailbox: db
    .select({ open: count() })
    .from(bookings)
    .where(and(REQUESTED, eq(bookings.mailbox, sql.placeholder('mailbox')), isAhead))
    .prepare(),
  openOfOrigin: db
    .select({ open: count() })
    .from(bookings)
    .where(and(REQUESTED, eq(bookings.origin, sql.placeholder('origin')), isAhead))
    .prepare(),
  madeOfMailbox: db
    .select({ made: count() })
    .from(bookings)
    .where(
      and(
        BY_PATIENT,
        eq(bookings.mailbox, sql.placeholder('mailbox')),
        gt(bookings.createdAt, sql.placeholder('since')),
      ),
    )
    .prepare(),
}))

/** Who makes a request. */
export type Requester = Readonly<{
  /** The `mailboxKey` of the address. */
  mailbox: string
  /** Fingerprint of the IP address; undefined while origins are unknown. */
  origin: string | undefined
}>

/**
 * Refuses a mailbox or an origin of which too many requests are not answered yet, or were made within a day
 * (docs/behaviour.md 7.4).
 * @throws Problem too_many
 */
export function assertFewRequests(ctx: Ctx, requester: Requester): void {
  if (!ctx.config.rateLimits) return
  assertFewOpen(ctx, requester)
  if (countMadeOf(ctx, requester.mailbox) >= MADE_PER_MAILBOX)
    throw tooMany(
      ctx,
      `Mit dieser E-Mail-Adresse kamen in ${MADE_WINDOW / HOUR} Stunden schon ${numberWord(MADE_PER_MAILBOX)} Reservierungen. Bitte rufen Sie uns an`,
    )
  assertWithinLimits(ctx, limitOfOrigin(requester.origin), (facts) =>
    tooMany(
      ctx,
      `Von Ihrem Internetanschluss kamen in ${MADE_WINDOW / HOUR} Stunden schon sehr viele Reservierungen. Bitte rufen Sie uns an`,
      facts,
    ),
  )
}

/**
 * Returns whether the request is to be marked: its origin has many open requests, or its origin or mailbox
 * has made many within a day. Requests of strangers mark nobody, however many come in (docs/behaviour.md
 * 7.16). Must be called before `countRequest`.
 */
export function isConspicuous(ctx: Ctx, { mailbox, origin }: Requester): boolean {
  if (!ctx.config.rateLimits) return false
  return (
    countOpenOf(ctx, origin) >= OPEN_BEFORE_LEVEL[1] ||
    countMadeOf(ctx, mailbox) >= MADE_BEFORE_MARK.mailbox ||
    limitOfOrigin(origin).some(
      ([subject, { window }]) => recentAttempts(ctx, subject, window).made >= MADE_BEFORE_MARK.origin,
    )
  )
}

/** Counts a request for its origin. Must run in the transaction of `assertFewRequests`. */
export function countRequest(ctx: Ctx, { origin }: Requester): void {
  countAttempt(ctx, limitOfOrigin(origin))
}

/** Returns the counter of an origin's requests with its limit; nothing while origins are unknown. */
function limitOfOrigin(origin: string | undefined): Limits {
  return origin === undefined ? [] : [[`request from ${origin}`, MADE_PER_ORIGIN]]
}

/**
 * Counts the requests that the mailbox has made within a day. Appointments that the practice enters do not
 * count.
 */
function countMadeOf(ctx: Ctx, mailbox: string): number {
  return statements(ctx.db).madeOfMailbox.get({ mailbox, since: ctx.now - MADE_WINDOW })?.made ?? 0
}

/** Refuses a mailbox or an origin with too many requests that are not answered. @throws Problem too_many */
function assertFewOpen(ctx: Ctx, { mailbox, origin }: Requester): void {
  const { open } = statements(ctx.db).openOfMailbox.get({ mailbox, now: ctx.now }) ?? { open: 0 }
  if (open >= OPEN_PER_MAILBOX)
    throw tooMany(
      ctx,
      `Sie haben bereits ${numberWord(OPEN_PER_MAILBOX)} offene Reservierungen. Bitte warten Sie auf unsere Antwort oder rufen Sie uns an`,
    )
  if (countOpenOf(ctx, origin) >= OPEN_PER_ORIGIN)
    throw tooMany(
      ctx,
      'Von Ihrem Internetanschluss warten schon sehr viele Reservierungen auf unsere Antwort. Bitte rufen Sie uns an',
    )
}

/**
 * Returns the problem too_many. Its sentence ends with the practice's phone number, so that the patient can
 * call.
 */
export function tooMany(ctx: Ctx, sentence: string, facts: Record<string, unknown> = {}): Problem {
  const phone = readSetting(ctx, 'practice', 'phone')
  return new Problem('too_many', { ...facts, phone }, phone ? `${sentence}: ${phone}.` : `${sentence}.`)
}

/**
 * Deletes the origin of some unanswered requests whose appointment has begun.
 * @returns whether there may be more
 */
export function deleteOldOrigins(ctx: Ctx): boolean {
  const dueIds = ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    // The plus keeps SQLite from reading all past bookings by the index of starts.
    .where(and(REQUESTED, isNotNull(bookings.origin), sql`+${bookings.startsAt} <= ${ctx.now}`))
    .limit(ORIGINS_AT_ONCE)
  const { changes } = ctx.db.update(bookings).set({ origin: null }).where(inArray(bookings.id, dueIds)).run()
  return changes === ORIGINS_AT_ONCE
}

/** Origins that are deleted at once, so that other requests do not wait long. */
const ORIGINS_AT_ONCE = 100

/** Counts the unanswered requests of an origin whose appointment is ahead. */
export function countOpenOf(ctx: Ctx, origin: string | undefined): number {
  if (origin === undefined) return 0
  return statements(ctx.db).openOfOrigin.get({ origin, now: ctx.now })?.open ?? 0
}
