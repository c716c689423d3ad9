import { and, asc, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import { countAttempt, countRecentAttempts, type Limits } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { isStranger } from '../db/booking-rows.ts'
import { type Booking, bookings, type Message, messages } from '../db/schema.ts'
import { practiceMailbox, staffUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { isTodayOrTomorrow } from '../time/vienna.ts'
import { openRequestUrl } from './booking-facts.ts'
import { gathered } from './kinds/gathered.ts'
import { PENDING } from './outbox/leases.ts'
import { insertMessage } from './outbox/queue.ts'

/**
 * This module gathers the e-mails to the practice about strangers while there are very many, so that somebody
 * with many mailboxes cannot flood its inbox (docs/behaviour.md 10.58).
 */

/**
 * The most e-mails about strangers that the practice gets one by one, within windows in milliseconds. They
 * are more than on the busiest real day.
 */
const ONE_BY_ONE = [
  { most: 15, window: HOUR },
  { most: 60, window: DAY_LENGTH },
] as const

/**
 * Milliseconds for which an e-mail gathers messages before it is sent. By day, `urgent` applies as soon as
 * one of them is about an appointment today or tomorrow.
 */
const WAIT_MS = { usual: HOUR, urgent: HOUR / 2 }

/** The reason why a gathered e-mail is suppressed, as the outbox shows it. */
export const GATHERED_WITH_STRANGERS = 'Steht mit anderen von neuen Patienten gesammelt in einer E-Mail.'

/** The subject under which the rate limits count the e-mails that are sent one by one. */
const COUNTED_SUBJECT = 'e-mail about a stranger'
/** These limits never refuse. They only count, for the comparison with `ONE_BY_ONE`. */
const COUNTING_LIMITS: Limits = [[COUNTED_SUBJECT, { most: Number.POSITIVE_INFINITY, window: DAY_LENGTH }]]

/** Returns whether the next e-mail about the mailbox is gathered with those about other strangers. */
export function isGatheredWithStrangers(ctx: Ctx, mailbox: string): boolean {
  return (
    ctx.config.rateLimits &&
    isStranger(ctx, mailbox) &&
    ONE_BY_ONE.some(({ most, window }) => countRecentAttempts(ctx, COUNTED_SUBJECT, window).count >= most)
  )
}

/** Counts an e-mail about the mailbox that is sent on its own. */
export function countUngatheredEmail(ctx: Ctx, mailbox: string): void {
  if (isStranger(ctx, mailbox)) countAttempt(ctx, COUNTING_LIMITS)
}

/**
 * Writes the e-mail that lists all gathered messages, or rewrites it with one more. It names nobody, so
 * erasing a person's data can ignore it. Must run in the transaction that stores the gathered message as
 * suppressed with the reason `GATHERED_WITH_STRANGERS`.
 */
export function writeGatheringOfStrangers(ctx: Ctx, booking: Booking): void {
  const gatheringEmail = findGatheringEmail(ctx)
  const content = gathered.email({
    of: 'strangers',
    practice: readSettings(ctx, 'practice'),
    now: ctx.now,
    adminUrl: staffUrl(ctx, '/admin'),
    items: listGatheredMessages(ctx, gatheringEmail).map((item) => ({
      ...item,
      url: openRequestUrl(ctx, item.booking),
    })),
  })
  const isSoon = isTodayOrTomorrow(booking.startsAt, ctx.now) && !isNight(ctx.now)
  const dueAt = ctx.now + (isSoon ? WAIT_MS.urgent : WAIT_MS.usual)
  if (gatheringEmail === undefined)
    insertMessage(
      ctx,
      { channel: 'email', kind: 'gathered', recipient: practiceMailbox(ctx), ...content },
      { dueAt },
    )
  else
    ctx.db
      .update(messages)
      .set({ ...content, dueAt: Math.min(gatheringEmail.dueAt, dueAt) })
      .where(eq(messages.id, gatheringEmail.id))
      .run()
}

/** Returns the e-mail that still gathers messages about strangers; undefined if there is none. */
function findGatheringEmail(ctx: Ctx): Pick<Message, 'id' | 'dueAt'> | undefined {
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
  return (
    ctx.db
      .select({ id: messages.id, dueAt: messages.dueAt })
      .from(messages)
      // With PENDING and the position, SQLite uses the index of waiting messages.
      .where(and(isWaiting, isOfStrangers, isNull(messages.queuePosition)))
      .get()
  )
}

/**
 * Lists the messages that the e-mail gathers. If there is none yet, it is only the newest. The list has few
 * columns, because under attack it is long and is read for each new message.
 */
function listGatheredMessages(ctx: Ctx, gatheringEmail: Pick<Message, 'id'> | undefined) {
  const { id, status, startsAt } = bookings
  const newest = sql`(select max(${messages.id}) from ${messages})`
  // The first gathered message was stored just before the e-mail, so its id is one less.
  const first = gatheringEmail === undefined ? newest : gatheringEmail.id - 1
  return ctx.db
    .select({ kind: messages.kind, booking: { id, status, startsAt } })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(
      and(
        gte(messages.id, first),
        // The plus keeps SQLite from reading all suppressed messages.
        sql`+${messages.status} = 'muted'`,
        eq(messages.error, GATHERED_WITH_STRANGERS),
      ),
    )
    .orderBy(asc(messages.id))
    .all()
}
