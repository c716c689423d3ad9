import { and, asc, count, eq, gt, gte, inArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, type Message, messages } from '../db/schema.ts'
import { practiceMailbox, staffUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { openRequestUrl } from './booking-facts.ts'
import { gathered } from './kinds/gathered.ts'
import { kindsWhere } from './kinds.ts'
import { insertMessage } from './outbox/queue.ts'

/**
 * This module gathers the e-mails to the practice about one mailbox, so that somebody who books and cancels
 * in a loop cannot flood its inbox (docs/behaviour.md 10.57).
 */

/** The most e-mails about one mailbox that the practice gets one by one within `GATHERED_FOR_MS`. */
const MOST_ONE_BY_ONE = 5
/** Milliseconds for which an e-mail gathers further messages before it is sent. */
export const GATHERED_FOR_MS = HOUR

/** The reason why a gathered e-mail is suppressed, as the outbox shows it. */
export const GATHERED_BY_MAILBOX = 'Steht mit anderen zu dieser E-Mail-Adresse gesammelt in einer E-Mail.'

/** The kinds that report a booking to the practice. */
const KINDS_ABOUT_BOOKINGS = kindsWhere(({ to, validWhile }) => to === 'practice' && validWhile !== null)

/**
 * Returns whether the next e-mail about the mailbox is gathered with others.
 * @param mailbox '' for a booking without an e-mail address, whose e-mails are never gathered
 */
export function isGatheredByMailbox(ctx: Ctx, mailbox: string): boolean {
  if (mailbox === '' || !ctx.config.rateLimits) return false
  if (findGatheringEmail(ctx, mailbox) !== undefined) return true
  const isRecent = and(
    inArray(messages.kind, KINDS_ABOUT_BOOKINGS),
    gt(messages.createdAt, ctx.now - GATHERED_FOR_MS),
  )
  const { recentCount } = ctx.db
    .select({ recentCount: count() })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(and(eq(bookings.mailbox, mailbox), isRecent))
    .get() ?? { recentCount: 0 }
  return recentCount >= MOST_ONE_BY_ONE
}

/**
 * Writes the e-mail that lists all gathered messages about the mailbox, or rewrites it with one more. The
 * e-mail is sent `GATHERED_FOR_MS` after the first of them. Must run in the transaction that stores the
 * gathered message as suppressed with the reason `GATHERED_BY_MAILBOX`.
 */
export function writeGatheringOfMailbox(ctx: Ctx, mailbox: string): void {
  const gatheringEmail = findGatheringEmail(ctx, mailbox)
  const items = listGatheredMessages(ctx, mailbox, gatheringEmail?.createdAt ?? ctx.now)
  const [endsFirst] = items.map(({ booking }) => booking).toSorted((a, b) => a.endsAt - b.endsAt)
  const content = gathered.email({
    of: 'mailbox',
    practice: readSettings(ctx, 'practice'),
    now: ctx.now,
    adminUrl: staffUrl(ctx, '/admin'),
    items: items.map((item) => ({ ...item, url: openRequestUrl(ctx, item.booking) })),
  })
  // Retention finds the e-mail by the appointment that ends first.
  const columns = { ...content, bookingId: endsFirst?.id }
  if (gatheringEmail === undefined)
    insertMessage(
      ctx,
      { channel: 'email', kind: 'gathered', recipient: practiceMailbox(ctx), ...columns },
      { dueAt: ctx.now + GATHERED_FOR_MS },
    )
  else ctx.db.update(messages).set(columns).where(eq(messages.id, gatheringEmail.id)).run()
}

/** Returns the e-mail that still gathers messages about the mailbox; undefined if there is none. */
function findGatheringEmail(ctx: Ctx, mailbox: string): Pick<Message, 'id' | 'createdAt'> | undefined {
  const isWaiting = and(eq(messages.status, 'queued'), eq(messages.attempts, 0), gt(messages.dueAt, ctx.now))
  return ctx.db
    .select({ id: messages.id, createdAt: messages.createdAt })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(and(eq(bookings.mailbox, mailbox), eq(messages.kind, 'gathered'), isWaiting))
    .get()
}

/** Lists the messages about the mailbox that were gathered at `since` or later. */
function listGatheredMessages(ctx: Ctx, mailbox: string, since: Instant) {
  const isGathered = and(eq(messages.status, 'muted'), eq(messages.error, GATHERED_BY_MAILBOX))
  return ctx.db
    .select({ kind: messages.kind, booking: bookings })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(and(eq(bookings.mailbox, mailbox), isGathered, gte(messages.createdAt, since)))
    .orderBy(asc(messages.id))
    .all()
}
