import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import {
  type FreeDay,
  isInPart,
  listFreeSlotsForPractice,
  listNextFreeDays,
} from '../schedule/availability.ts'
import { refillAndOffer } from '../schedule/freed-times.ts'
import {
  findOfferReservation,
  findReservation,
  paddedInterval,
  releaseMove,
  tryMoveReservation,
} from '../schedule/occupations.ts'
import { assertChoice, atResource, choicesOf, inFairOrder } from '../schedule/resource-choice.ts'
import { getActiveService, type ServiceRow } from '../schedule/services.ts'
import { searchForMove } from '../schedule/slot-search.ts'
import { addDays, type Day, type Instant, type Interval } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import type { DayPart } from '../shared/waiting-list.ts'
import { dayAt, dayNumberAt, minuteOfDay } from '../time/vienna.ts'
import { alreadyDecided, changeBooking, forEachBooking, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { NO_MOVE, tooLate } from './life-cycle.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { notifyMoved } from './notifications.ts'
import { endUndo, makeUndoable } from './undo.ts'
import { findOfferTo, withdrawOfferTo } from './waiting-list.ts'

type MoveByPractice = Readonly<{
  start: Instant
  /** The id of the resource to move to; undefined keeps the present one. */
  wish?: string | undefined
  /**
   * The time that the page showed, if it sends it: the one that the patient asks for, otherwise the start.
   */
  from?: Instant | undefined
  /** Text for the patient; may be empty. */
  message: string
  /** Whether the patient gets messages about it. */
  notify: boolean
  /** True keeps the messages waiting while the move can be taken back. */
  undoable?: boolean
}>

type MoveResult = Readonly<{
  booking: Booking
  /** True when the booking had this time before, so that nothing changed and no message was sent. */
  repeated: boolean
  /** Instant until which an `undoable` move can be taken back. */
  undoUntil?: Instant
}>

/**
 * Moves a requested or confirmed booking for the practice, until the appointment is over, to any time that is
 * not occupied. Status and length stay. The move that its patient asks for ends (docs/behaviour.md 8.17 and
 * 8.18).
 * @throws Problem 'not found'; already_decided when it was rejected or cancelled; too_late when it is over;
 * conflict when the page showed another time (`from`); invalid (docs/behaviour.md 8.14, or the wish);
 * slot_taken
 */
export function moveBooking(
  ctx: Ctx,
  id: string,
  { start, wish, from, message, notify, undoable = false }: MoveByPractice,
): MoveResult {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertMovable(booking)
    if (booking.endsAt <= ctx.now)
      throw tooLate(booking, 'Dieser Termin ist schon vorbei und kann nicht mehr verschoben werden.')
    const { startsAt, moveToAt, resourceId } = booking
    if (start === startsAt && (wish ?? resourceId) === resourceId) return { booking, repeated: true }
    assertHasChoice(ctx, booking, wish)
    if (from === startsAt && moveToAt !== null) throw new Problem('conflict', {}, ASKED_MEANWHILE)
    assertShown(moveToAt ?? startsAt, from)
    assertPossibleStart(ctx, start)
    endUndo(ctx, booking)
    const change = { resourceId: wish, moves: booking.moves + 1, occupied: TIME_OCCUPIED }
    const moved = changeTime(ctx, booking, start, change)
    recordEvent(ctx, id, 'moved', { message, movedFromAt: startsAt, movedToAt: start })
    recordAudit(ctx, 'booking-moved', bookingSubject(id))
    if (notify) notifyMoved(ctx, moved, { from: startsAt, fromResource: resourceId, message, by: 'practice' })
    return {
      booking: moved,
      repeated: false,
      ...(undoable && { undoUntil: makeUndoable(ctx, booking) }),
    }
  })
}

/**
 * Refuses a decision on a time that is out of date.
 * @param shown the time that the page showed when a button was pressed, if the page sends it
 * @throws Problem conflict when `time` is another one by now
 */
export function assertShown(time: Instant, shown: Instant | undefined): void {
  if (shown !== undefined && shown !== time) throw new Problem('conflict', {}, MOVED_MEANWHILE)
}

/**
 * Refuses a wish for another resource that does not have the booking's service.
 * @throws Problem service_not_found, invalid
 */
