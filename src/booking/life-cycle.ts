import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings, events } from '../db/schema.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { refillAndOffer } from '../schedule/freed-times.ts'
import { releaseBooking } from '../schedule/reservations.ts'
import type { Canceller } from '../shared/booking.ts'
import { isBeforeCutOff, tooLateText } from '../shared/cut-off.ts'
import { HOUR } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { isoAt } from '../time/vienna.ts'
import { alreadyDecidedProblem } from './bookings.ts'
import { endEntryForBooking } from './ended-entries.ts'
import { findLastEvent, recordEvent } from './events.ts'
import { endUndo } from './undoable-changes.ts'

type Status = Booking['status']

/**
 * The status before and after each action, and whether the booking keeps its time (docs/behaviour.md 8.1).
 */
export const TRANSITIONS = {
  confirm: { from: ['requested'], to: 'confirmed', keepsTime: true },
  reject: { from: ['requested'], to: 'rejected', keepsTime: false },
  cancel: { from: ['requested', 'confirmed'], to: 'cancelled', keepsTime: false },
} as const satisfies Record<string, { from: readonly Status[]; to: Status; keepsTime: boolean }>

/** An action on a booking that changes its status. */
export type Action = keyof typeof TRANSITIONS

/** The message and the canceller of an action. */
type ActionDetails = {
  /** Text from the practice to the patient; when a patient cancels, from the patient to the practice. */
  message: string
  /** Who wanted the cancellation; by default the actor. */
  canceller?: Canceller
}

/** Columns of a booking whose patient asks for no other time. */
export const NO_MOVE = { moveToAt: null, moveToResourceId: null, moveAskedAt: null }

/**
 * Changes the status if nobody else has changed it since the booking was read. Records the event, and for a
 * staff member the audit row. Queues the booking for Odoo if it is or was confirmed. Must run inside a
 * transaction.
 * @throws Problem already_decided when the status does not allow the action or has changed in between
 */
export function transition(
  ctx: Ctx,
  booking: Booking,
  action: Action,
  { message, canceller = actingFor(ctx) }: ActionDetails,
): Booking {
  const { from, to, keepsTime } = TRANSITIONS[action]
  const changed = ctx.db
    .update(bookings)
    .set({
      status: to,
      ...columnsOfEndedRequest(ctx),
      ...(to === 'cancelled'
        ? columnsOfCancellation(ctx, booking, canceller)
        : columnsOfAnswer(ctx, booking)),
      // Only confirmed bookings have an entry in the patient's calendar. Each update of it needs a higher
      // SEQUENCE (RFC 5545).
      ...(booking.status === 'confirmed' && { calendarSequence: sql`${bookings.calendarSequence} + 1` }),
    })
    .where(
      and(eq(bookings.id, booking.id), eq(bookings.status, booking.status), inArray(bookings.status, from)),
    )
    .returning()
    .all()[0]
  if (changed === undefined) throw alreadyDecidedProblem(booking)
  endUndo(ctx, booking)
  if (!keepsTime) {
    endEntryForBooking(ctx, booking.id)
    refillAndOffer(ctx, releaseBooking(ctx, booking.id))
  }
  recordEvent(ctx, booking.id, to, { message })
  if (booking.status === 'confirmed' || to === 'confirmed') queueErpPush(ctx, changed)
  if (ctx.actor.kind === 'admin') recordAudit(ctx, `booking-${to}`, bookingSubject(booking.id))
  return changed
}

/** Returns for whom the actor cancels, unless the call says otherwise. */
function actingFor({ actor }: Ctx): Canceller {
  return actor.kind === 'visitor' ? 'patient' : 'practice'
}

/** Returns the columns that every decision or cancellation resets. */
function columnsOfEndedRequest({ now }: Ctx) {
  return {
    updatedAt: now,
    // The origin is needed only to count open requests.
    origin: null,
    // A move that the patient asked for ends too.
    ...NO_MOVE,
    // Only confirmed appointments record whether the patient came.
    attendance: null,
  }
}

/** Returns the columns of a cancellation for the statistics of the practice (backoffice/statistics.ts). */
function columnsOfCancellation({ now }: Ctx, { startsAt }: Booking, canceller: Canceller) {
  return { cancelledBy: canceller, cancelledAheadMs: startsAt - now }
}

/** Returns the column of the practice's answer, for the same statistics. */
function columnsOfAnswer({ now }: Ctx, { createdAt }: Booking) {
  return { answeredAfterMs: now - createdAt }
}

/**
 * Returns the text that the practice wrote when it rejected or cancelled; otherwise '' (docs/behaviour.md
 * 8.16).
 */
export function practiceMessage(ctx: Ctx, { id, status }: Booking): string {
  const byPractice = and(inArray(events.kind, ['rejected', 'cancelled']), ne(events.actor, 'visitor'))
  return findLastEvent(ctx, id, and(eq(events.kind, status), byPractice))?.message ?? ''
}

/** Returns the problem to throw when the practice is too late: the appointment has begun or is over. */
export function tooLateProblem({ startsAt }: Booking, sentence: string): Problem {
  return new Problem('too_late', { start_local: isoAt(startsAt) }, sentence)
}

/**
 * Refuses a patient once the cut-off has passed, after which patients change nothing online
 * (docs/behaviour.md 8.9).
 * @throws Problem too_late with start_local, starts_in_hours and the practice's phone and mail
 */
export function assertBeforeCutOff(ctx: Ctx, booking: Booking, intent: 'Stornierung' | 'Verschieben'): void {
  const cancelHours = readSetting(ctx, 'general', 'cancel_hours')
  if (isBeforeCutOff({ start: booking.startsAt, now: ctx.now, cancelHours })) return
  const { phone, mail } = readSettings(ctx, 'practice')
  const facts = {
    start_local: isoAt(booking.startsAt),
    // Rounded to one decimal; negative after the start.
    starts_in_hours: Math.round(((booking.startsAt - ctx.now) / HOUR) * 10) / 10,
    phone,
    mail,
  }
  throw new Problem('too_late', facts, tooLateText(intent, cancelHours))
}
