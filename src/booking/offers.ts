import { and, eq, gt, inArray, lte, min, or, sql } from 'drizzle-orm'
import { bookingSubject, maskedSubject, recordAudit } from '../access/audit.ts'
import { randomToken } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { IS_OPEN_OFFER, isOpenOffer } from '../db/offer-rows.ts'
import { type Booking, type OfferRow, offers, type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import { findFault } from '../messaging/outbox/faults.ts'
import { canReach } from '../messaging/outbox/queue.ts'
import { whyNoSmsToMinor } from '../messaging/outbox/suppression.ts'
import { readSetting } from '../practice/settings.ts'
import { assertBookingOpen, isBookingOpen } from '../practice/status.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import {
  type FreeDay,
  listFreeStartsIn,
  listNextFreeDays,
  type Wanted,
  wantedForMove,
} from '../schedule/availability.ts'
import {
  dropFreedTime,
  dropFreedTimes,
  type FreedTime,
  firstFreedAfter,
  listFreedTimes,
} from '../schedule/freed-times.ts'
import {
  findReservation,
  paddedInterval,
  releaseOffer,
  reserve,
  tryReserveMove,
} from '../schedule/occupations.ts'
import { findActiveService, getActiveService } from '../schedule/services.ts'
import { OFFERED_HOURS_AHEAD } from '../shared/booking.ts'
import { type Day, HOUR, type Instant, MINUTE, weekdayOf } from '../shared/day.ts'
import { clockTime, timeOfDay } from '../shared/format.ts'
import { Problem } from '../shared/problems.ts'
import { BETWEEN_DAYTIME, isNight } from '../time/quiet-hours.ts'
import { dayAt, dayNumberAt, startOfDay } from '../time/vienna.ts'
import { findBookingOfHold, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { findLiveHold, type Hold, holdOffered } from './holds.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { changeTime, SUGGESTED_DAYS } from './moves.ts'
import { notifyMovedByPatient, notifyOffer } from './notifications.ts'
import { endUndo, UNDO_MS } from './undo.ts'
import { endOffer, findBookingOf, findOpenOffer, getEntry, listWaiting, personOf } from './waiting-list.ts'

/** Times that became free, and to whom they are offered. Rules: docs/behaviour.md 18. */

/** How far ahead a time is when it is offered, and when the offer has ended. */
const AHEAD = { offered: OFFERED_HOURS_AHEAD * HOUR, ended: 2 * HOUR }

/**
 * Ends the offers that have run out, and offers what became free to those who wait: the longest waiting first, by day, while
 * patients can book, and while e-mails go out, because nobody would read an offer before it has run out. What cannot be offered yet
 * waits (docs/behaviour.md 18.5–18.8).
 */
export function makeDueOffers(ctx: Ctx): void {
  expireOffers(ctx)
  if (!readSetting(ctx, 'general', 'waiting_list')) dropFreedTimes(ctx)
  else if (!isNight(ctx.now) && isBookingOpen(ctx) && findFault(ctx, 'email') === undefined)
    // A move that is taken back needs its time again.
    for (const freed of listFreedTimes(ctx, ctx.now - UNDO_MS)) inTx(ctx, () => offerFreed(ctx, freed))
}

/** When what became free can be offered, or an offer runs out; undefined when nothing waits for a time. */
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

/** Keeps the time while it fits somebody who has got an offer, and may refuse that one. */
function offerFreed(ctx: Ctx, freed: FreedTime): void {
  let isWanted = false
  const atLimit = listAtLimit(ctx)
  const seen: SeenStarts = new Map()
  for (const entry of listWaiting(ctx)) {
    // Each look at the calendar takes time in which no request is answered.
    const isAtLimit = atLimit.has(entry.id)
    if (isAtLimit && isWanted) continue
    const candidate = candidateOf(ctx, entry, freed)
    const start = candidate && findFittingStart(ctx, candidate, freed, seen)
    if (candidate === undefined || start === undefined) continue
    isWanted = true
    if (isAtLimit || !tryOffer(ctx, candidate, start)) continue
    seen.clear()
    if (!fills(candidate, start, freed)) continue
    isWanted = false
    break
  }
  if (!isWanted) dropFreedTime(ctx, freed)
}

/** Offers of one entry on a Vienna day, so that a day that becomes free does not send a message an hour. */
const OFFERS_A_DAY = 3

/** The entries that get no offer now: they have one, or have had enough today. */
function listAtLimit(ctx: Ctx): ReadonlySet<string> {
  const { entryId, createdAt } = offers
  const today = startOfDay(dayNumberAt(ctx.now))
  const hasOffer = sql`max(${IS_OPEN_OFFER}) = 1`
  const hadEnough = sql`sum(${createdAt} >= ${today}) >= ${OFFERS_A_DAY}`
  const atLimit = ctx.db.select({ entryId }).from(offers).groupBy(entryId).having(or(hasOffer, hadEnough))
  return new Set(atLimit.all().map((row) => row.entryId))
}

/** Whether an appointment at this start leaves nothing of the time; a refusal notes it anew. */
function fills({ wanted }: Candidate, start: Instant, freed: FreedTime): boolean {
  const { startsAt, endsAt } = paddedInterval(wanted.service, start)
  return startsAt <= freed.startsAt && endsAt >= freed.endsAt
}

/** Somebody who waits, with what they would get. */
type Candidate = Readonly<{ entry: WaitingEntryRow; booking: Booking | undefined; wanted: Wanted }>

/** Undefined while the service is not offered, for somebody whom no message reaches, and where the time is at odds with the wishes. */
function candidateOf(ctx: Ctx, entry: WaitingEntryRow, freed: FreedTime): Candidate | undefined {
  const { notBeforeOn, notAfterOn } = entry
  if (dayAt(freed.startsAt) > notAfterOn || dayAt(freed.endsAt) < (notBeforeOn ?? '')) return undefined
  const booking = findBookingOf(ctx, entry)
  if (booking !== undefined && booking.startsAt <= freed.startsAt) return undefined
  if (findActiveService(ctx, entry.serviceId) === undefined || !isReachable(ctx, entry, booking))
    return undefined
  return { entry, booking, wanted: wantedOf(ctx, entry, booking) }
}

/** Whether e-mail or SMS gets to who waits. The number of a minor may get no SMS (docs/behaviour.md 10.44). */
export function isReachable(ctx: Ctx, entry: WaitingEntryRow, booking: Booking | undefined): boolean {
  const person = personOf(entry, booking)
  const noSms = booking !== undefined && whyNoSmsToMinor(ctx, booking) !== undefined
  return canReach(ctx, noSms ? { ...person, mobile: '' } : person)
}

/**
 * The booking's own time counts as free. The one that its patient asks for does not: an offer cannot reserve it as well.
 * @throws Problem service_not_found
 */
function wantedOf(ctx: Ctx, { serviceId }: WaitingEntryRow, booking: Booking | undefined): Wanted {
  if (booking === undefined) return { service: getActiveService(ctx, serviceId) }
  const reserved = findReservation(ctx, booking.id)
  return { ...wantedForMove(ctx, booking), own: reserved === undefined ? [] : [reserved.startsAt] }
}

/** The free starts of services within a time, for all who wait without a booking, until an offer takes one. */
type SeenStarts = Map<string, Instant[]>

/**
 * The earliest start within the time that fits the wishes, and at which the entry has declined no offer; otherwise one of which only a
 * part is within it.
 */
function findFittingStart(
  ctx: Ctx,
  { entry, booking, wanted }: Candidate,
  freed: FreedTime,
  seen: SeenStarts,
): Instant | undefined {
  if (freed.resourceId !== null && freed.resourceId !== wanted.service.resourceId) return undefined
  const known = booking === undefined ? seen.get(entry.serviceId) : undefined
  const starts = known ?? listFreeStartsIn(ctx, wanted, freed)
  if (booking === undefined) seen.set(entry.serviceId, starts)
  if (starts.length === 0) return undefined
  const declined = listDeclined(ctx, entry)
  const within = starts.filter(
    (start) => paddedInterval(wanted.service, start).startsAt >= freed.startsAt && start < freed.endsAt,
  )
  return [...within, ...starts].find(
    (start) =>
      start >= ctx.now + AHEAD.offered &&
      (booking === undefined || start < booking.startsAt) &&
      fitsWishes(entry, start) &&
      !declined.some(
        ({ startsAt, endsAt }) => start < endsAt && start + wanted.service.durationMin * MINUTE > startsAt,
      ),
  )
}

function listDeclined(ctx: Ctx, { id }: WaitingEntryRow): OfferRow[] {
  const declined = and(eq(offers.entryId, id), inArray(offers.status, ['refused', 'expired']))
  return ctx.db.select().from(offers).where(declined).all()
}

function fitsWishes({ notBeforeOn, notAfterOn, weekdays, parts }: WaitingEntryRow, start: Instant): boolean {
  const day = dayAt(start)
  return (
    (notBeforeOn === null || day >= notBeforeOn) &&
    day <= notAfterOn &&
    weekdays.includes(weekdayOf(dayNumberAt(start)) || SUNDAY) &&
    parts.includes(timeOfDay(start) < '12:00' ? 'morning' : 'afternoon')
  )
}

const SUNDAY = 7

/** @returns false when the time is occupied after all, and nothing has changed */
function tryOffer(ctx: Ctx, candidate: Candidate, start: Instant): boolean {
  try {
    makeOffer(ctx, candidate, start, start - AHEAD.ended)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'slot_taken') return false
    throw error
  }
}