export function assertHasChoice(ctx: Ctx, booking: Booking, wish: string | undefined): void {
  if (wish !== undefined && wish !== booking.resourceId)
    assertChoice(ctx, getActiveService(ctx, booking.serviceId), wish)
}

const ASKED_MEANWHILE =
  'Die Patientin oder der Patient möchte inzwischen selbst eine andere Zeit. Bitte prüfen Sie diese Anfrage.'
const MOVED_MEANWHILE = 'Dieser Termin wurde gerade verschoben. Bitte prüfen Sie die neue Zeit.'

/** @throws Problem already_decided when the booking was rejected or cancelled */
export function assertMovable(booking: Booking): void {
  const { status } = booking
  if (status === 'rejected' || status === 'cancelled') throw alreadyDecided(booking, CALLED_OFF[status])
}

const CALLED_OFF = {
  rejected: 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.',
  cancelled: 'Dieser Termin wurde abgesagt und kann nicht mehr verschoben werden.',
}

const TIME_OCCUPIED = 'Diese Zeit ist schon belegt. Der Termin bleibt, wo er ist.'

/**
 * Gives the booking another start, frees the time of the move that its patient asks for, and queues a
 * confirmed booking for Odoo. Must run inside a transaction.
 * @param options `resourceId` is the one to move to, `moves` the new count of moves; `occupied` is the
 * sentence of slot_taken
 * @throws Problem slot_taken
 */
export function changeTime(
  ctx: Ctx,
  booking: Booking,
  start: Instant,
  {
    resourceId = booking.resourceId,
    moves = booking.moves,
    occupied,
    fromWaitingList = false,
  }: Readonly<{
    resourceId?: string | undefined
    moves?: number
    occupied?: string
    fromWaitingList?: boolean
  }> = {},
): Booking {
  const shift = start - booking.startsAt
  withdrawOfferTo(ctx, booking.id)
  const freed = [releaseMove(ctx, booking.id), findReservation(ctx, booking.id) ?? []].flat()
  if (!tryMoveReservation(ctx, booking.id, shift, resourceId)) throw new Problem('slot_taken', {}, occupied)
  refillAndOffer(ctx, freed)
  const moved = changeBooking(ctx, booking.id, {
    startsAt: start,
    endsAt: booking.endsAt + shift,
    resourceId,
    ...NO_MOVE,
    moves,
    // Each update of a calendar entry needs a higher SEQUENCE (RFC 5545).
    calendarSequence: booking.calendarSequence + 1,
    // A reminder of the earlier time must not replace the one of the new time.
    remindedAt: null,
    attendance: null,
    fromWaitingList,
  })
  if (moved.status === 'confirmed') queueErpPush(ctx, moved)
  return moved
}

/** Number of days with free times that are suggested together. */
export const SUGGESTED_DAYS = 4

/**
 * Returns the next days from the Vienna day `from` on with times within the working hours to which the
 * practice can move the booking, without its present time. The practice may choose any other time that is not
 * occupied.
 * @param wishes `part`: only the times of this part of the day; `resource`: those of another resource
 * @throws Problem 'not found', already_decided, service_not_found, invalid (the resource)
 */
export function suggestForMove(
  ctx: Ctx,
  id: string,
  from: Day,
  { part, resource }: Readonly<{ part?: DayPart | undefined; resource?: string | undefined }> = {},
): FreeDay[] {
  const booking = getBooking(ctx, id)
  assertMovable(booking)
  const { service, countsAsFree = [] } = searchForMove(ctx, booking, resource)
  // A move withdraws the offer of the waiting list, so the time reserved for the offer counts as free.
  const offer = findOfferTo(ctx, id)
  const offered = offer && findOfferReservation(ctx, offer.id)
  const search = { service, countsAsFree: offered ? [...countsAsFree, offered] : countsAsFree }
  return listNextFreeDays(ctx, from, search, {
    days: SUGGESTED_DAYS,
    fits: (start) =>
      (start !== booking.startsAt || service.resourceId !== booking.resourceId) && isInPart(start, part),
  })
}

/** A time at another resource. */
type TimeElsewhere = Readonly<{ resourceId: string; start: Instant }>

