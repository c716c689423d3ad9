import { and, count, eq, gt, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events, occupations } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { assertBookingOpen } from '../practice/status.ts'
import { type Absence, intervalOf, saveAbsence } from '../schedule/absences.ts'
import { refillAndOffer } from '../schedule/freed-times.ts'
import { releaseMove, tryReserveMove } from '../schedule/reservations.ts'
import { type SlotSearch, searchForMove } from '../schedule/slot-search.ts'
import { isBookableStart } from '../schedule/start-choices.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import type { Instant } from '../shared/day.ts'
import { numberWord } from '../shared/number-word.ts'
import { Problem } from '../shared/problems.ts'
import { changeBooking, getBooking } from './bookings.ts'
import { findLastChange, findLastEvent, recordEvent } from './events.ts'
import { assertBeforeCutOff, NO_MOVE, tooLateProblem } from './life-cycle.ts'
import { assertMovable, changeTime } from './moves.ts'
import { notifyMoveAsked, notifyMoved, notifyMovedByPatient, notifyMoveRejected } from './notifications.ts'
import { withdrawOffersWithin } from './open-offers.ts'
import { tooMany } from './request-limits.ts'
import { endUndo } from './undo.ts'

/** Number of times that a patient can move one booking online. */
const MOVES_OF_PATIENT = 3

type MoveByPatient = Readonly<{
  start: Instant
  /** The id of the resource to move to; undefined keeps the present one. */
  wish?: string | undefined
  /** Text for the practice; may be empty. */
  message: string
}>

/**
 * Moves a booking for its patient, until the cut-off, to a time that patients can book. A request moves at
 * once. For a confirmed booking the time is reserved and the practice decides, unless `moves_auto_confirm` is
 * on. A move to the present time withdraws the move that was asked for. Asking for the same time again
 * changes nothing (docs/behaviour.md 8.21–8.25).
 * @throws Problem 'not found'; closed; already_decided when it was rejected or cancelled; too_late like
 * `cancelByPatient`; too_many after `MOVES_OF_PATIENT` moves; service_not_found when its service is not
 * active; invalid (the wish); slot_taken
 */
export function moveByPatient(ctx: Ctx, id: string, { start, wish, message }: MoveByPatient): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertMovable(booking)
    const { startsAt, moveToAt, resourceId } = booking
    const askedStart = moveToAt ?? startsAt
    const askedResource = booking.moveToResourceId ?? resourceId
    const toResource = wish ?? resourceId
    if (start === askedStart && toResource === askedResource) return booking
    if (start === startsAt && toResource === resourceId) return endMove(ctx, booking, 'move-withdrawn')
    assertBeforeCutOff(ctx, booking, 'Verschieben')
    assertBookingOpen(ctx)
    assertFewMoves(ctx, booking)
    const { service } = searchForMove(ctx, booking, toResource)
    if (!isBookableStart(ctx, service, start)) throw new Problem('slot_taken')
    endUndo(ctx, booking)
    const move = { start, toResource, message }
    const isAtOnce = booking.status === 'requested' || readSetting(ctx, 'general', 'moves_auto_confirm')
    return isAtOnce ? moveAtOnce(ctx, booking, move) : askForMove(ctx, booking, move)
  })
}

/**
 * Returns the search for the times to which the patient can move the booking.
 * @param wish the resource to move to; undefined keeps the present one
 * @throws Problem 'not found', already_decided, service_not_found, invalid (the wish)
 */
export function searchForPatient(ctx: Ctx, id: string, wish?: string): SlotSearch {
  const booking = getBooking(ctx, id)
  assertMovable(booking)
  return searchForMove(ctx, booking, wish)
}

