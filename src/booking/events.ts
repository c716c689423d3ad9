import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { actorColumns, type Ctx } from '../ctx.ts'
import { insertRow } from '../db/insert-row.ts'
import { CHANGE_KINDS, events } from '../db/schema.ts'
import { MINUTE } from '../shared/day.ts'

/**
 * Milliseconds for which the same action of the practice counts as a second press, for example because the
 * first answer got lost.
 */
export const REPEATED_WITHIN_MS = 5 * MINUTE

/** An entry in the history of a booking. */
export type EventRow = typeof events.$inferSelect
type EventFacts = Pick<typeof events.$inferInsert, 'message' | 'movedFromAt' | 'movedToAt'>

/** Adds an event to the history of a booking. Must run in the transaction of the change. */
export function recordEvent(
  ctx: Ctx,
  bookingId: string,
  kind: EventRow['kind'],
  facts: EventFacts = {},
): void {
  insertRow(ctx.db, events, { bookingId, kind, ...actorColumns(ctx), ...facts, at: ctx.now })
}

/** Returns the newest event of the booking that meets the condition. */
export function findLastEvent(ctx: Ctx, bookingId: string, condition?: SQL): EventRow | undefined {
  return ctx.db
    .select()
    .from(events)
    .where(and(eq(events.bookingId, bookingId), condition))
    .orderBy(desc(events.id))
    .get()
}

/** Returns the newest event that changed the appointment. */
export function findLastChange(ctx: Ctx, bookingId: string): EventRow | undefined {
  return findLastEvent(ctx, bookingId, inArray(events.kind, CHANGE_KINDS))
}
