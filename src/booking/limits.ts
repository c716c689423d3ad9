import { and, count, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { type BotCheckLevel, HARDEST_LEVEL } from '../access/bot-check.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { numberWord } from '../shared/number-word.ts'
import { Problem } from '../shared/problems.ts'

/** More than one, because parents book for children. */
const OPEN_PER_MAILBOX = 4
/** Many more, because mobile networks share addresses. */
const OPEN_PER_ORIGIN = 16

/** From how many open requests of its origin on a request gets each level of the bot check. */
const OPEN_BEFORE_LEVEL = [0, 3, 8] as const

/**
 * "Usual" is the average of the last four weeks, nights included, so that a busy hour is three to four times as much. `times`
 * as many requests are far more; the floor keeps a small or new practice from alarms.
 */
const USUAL_DAYS = 28
const WINDOWS = [
  { length: HOUR, floor: 12, times: 6 },
  { length: DAY_LENGTH, floor: 60, times: 3 },
] as const
/** The limits of a window at which each level begins. */
const RUSH_BEFORE_LEVEL = [0, 1, 3] as const

/** Literals, because with parameters SQLite would not use the partial indexes. */
const REQUESTED = sql`${bookings.status} = 'requested'`
const BY_PATIENT = sql`${bookings.holdId} <> ${bookings.id}`
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
  made: selectMade(db),
}))

/** The requests of a time. One origin counts three at most, since a fourth is its own affair, and found attacks not at all. */
function selectMade(db: Ctx['db']) {
  const made = sql<number>`case when ${bookings.origin} is null then count(*) else min(count(*), ${OPEN_BEFORE_LEVEL[1]}) end`
  const perOrigin = db
    .select({ made: made.as('made') })
    .from(bookings)
    .where(
      and(
        BY_PATIENT,
        gt(bookings.createdAt, sql.placeholder('from')),
        lte(bookings.createdAt, sql.placeholder('to')),
        sql`not (${bookings.marked} and ${bookings.status} = 'rejected')`,
      ),
    )
    .groupBy(bookings.origin)
    .as('per_origin')
  return db
    .select({ made: sql<number>`coalesce(sum(${perOrigin.made}), 0)` })
    .from(perOrigin)
    .prepare()
}

/** Who asks: `mailbox` as `mailboxKey` writes it, and the fingerprint of the origin, undefined while origins are unknown. */
export type Asker = Readonly<{ mailbox: string; origin: string | undefined }>

/** @throws Problem too_many when four requests of the mailbox or sixteen of the origin are not answered yet */
export function assertFewOpenRequests(ctx: Ctx, { mailbox, origin }: Asker): void {
  if (!ctx.config.rateLimits) return
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
 * How hard the bot check must be: harder from the fourth open request of an origin, and for everybody while far more requests
 * than usual come in (docs/behaviour.md 7.15). A request for which it is above 0 is marked.
 */
export function requiredLevel(ctx: Ctx, origin: string | undefined): BotCheckLevel {
  if (!ctx.config.rateLimits) return 0
  const open = countOpenOf(ctx, origin)
  return Math.max(
    levelOf(open, OPEN_BEFORE_LEVEL),
    ...WINDOWS.map((window) => levelOf(rushIn(ctx, window), RUSH_BEFORE_LEVEL)),
  ) as BotCheckLevel
}

/** A refusal whose sentence ends with the way out, the practice's phone number. */
export function tooMany(ctx: Ctx, sentence: string, facts: Record<string, unknown> = {}): Problem {
  const phone = readSetting(ctx, 'practice', 'phone')
  return new Problem('too_many', { ...facts, phone }, phone ? `${sentence}: ${phone}.` : `${sentence}.`)
}

/** Deletes the origin of some requests whose time has come without an answer. @returns whether there may be more */
export function deleteOldOrigins(ctx: Ctx): boolean {
  const some = ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    // The plus keeps SQLite from reading all past bookings by the index of starts.
    .where(and(REQUESTED, isNotNull(bookings.origin), sql`+${bookings.startsAt} <= ${ctx.now}`))
    .limit(ORIGINS_AT_ONCE)
  const { changes } = ctx.db.update(bookings).set({ origin: null }).where(inArray(bookings.id, some)).run()
  return changes === ORIGINS_AT_ONCE
}

const ORIGINS_AT_ONCE = 100

function countOpenOf(ctx: Ctx, origin: string | undefined): number {
  if (origin === undefined) return 0
  return statements(ctx.db).openOfOrigin.get({ origin, now: ctx.now })?.open ?? 0
}

/** The requests of the window until now, in multiples of its limit. */
function rushIn({ db, now }: Ctx, { length, floor, times }: (typeof WINDOWS)[number]): number {
  const made = (from: number, to: number) => statements(db).made.get({ from, to })?.made ?? 0
  const since = now - length
  const recent = made(since, now)
  if (recent < floor) return 0
  const usual = made(since - USUAL_DAYS * DAY_LENGTH, since) * (length / (USUAL_DAYS * DAY_LENGTH))
  return recent / Math.max(floor, times * usual)
}

function levelOf(reached: number, thresholds: readonly number[]): number {
  return Math.min(
    HARDEST_LEVEL,
    thresholds.findLastIndex((threshold) => reached >= threshold),
  )
}
