import { setTimeout as pause } from 'node:timers/promises'
import {
  and,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Ctx, inTx } from '../ctx.ts'
import { emptyWal } from '../db/open.ts'
import { bookings, messages } from '../db/schema.ts'
import { emptyMessages } from '../messaging/outbox/bodies.ts'
import { PENDING } from '../messaging/outbox/queue.ts'
import { readSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { anonymiseBooking } from './anonymisation.ts'

/** What goes once it has been kept for as long as the settings say. Rules: docs/behaviour.md 16.8–16.10. */

const NAMES = ['messages', 'svnr', 'answers', 'bookings'] as const
type Name = (typeof NAMES)[number]

type RetentionCounts = Readonly<Record<Name, number>>

type Rule = Readonly<{
  table: typeof messages | typeof bookings
  /** The rows whose time has come; undefined while they are kept without a limit. */
  due: SQL | undefined
  /** Takes so few of them that a booking waits for some milliseconds at most. @returns how many */
  apply: (due: SQL) => number
}>

/** Between two transactions, so that others get their turn. Another process that waits for the lock looks for it only now and then. */
const LEAST_PAUSE_MS = 10

/** How much would go now. */
export function countExpired(ctx: Ctx): RetentionCounts {
  const countOf = ({ table, due }: Rule) =>
    due ? (ctx.db.select({ rows: count() }).from(table).where(due).get()?.rows ?? 0) : 0
  const { messages, svnr, answers, bookings } = rules(ctx)
  return {
    messages: countOf(messages),
    svnr: countOf(svnr),
    answers: countOf(answers),
    bookings: countOf(bookings),
  }
}

/**
 * Deletes what has been kept for long enough, in small transactions. `ctx` gives a fresh now at each call.
 * @returns how much went
 */
export async function deleteExpired(ctx: () => Ctx, stopping?: AbortSignal): Promise<RetentionCounts> {
  const gone = { messages: 0, svnr: 0, answers: 0, bookings: 0 }
  for (const name of NAMES) {
    for (let rows = 1; rows > 0 && !stopping?.aborted; ) {
      const start = ctx().now
      rows = inTx(ctx(), () => applyOnce(rules(ctx())[name]))
      gone[name] += rows
      await pause(Math.max(LEAST_PAUSE_MS, 2 * (ctx().now - start)))
    }
  }
  // Also what an erasure has left there while a backup was being made.
  emptyWal(ctx().db)
  return gone
}

function applyOnce({ due, apply }: Rule): number {
  return due ? apply(due) : 0
}

function rules(ctx: Ctx): Record<Name, Rule> {
  const { db, now } = ctx
  const { retain_messages_days, retain_svnr_days, retain_bookings_days } = readSettings(ctx, 'general')
  /** 0 days: never. */
  const after = (days: number, at: SQLiteColumn, ...which: SQL[]) =>
    days === 0 ? undefined : and(lte(at, now - days * DAY_LENGTH), ...which)
  const ahead = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, messages.bookingId), gt(bookings.endsAt, now)))
  const waiting = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.bookingId, bookings.id), PENDING))
  const emptied = (name: 'svnr' | 'answers'): Rule => ({
    table: bookings,
    due: after(retain_svnr_days, bookings.endsAt, isNotNull(bookings[name])),
    apply(due) {
      const found = db.select({ id: bookings.id }).from(bookings).where(due).limit(50)
      return db
        .update(bookings)
        .set({ [name]: null })
        .where(inArray(bookings.id, found))
        .run().changes
    },
  })
  return {
    messages: {
      table: messages,
      due: after(
        retain_messages_days,
        messages.createdAt,
        isNull(messages.emptied),
        not(PENDING),
        notExists(ahead),
      ),
      apply(due) {
        const found = db.select({ id: messages.id }).from(messages).where(due).limit(50).all()
        const ids = found.map(({ id }) => id)
        emptyMessages(ctx, ids, `Inhalt nach ${inDays(retain_messages_days)} gelöscht.`)
        return ids.length
      },
    },
    svnr: emptied('svnr'),
    answers: emptied('answers'),
    bookings: {
      table: bookings,
      // A literal, for the partial index.
      due: after(retain_bookings_days, bookings.endsAt, sql`${bookings.anonymised} = 0`, notExists(waiting)),
      apply(due) {
        const found = db.select().from(bookings).where(due).limit(10).all()
        for (const booking of found)
          anonymiseBooking(ctx, booking, 'Inhalt mit den Daten des Termins gelöscht.')
        return found.length
      },
    },
  }
}

/** After a preposition: `nach 180 Tagen`. */
function inDays(days: number): string {
  return days === 1 ? 'einem Tag' : `${days}\u00a0Tagen`
}
