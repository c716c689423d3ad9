import { and, asc, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import { countAttempt, type Limits, recentAttempts } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { isStranger } from '../db/booking-rows.ts'
import { type Booking, bookings, type Message, messages } from '../db/schema.ts'
import { practiceMailbox, staffUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { isTodayOrTomorrow } from '../time/vienna.ts'
import { gathered } from './kinds/gathered.ts'
import { insertMessage, PENDING } from './outbox/queue.ts'

/**
 * This module gathers the practice's e-mails about strangers while there are very many, so that somebody with
 * many mailboxes cannot fill the practice's inbox (docs/behaviour.md 10.58).
 */

/**
 * The most e-mails about strangers within a time, in milliseconds, that the practice gets one by one. The
 * busiest day of a practice has fewer.
 */
const ONE_BY_ONE = [
  { most: 15, window: HOUR },
  { most: 60, window: DAY_LENGTH },
] as const

/**
 * Milliseconds for which an e-mail gathers messages before it leaves. By day it leaves after `urgent` when
 * one of them is about an appointment of today or tomorrow.
 */
const GATHERED_FOR = { usual: HOUR, urgent: HOUR / 2 }

/** The reason for which a gathered e-mail is suppressed, as the outbox shows it. */
export const GATHERED_STRANGERS = 'Steht mit anderen von neuen Patienten gesammelt in einer E-Mail.'

/** The subject under which the rate limits count the e-mails that are sent one by one. */
const SUBJECT = 'e-mail about a stranger'
/** These limits refuse nothing. They only count, and `ONE_BY_ONE` is compared with the counts. */
const COUNTED: Limits = [[SUBJECT, { most: Number.POSITIVE_INFINITY, window: DAY_LENGTH }]]

/** Returns whether the next e-mail to the practice about the mailbox joins those about other strangers. */
export function joinsStrangers(ctx: Ctx, mailbox: string): boolean {
  return (
    ctx.config.rateLimits &&
    isStranger(ctx, mailbox) &&
    ONE_BY_ONE.some(({ most, window }) => recentAttempts(ctx, SUBJECT, window).made >= most)
  )
}

/** Counts an e-mail to the practice about the mailbox that is sent by itself. */
export function countSingle(ctx: Ctx, mailbox: string): void {
  if (isStranger(ctx, mailbox)) countAttempt(ctx, COUNTED)
}

/**
 * Writes the e-mail that lists all gathered messages, or writes it anew with one more. The e-mail names
 * nobody, so that it need not be found when a person's data are erased. Must run in the transaction that
 * stores the gathered message as suppressed with the reason `GATHERED_STRANGERS`.
 */
export function writeGatheringOfStrangers(ctx: Ctx, booking: Booking): void {
  const waiting = findGathering(ctx)
  const content = gathered.email({
    of: 'strangers',
    practice: readSettings(ctx, 'practice'),
    now: ctx.now,
    adminUrl: staffUrl(ctx, '/admin'),
    items: listGathered(ctx, waiting).map((item) => ({
      ...item,
      url:
        item.booking.status === 'requested'
          ? staffUrl(ctx, `/admin/confirm?id=${item.booking.id}`)
          : undefined,
    })),
  })
  const isSoon = isTodayOrTomorrow(booking.startsAt, ctx.now) && !isNight(ctx.now)
  const due = ctx.now + (isSoon ? GATHERED_FOR.urgent : GATHERED_FOR.usual)
  if (waiting === undefined)
    insertMessage(
      ctx,
      { channel: 'email', kind: 'gathered', recipient: practiceMailbox(ctx), ...content },
      { dueAt: due },
    )
  else
    ctx.db
      .update(messages)
      .set({ ...content, dueAt: Math.min(waiting.dueAt, due) })
      .where(eq(messages.id, waiting.id))
      .run()
}

/** Returns the e-mail that still gathers messages about strangers. */
function findGathering(ctx: Ctx): Pick<Message, 'id' | 'dueAt'> | undefined {
  const isWaiting = and(
    PENDING,
    eq(messages.status, 'queued'),
    eq(messages.attempts, 0),
    gt(messages.dueAt, ctx.now),
  )
  const isOfStrangers = and(
    eq(messages.channel, 'email'),
    eq(messages.kind, 'gathered'),
    isNull(messages.bookingId),
  )
  return ctx.db
    .select({ id: messages.id, dueAt: messages.dueAt })
    .from(messages)
    .where(and(isWaiting, isOfStrangers, isNull(messages.queuePosition)))
    .get()
}

/**
 * Lists the messages that the waiting e-mail gathers. Only a few columns are read, because under attack the
 * list is long and is read once for each new message.
 */
function listGathered(ctx: Ctx, waiting: Pick<Message, 'id'> | undefined) {
  const { id, status, startsAt } = bookings
  const newest = sql`(select max(${messages.id}) from ${messages})`
  // The first gathered message was stored just before the e-mail, and has the id before that of the e-mail.
  const first = waiting === undefined ? newest : waiting.id - 1
  return ctx.db
    .select({ kind: messages.kind, booking: { id, status, startsAt } })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(
      and(
        gte(messages.id, first),
        // The plus keeps SQLite from reading all suppressed messages.
        sql`+${messages.status} = 'suppressed'`,
        eq(messages.error, GATHERED_STRANGERS),
      ),
    )
    .orderBy(asc(messages.id))
    .all()
}
