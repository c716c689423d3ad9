import { and, count, eq, inArray } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, events } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { assertBookingOpen } from '../practice/status.ts'
import { refillAndOffer } from '../schedule/freed-times.ts'
import { releaseMove, tryReserveSecondTime } from '../schedule/reservations.ts'
import { choicesOf } from '../schedule/resource-choice.ts'
import { resourceForPatient, type SlotSearch, searchForMove } from '../schedule/slot-search.ts'
import { isBookableStart } from '../schedule/start-choices.ts'
import type { Instant } from '../shared/day.ts'
import { numberWord } from '../shared/number-word.ts'
import { Problem } from '../shared/problems.ts'
import { endMove } from './asked-moves.ts'
import { changeBooking, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { assertBeforeCutOff } from './life-cycle.ts'
import { notifyMoveAsked, notifyMovedByPatient } from './move-notifications.ts'
import { assertMovable, changeTime } from './moves.ts'
import { tooManyProblem } from './request-limits.ts'
import { endUndo } from './undoable-changes.ts'

/** Number of times that a patient can move one booking online. */
const MOVES_OF_PATIENT = 3

/** A move as the patient asks for it. */
type WishedMove = Readonly<{
  start: Instant
  /** The id of the resource to move to; undefined keeps the present one. */
  wish?: string | undefined
  /** Text for the practice; may be empty. */
  message: string
}>

/**
 * Moves a booking for its patient, before the cut-off, to a time that patients can book. A request moves at
 * once. For a confirmed booking the time is reserved until the practice decides, unless `moves_auto_confirm`
 * is on. Choosing the present time withdraws an open move, and asking for the same time again changes nothing
 * (docs/behaviour.md 8.21–8.25).
 * @throws Problem 'not found'; already_decided when it was rejected or cancelled; too_late after the cut-off;
 * closed while the practice takes no bookings; too_many after `MOVES_OF_PATIENT` moves; service_not_found
 * when its service is not active; invalid when the wished resource does not offer it; slot_taken
 */
export function moveByPatient(ctx: Ctx, id: string, { start, wish, message }: WishedMove): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertMovable(booking)
    const { startsAt, moveToAt, resourceId } = booking
    if (start === startsAt && (wish ?? resourceId) === resourceId)
      return moveToAt === null ? booking : endMove(ctx, booking, 'move-withdrawn')
    const toResource = resourceForPatient(ctx, booking, wish)
    const askedResource = booking.moveToResourceId ?? resourceId
    if (start === moveToAt && toResource === askedResource) return booking
    assertBeforeCutOff(ctx, booking, 'Verschieben')
    assertBookingOpen(ctx)
    assertMovesLeft(ctx, booking)
    const { service } = searchForMove(ctx, booking, toResource)
    const isOffered = choicesOf(ctx, service).length > 0
    if (!isOffered || !isBookableStart(ctx, service, start)) throw new Problem('slot_taken')
    endUndo(ctx, booking)
    const move = { start, toResource, message }
    const movesAtOnce = booking.status === 'requested' || readSetting(ctx, 'general', 'moves_auto_confirm')
    return movesAtOnce ? moveAtOnce(ctx, booking, move) : askForMove(ctx, booking, move)
  })
}

/**
 * Returns the search for times to which the patient can move the booking.
 * @param wish the resource to move to; undefined keeps the present one
 * @throws Problem 'not found', already_decided, service_not_found or invalid, each like `moveByPatient`
 */
export function searchForPatient(ctx: Ctx, id: string, wish?: string): SlotSearch {
  const booking = getBooking(ctx, id)
  assertMovable(booking)
  return searchForMove(ctx, booking, resourceForPatient(ctx, booking, wish))
}

/** Refuses a patient who has moved the booking `MOVES_OF_PATIENT` times. @throws Problem too_many */
function assertMovesLeft(ctx: Ctx, { id }: Booking): void {
  const byPatient = and(eq(events.actor, 'visitor'), inArray(events.kind, ['moved', 'move-asked']))
  const { made } = ctx.db
    .select({ made: count() })
    .from(events)
    .where(and(eq(events.bookingId, id), byPatient))
    .get() ?? { made: 0 }
  if (made >= MOVES_OF_PATIENT)
    throw tooManyProblem(
      ctx,
      `Sie haben diesen Termin schon ${numberWord(MOVES_OF_PATIENT)}mal verschoben. Bitte rufen Sie uns an`,
    )
}

/** A move to a time that was checked to be bookable, at the resource with this id. */
type CheckedMove = Readonly<{ start: Instant; toResource: string; message: string }>

/** Moves the booking, and tells patient and practice. */
function moveAtOnce(ctx: Ctx, booking: Booking, { start, toResource, message }: CheckedMove): Booking {
  const { id, startsAt: from } = booking
  // Raising `moves` invalidates the decision links from before the move.
  const moved = changeTime(ctx, booking, {
    start,
    resourceId: toResource,
    moves: booking.moves + 1,
  })
  recordEvent(ctx, id, 'moved', { message, movedFromAt: from, movedToAt: start })
  notifyMovedByPatient(ctx, moved, { from, fromResource: booking.resourceId, message })
  return moved
}

/** Reserves the time until the practice decides on the move, and frees one that was asked for before. */
function askForMove(ctx: Ctx, booking: Booking, { start, toResource, message }: CheckedMove): Booking {
  const { id, startsAt } = booking
  const freed = releaseMove(ctx, id)
  const resourceId = toResource === booking.resourceId ? null : toResource
  if (!tryReserveSecondTime(ctx, id, { shift: start - startsAt, resourceId })) throw new Problem('slot_taken')
  refillAndOffer(ctx, freed)
  const moves = booking.moves + 1
  const asked = changeBooking(ctx, id, {
    moveToAt: start,
    moveToResourceId: resourceId,
    moveAskedAt: ctx.now,
    moves,
    // The practice is reminded of this move even after a reminder of an earlier one.
    nudgedAt: null,
  })
  recordEvent(ctx, id, 'move-asked', { message, movedFromAt: startsAt, movedToAt: start })
  notifyMoveAsked(ctx, asked, { requestedStart: start, message })
  return asked
}