/** Refuses a patient who has moved the booking `MOVES_OF_PATIENT` times. @throws Problem too_many */
function assertFewMoves(ctx: Ctx, { id }: Booking): void {
  const byPatient = and(eq(events.actor, 'visitor'), inArray(events.kind, ['moved', 'move-asked']))
  const { moves } = ctx.db
    .select({ moves: count() })
    .from(events)
    .where(and(eq(events.bookingId, id), byPatient))
    .get() ?? { moves: 0 }
  if (moves >= MOVES_OF_PATIENT)
    throw tooMany(
      ctx,
      `Sie haben diesen Termin schon ${numberWord(MOVES_OF_PATIENT)}mal verschoben. Bitte rufen Sie uns an`,
    )
}

/** A move to a time that the patient can book, with the id of the resource that it is at. */
type CheckedMove = Readonly<{ start: Instant; toResource: string; message: string }>

/** Moves the booking, and tells patient and practice. */
function moveAtOnce(ctx: Ctx, booking: Booking, { start, toResource, message }: CheckedMove): Booking {
  const { id, startsAt: from } = booking
  const moved = changeTime(ctx, booking, start, { resourceId: toResource, moves: booking.moves + 1 })
  recordEvent(ctx, id, 'moved', { message, movedFromAt: from, movedToAt: start })
  notifyMovedByPatient(ctx, moved, { from, fromResource: booking.resourceId, message })
  return moved
}

/** Reserves the time until the practice decides on the move, in place of a time that was asked for before. */
function askForMove(ctx: Ctx, booking: Booking, { start, toResource, message }: CheckedMove): Booking {
  const { id, startsAt } = booking
  const freed = releaseMove(ctx, id)
  const resourceId = toResource === booking.resourceId ? null : toResource
  if (!tryReserveMove(ctx, id, { by: start - startsAt, resourceId })) throw new Problem('slot_taken')
  refillAndOffer(ctx, freed)
  const moves = booking.moves + 1
  const asked = changeBooking(ctx, id, {
    moveToAt: start,
    moveToResourceId: resourceId,
    moveAskedAt: ctx.now,
    moves,
    // The practice was perhaps reminded of the earlier wish, and is reminded of this one too.
    nudgedAt: null,
  })
  recordEvent(ctx, id, 'move-asked', { message, movedFromAt: startsAt, movedToAt: start })
  notifyMoveAsked(ctx, asked, { to: start, message })
  return asked
}

/** Returns the patient's text about the move that waits for the practice; '' where no move waits. */
export function messageOfMove(ctx: Ctx, { id, moveToAt }: Booking): string {
  return moveToAt === null ? '' : (findLastEvent(ctx, id, eq(events.kind, 'move-asked'))?.message ?? '')
}

/**
 * Decides on the time that the patient asks for. Must run inside a transaction.
 * @param to the start that the patient asks for
 * @throws Problem too_late when one of the two times has begun, so that the move cannot be confirmed
 */
export function decideMove(
  ctx: Ctx,
  booking: Booking,
  { decision, to, message }: Readonly<{ decision: 'confirm' | 'reject'; to: Instant; message: string }>,
): Booking {
  const { id, startsAt: from } = booking
  if (decision === 'confirm' && Math.min(from, to) <= ctx.now) throw tooLateProblem(booking, TIME_HAS_BEGUN)
  if (ctx.actor.kind === 'admin')
    recordAudit(ctx, decision === 'reject' ? 'booking-move-rejected' : 'booking-moved', bookingSubject(id))
  if (decision === 'reject') return endMove(ctx, booking, 'move-rejected', message)
  endUndo(ctx, booking)
  const moved = changeTime(ctx, booking, to, { resourceId: booking.moveToResourceId ?? undefined })
  recordEvent(ctx, id, 'moved', { message, movedFromAt: from, movedToAt: to })
  notifyMoved(ctx, moved, { from, fromResource: booking.resourceId, message, by: 'patient' })
  return moved
}

const TIME_HAS_BEGUN =
  'Eine der beiden Zeiten hat schon begonnen. Dieser Termin kann nicht mehr verschoben werden.'

/**
 * Saves an absence, rejects the moves to a time within it, and withdraws the offers of the waiting list
 * within it.
 * @throws Problem invalid like `saveAbsence`
 */
