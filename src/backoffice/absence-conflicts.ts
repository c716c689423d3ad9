import { and, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { assertSavable, intervalOf } from '../schedule/absences.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'

/**
 * The requested and confirmed appointments within an absence that are not over, by start. Paddings are no conflict.
 * @throws Problem as `saveAbsence`
 */
export function findConflicts(ctx: Ctx, input: AbsenceInput): ListedBooking[] {
  assertSavable(ctx, input)
  const { startsAt, endsAt } = intervalOf(input)
  return selectListed(
    ctx,
    and(
      inArray(bookings.status, ['requested', 'confirmed']),
      lt(bookings.startsAt, endsAt),
      // Only starts are indexed; no appointment is longer than a day.
      gt(bookings.startsAt, startsAt - DAY_LENGTH),
      gt(bookings.endsAt, Math.max(startsAt, ctx.now)),
      input.resource_id === null ? isNotNull(occupations.id) : eq(occupations.resourceId, input.resource_id),
    ),
  ).all()
}
