import { eq, sql } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { actorColumns, type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events } from '../db/schema.ts'
import { queueErpPush } from '../erp/sync.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import { moveReservation } from '../schedule/occupations.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'
import { tooLate } from './life-cycle.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { notifyMoved } from './notifications.ts'
import { endUndo } from './undo.ts'

type MoveInput = Readonly<{
  start: Instant
  /** For the patient; may be empty. */
  message: string
  /** Whether the patient gets messages about it. */
  notify: boolean
}>

/** `repeated`: the booking had this time before, so nothing changed and no message was sent. */
type Moved = Readonly<{ booking: Booking; repeated: boolean }>

/**
 * Moves a requested or confirmed booking for the practice, until the appointment is over, to any time that is not occupied. Its
 * status and its length stay (docs/behaviour.md 8.17 and 8.18).
 * @throws Problem 'not found'; already_decided when it was rejected or cancelled; too_late when it is over; invalid
 * (docs/behaviour.md 8.14); slot_taken
 */
export function moveBooking(ctx: Ctx, id: string, { start, message, notify }: MoveInput): Moved {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertMovable(ctx, booking)
    if (start === booking.startsAt) return { booking, repeated: true }
    assertPossibleStart(ctx, start)
    endUndo(ctx, booking)
    const moved = changeTime(ctx, booking, start)
    ctx.db
      .insert(events)
      .values({
        bookingId: id,
        kind: 'moved',
        ...actorColumns(ctx),
        message,
        movedFromAt: booking.startsAt,
        at: ctx.now,
      })
      .run()
    recordAudit(ctx, 'booking-moved', bookingSubject(id))
    if (notify) notifyMoved(ctx, moved, { from: booking.startsAt, message })
    if (moved.status === 'confirmed') queueErpPush(ctx, moved)
    return { booking: moved, repeated: false }
  })
}

function assertMovable(ctx: Ctx, booking: Booking): void {
  const { status, endsAt } = booking
  if (status === 'rejected' || status === 'cancelled')
    throw new Problem('already_decided', { status }, CALLED_OFF[status])
  if (endsAt <= ctx.now)
    throw tooLate(booking, 'Dieser Termin ist schon vorbei und kann nicht mehr verschoben werden.')
}

const CALLED_OFF = {
  rejected: 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.',
  cancelled: 'Dieser Termin wurde storniert und kann nicht mehr verschoben werden.',
}

const OCCUPIED = 'Diese Zeit ist schon belegt. Der Termin bleibt, wo er ist.'

function changeTime(ctx: Ctx, booking: Booking, start: Instant): Booking {
  const by = start - booking.startsAt
  if (!moveReservation(ctx, booking.id, by)) throw new Problem('slot_taken', {}, OCCUPIED)
  // An absence may cover the freed time.
  reserveAbsences(ctx)
  return ctx.db
    .update(bookings)
    .set({
      startsAt: start,
      endsAt: booking.endsAt + by,
      updatedAt: ctx.now,
      // Each update of a calendar entry needs a higher SEQUENCE (RFC 5545).
      calendarSequence: sql`${bookings.calendarSequence} + 1`,
      // The reminder belongs to the new time.
      remindedAt: null,
    })
    .where(eq(bookings.id, booking.id))
    .returning()
    .get()
}
