import { and, eq, exists, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences, bookings, occupations } from '../db/schema.ts'
import { assertSavable, intervalOf } from '../schedule/absences.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { STANDING } from '../shared/booking.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'

/**
 * Lists the requested and confirmed appointments within an absence that are not over, by start. Paddings are
 * no conflict.
 * @throws Problem like `saveAbsence`
 */
export function findConflicts(ctx: Ctx, input: AbsenceInput): ListedBooking[] {
  assertSavable(ctx, input)
  const { startsAt, endsAt } = intervalOf(input)
  const { resource_id: resource } = input
  return selectStanding(
    ctx,
    lt(bookings.startsAt, endsAt),
    // Only starts are indexed; no appointment is longer than a day.
    gt(bookings.startsAt, startsAt - DAY_LENGTH),
    gt(bookings.endsAt, startsAt),
    resource === null ? undefined : eq(occupations.resourceId, resource),
  )
}

/** Lists such appointments within all absences that the practice has entered and on closed holidays. */
export function listConflicts(ctx: Ctx): ListedBooking[] {
  const covering = ctx.db
    .select({ one: sql`1` })
    .from(absences)
    .where(
      and(
        ne(absences.kind, 'erp'),
        lt(absences.startsAt, bookings.endsAt),
        gt(absences.endsAt, bookings.startsAt),
        or(isNull(absences.resourceId), eq(absences.resourceId, occupations.resourceId)),
      ),
    )
  return selectStanding(ctx, gt(bookings.startsAt, ctx.now - DAY_LENGTH), exists(covering))
}

function selectStanding(ctx: Ctx, ...conditions: (SQL | undefined)[]): ListedBooking[] {
  return selectListed(
    ctx,
    and(inArray(bookings.status, STANDING), gt(bookings.endsAt, ctx.now), ...conditions),
  ).all()
}
