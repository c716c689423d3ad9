import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { notify } from '../messaging/notify.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import type { Instant } from '../shared/day.ts'

/** This module decides which messages each event of a move sends. */

/** A move that was made: start and resource id before the move, and a text for the recipient. */
type MoveFacts = Readonly<{ from: Instant; fromResource: string; message: string }>

/**
 * Tells the patient that the practice has moved the booking.
 * @param moved.wantedBy who wanted the new time
 */
export function notifyMoved(
  ctx: Ctx,
  booking: Booking,
  { fromResource, ...moved }: MoveFacts & Readonly<{ wantedBy: 'patient' | 'practice' }>,
): void {
  const facts = { ...moved, fromDoctor: findOtherDoctor(ctx, booking, fromResource) }
  notify(ctx, { kind: 'moved', booking, facts })
}

/**
 * Tells the practice that the patient has moved the booking, and confirms that to the patient.
 * @param moved.message the patient's text
 * @param moved.tookOffer true when the patient has taken an offer of the waiting list
 */
export function notifyMovedByPatient(
  ctx: Ctx,
  booking: Booking,
  { fromResource, ...moved }: MoveFacts & Readonly<{ tookOffer?: boolean }>,
): void {
  const fromDoctor = findOtherDoctor(ctx, booking, fromResource)
  notify(ctx, {
    kind: 'moved',
    booking,
    facts: { from: moved.from, fromDoctor, wantedBy: 'patient', message: '' },
    only: 'email',
  })
  notify(ctx, { kind: 'moved-by-patient', booking, facts: { ...moved, fromDoctor } })
}

/** Tells patient and practice that the patient asks for another time. */
export function notifyMoveAsked(
  ctx: Ctx,
  booking: Booking,
  { requestedStart, message }: Readonly<{ requestedStart: Instant; message: string }>,
): void {
  const requestedDoctor = findOtherDoctor(ctx, booking, booking.moveToResourceId)
  notify(ctx, { kind: 'move-received', booking, facts: { requestedStart, requestedDoctor } })
  notify(ctx, { kind: 'move-asked', booking, facts: { requestedStart, requestedDoctor, message } })
}

/**
 * Tells the patient that the appointment keeps its time, because the practice has rejected the move or has
 * not decided in time (`hasLapsed`).
 */
export function notifyMoveRejected(
  ctx: Ctx,
  booking: Booking,
  {
    toResource,
    ...rejected
  }: { requestedStart: Instant; toResource: string | null; message: string; hasLapsed: boolean },
): void {
  const facts = { ...rejected, requestedDoctor: findOtherDoctor(ctx, booking, toResource) }
  notify(ctx, { kind: 'move-rejected', booking, facts })
}

/** Reminds the practice that a patient still waits for a decision on a move. */
export function notifyMoveUnanswered(
  ctx: Ctx,
  booking: Booking & { moveToAt: Instant; moveAskedAt: Instant },
): void {
  const waitedMs = ctx.now - booking.moveAskedAt
  const requestedDoctor = findOtherDoctor(ctx, booking, booking.moveToResourceId)
  const facts = { requestedStart: booking.moveToAt, requestedDoctor, message: '', waitedMs }
  notify(ctx, { kind: 'move-asked', booking, facts })
}

/**
 * Returns the name of the other doctor or room of a move, for a message that names both. Undefined if the
 * booking keeps its resource, or if the practice has only one.
 */
export function findOtherDoctor(ctx: Ctx, booking: Booking, resourceId: string | null): string | undefined {
  if (resourceId === null || resourceId === booking.resourceId) return undefined
  return findShownResource(ctx, resourceId)?.name
}
