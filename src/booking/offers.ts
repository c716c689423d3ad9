import { and, eq, gt, lte, min, sql } from 'drizzle-orm'
import { bookingSubject, maskedSubject, recordAudit } from '../access/audit.ts'
import { randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { IS_OPEN_OFFER } from '../db/offer-rows.ts'
import { type Booking, type OfferRow, offers, type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import { findFault } from '../messaging/outbox/faults.ts'
import { canReach } from '../messaging/outbox/queue.ts'
import { whyNoSmsToMinor } from '../messaging/outbox/suppression.ts'
import { readSetting } from '../practice/settings.ts'
import { isBookingOpen } from '../practice/status.ts'
import { type FreeDay, isInPart, listFreeStartsIn, listNextFreeDays } from '../schedule/availability.ts'
import {
  dropFreedTime,
  dropFreedTimes,
  type FreedTime,
  firstFreedAfter,
  listFreedTimes,
} from '../schedule/freed-times.ts'
import {
  findReservation,
  listOffered,
  paddedInterval,
  reserve,
  tryReserveMove,
} from '../schedule/occupations.ts'
import { choicesOf } from '../schedule/resource-choice.ts'
import { findActiveService, getActiveService } from '../schedule/services.ts'
import { choicesForPractice } from '../schedule/start-choices.ts'
import { type Wanted, wantedForMove } from '../schedule/wanted.ts'
import { OFFERED_HOURS_AHEAD } from '../shared/booking.ts'
import { type Day, HOUR, type Instant, type Interval, MINUTE, weekdayOf } from '../shared/day.ts'
import { clockTime } from '../shared/format.ts'
import { Problem } from '../shared/problems.ts'
import type { DayPart } from '../shared/waiting-list.ts'
import { BETWEEN_DAYTIME, isNight } from '../time/quiet-hours.ts'
import { dayAt, dayNumberAt } from '../time/vienna.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { SUGGESTED_DAYS } from './moves.ts'
import { notifyOffer } from './notifications.ts'
import { type OfferQueue, readOfferQueue, type Waiting } from './offer-queue.ts'
import { endOffer, findOpenOffer } from './open-offers.ts'
import { UNDO_MS } from './undo.ts'
import { awaitedVisit, contactOfEntry, getEntry, listWaiting } from './waiting-entries.ts'

/**
 * This module offers times that became free to patients on the waiting list; offer-answers.ts takes and
 * refuses the offers. Rules: docs/behaviour.md 18.
 */

/** Milliseconds before the start: a time is offered at least this early, and its offer has ended by then. */
const AHEAD_OF_START = { offered: OFFERED_HOURS_AHEAD * HOUR, ended: 2 * HOUR }

/** Freed times that one step looks at, which takes some milliseconds. */
const TIMES_A_STEP = 20

/** Offers all that can be offered now, as `offerInSteps` does. */
export function makeDueOffers(ctx: Ctx): void {
  const step = offerInSteps(() => ctx)
  while (step());
}

/**
 * Ends the offers that have run out, and offers freed times to the waiting list, the longest waiting first.
 * It offers by day only, while patients can book, and while e-mails go out, because an unread offer would
 * only run out. Until then a freed time waits (docs/behaviour.md 18.5–18.8).
 * @returns a function that does a step of this, and says whether there may be more
 */
export function offerInSteps(ctx: () => Ctx): () => boolean {
  let last = 0
  return () => {
    const now = ctx()
    if (last === 0) expireOffers(now)
    const freed = listDueTimes(now, last)
    last = freed.at(-1)?.id ?? last
    if (freed.length > 0) {
      const queue = readOfferQueue(now)
      for (const each of freed) offerFreed(now, each, queue)
    }
    return freed.length === TIMES_A_STEP
  }
}

/** Lists the next freed times that can be offered now. */
function listDueTimes(ctx: Ctx, after: number): FreedTime[] {
  if (!readSetting(ctx, 'general', 'waiting_list')) dropFreedTimes(ctx)
  else if (!isNight(ctx.now) && isBookingOpen(ctx) && findFault(ctx, 'email') === undefined)
    // A move can be taken back for `UNDO_MS`, and then needs its earlier time again.
    return listFreedTimes(ctx, { until: ctx.now - UNDO_MS, after, most: TIMES_A_STEP })
  return []
}

/**
 * Returns the next instant at which a freed time can be offered or an offer runs out; undefined when there is
 * none.
 */
export function nextOffer(ctx: Ctx): Instant | undefined {
  const { db, now } = ctx
  const freedAt = firstFreedAfter(ctx, now - UNDO_MS)
  const open = db.select({ at: min(offers.expiresAt) }).from(offers)
  const expiresAt = open.where(and(IS_OPEN_OFFER, gt(offers.expiresAt, now))).get()?.at ?? undefined
  if (freedAt === undefined) return expiresAt
  return Math.min(freedAt + UNDO_MS, expiresAt ?? Number.POSITIVE_INFINITY)
}

function expireOffers(ctx: Ctx): void {
  inTx(ctx, () => {
    const due = and(IS_OPEN_OFFER, lte(offers.expiresAt, ctx.now))
    for (const offer of ctx.db.select().from(offers).where(due).orderBy(sql`rowid`).all())
      endOffer(ctx, offer, 'expired')
  })
}

/**
 * Offers a freed time until it is used up. It stays for later while an offer of a part of it is open, which
 * may not be taken, while a part remains that fits somebody, or while it fits somebody who has to wait.
 * Otherwise it is dropped.
 */
function offerFreed(ctx: Ctx, freed: FreedTime, queue: OfferQueue): void {
  let isWanted = false
  if (listOffered(ctx, freed).some((offered) => covers(offered, freed))) return
  const search = openSearch(freed)
  for (const waiting of queue.waiting) {
    const hasToWait = queue.hasToWait(waiting)
    // Looking for a free start takes time, so it is skipped where it would change nothing.
    if (hasToWait && isWanted) continue
    const found = findCandidate(ctx, waiting, search, queue.declinedBy(waiting))
    if (found === undefined) continue
    const { candidate, start } = found
    const { service } = candidate.wanted
    const time = paddedInterval(service, start)
    const isLater = hasToWait || queue.isBeyondShare(waiting, service.resourceId, time)
    if ((isLater && isWanted) || !isReachable(ctx, waiting.entry, waiting.booking)) continue
    isWanted = true
    if (isLater) continue
    if (!tryOffer(ctx, candidate, start)) continue
    queue.note(waiting, service.resourceId, time)
    search.starts.clear()
    if (covers(time, freed)) return
  }
  if (!isWanted && listOffered(ctx, freed).length === 0) dropFreedTime(ctx, freed)
}

function covers(whole: Interval, part: Interval): boolean {
  return whole.startsAt <= part.startsAt && whole.endsAt >= part.endsAt
}

/** A waiting entry, and the service and times that it would be offered. */
type Candidate = Readonly<{ entry: WaitingEntryRow; booking: Booking | undefined; wanted: Wanted }>

/**
 * The search for those who can get a freed time. Hundreds may wait, so the entries without a booking share
 * what is looked up for one of them.
 */
type Search = Readonly<{
  freed: FreedTime
  days: Readonly<{ first: Day; last: Day }>
  /** By service and wish. */
  wanted: Map<string, readonly Wanted[]>
  /** Free starts for the freed time by service and resource. An offer makes them out of date. */
  starts: Map<string, readonly Instant[]>
}>

function openSearch(freed: FreedTime): Search {
  const days = { first: dayAt(freed.startsAt), last: dayAt(freed.endsAt) }
  return { freed, days, wanted: new Map(), starts: new Map() }
}

/**
 * Returns undefined when the entry cannot get the freed time: its service is not active, the time lies
 * outside the wished days or after the appointment, or it is not that of a wished resource.
 */
function findCandidate(
  ctx: Ctx,
  { entry, booking }: Waiting,
  search: Search,
  declined: readonly Instant[],
): Readonly<{ candidate: Candidate; start: Instant }> | undefined {
  const { freed, days } = search
  if (days.first > entry.notAfterOn || days.last < (entry.notBeforeOn ?? '')) return undefined
  if (booking !== undefined && booking.startsAt <= freed.startsAt) return undefined
  for (const wanted of wantedNow(ctx, { entry, booking }, search)) {
    const candidate = { entry, booking, wanted }
    const start = findFittingStart(ctx, candidate, search, declined)
    if (start !== undefined) return { candidate, start }
  }
  return undefined
}

/** Returns what the entry would be offered of the freed time, by resource. */
function wantedNow(
  ctx: Ctx,
  { entry, booking }: Pick<Waiting, 'entry' | 'booking'>,
  { freed, wanted }: Search,
): readonly Wanted[] {
  const choose = () => {
    if (!hasChoice(ctx, entry)) return []
    const { service, wish, ...others } = wantedOf(ctx, entry, booking)
    return choicesOf(ctx, service, wish)
      .filter(({ resourceId }) => freed.resourceId === null || freed.resourceId === resourceId)
      .map((choice) => ({ ...others, service: choice }))
  }
  return booking === undefined
    ? wanted.getOrInsertComputed(`${entry.serviceId} ${entry.resourceId}`, choose)
    : choose()
}

/** Returns whether the entry's service is active, and its wished resource has it. */
function hasChoice(ctx: Ctx, { serviceId, resourceId }: WaitingEntryRow): boolean {
  const service = findActiveService(ctx, serviceId)
  if (service === undefined) return false
  return resourceId === null || choicesOf(ctx, service).some((choice) => choice.resourceId === resourceId)
}

/**
 * Returns whether e-mail or SMS reaches the waiting patient. A minor's number may get no SMS
 * (docs/behaviour.md 10.44).
 */
export function isReachable(ctx: Ctx, entry: WaitingEntryRow, booking: Booking | undefined): boolean {
  const contact = contactOfEntry(entry, booking)
  const noSms = booking !== undefined && whyNoSmsToMinor(ctx, booking) !== undefined
  return canReach(ctx, noSms ? { ...contact, mobile: '' } : contact)
}

/**
 * Returns the service to offer, with the booking's own time counted as free. The time of a move that its
 * patient asks for is not free, because it is reserved for that move.
 * @param wish the only resource that counts; by default the entry's
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
function wantedOf(
  ctx: Ctx,
  { serviceId, resourceId }: WaitingEntryRow,
  booking: Booking | undefined,
  wish = resourceId ?? undefined,
): Wanted {
  if (booking === undefined) return { service: getActiveService(ctx, serviceId), wish }
  const reserved = findReservation(ctx, booking.id)
  return { ...wantedForMove(ctx, booking, wish), own: reserved === undefined ? [] : [reserved] }
}

/** Returns the earliest start that fits the wishes and at which the entry has declined no offer. */
function findFittingStart(
  ctx: Ctx,
  { entry, booking, wanted }: Candidate,
  { freed, starts }: Search,
  declinedStarts: readonly Instant[],
): Instant | undefined {
  const { service } = wanted
  const list = () => startsInOrder(ctx, wanted, freed)
  const inOrder =
    booking === undefined ? starts.getOrInsertComputed(`${service.id} ${service.resourceId}`, list) : list()
  // The paddings are freed with an appointment, so they are declined with it.
  const declined = declinedStarts.map((start) => paddedInterval(service, start))
  return inOrder.find(
    (start) =>
      (booking === undefined || start < booking.startsAt) &&
      fitsWishes(entry, start) &&
      !declined.some((time) => overlap(time, paddedInterval(service, start))),
  )
}

/**
 * Returns the free starts for a freed time. Only where no appointment lies whole in it, those count that
 * reach beyond it, into time that was free before; then those that begin within the freed time come first.
 */
function startsInOrder(ctx: Ctx, wanted: Wanted, freed: FreedTime): Instant[] {
  const starts = listFreeStartsIn(ctx, wanted, freed)
  const padded = (start: Instant) => paddedInterval(wanted.service, start)
  const whole = starts.filter((start) => covers(freed, padded(start)))
  const first = starts.filter((start) => padded(start).startsAt >= freed.startsAt && start < freed.endsAt)
  const inOrder = whole.length > 0 ? whole : [...new Set([...first, ...starts])]
  return inOrder.filter((start) => start >= ctx.now + AHEAD_OF_START.offered)
}

function overlap(one: Interval, other: Interval): boolean {
  return one.startsAt < other.endsAt && one.endsAt > other.startsAt
}

function fitsWishes({ notBeforeOn, notAfterOn, weekdays, parts }: WaitingEntryRow, start: Instant): boolean {
  const day = dayAt(start)
  return (
    (notBeforeOn === null || day >= notBeforeOn) &&
    day <= notAfterOn &&
    weekdays.includes(weekdayOf(dayNumberAt(start)) || SUNDAY) &&
    parts.some((part) => isInPart(start, part))
  )
}

const SUNDAY = 7

/**
 * @returns false when the time is occupied after all, or another process has ended the wait or made an offer
 * meanwhile, and nothing has changed
 */
function tryOffer(ctx: Ctx, candidate: Candidate, start: Instant): boolean {
  const { id } = candidate.entry
  try {
    return inTx(ctx, () => {
      const [live] = listWaiting(ctx, eq(waitingEntries.id, id))
      if (live === undefined || findOpenOffer(ctx, id) !== undefined) return false
      makeOffer(ctx, candidate, start, start - AHEAD_OF_START.ended)
      return true
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'slot_taken') return false
    throw error
  }
}

/**
 * @param latest instant at which the offer ends at the latest.
 * @throws Problem slot_taken, and nothing has changed
 */
function makeOffer(
  ctx: Ctx,
  { entry, booking, wanted }: Candidate,
  start: Instant,
  latest: Instant,
): OfferRow {
  return inTx(ctx, () => {
    const { service } = wanted
    const minutes = readSetting(ctx, 'general', 'offer_minutes')
    const offer = ctx.db
      .insert(offers)
      .values({
        id: randomToken(),
        entryId: entry.id,
        startsAt: start,
        endsAt: start + service.durationMin * MINUTE,
        resourceId: service.resourceId,
        status: 'open',
        expiresAt: Math.min(ctx.now + minutes * MINUTE, latest),
        createdAt: ctx.now,
      })
      .returning()
      .get()
    const occupant = { offerId: offer.id }
    if (booking === undefined) reserve(ctx, service, start, occupant)
    else {
      const move = { by: start - booking.startsAt, resourceId: service.resourceId }
      if (!tryReserveMove(ctx, booking.id, move, occupant)) throw new Problem('slot_taken')
    }
    notifyOffer(ctx, offer, {
      contact: contactOfEntry(entry, booking),
      visit: awaitedVisit(ctx, entry, booking),
      hint: service.hint,
      booking,
    })
    return offer
  })
}

/**
 * Offers a time that the practice chose. It may lie outside the working hours or later than the appointment.
 * @param wish the resource whose time it is; undefined leaves it to the entry's wish
 * @throws Problem 'not found', service_not_found, invalid (docs/behaviour.md 8.14, or the wish), slot_taken,
 * and conflict when the entry has an offer, when it is night, or when no message reaches the patient
 */
export function offerByHand(ctx: Ctx, entryId: string, start: Instant, wish?: string): OfferRow {
  return inTx(ctx, () => {
    const entry = getEntry(ctx, entryId)
    const booking = findBooking(ctx, entry.bookingId)
    const { service, ...wanted } = wantedOf(ctx, entry, booking, wish)
    assertPossibleStart(ctx, start)
    if (start === booking?.startsAt) throw new Problem('slot_taken', {}, 'Der Termin hat diese Zeit bereits.')
    if (start < ctx.now + SOONEST_BY_HAND)
      throw new Problem('invalid', {
        fields: { start: 'Bitte eine Zeit wählen, die noch mindestens eine Stunde entfernt ist.' },
      })
    const why = whyNotByHand(ctx, entry, booking)
    if (why !== undefined) throw new Problem('conflict', {}, why)
    const [chosen] = choicesForPractice(ctx, service, start, wanted.wish)
    const candidate = { entry, booking, wanted: { ...wanted, service: chosen } }
    const offer = makeOffer(ctx, candidate, start, start - SOONEST_BY_HAND / 2)
    recordAudit(ctx, 'offer-made', booking ? bookingSubject(booking.id) : maskedSubject(entry.mailbox))
    return offer
  })
}

/** Milliseconds from now to the earliest start that the practice can offer. */
const SOONEST_BY_HAND = HOUR

function whyNotByHand(ctx: Ctx, entry: WaitingEntryRow, booking: Booking | undefined): string | undefined {
  const open = findOpenOffer(ctx, entry.id)
  if (open !== undefined) return `Diese Person hat schon ein Angebot, bis ${clockTime(open.expiresAt)}.`
  if (isNight(ctx.now)) return `Angebote gehen nur ${BETWEEN_DAYTIME} hinaus.`
  if (!isReachable(ctx, entry, booking))
    return 'Weder E-Mail noch SMS erreicht diese Person. Bitte rufen Sie an und tragen Sie den Termin selbst ein.'
  return undefined
}

/**
 * Returns the next days from the Vienna day `from` on with times within the working hours that fit the
 * entry's service. `fitting` are those of them that match the wishes.
 * @param asked `part`: only the times of this part of the day; `resource`: those of this one in place of the
 * entry's wish
 * @throws Problem 'not found', service_not_found, invalid (the resource)
 */
export function suggestForEntry(
  ctx: Ctx,
  entryId: string,
  from: Day,
  { part, resource }: Readonly<{ part?: DayPart | undefined; resource?: string | undefined }> = {},
): (FreeDay & { fitting: readonly Instant[] })[] {
  const entry = getEntry(ctx, entryId)
  const booking = findBooking(ctx, entry.bookingId)
  const wanted = wantedOf(ctx, entry, booking, resource)
  const days = listNextFreeDays(ctx, from, wanted, {
    days: SUGGESTED_DAYS,
    fits: (start) => start !== booking?.startsAt && isInPart(start, part),
  })
  return days.map((day) => ({ ...day, fitting: day.starts.filter((start) => fitsWishes(entry, start)) }))
}
