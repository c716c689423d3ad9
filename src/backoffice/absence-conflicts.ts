import { and, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { assertSavable, spanOf } from '../schedule/absences.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'

/**
 * The coming appointments that lie within an absence and would remain, in order of their start. Paddings do not count.
 * @throws Problem as `saveAbsence`
 */
export function findConflicts(ctx: Ctx, input: AbsenceInput): ListedBooking[] {
  assertSavable(ctx, input)
  const { startsAt, endsAt } = spanOf(input)
  return selectListed(
    ctx,
    and(
      inArray(bookings.status, ['requested', 'confirmed']),
      lt(bookings.startsAt, endsAt),
      // No appointment is longer than a day, and only the starts are indexed.
      gt(bookings.startsAt, startsAt - DAY_LENGTH),
      gt(bookings.endsAt, Math.max(startsAt, ctx.now)),
      input.resource_id === null ? isNotNull(occupations.id) : eq(occupations.resourceId, input.resource_id),
    ),
  ).all()
}
