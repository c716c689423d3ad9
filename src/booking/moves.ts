import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { refillAndOffer } from '../schedule/freed-times.ts'
import { findReservation } from '../schedule/occupations.ts'
import { releaseMove, tryMoveReservation } from '../schedule/reservations.ts'
import { assertChoice } from '../schedule/resource-choice.ts'
import { getActiveService } from '../schedule/services.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { alreadyDecidedProblem, changeBooking, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { NO_MOVE, tooLateProblem } from './life-cycle.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { notifyMoved } from './move-notifications.ts'
import { withdrawOfferToMove } from './open-offers.ts'
import { endUndo, makeUndoable } from './undoable-changes.ts'
import { isTimeUntold, statedEarlier } from './untold-times.ts'

const APPOINTMENT_IS_OVER = 'Dieser Termin ist schon vorbei und kann nicht mehr verschoben werden.'
const CALLED_OFF = {
  rejected: 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.',
  cancelled: 'Dieser Termin wurde abgesagt und kann nicht mehr verschoben werden.',
}
const ASKED_MEANWHILE =
  'Die Patientin oder der Patient möchte inzwischen selbst eine andere Zeit. Bitte prüfen Sie diese Anfrage.'
const MOVED_MEANWHILE = 'Dieser Termin wurde gerade verschoben. Bitte prüfen Sie die neue Zeit.'
const TIME_OCCUPIED = 'Diese Zeit ist schon belegt. Der Termin bleibt, wo er ist.'

type MoveByPractice = Readonly<{
  start: Instant
  /** The id of the resource to move to; undefined keeps the present one. */
  wish?: string | undefined
  /**
   * The time that the page showed, if the page sends it: the one that the patient asks for, or else the
   * start.
   */
  shown?: Instant | undefined
  /** Text for the patient; may be empty. */
  message: string
  /** Whether to notify the patient, who is notified in any case while the last message still waits. */
  notify: boolean
  /** True delays the messages as long as the move can be undone. */
  undoable?: boolean
}>

type MoveResult = Readonly<{
  booking: Booking
  /** True when the booking already had this time: nothing changed, and no message was sent. */
  repeated: boolean
  /** Whether the patient is notified, which can be needed even without `notify`. */
  announced: boolean
  /** Instant until which an `undoable` move can be undone. */
  undoUntil?: Instant
}>

/**
 * Moves a requested or confirmed booking for the practice to any free time, until the appointment is over.
 * The booking keeps its status and length; a move that its patient asked for ends (docs/behaviour.md 8.17 and
 * 8.18).
 * @throws Problem 'not found'; already_decided when it was rejected or cancelled; too_late when it is over;
 * conflict when the page showed another time (`shown`); invalid (docs/behaviour.md 8.14, or the wish);
 * slot_taken
 */
export function moveBooking(
  ctx: Ctx,
  id: string,
  { start, wish, shown, message, notify, undoable = false }: MoveByPractice,
): MoveResult {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertMovable(booking)
    if (booking.endsAt <= ctx.now) throw tooLateProblem(booking, APPOINTMENT_IS_OVER)
    const { startsAt, resourceId } = booking
    if (start === startsAt && (wish ?? resourceId) === resourceId)
      return { booking, repeated: true, announced: notify }
    assertHasChoice(ctx, booking, wish)
    assertTimesShown(booking, shown)
    assertPossibleStart(ctx, start)
    const announced = notify || isTimeUntold(ctx, booking)
    const earlier = statedEarlier(ctx, booking, { start, wish })
    endUndo(ctx, booking)
    // Raising `moves` invalidates the decision links from before the move.
    const moved = changeTime(ctx, booking, {
      start,
      resourceId: wish,
      moves: booking.moves + 1,
      occupiedSentence: TIME_OCCUPIED,
    })
    recordEvent(ctx, id, 'moved', { message, movedFromAt: startsAt, movedToAt: start })
    recordAudit(ctx, 'booking-moved', bookingSubject(id))
    if (announced) notifyMoved(ctx, moved, { ...earlier, message, wantedBy: 'practice' })
    return {
      booking: moved,
      repeated: false,
      announced,
      ...(undoable && { undoUntil: makeUndoable(ctx, booking) }),
    }
  })
}

