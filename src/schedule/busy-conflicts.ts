import { and, eq, exists, gt, inArray, isNull, like, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences, bookings, busyConflicts, occupations } from '../db/schema.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { BUSY_KINDS, type BusySource } from './busy-times.ts'

/** An overlap of a busy time in another calendar with a confirmed booking. */
export type BusyConflict = Readonly<{
  kind: BusySource['kind']
  bookingId: string
  /** The patient's first and last name. */
  name: string
  bookingStartsAt: Instant
  /** The event in Odoo; null for another calendar. */
  eventId: number | null
  /** The start and the end of the busy time. */
  startsAt: Instant
  endsAt: Instant
}>

/**
 * Lists the coming confirmed bookings that overlap a busy time, by their start (docs/behaviour.md 17.13,
 * 20.9).
 * @param kinds the kinds of sources to include
 */
export function listBusyConflicts(ctx: Ctx, ...kinds: readonly BusySource['kind'][]): BusyConflict[] {
  const sameResource = ctx.db
    .select({ one: sql`1` })
    .from(occupations)
    .where(and(eq(occupations.bookingId, bookings.id), eq(occupations.resourceId, absences.resourceId)))
  return ctx.db
    .select({
      kind: absences.kind,
      bookingId: bookings.id,
      firstName: bookings.firstName,
      lastName: bookings.lastName,
      bookingStartsAt: bookings.startsAt,
      eventId: absences.erpEventId,
      startsAt: absences.startsAt,
      endsAt: absences.endsAt,
    })
    .from(absences)
    .innerJoin(bookings, and(lt(bookings.startsAt, absences.endsAt), gt(bookings.endsAt, absences.startsAt)))
    .where(
      and(
        inArray(absences.kind, [...kinds]),
        eq(bookings.status, 'confirmed'),
        gt(bookings.endsAt, ctx.now),
        // No appointment is longer than a day, and only the starts are indexed.
        gt(bookings.startsAt, ctx.now - DAY_LENGTH),
        or(isNull(absences.resourceId), exists(sameResource)),
      ),
    )
    .orderBy(bookings.startsAt, absences.startsAt)
    .all()
    .map(({ kind, firstName, lastName, ...conflict }) => ({
      ...conflict,
      // The query selects no other kinds.
      kind: kind as BusySource['kind'],
      name: `${firstName} ${lastName}`,
    }))
}

/** Returns each overlap that was not returned before. One that disappears and comes back counts as new. */
export function takeNewConflicts(ctx: Ctx): BusyConflict[] {
  const knownKeys = new Set(ctx.db.select().from(busyConflicts).all().map(keyOf))
  // The same time in two calendars has one key, so it is a single conflict.
  const present = new Map<string, BusyConflict>()
  for (const conflict of listBusyConflicts(ctx, ...BUSY_KINDS))
    present.getOrInsert(keyOf(rowOf(conflict)), conflict)
  // Only present overlaps are remembered, so that one that comes back counts as new.
  ctx.db.delete(busyConflicts).run()
  for (const conflict of present.values()) ctx.db.insert(busyConflicts).values(rowOf(conflict)).run()
  return [...present].filter(([key]) => !knownKeys.has(key)).map(([, conflict]) => conflict)
}

/** Forgets which overlaps with this kind of source were returned before. */
export function forgetConflicts(ctx: Ctx, kind: BusySource['kind']): void {
  ctx.db
    .delete(busyConflicts)
    .where(like(busyConflicts.busyTime, `${kind} %`))
    .run()
}

function rowOf(conflict: BusyConflict): typeof busyConflicts.$inferSelect {
  return { bookingId: conflict.bookingId, busyTime: busyTimeIdOf(conflict) }
}

/**
 * Returns an identifier of a busy time: the event in Odoo, which the doctor may move, or the start in another
 * calendar, of which nothing else is stored.
 */
function busyTimeIdOf({ kind, eventId, startsAt }: BusyConflict): string {
  return kind === 'erp' ? `erp ${eventId}` : `calendar ${startsAt}`
}

/** Returns the key for comparing a stored overlap with a present one. */
function keyOf({ bookingId, busyTime }: typeof busyConflicts.$inferSelect): string {
  return `${bookingId} ${busyTime}`
}