/** @param latest the offer ends then at the latest. @throws Problem slot_taken, and nothing has changed */
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
        status: 'open',
        expiresAt: Math.min(ctx.now + minutes * MINUTE, latest),
        createdAt: ctx.now,
      })
      .returning()
      .get()
    const occupant = { offerId: offer.id }
    if (booking === undefined) reserve(ctx, service, start, occupant)
    else if (!tryReserveMove(ctx, booking.id, start - booking.startsAt, occupant))
      throw new Problem('slot_taken')
    const serviceName = booking?.serviceName ?? service.name
    notifyOffer(ctx, offer, { person: personOf(entry, booking), serviceName, hint: service.hint, booking })
    return offer
  })
}

/**
 * Offers a time to an entry for the practice, which may also be outside the working hours or later than the appointment.
 * @throws Problem 'not found', service_not_found, invalid (docs/behaviour.md 8.14), conflict (it has an offer, it is night, or no
 * message reaches the person), slot_taken
 */
export function offerByHand(ctx: Ctx, entryId: string, start: Instant): OfferRow {
  return inTx(ctx, () => {
    const entry = getEntry(ctx, entryId)
    const booking = findBookingOf(ctx, entry)
    const wanted = wantedOf(ctx, entry, booking)
    assertPossibleStart(ctx, start)
    if (start === booking?.startsAt) throw new Problem('slot_taken', {}, 'Der Termin hat diese Zeit bereits.')
    if (start < ctx.now + SOONEST_BY_HAND)
      throw new Problem('invalid', {
        fields: { start: 'Bitte eine Zeit wählen, die noch mindestens eine Stunde entfernt ist.' },
      })
    const why = whyNotByHand(ctx, entry, booking)
    if (why !== undefined) throw new Problem('conflict', {}, why)
    const offer = makeOffer(ctx, { entry, booking, wanted }, start, start - SOONEST_BY_HAND / 2)
    recordAudit(ctx, 'offer-made', booking ? bookingSubject(booking.id) : maskedSubject(entry.mailbox))
    return offer
  })
}

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
 * The next times from the Vienna day on that the practice can offer to the entry as planned.
 * @throws Problem 'not found', service_not_found
 */
