import { eq, sql } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { actorColumns, type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events } from '../db/schema.ts'
import { queueErpPush } from '../erp/sync.ts'
import { settleFreed } from '../schedule/freed-times.ts'
import { findReservation, moveReservation, releaseMove } from '../schedule/occupations.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'
import { NO_MOVE, tooLate } from './life-cycle.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { notifyMoved } from './notifications.ts'
import { endUndo, makeUndoable } from './undo.ts'
import { withdrawOfferTo } from './waiting-list.ts'

type MoveInput = Readonly<{
  start: Instant
  /** The time on which the page decides, if it tells it: the one that the patient asks for, else the start. */
  from?: Instant | undefined
  /** For the patient; may be empty. */
  message: string
  /** Whether the patient gets messages about it. */
  notify: boolean
  /** Its messages wait while it can be taken back. */
  undoable?: boolean
}>

/**
 * `repeated`: the booking had this time before, so nothing changed and no message was sent. `undoUntil`: until when it can be taken
 * back, if that was asked for.
 */
type Moved = Readonly<{ booking: Booking; repeated: boolean; undoUntil?: Instant }>

/**
 * Moves a requested or confirmed booking for the practice, until the appointment is over, to any time that is not occupied. Its
 * status and its length stay, and what its patient asks for is settled (docs/behaviour.md 8.17 and 8.18).
 * @throws Problem 'not found'; already_decided when it was rejected or cancelled; too_late when it is over; conflict (that time is not
 * `from`); invalid (docs/behaviour.md 8.14); slot_taken
 */
export function moveBooking(
  ctx: Ctx,
  id: string,
  { start, from, message, notify, undoable = false }: MoveInput,
): Moved {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertStands(booking)
    if (booking.endsAt <= ctx.now)
      throw tooLate(booking, 'Dieser Termin ist schon vorbei und kann nicht mehr verschoben werden.')
    if (start === booking.startsAt) return { booking, repeated: true }
    const { startsAt, moveToAt } = booking
    if (from === startsAt && moveToAt !== null) throw new Problem('conflict', {}, ASKED_MEANWHILE)
    assertShown(moveToAt ?? startsAt, from)
    assertPossibleStart(ctx, start)
    endUndo(ctx, booking)
    const moved = changeTime(ctx, booking, start, { moves: booking.moves + 1, occupied: OCCUPIED })
    recordMove(ctx, booking, { kind: 'moved', to: start, message })
    recordAudit(ctx, 'booking-moved', bookingSubject(id))
    if (notify) notifyMoved(ctx, moved, { from: booking.startsAt, message, by: 'practice' })
    return {
      booking: moved,
      repeated: false,
      ...(undoable && { undoUntil: makeUndoable(ctx, moved) }),
    }
  })
}

/**
 * @param shown the time that the page showed when a button was pressed, if it told it
 * @throws Problem conflict when it is another one by now
 */
export function assertShown(time: Instant, shown: Instant | undefined): void {
  if (shown !== undefined && shown !== time) throw new Problem('conflict', {}, MOVED_MEANWHILE)
}

const ASKED_MEANWHILE =
  'Die Patientin oder der Patient möchte inzwischen selbst eine andere Zeit. Bitte prüfen Sie diese Anfrage.'
const MOVED_MEANWHILE = 'Dieser Termin wurde gerade verschoben. Bitte prüfen Sie die neue Zeit.'

/** @throws Problem already_decided when the booking was rejected or cancelled */
export function assertStands({ status }: Booking): void {
  if (status === 'rejected' || status === 'cancelled')
    throw new Problem('already_decided', { status }, CALLED_OFF[status])
}

const CALLED_OFF = {
  rejected: 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.',
  cancelled: 'Dieser Termin wurde storniert und kann nicht mehr verschoben werden.',
}

const OCCUPIED = 'Diese Zeit ist schon belegt. Der Termin bleibt, wo er ist.'

/**
 * Gives the booking another time, frees the time that its patient asks for, and queues a confirmed one for Odoo. Must run inside a
 * transaction.
 * @param changes `occupied` replaces the sentence of slot_taken
 * @throws Problem slot_taken
 */
export function changeTime(
  ctx: Ctx,
  booking: Booking,
  start: Instant,
  { moves = booking.moves, occupied }: Readonly<{ moves?: number; occupied?: string }> = {},
): Booking {
  const by = start - booking.startsAt
  withdrawOfferTo(ctx, booking.id)
  const freed = [...releaseMove(ctx, booking.id), findReservation(ctx, booking.id)]
  if (!moveReservation(ctx, booking.id, by)) throw new Problem('slot_taken', {}, occupied)
  settleFreed(
    ctx,
    freed.filter((reservation) => reservation !== undefined),
  )
  const moved = ctx.db
    .update(bookings)
    .set({
      startsAt: start,
      endsAt: booking.endsAt + by,
      ...NO_MOVE,
      moves,
      updatedAt: ctx.now,
      // Each update of a calendar entry needs a higher SEQUENCE (RFC 5545).
      calendarSequence: sql`${bookings.calendarSequence} + 1`,
      // The reminder belongs to the new time.
      remindedAt: null,
    })
    .where(eq(bookings.id, booking.id))
    .returning()
    .get()
  if (moved.status === 'confirmed') queueErpPush(ctx, moved)
  return moved
}

/** @param booking as it was before; `to` is the other start that the event is about */
export function recordMove(
  ctx: Ctx,
  { id, startsAt }: Booking,
  { kind, to, message = '' }: Pick<typeof events.$inferInsert, 'kind' | 'message'> & { to: Instant },
): void {
  const times = { movedFromAt: startsAt, movedToAt: to }
  ctx.db
    .insert(events)
    .values({ bookingId: id, kind, ...actorColumns(ctx), message, ...times, at: ctx.now })
    .run()
}
