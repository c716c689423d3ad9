import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, occupations } from '../db/schema.ts'
import { type Absence, intervalOfAbsence, saveAbsence } from '../schedule/absences.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { endMove } from './asked-moves.ts'
import { withdrawOffersWithin } from './open-offers.ts'

/** This module closes time of the practice, with all consequences for patients. */

/**
 * Saves an absence, rejects the moves into its time, and withdraws the offers of the waiting list within it.
 * @throws Problem invalid like `saveAbsence`
 */
export function closeTime(ctx: Ctx, input: AbsenceInput): Absence {
  return inTx(ctx, () => {
    const absence = saveAbsence(ctx, input)
    for (const booking of listMovesInto(ctx, input)) endMove(ctx, booking, 'move-rejected')
    withdrawOffersWithin(ctx, intervalOfAbsence(input), input.resource_id)
    return absence
  })
}

/** Lists the bookings whose patient asks for a time within the absence. Paddings do not count. */
export function listMovesInto(ctx: Ctx, input: AbsenceInput): Booking[] {
  const { startsAt, endsAt } = intervalOfAbsence(input)
  const { resource_id: resource } = input
  return ctx.db
    .select({ booking: bookings })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.moveOf, bookings.id))
    .where(
      and(
        isNotNull(bookings.moveToAt),
        lt(bookings.moveToAt, endsAt),
        gt(sql`${bookings.moveToAt} + ${bookings.endsAt} - ${bookings.startsAt}`, startsAt),
        resource === null ? undefined : eq(occupations.resourceId, resource),
      ),
    )
    .all()
    .map(({ booking }) => booking)
}