export function suggestForEntry(ctx: Ctx, entryId: string, from: Day): FreeDay[] {
  const entry = getEntry(ctx, entryId)
  const booking = findBookingOf(ctx, entry)
  const wanted = wantedOf(ctx, entry, booking)
  return listNextFreeDays(ctx, from, wanted, { days: SUGGESTED_DAYS, except: booking?.startsAt })
}

/** An offer with what it is about. */
export type ShownOffer = Readonly<{ offer: OfferRow; entry: WaitingEntryRow; booking: Booking | undefined }>

/** @throws Problem 'not found' */
export function getOffer(ctx: Ctx, id: string): ShownOffer {
  const row = ctx.db
    .select({ offer: offers, entry: waitingEntries })
    .from(offers)
    .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
    .where(eq(offers.id, id))
    .get()
  if (row === undefined) throw new Problem('not found', {}, 'Dieses Angebot gibt es nicht mehr.')
  return { ...row, booking: findBookingOf(ctx, row.entry) }
}

/** What somebody who takes an offer gets: the appointment at the new time, or the time reserved for step 4. */
export type Taken = Readonly<{ booking: Booking } | { hold: Hold }>

/**
 * Takes an offer for its patient. With a booking it moves at once, at any time before it begins, and keeps its status; what the patient
 * has asked for is settled. Without one the time is held. The same again answers the same (docs/behaviour.md 18.9).
 * @throws Problem 'not found', offer_gone; closed without a booking
 */