export function closeTime(ctx: Ctx, input: AbsenceInput): Absence {
  return inTx(ctx, () => {
    const absence = saveAbsence(ctx, input)
    for (const booking of listMovesInto(ctx, input)) endMove(ctx, booking, 'move-rejected')
    withdrawOffersWithin(ctx, intervalOf(input), input.resource_id)
    return absence
  })
}

/** Lists the bookings whose patient asks for a time within the absence. Paddings are no conflict. */
export function listMovesInto(ctx: Ctx, input: AbsenceInput): Booking[] {
  const { startsAt, endsAt } = intervalOf(input)
  const { resource_id: resource } = input
  return ctx.db
    .select({ booking: bookings })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.moveOf, bookings.id))
    .where(
      and(
        isNotNull(bookings.moveToAt),
        lt(bookings.moveToAt, endsAt),
        gt(sql`${bookings.moveToAt} + ${bookings.endsAt} - ${bookings.startsAt}`, startsAt),
        resource === null ? undefined : eq(occupations.resourceId, resource),
      ),
    )
    .all()
    .map(({ booking }) => booking)
}

/**
 * Ends the undecided moves of which one of the two times has begun, and tells the patients (docs/behaviour.md
 * 8.24).
 */
export function dropLapsedMoves(ctx: Ctx): void {
  inTx(ctx, () => {
    const begun = or(lte(bookings.moveToAt, ctx.now), lte(bookings.startsAt, ctx.now))
    const lapsed = ctx.db
      .select()
      .from(bookings)
      .where(and(isNotNull(bookings.moveToAt), begun))
      .all()
    for (const booking of lapsed) endMove(ctx, booking, 'move-lapsed')
  })
}

/**
 * Ends the move that the patient asks for without changing the booking's time, frees the time asked for, and
 * tells the patient unless the patient has withdrawn the move.
 */
function endMove(
  ctx: Ctx,
  booking: Booking,
  kind: 'move-rejected' | 'move-withdrawn' | 'move-lapsed',
  message = '',
): Booking {
  const { id, startsAt } = booking
  const to = booking.moveToAt ?? startsAt
  refillAndOffer(ctx, releaseMove(ctx, id))
  const unmoved = changeBooking(ctx, id, NO_MOVE)
  recordEvent(ctx, id, kind, { message, movedFromAt: startsAt, movedToAt: to })
  if (kind !== 'move-withdrawn')
    notifyMoveRejected(ctx, unmoved, {
      to,
      toResource: booking.moveToResourceId,
      message,
      lapsed: kind === 'move-lapsed',
    })
  return unmoved
}

/** Returns the start that the patient asks for, while the practice can still decide on it. */
export function pendingMove({ startsAt, moveToAt }: Booking, now: Instant): Instant | undefined {
  return moveToAt !== null && Math.min(startsAt, moveToAt) > now ? moveToAt : undefined
}

/** Returns how the last move that the patient asked for ended, if nothing has changed the booking since. */
export function findEndedMove(ctx: Ctx, { id }: Booking): EndedMove | undefined {
  const last = findLastChange(ctx, id)
  const reason = last && MOVE_ENDED[last.kind]
  if (last === undefined || reason === undefined) return undefined
  return { to: last.movedToAt, rejected: last.kind === 'move-rejected', reason }
}

/** `reason` is the sentence that refuses a later decision on the move. */
type EndedMove = Readonly<{ to: Instant | null; rejected: boolean; reason: string }>

/** The sentence that refuses a later decision, by the event that ended the move. */
const MOVE_ENDED: Partial<Record<(typeof events.$inferSelect)['kind'], string>> = {
  'move-rejected': 'Diese Verschiebung wurde bereits abgelehnt.',
  'move-withdrawn': 'Die Verschiebung wurde zurückgezogen. Der Termin bleibt, wo er ist.',
  'move-lapsed': 'Die Frist für diese Verschiebung ist vorbei. Der Termin bleibt, wo er ist.',
}
