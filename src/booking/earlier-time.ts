import type { Ctx } from '../ctx.ts'
import type { Booking, GivenUpTime, Undoable } from '../db/schema.ts'
import { reserveAbsences, uncoverAbsences } from '../schedule/absence-occupations.ts'
import { recordFreedTime } from '../schedule/freed-times.ts'
import { findReservation } from '../schedule/occupations.ts'
import { tryMoveReservation, tryReserveAgain, tryReserveSecondTime } from '../schedule/reservations.ts'
import type { Interval } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'

/** This module undoes a change of a booking's time: it reserves the earlier time again. */

const GIVEN_AWAY = 'Die bisherige Zeit ist inzwischen vergeben: Das lässt sich nicht mehr rückgängig machen.'

/** The booking's time from before the change, and the time that its patient asked for then. */
type EarlierTime = Pick<Undoable, 'startsAt' | 'resourceId' | 'moveToAt' | 'moveToResourceId'>

/**
 * Reserves the earlier time instead of the present one, which is then offered to the waiting list.
 * @throws Problem slot_taken when the earlier time is occupied by now
 */
export function moveToEarlierTime(ctx: Ctx, { id, startsAt }: Booking, earlier: EarlierTime): void {
  const present = findReservation(ctx, id)
  const shift = earlier.startsAt - startsAt
  if (present !== undefined) uncoverEarlier(ctx, shifted(present, shift), earlier)
  assertReserved(tryMoveReservation(ctx, id, { shift, resourceId: earlier.resourceId }))
  reserveAskedTime(ctx, id, earlier)
  reserveAbsences(ctx)
  if (present !== undefined) recordFreedTime(ctx, [present])
}

/**
 * Reserves the time of a cancelled booking again.
 * @throws Problem slot_taken when it is occupied by now
 */
export function reserveCancelledTime(ctx: Ctx, id: string, earlier: EarlierTime, givenUp: GivenUpTime): void {
  uncoverEarlier(ctx, givenUp, earlier)
  assertReserved(tryReserveAgain(ctx, id, givenUp))
  reserveAskedTime(ctx, id, earlier)
  reserveAbsences(ctx)
}

/**
 * Frees the parts that absences occupy of the earlier time, and of the time that the patient asked for then.
 * @param padded the earlier time with its paddings, because an absence may cover only a padding
 */
function uncoverEarlier(ctx: Ctx, padded: Interval, { startsAt, moveToAt }: EarlierTime): void {
  uncoverAbsences(ctx, padded)
  if (moveToAt !== null) uncoverAbsences(ctx, shifted(padded, moveToAt - startsAt))
}

/** Reserves the time that the patient asked for before the change, if there was one. */
function reserveAskedTime(ctx: Ctx, id: string, { startsAt, moveToAt, moveToResourceId }: EarlierTime): void {
  if (moveToAt === null) return
  assertReserved(tryReserveSecondTime(ctx, id, { shift: moveToAt - startsAt, resourceId: moveToResourceId }))
}

/** Refuses to undo a change when the earlier time could not be reserved. @throws Problem slot_taken */
function assertReserved(isReserved: boolean): void {
  if (!isReserved) throw new Problem('slot_taken', {}, GIVEN_AWAY)
}

/** @param shift milliseconds; negative for an earlier time */
function shifted({ startsAt, endsAt }: Interval, shift: number): Interval {
  return { startsAt: startsAt + shift, endsAt: endsAt + shift }
}