export function takeOffer(ctx: Ctx, id: string): Taken {
  return inTx(ctx, () => {
    const shown = getOffer(ctx, id)
    const { offer, entry, booking } = shown
    if (offer.status === 'taken') return takenBefore(ctx, shown)
    assertOpen(ctx, offer)
    releaseOffer(ctx, id)
    ctx.db.update(offers).set({ status: 'taken' }).where(eq(offers.id, id)).run()
    ctx.db.update(waitingEntries).set({ endedAt: ctx.now }).where(eq(waitingEntries.id, entry.id)).run()
    return booking === undefined ? { hold: hold(ctx, shown) } : { booking: move(ctx, booking, offer) }
  })
}

function assertOpen(ctx: Ctx, offer: OfferRow): void {
  if (!isOpenOffer(ctx, offer)) throw new Problem('offer_gone', {}, WHY_GONE[offer.status])
}

const WHY_GONE: Partial<Record<OfferRow['status'], string>> = {
  taken: 'Sie haben diese Zeit schon angenommen.',
  refused: 'Sie haben diese Zeit schon abgelehnt.',
}

const CHANGED = 'Ihr Termin hat sich seither geändert.'

/**
 * Without a booking: what became of the hold, or a new one while the offer would last.
 * @throws Problem offer_gone, also when the booking has got another time since, or none
 */
function takenBefore(ctx: Ctx, shown: ShownOffer): Taken {
  const { offer, entry } = shown
  if (entry.bookingId !== null) {
    const booking = getBooking(ctx, entry.bookingId)
    const isStill = booking.startsAt === offer.startsAt && findReservation(ctx, booking.id) !== undefined
    if (!isStill) throw new Problem('offer_gone', {}, CHANGED)
    return { booking }
  }
  const holdId = offer.holdId ?? ''
  const live = findLiveHold(ctx, holdId)
  if (live !== undefined) return { hold: live }
  const booking = findBookingOfHold(ctx, holdId)
  if (booking !== undefined) return { booking }
  if (offer.expiresAt <= ctx.now) throw new Problem('offer_gone')
  return { hold: hold(ctx, shown) }
}

function hold(ctx: Ctx, { offer, entry }: ShownOffer): Hold {
  assertBookingOpen(ctx)
  const service = getActiveService(ctx, entry.serviceId)
  // Busy times of Odoo and holidays withdraw no offer. A hold within them would free their time when it ends.
  reserveAbsences(ctx, offer)
  try {
    const { startsAt: start, expiresAt: until } = offer
    const held = holdOffered(ctx, service, { start, mailbox: entry.mailbox, until })
    ctx.db.update(offers).set({ holdId: held.id }).where(eq(offers.id, offer.id)).run()
    return held
  } catch (error) {
    if (error instanceof Problem && error.code === 'slot_taken') throw new Problem('offer_gone')
    throw error
  }
}

function move(ctx: Ctx, booking: Booking, { startsAt: to }: OfferRow): Booking {
  const { id, startsAt: from } = booking
  endUndo(ctx, booking)
  const moved = changeTime(ctx, booking, to, { moves: booking.moves + 1 })
  recordEvent(ctx, id, 'offer-taken', { movedFromAt: from, movedToAt: to })
  notifyMovedByPatient(ctx, moved, { from, message: '', offered: true })
  return moved
}

/**
 * Refuses an offer; its entry waits on for other times. The same again answers the same.
 * @throws Problem 'not found', offer_gone
 */
export function refuseOffer(ctx: Ctx, id: string): void {
  inTx(ctx, () => {
    const { offer } = getOffer(ctx, id)
    if (offer.status === 'refused') return
    assertOpen(ctx, offer)
    endOffer(ctx, offer, 'refused')
  })
}
