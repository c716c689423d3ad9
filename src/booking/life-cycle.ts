import { and, eq, inArray, sql } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { actorColumns, type Ctx } from '../ctx.ts'
import { type Booking, bookings, events, occupations } from '../db/schema.ts'
import { layAbsenceBlocks } from '../schedule/absence-blocks.ts'

type Status = Booking['status']

/**
 * The whole life of a booking after it was requested (decisions, section 5): from which states each action
 * leads where, and whether the appointment still takes time afterwards.
 */
export const ACTIONS = {
  confirm: { from: ['requested'], to: 'confirmed', keepsSlot: true },
  reject: { from: ['requested'], to: 'rejected', keepsSlot: false },
  cancel: { from: ['requested', 'confirmed'], to: 'cancelled', keepsSlot: false },
} as const satisfies Record<string, { from: readonly Status[]; to: Status; keepsSlot: boolean }>

export type Action = keyof typeof ACTIONS

/**
 * Takes the action if the booking is in a state for it: a compare-and-swap, with its event row and, for an admin, its
 * line in the audit. To be called inside a transaction.
 * @returns the booking as it is now; undefined when somebody else was quicker or the state forbids it
 */
export function transition(ctx: Ctx, booking: Booking, action: Action, message: string): Booking | undefined {
  const { from, to, keepsSlot } = ACTIONS[action]
  const changed = ctx.db
    .update(bookings)
    .set({
      status: to,
      updatedAt: ctx.now,
      // Calendars were told of a confirmed appointment only; each later word to them needs a higher number.
      ...(booking.status === 'confirmed' ? { calendarSequence: sql`${bookings.calendarSequence} + 1` } : {}),
    })
    .where(
      and(eq(bookings.id, booking.id), eq(bookings.status, booking.status), inArray(bookings.status, from)),
    )
    .returning()
    .all()[0]
  if (changed === undefined) return undefined
  if (!keepsSlot) {
    ctx.db.delete(occupations).where(eq(occupations.bookingId, booking.id)).run()
    // Given back within an absence, the time is not offered again.
    layAbsenceBlocks(ctx)
  }
  ctx.db
    .insert(events)
    .values({ bookingId: booking.id, kind: to, ...actorColumns(ctx), message, at: ctx.now })
    .run()
  if (ctx.actor.kind === 'admin') recordAudit(ctx, `booking-${to}`, bookingSubject(booking.id))
  return changed
}