type MoveSuggestion = Readonly<{
  booking: Booking
  service: ServiceRow
  starts: Instant[]
  /** Times of the booking's own day at other resources that offer the service, the nearest first. */
  elsewhere: readonly TimeElsewhere[]
}>

/** Number of days with a suggested time, for each of several bookings. */
const DAYS_PER_BOOKING = 3
/** Number of colleagues of whom a time is suggested, for each of several bookings. */
const COLLEAGUES = 2

/**
 * Suggests new times for bookings within a time that the practice closes. From the booking's own day on, it
 * takes on each day with free times the one nearest to the booking's time of day. Present times do not count
 * as free. Where others offer the service too, it takes from each of the nearest of them the time of the same
 * day that is nearest (docs/behaviour.md 21.18). No two suggestions collide, whichever the practice chooses
 * (docs/behaviour.md 8.31).
 * @param resource suggests times of this resource only, instead of each booking's own
 * @returns for each id, in the same order, its times or the problem why it cannot be moved
 */
export function suggestForMoves(
  ctx: Ctx,
  ids: readonly string[],
  resource?: string,
): Readonly<{ id: string; outcome: MoveSuggestion | Problem }>[] {
  const taken: (Interval & Readonly<{ resourceId: string }>)[] = []
  const withTaken = (service: ServiceRow) => ({
    service,
    countsAsOccupied: taken.filter(({ resourceId }) => resourceId === service.resourceId),
  })
  const take = (service: ServiceRow, start: Instant) =>
    taken.push({ resourceId: service.resourceId, ...paddedInterval(service, start) })
  const suggest = ({ booking, service, starts }: MoveSuggestion, from: Day, days: number): void => {
    for (const day of listNextFreeDays(ctx, from, withTaken(service), { days })) {
      const start = nearestTimeOfDay(day.starts, booking.startsAt)
      starts.push(start)
      take(service, start)
    }
  }
  const suggestElsewhere = (booking: Booking, own: ServiceRow): TimeElsewhere[] => {
    const day = dayAt(booking.startsAt)
    const found = colleaguesFor(ctx, booking, own).flatMap((service) => {
      const { starts } = listFreeSlotsForPractice(ctx, day, withTaken(service))
      return starts.length > 0 ? [{ service, start: nearestTimeOfDay(starts, booking.startsAt) }] : []
    })
    const distance = ({ start }: { start: Instant }) => Math.abs(start - booking.startsAt)
    const nearest = found.toSorted((a, b) => distance(a) - distance(b)).slice(0, COLLEAGUES)
    for (const { service, start } of nearest) take(service, start)
    return nearest.map(({ service, start }) => ({ resourceId: service.resourceId, start }))
  }
  const results = forEachBooking(ids, (id) => {
    const booking = getBooking(ctx, id)
    assertMovable(booking)
    const { service } = searchForMove(ctx, booking, resource)
    const elsewhere = resource === undefined ? suggestElsewhere(booking, service) : []
    const suggested: MoveSuggestion = { booking, service, starts: [], elsewhere }
    suggest(suggested, dayAt(booking.startsAt), 1)
    return suggested
  })
  for (const { outcome } of results) {
    if (outcome instanceof Problem) continue
    const [first] = outcome.starts
    if (first !== undefined) suggest(outcome, addDays(dayAt(first), 1), DAYS_PER_BOOKING - 1)
  }
  return results
}

/**
 * Returns the booking's service at each other resource that has it, the least booked on that day first.
 * @param own the service with the length and the paddings of the booking
 */
function colleaguesFor(ctx: Ctx, booking: Booking, own: ServiceRow): ServiceRow[] {
  const others = choicesOf(ctx, getActiveService(ctx, booking.serviceId)).filter(
    ({ resourceId }) => resourceId !== booking.resourceId,
  )
  const ordered = inFairOrder(ctx, others, dayNumberAt(booking.startsAt))
  return ordered.map(({ resourceId }) => atResource(own, resourceId))
}

/**
 * Returns the start whose time of day is nearest to that of `to`, and the earlier one of two equally near.
 */
function nearestTimeOfDay(starts: readonly Instant[], to: Instant): Instant {
  const distance = (start: Instant) => Math.abs(minuteOfDay(start) - minuteOfDay(to))
  return starts.reduce((best, start) => (distance(start) < distance(best) ? start : best))
}
