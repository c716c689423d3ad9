import { SqliteError } from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import type { OfferedService } from '../catalog/services.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { occupations } from '../db/schema.ts'
import { type Instant, MINUTE } from '../rules/day.ts'
import { Problem } from '../rules/problems.ts'

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

/** What an appointment takes of its resource's time: paddings included, as the service has them now. */
export function paddedSpan(
  service: OfferedService,
  start: Instant,
): Readonly<{ startsAt: Instant; endsAt: Instant }> {
  return {
    startsAt: start - service.paddingBeforeMin * MINUTE,
    endsAt: start + (service.durationMin + service.paddingAfterMin) * MINUTE,
  }
}

/**
 * Takes the time of an appointment. The database itself refuses to give it twice.
 * @throws Problem slot_taken
 */
export function occupy(ctx: Ctx, service: OfferedService, start: Instant, occupant: Occupant): void {
  const whose = { holdId: null, bookingId: null, expiresAt: null, ...occupant }
  try {
    insert(ctx.db).run({ resourceId: service.resourceId, ...paddedSpan(service, start), ...whose })
  } catch (fault) {
    if (isOverlap(fault)) throw new Problem('slot_taken')
    throw fault
  }
}

/** The database's own refusal of a second occupation. Drizzle wraps the driver's error. */
function isOverlap(fault: unknown): boolean {
  const cause = fault instanceof SqliteError ? fault : fault instanceof Error ? fault.cause : undefined
  return cause instanceof SqliteError && cause.code === 'SQLITE_CONSTRAINT_TRIGGER'
}
