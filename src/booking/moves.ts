import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { queueErpPush } from '../erp/sync.ts'
import { type FreeDay, listNextFreeDays, wantedForMove } from '../schedule/availability.ts'
import { refillAndOffer } from '../schedule/freed-times.ts'
import {
  findOfferReservation,
  findReservation,
  paddedInterval,
  releaseMove,
  tryMoveReservation,
} from '../schedule/occupations.ts'
import type { ServiceRow } from '../schedule/services.ts'
import { addDays, type Day, type Instant, type Interval, wallMinutes } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt, isoAt } from '../time/vienna.ts'
import { alreadyDecided, changeBooking, forEachBooking, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { NO_MOVE, tooLate } from './life-cycle.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { notifyMoved } from './notifications.ts'
import { endUndo, makeUndoable } from './undo.ts'
import { findOfferTo, withdrawOfferTo } from './waiting-list.ts'

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
    recordEvent(ctx, id, 'moved', { message, movedFromAt: startsAt, movedToAt: start })
    recordAudit(ctx, 'booking-moved', bookingSubject(id))
    if (notify) notifyMoved(ctx, moved, { from: booking.startsAt, message, by: 'practice' })
    return {
      booking: moved,
      repeated: false,
      ...(undoable && { undoUntil: makeUndoable(ctx, booking) }),
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
export function assertStands(booking: Booking): void {
  const { status } = booking
  if (status === 'rejected' || status === 'cancelled') throw alreadyDecided(booking, CALLED_OFF[status])
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
  const freed = [releaseMove(ctx, booking.id), findReservation(ctx, booking.id) ?? []].flat()
  if (!tryMoveReservation(ctx, booking.id, by)) throw new Problem('slot_taken', {}, occupied)
  refillAndOffer(ctx, freed)
  const moved = changeBooking(ctx, booking.id, {
    startsAt: start,
    endsAt: booking.endsAt + by,
    ...NO_MOVE,
    moves,
    // Each update of a calendar entry needs a higher SEQUENCE (RFC 5545).
    calendarSequence: booking.calendarSequence + 1,
    // The reminder belongs to the new time.
    remindedAt: null,
    attendance: null,
  })
  if (moved.status === 'confirmed') queueErpPush(ctx, moved)
  return moved
}

/** Days with free times that are suggested together. */
export const SUGGESTED_DAYS = 4

/**
 * The next times from the Vienna day on to which the practice can move the booking as planned; its own is not among them. Only
 * suggestions, as in `listFreeSlotsForPractice`.
 * @throws Problem 'not found', already_decided, service_not_found
 */
export function suggestForMove(ctx: Ctx, id: string, from: Day): FreeDay[] {
  const booking = getBooking(ctx, id)
  assertStands(booking)
  const { service, own = [] } = wantedForMove(ctx, booking)
  // A move withdraws the offer of the waiting list.
  const offer = findOfferTo(ctx, id)
  const offered = offer && findOfferReservation(ctx, offer.id)
  const wanted = { service, own: offered ? [...own, offered.startsAt] : own }
  return listNextFreeDays(ctx, from, wanted, { days: SUGGESTED_DAYS, except: booking.startsAt })
}

type Suggested = Readonly<{ booking: Booking; service: ServiceRow; starts: Instant[] }>

/** Days with a suggested time, for each of several bookings. */
const DAYS_EACH = 3

/**
 * Times for several bookings that are moved out of a closed time: for each, on the next days from its own on that have free times as
 * planned, the one nearest to its time of day. Its present time does not count as free. No two of all collide, whichever are chosen
 * (docs/behaviour.md 8.31).
 * @returns for each id, in the same order, its times or why it cannot be moved
 */
export function suggestForMoves(
  ctx: Ctx,
  ids: readonly string[],
): Readonly<{ id: string; outcome: Suggested | Problem }>[] {
  const taken: (Interval & Readonly<{ resourceId: string }>)[] = []
  const suggest = ({ booking, service, starts }: Suggested, from: Day, days: number): void => {
    const { resourceId } = service
    const wanted = { service, taken: taken.filter((each) => each.resourceId === resourceId) }
    for (const day of listNextFreeDays(ctx, from, wanted, { days })) {
      const start = nearest(day.starts, booking.startsAt)
      starts.push(start)
      taken.push({ resourceId, ...paddedInterval(service, start) })
    }
  }
  const results = forEachBooking(ids, (id) => {
    const booking = getBooking(ctx, id)
    assertStands(booking)
    const { service } = wantedForMove(ctx, booking)
    const suggested: Suggested = { booking, service, starts: [] }
    suggest(suggested, dayAt(booking.startsAt), 1)
    return suggested
  })
  for (const { outcome } of results) {
    if (outcome instanceof Problem) continue
    const [first] = outcome.starts
    if (first !== undefined) suggest(outcome, addDays(dayAt(first), 1), DAYS_EACH - 1)
  }
  return results
}

/** The start nearest to the time of day of another, the earlier one of two. */
function nearest(starts: readonly Instant[], to: Instant): Instant {
  const distance = (start: Instant) => Math.abs(minuteOfDay(start) - minuteOfDay(to))
  return starts.reduce((best, start) => (distance(start) < distance(best) ? start : best))
}

/** By Vienna's wall time. */
function minuteOfDay(at: Instant): number {
  return wallMinutes(isoAt(at).slice(11, 16)) ?? 0
}
