import { lte, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared, sqliteErrorIn } from '../db/open.ts'
import { holds, occupations } from '../db/schema.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import type { OfferedService } from './services.ts'

/** Whose time it is: a hold's for as long as it lives, or a booking's. */
export type Occupant = Readonly<{ holdId: string; expiresAt: Instant } | { bookingId: string }>

const insert = prepared((db) =>
  db
    .insert(occupations)
    .values({
      resourceId: sql.placeholder('resourceId'),
      startsAt: sql.placeholder('startsAt'),
      endsAt: sql.placeholder('endsAt'),
      holdId: sql.placeholder('holdId'),
      bookingId: sql.placeholder('bookingId'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
)

const expired = prepared((db) =>
  db
    .delete(holds)
    .where(lte(holds.expiresAt, sql.placeholder('now')))
    .prepare(),
)

/** What an appointment takes of its resource's time: paddings included, as the service has them now. */
function paddedSpan(
  service: OfferedService,
  start: Instant,
): Readonly<{ startsAt: Instant; endsAt: Instant }> {
  return {
    startsAt: start - service.paddingBeforeMin * MINUTE,
    endsAt: start + (service.durationMin + service.paddingAfterMin) * MINUTE,
  }
}

/**
 * Takes the time of an appointment. The database itself refuses to give it twice; a hold whose life is over, and which nobody
 * has swept yet, is swept when it stands in the way.
 * @throws Problem slot_taken
 */
export function reserve(ctx: Ctx, service: OfferedService, start: Instant, occupant: Occupant): void {
  const whose = { holdId: null, bookingId: null, expiresAt: null, ...occupant }
  const row = { resourceId: service.resourceId, ...paddedSpan(service, start), ...whose }
  if (!(take(ctx, row) || (sweepHolds(ctx) > 0 && take(ctx, row)))) throw new Problem('slot_taken')
}

/** Clears away expired holds, and what they occupy; the answer is how many. Reading never depends on it. */
export function sweepHolds(ctx: Ctx): number {
  return expired(ctx.db).run({ now: ctx.now }).changes
}

/** False when somebody has this time. */
function take(ctx: Ctx, row: Record<string, unknown>): boolean {
  try {
    insert(ctx.db).run(row)
    return true
  } catch (fault) {
    if (isOverlap(fault)) return false
    throw fault
  }
}

/** The database's own refusal of a second occupation. */
function isOverlap(fault: unknown): boolean {
  return sqliteErrorIn(fault)?.code === 'SQLITE_CONSTRAINT_TRIGGER'
}
