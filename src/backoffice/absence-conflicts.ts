import { and, eq, exists, gt, inArray, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences, bookings, occupations } from '../db/schema.ts'
import { assertSavableAbsence, intervalOfAbsence } from '../schedule/absences.ts'
import { BUSY_KINDS } from '../schedule/busy-times.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { STANDING_STATUSES } from '../shared/booking.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'

/**
 * Lists the requested and confirmed appointments, not over yet, that overlap this absence, by start. An
 * appointment whose padding alone overlaps the absence is no conflict.
 * @throws Problem like `saveAbsence`
 */
export function listConflictsOfAbsence(ctx: Ctx, input: AbsenceInput): ListedBooking[] {
  assertSavableAbsence(ctx, input)
  const { startsAt, endsAt } = intervalOfAbsence(input)
  const { resource_id: resourceId } = input
  return listStanding(
    ctx,
    lt(bookings.startsAt, endsAt),
    gt(bookings.startsAt, earliestStart(startsAt)),
    gt(bookings.endsAt, startsAt),
    // An absence without a resource concerns the whole practice.
    resourceId === null ? undefined : eq(occupations.resourceId, resourceId),
  )
}

/**
 * Lists the requested and confirmed appointments, not over yet, that overlap an absence the practice has
 * entered or a closed holiday, by start. Busy times of other calendars are left out, because they have
 * conflicts of their own.
 */
export function listConflictsOfAllAbsences(ctx: Ctx): ListedBooking[] {
  const overlapping = ctx.db
    .select({ one: sql`1` })
    .from(absences)
    .where(
      and(
        notInArray(absences.kind, [...BUSY_KINDS]),
        lt(absences.startsAt, bookings.endsAt),
        gt(absences.endsAt, bookings.startsAt),
        or(isNull(absences.resourceId), eq(absences.resourceId, occupations.resourceId)),
      ),
    )
  return listStanding(ctx, gt(bookings.startsAt, earliestStart(ctx.now)), exists(overlapping))
}

/** Lists the requested and confirmed appointments, not over yet, that meet all conditions, by start. */
function listStanding(ctx: Ctx, ...conditions: (SQL | undefined)[]): ListedBooking[] {
  return selectListed(
    ctx,
    and(inArray(bookings.status, STANDING_STATUSES), gt(bookings.endsAt, ctx.now), ...conditions),
  ).all()
}

/**
 * Returns the earliest start of an appointment that ends after `instant`, because none is longer than a day.
 * It limits what a query reads: starts are indexed, ends are not.
 */
function earliestStart(instant: Instant): Instant {
  return instant - DAY_LENGTH
}
