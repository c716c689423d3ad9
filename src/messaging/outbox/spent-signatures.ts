import { and, eq, inArray, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, messages } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import { kindsWhere } from '../kinds.ts'
import { PENDING } from './leases.ts'
import { STATES_MOVE } from './staleness.ts'

/** The most e-mails that one call changes, so that it takes only a few milliseconds. */
const MOST_AT_ONCE = 10

/** The kinds whose links decide on a request or a move. */
const DECIDING_KINDS = kindsWhere(({ hasDecisionLinks = false }) => hasDecisionLinks)

/** Milliseconds after which a decision can certainly no longer be undone (docs/behaviour.md 8.19). */
const SETTLED_AFTER_MS = MINUTE

/**
 * Removes the signatures from some stored e-mails to the practice once their request or move is settled or
 * the appointment has begun, so that a copy of the database holds no links that decide. The links then ask
 * for a login.
 * @returns whether more e-mails may remain
 */
export function dropSpentSignatures(ctx: Ctx): boolean {
  const spent = ctx.db
    .select({ id: messages.id, text: messages.text, html: messages.html })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(
      and(
        // This is the very condition of the partial index.
        sql`instr(${messages.text}, '&sig=') > 0`,
        inArray(messages.kind, DECIDING_KINDS),
        not(PENDING),
        or(and(STATES_MOVE, isMoveSettled(ctx)), and(not(STATES_MOVE), isRequestSettled(ctx))),
      ),
    )
    .limit(MOST_AT_ONCE)
    .all()
  for (const { id, text, html } of spent) {
    const changes = { text: withoutSignatures(text), html: withoutSignatures(html) }
    ctx.db.update(messages).set(changes).where(eq(messages.id, id)).run()
  }
  return spent.length === MOST_AT_ONCE
}

/** Matches if nothing is left to decide about the request that the message is about. */
function isRequestSettled(ctx: Ctx): SQL | undefined {
  const isDecided = and(ne(bookings.status, 'requested'), cannotBeUndone(ctx))
  const hasBegun = lte(bookings.startsAt, ctx.now)
  const hasMoved = ne(messages.startsAt, bookings.startsAt)
  return or(isDecided, hasBegun, hasMoved)
}

/** Matches if the patient no longer asks for the time that the message states. */
function isMoveSettled(ctx: Ctx): SQL | undefined {
  const asksForAnotherTime = ne(messages.startsAt, bookings.moveToAt)
  return and(or(isNull(bookings.moveToAt), asksForAnotherTime), cannotBeUndone(ctx))
}

/** Matches if the booking's last change is so old that it can no longer be undone. */
function cannotBeUndone(ctx: Ctx): SQL {
  return lte(bookings.updatedAt, ctx.now - SETTLED_AFTER_MS)
}

/** Removes the signatures from links, which then ask for a login. */
export function withoutSignatures(body: string): string {
  // In HTML the ampersand is a character reference.
  return body.replaceAll(/&(?:#38;)?sig=[\w.-]+/g, '')
}
