import { and, eq, gt, inArray, isNotNull, isNull, lte, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../ctx.ts'
import { bookings, messages } from '../db/schema.ts'
import { emptyMessages } from '../messaging/outbox/emptied-messages.ts'
import { PENDING } from '../messaging/outbox/leases.ts'
import { readSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { anonymiseBooking } from './anonymisation.ts'
import { daysInDative, withHardSpaces } from './text-parts.ts'

/** This module says which data are deleted, when and how. Rules: docs/behaviour.md 16.8–16.10. */

/** The kinds of data with a retention period, in the order in which they are deleted. */
export const DATA_KINDS = ['messages', 'svnr', 'answers', 'bookings'] as const
export type DataKind = (typeof DATA_KINDS)[number]

/**
 * Rows that one transaction changes. It takes longer to anonymise a booking, which has rows in many tables.
 */
const ROWS_AT_ONCE = { messages: 50, columns: 50, bookings: 10 }

type RetentionRule = Readonly<{
  table: typeof messages | typeof bookings
  /** Selects the rows whose retention period has ended; undefined when they are kept without a limit. */
  isDue: SQL | undefined
  /**
   * Deletes the data of a few due rows, so that a patient who books meanwhile waits only some milliseconds.
   * @returns the number of these rows
   */
  deleteDue: (isDue: SQL) => number
}>

/** Makes the rule for each kind of data from the current settings and time. */
export const RULES: Readonly<Record<DataKind, (ctx: Ctx) => RetentionRule>> = {
  messages: messagesRule,
  svnr: (ctx) => columnRule(ctx, 'svnr'),
  answers: (ctx) => columnRule(ctx, 'answers'),
  bookings: bookingsRule,
}

/**
 * Messages are emptied some days after they were written, but not before they are sent and their appointment
 * is past.
 */
function messagesRule(ctx: Ctx): RetentionRule {
  const { db } = ctx
  const days = readSettings(ctx, 'general').retain_messages_days
  const comingBooking = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, messages.bookingId), gt(bookings.endsAt, ctx.now)))
  return {
    table: messages,
    isDue: retentionEnded(
      ctx,
      { days, since: messages.createdAt },
      isNull(messages.emptied),
      not(PENDING),
      notExists(comingBooking),
    ),
    deleteDue(isDue) {
      const rows = db
        .select({ id: messages.id })
        .from(messages)
        .where(isDue)
        .limit(ROWS_AT_ONCE.messages)
        .all()
      const ids = rows.map(({ id }) => id)
      emptyMessages(ctx, ids, withHardSpaces(`Inhalt nach ${daysInDative(days)} gelöscht.`))
      return ids.length
    },
  }
}

/** The social security number and the answers to questions share one retention period. */
function columnRule(ctx: Ctx, column: 'svnr' | 'answers'): RetentionRule {
  const { db } = ctx
  const days = readSettings(ctx, 'general').retain_svnr_days
  return {
    table: bookings,
    isDue: retentionEnded(ctx, { days, since: bookings.endsAt }, isNotNull(bookings[column])),
    deleteDue(isDue) {
      const dueIds = db.select({ id: bookings.id }).from(bookings).where(isDue).limit(ROWS_AT_ONCE.columns)
      return db
        .update(bookings)
        .set({ [column]: null })
        .where(inArray(bookings.id, dueIds))
        .run().changes
    },
  }
}

/** Bookings are anonymised some days after their end, but not while a message about them waits. */
function bookingsRule(ctx: Ctx): RetentionRule {
  const { db } = ctx
  const days = readSettings(ctx, 'general').retain_bookings_days
  const waitingMessage = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.bookingId, bookings.id), PENDING))
  return {
    table: bookings,
    // A literal, because with a parameter SQLite would not use the partial index.
    isDue: retentionEnded(
      ctx,
      { days, since: bookings.endsAt },
      sql`${bookings.anonymised} = 0`,
      notExists(waitingMessage),
    ),
    deleteDue(isDue) {
      const dueBookings = db.select().from(bookings).where(isDue).limit(ROWS_AT_ONCE.bookings).all()
      for (const booking of dueBookings)
        anonymiseBooking(ctx, booking, 'Inhalt mit den Daten des Termins gelöscht.')
      return dueBookings.length
    },
  }
}

/**
 * Returns the condition that so many days have passed since the instant in the column `since`, and that the
 * further conditions hold; undefined for 0 days, which mean no limit.
 */
function retentionEnded(
  { now }: Ctx,
  { days, since }: Readonly<{ days: number; since: SQLiteColumn }>,
  ...conditions: SQL[]
): SQL | undefined {
  return days === 0 ? undefined : and(lte(since, now - days * DAY_LENGTH), ...conditions)
}
