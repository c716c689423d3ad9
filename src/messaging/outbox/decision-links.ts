import { and, eq, inArray, isNull, lte, ne, not, notInArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, messages } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'

/** Longer than a decision can be taken back (docs/behaviour.md 8.19). */
const SETTLED_AFTER = MINUTE

/** As many as take a few milliseconds. */
const AT_ONCE = 20

/**
 * Takes the signatures out of some stored e-mails to the practice whose request or move was decided or moved, or has begun: a copy of the
 * database must not hold links that once decided. The links then ask for a login.
 * @returns whether there may be more
 */
export function dropSpentSignatures(ctx: Ctx): boolean {
  const since = lte(bookings.updatedAt, ctx.now - SETTLED_AFTER)
  const decided = and(ne(bookings.status, 'requested'), since)
  const settled = or(decided, lte(bookings.startsAt, ctx.now), ne(messages.startsAt, bookings.startsAt))
  const move = eq(messages.kind, 'move-asked')
  const moveSettled = and(or(isNull(bookings.moveToAt), ne(messages.startsAt, bookings.moveToAt)), since)
  const spent = ctx.db
    .select({ id: messages.id, text: messages.text, html: messages.html })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(
      and(
        // As in the partial index.
        sql`instr(${messages.text}, '&sig=') > 0`,
        inArray(messages.kind, ['new-reservation', 'moved-by-patient', 'unanswered', 'move-asked']),
        notInArray(messages.status, ['queued', 'sending']),
        or(and(not(move), settled), and(move, moveSettled)),
      ),
    )
    .limit(AT_ONCE)
    .all()
  for (const { id, text, html } of spent) {
    const changes = { text: withoutSignatures(text), html: withoutSignatures(html) }
    ctx.db.update(messages).set(changes).where(eq(messages.id, id)).run()
  }
  return spent.length === AT_ONCE
}

/** The links without what decides; they ask for a login. */
export function withoutSignatures(body: string): string {
  return body.replaceAll(/&(?:#38;)?sig=[\w.-]+/g, '')
}
