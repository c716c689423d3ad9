import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { reserve } from '../schedule/reservations.ts'
import { atResource } from '../schedule/resource-choice.ts'
import { findResource, resourceNameById } from '../schedule/resources.ts'
import { getActiveService } from '../schedule/services.ts'
import { Problem } from '../shared/problems.ts'
import { changeBooking, getBooking } from './bookings.ts'
import { endFulfilledEntry } from './ended-entries.ts'
import { recordEvent } from './events.ts'
import { tooLateProblem } from './life-cycle.ts'
import { notifyConfirmed } from './notifications.ts'
import { endUndo } from './undoable-changes.ts'

const NOT_CANCELLED = 'Nur ein abgesagter Termin lässt sich wieder eintragen.'
const HAS_BEGUN = 'Die Zeit dieses Termins hat schon begonnen. Bitte tragen Sie einen neuen ein.'

/**
 * Reinstates a cancelled booking for the practice: it is confirmed at its old time, and the patient's links
 * and calendar entry are valid again (docs/behaviour.md 8.34).
 * @param message text for the patient; may be empty
 * @throws Problem 'not found'; conflict unless it is cancelled, and when its resource was deleted; too_late
 * when its time has begun; service_not_found; slot_taken
 */
export function reinstateBooking(ctx: Ctx, id: string, message: string): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    if (booking.anonymised) throw new Problem('not found')
    if (booking.status !== 'cancelled') throw new Problem('conflict', {}, NOT_CANCELLED)
    if (booking.startsAt <= ctx.now) throw tooLateProblem(booking, HAS_BEGUN)
    const service = getActiveService(ctx, booking.serviceId)
    assertResourceExists(ctx, booking.resourceId)
    endUndo(ctx, booking)
    endFulfilledEntry(ctx, booking)
    // The appointment keeps its length, but takes over the service's present paddings.
    const ownService = { ...atResource(service, booking.resourceId), durationMin: booking.durationMin }
    reserve(ctx, ownService, booking.startsAt, { bookingId: id })
    const reinstated = changeBooking(ctx, id, {
      status: 'confirmed',
      cancelledBy: null,
      cancelledAheadMs: null,
      remindedAt: null,
      // Only a higher SEQUENCE overrides the cancellation in the patient's calendar (RFC 5545).
      calendarSequence: booking.calendarSequence + 1,
    })
    recordEvent(ctx, id, 'reinstated', { message })
    recordAudit(ctx, 'booking-reinstated', bookingSubject(id))
    notifyConfirmed(ctx, reinstated, message)
    queueErpPush(ctx, reinstated)
    return reinstated
  })
}

/** @throws Problem conflict when the resource was deleted */
function assertResourceExists(ctx: Ctx, id: string): void {
  if (findResource(ctx, id) !== undefined) return
  const sentence = `„${resourceNameById(ctx, id)}“ gibt es hier nicht mehr. Bitte tragen Sie einen neuen Termin ein.`
  throw new Problem('conflict', {}, sentence)
}