/**
 * Refuses a move made on a page that shows neither the time that the patient asks for nor, if there is none,
 * the present start.
 * @param shown as in `MoveByPractice`
 * @throws Problem conflict
 */
export function assertTimesShown({ startsAt, moveToAt }: Booking, shown: Instant | undefined): void {
  // The page showed the booking's start, but meanwhile the patient has asked for another time.
  if (shown === startsAt && moveToAt !== null) throw new Problem('conflict', {}, ASKED_MEANWHILE)
  assertShown({ present: moveToAt ?? startsAt, shown })
}

/**
 * Refuses a change made on a page that shows an outdated time.
 * @param times.shown the time that the page showed; undefined if the page does not send it
 * @throws Problem conflict when the present time is another one
 */
export function assertShown({
  present,
  shown,
}: Readonly<{ present: Instant; shown: Instant | undefined }>): void {
  if (shown !== undefined && shown !== present) throw new Problem('conflict', {}, MOVED_MEANWHILE)
}

/**
 * Refuses to move the booking to a resource that does not offer its service.
 * @throws Problem service_not_found, invalid
 */
export function assertHasChoice(ctx: Ctx, booking: Booking, wish: string | undefined): void {
  if (wish !== undefined && wish !== booking.resourceId)
    assertChoice(ctx, getActiveService(ctx, booking.serviceId), wish)
}

/** Refuses to move a booking that was rejected or cancelled. @throws Problem already_decided */
export function assertMovable(booking: Booking): void {
  const { status } = booking
  if (status === 'rejected' || status === 'cancelled')
    throw alreadyDecidedProblem(booking, CALLED_OFF[status])
}

type TimeChange = Readonly<{
  start: Instant
  /** The id of the resource to move to; undefined keeps the present one. */
  resourceId?: string | undefined
  /** The new number of moves; undefined keeps the present one. */
  moves?: number
  /** The sentence of slot_taken, if not the usual one. */
  occupiedSentence?: string
  /** Whether the waiting list has offered the new time. */
  fromWaitingList?: boolean
}>

/**
 * Gives the booking another start. The earlier time, and any time that the patient has asked for, go to the
 * waiting list. Ends the move that the patient has asked for, and withdraws the patient's own offer. Queues a
 * confirmed booking for Odoo. Must run inside a transaction.
 * @throws Problem slot_taken
 */
export function changeTime(
  ctx: Ctx,
  booking: Booking,
  {
    start,
    resourceId = booking.resourceId,
    moves = booking.moves,
    occupiedSentence,
    fromWaitingList = false,
  }: TimeChange,
): Booking {
  const shift = start - booking.startsAt
  withdrawOfferToMove(ctx, booking.id)
  // The time that the patient asks for may overlap the new time, so it is freed first.
  const askedTimes = releaseMove(ctx, booking.id)
  const earlierTime = findReservation(ctx, booking.id)
  const isMoved = tryMoveReservation(ctx, booking.id, { shift, resourceId })
  if (!isMoved) throw new Problem('slot_taken', {}, occupiedSentence)
  refillAndOffer(ctx, earlierTime ? [...askedTimes, earlierTime] : askedTimes)
  const moved = changeBooking(ctx, booking.id, {
    startsAt: start,
    endsAt: booking.endsAt + shift,
    resourceId,
    ...NO_MOVE,
    moves,
    // Each update of a calendar entry needs a higher SEQUENCE (RFC 5545).
    calendarSequence: booking.calendarSequence + 1,
    // The patient gets a reminder of the new time even after one of the earlier time.
    remindedAt: null,
    attendance: null,
    fromWaitingList,
  })
  if (moved.status === 'confirmed') queueErpPush(ctx, moved)
  return moved
}
