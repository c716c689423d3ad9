import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { listSeries } from '../db/series-rows.ts'
import { isStanding } from '../shared/booking.ts'
import { type Instant, MINUTES_PER_DAY } from '../shared/day.ts'
import { shortDayTime } from '../shared/format.ts'
import { dayNumberAt, instantAtOrAfter, minuteOfDay } from '../time/vienna.ts'
import { assertNotCalledOff, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { tooLateProblem, transition } from './life-cycle.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { notifyMoved } from './move-notifications.ts'
import { assertHasChoice, assertMovable, assertTimesShown, changeTime } from './moves.ts'
import { notifyCancelledByStaff } from './notifications.ts'
import { type MovedAppointment, notifySeriesCancelled, notifySeriesMoved } from './series-notifications.ts'
import { endUndo, makeUndoable } from './undoable-changes.ts'
import { isTimeUntold, statedEarlier } from './untold-times.ts'

/** This module changes an appointment and the later ones of its series (docs/behaviour.md 19.43). */

/** Lists the appointment and the later ones of its series, by start, without those called off or over. */
function listThisAndLater(ctx: Ctx, booking: Booking): Booking[] {
  const series = booking.seriesId === null ? [booking] : listSeries(ctx, booking)
  return series
    .filter(
      ({ status, startsAt, endsAt }) =>
        isStanding(status) && startsAt >= booking.startsAt && endsAt > ctx.now,
    )
    .toSorted((a, b) => a.startsAt - b.startsAt)
}

/**
 * Cancels an appointment and the later ones of its series, with one message.
 * @param message text for the patient; may be empty
 * @returns the cancelled appointments, by start
 * @throws Problem 'not found'; already_decided when the appointment was rejected or cancelled; too_late when
 * it is over
 */
export function cancelThisAndLater(ctx: Ctx, id: string, message: string): Booking[] {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertNotCalledOff(booking)
    assertNotOver(ctx, booking)
    const standing = listThisAndLater(ctx, booking)
    const cancelled = standing.map((appointment) => transition(ctx, appointment, 'cancel', { message }))
    const [first, ...others] = cancelled
    const wasConfirmed = standing[0]?.status === 'confirmed'
    if (others.length > 0) notifySeriesCancelled(ctx, cancelled, message)
    else if (first !== undefined) notifyCancelledByStaff(ctx, first, { wasConfirmed, message })
    return cancelled
  })
}

type SeriesMove = Readonly<{
  /**
   * The new start of the appointment. The later ones move by the same number of days and wall-clock minutes.
   */
  start: Instant
  /** The id of the resource to which all move; undefined keeps each appointment at its resource. */
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
  /** True delays the message as long as the move can be undone. */
  undoable?: boolean
}>

/** The moved appointments, and the instant until which an `undoable` move can be undone. */
type MovedSeries = Readonly<{ bookings: readonly Booking[]; undoUntil?: Instant }>

/**
 * Moves an appointment and the later ones of its series, or none of them.
 * @throws Problem 'not found'; already_decided when it was rejected or cancelled; too_late when it is over;
 * conflict when the page showed another time; invalid (docs/behaviour.md 8.14, or the wish); slot_taken with
 * a sentence that names the occupied time
 */
export function moveThisAndLater(
  ctx: Ctx,
  id: string,
  { start, wish, shown, message, notify, undoable = false }: SeriesMove,
): MovedSeries {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertMovable(booking)
    assertNotOver(ctx, booking)
    assertTimesShown(booking, shown)
    const thisAndLater = listThisAndLater(ctx, booking)
    const shift = { from: booking.startsAt, to: start }
    const inSafeOrder = chooseToMove(thisAndLater, { ...shift, wish })
    if (inSafeOrder.length === 0) return { bookings: thisAndLater }
    const announced = notify || inSafeOrder.some((each) => isTimeUntold(ctx, each))
    for (const each of inSafeOrder) endUndo(ctx, each)
    const moved = inSafeOrder
      .map((each) => moveOne(ctx, each, { start: shiftedStart(each.startsAt, shift), wish, message }))
      .toSorted((a, b) => a.booking.startsAt - b.booking.startsAt)
    if (announced) notifyOfMoves(ctx, moved, message)
    const bookings = moved.map((each) => each.booking)
    if (!undoable) return { bookings }
    const undos = new Map(inSafeOrder.map((each) => [each.id, makeUndoable(ctx, each)]))
    // If the appointment itself is already at the right place, it has not changed and has no undo.
    const undoUntil = undos.get(booking.id)
    return { bookings, ...(undoUntil !== undefined && { undoUntil }) }
  })
}

/**
 * Returns the appointments of a series that move, in an order in which none collides with another: with later
 * times the last appointment moves first, and with earlier times the first one, so that a time within the
 * series is free when it is needed.
 */
function chooseToMove(
  series: readonly Booking[],
  { from, to, wish }: Readonly<{ from: Instant; to: Instant; wish: string | undefined }>,
): readonly Booking[] {
  if (to !== from) return to > from ? series.toReversed() : series
  // If the time does not change, only appointments at another resource have to move.
  return series.filter(({ resourceId }) => wish !== undefined && resourceId !== wish)
}

/** Sends the patient the usual message about a single move, or one message about several. */
function notifyOfMoves(ctx: Ctx, moved: readonly MovedAppointment[], message: string): void {
  const [first, ...others] = moved
  if (others.length > 0) notifySeriesMoved(ctx, moved, message)
  else if (first !== undefined) {
    const { booking, ...before } = first
    notifyMoved(ctx, booking, { ...before, message, wantedBy: 'practice' })
  }
}

/** Moves one appointment, and records it in history and audit. @throws Problem invalid, slot_taken */
function moveOne(
  ctx: Ctx,
  booking: Booking,
  { start, wish, message }: Pick<SeriesMove, 'start' | 'wish' | 'message'>,
): MovedAppointment {
  assertHasChoice(ctx, booking, wish)
  assertPossibleStart(ctx, start)
  const earlier = statedEarlier(ctx, booking, { start, wish })
  const moved = changeTime(ctx, booking, {
    start,
    resourceId: wish,
    moves: booking.moves + 1,
    occupiedSentence: `${shortDayTime(start)}: Diese Zeit ist schon belegt. Die Termine bleiben, wo sie sind.`,
  })
  recordEvent(ctx, booking.id, 'moved', { message, movedFromAt: booking.startsAt, movedToAt: start })
  recordAudit(ctx, 'booking-moved', bookingSubject(booking.id))
  return { booking: moved, ...earlier }
}

/** Shifts `at` by the wall time from `from` to `to`, so that 10:00 stays 10:00 when the clocks change. */
function shiftedStart(at: Instant, { from, to }: Readonly<{ from: Instant; to: Instant }>): Instant {
  const wall = (instant: Instant) => dayNumberAt(instant) * MINUTES_PER_DAY + minuteOfDay(instant)
  const minutes = wall(at) + wall(to) - wall(from)
  return instantAtOrAfter(Math.floor(minutes / MINUTES_PER_DAY), minutes % MINUTES_PER_DAY)
}

/** Refuses an appointment that is over. @throws Problem too_late */
function assertNotOver(ctx: Ctx, booking: Booking): void {
  if (booking.endsAt <= ctx.now) throw tooLateProblem(booking, 'Dieser Termin ist schon vorbei.')
}
