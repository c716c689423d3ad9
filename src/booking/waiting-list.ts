import { and, asc, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { bookingSubject, maskedSubject, recordAudit } from '../access/audit.ts'
import { randomToken } from '../access/crypto.ts'
import { countAttempt, type Limits } from '../access/rate-limit.ts'
import { actorColumns, type Ctx, inTx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { IS_OPEN_OFFER } from '../db/offer-rows.ts'
import { deleteSome } from '../db/open.ts'
import {
  type Booking,
  bookings,
  messages,
  type OfferRow,
  occupations,
  offers,
  type WaitingEntryRow,
  waitingEntries,
} from '../db/schema.ts'
import { emptyMessages } from '../messaging/outbox/bodies.ts'
import { readSetting } from '../practice/settings.ts'
import { refillAndOffer } from '../schedule/freed-times.ts'
import { releaseOffer } from '../schedule/occupations.ts'
import { getActiveService } from '../schedule/services.ts'
import { stands } from '../shared/booking.ts'
import { emailKey, mailboxKey } from '../shared/contact/email.ts'
import { DAY_LENGTH, HOUR, type Interval } from '../shared/day.ts'
import { numberWord } from '../shared/number-word.ts'
import { Problem } from '../shared/problems.ts'
import type { WaitingFor, WaitingForByPractice, Wishes } from '../shared/waiting-list.ts'
import { dayAt } from '../time/vienna.ts'
import { alreadyDecided, getBooking } from './bookings.ts'
import { assertVerified } from './email-verification.ts'
import { tooMany } from './limits.ts'

/** Who waits for a time to become free. What is offered to whom is in offers.ts. Rules: docs/behaviour.md 18. */

/** Entries of a mailbox without a booking, each for another service. */
const PER_MAILBOX = 3
/** Many, because mobile networks share addresses. */
const PER_ORIGIN = { most: 20, window: HOUR }

const IS_LIVE = isNull(waitingEntries.endedAt)

type Visitor = Readonly<{
  browser: string | undefined
  /** Fingerprint of the address of origin; undefined while origins are unknown. */
  origin: string | undefined
}>

/**
 * Puts a patient on the waiting list: with a booking for an earlier time, otherwise for any time of a service. A second entry for the
 * same replaces the wishes of the first one, which keeps its place.
 * @throws Problem closed, too_many, 'not found', already_decided (the booking was rejected or cancelled), too_late (it has begun),
 * service_not_found, email_unverified
 */
export function joinWaitingList(
  ctx: Ctx,
  input: WaitingFor & Wishes,
  { browser, origin }: Visitor,
): WaitingEntryRow {
  return inTx(ctx, () => {
    assertWaitingListOpen(ctx)
    countEntry(ctx, origin)
    if ('booking_id' in input) return addForBooking(ctx, input)
    const service = getActiveService(ctx, input.service_id)
    assertVerified(ctx, input.email, browser)
    const known = listOfMailbox(ctx, mailboxKey(input.email))
    const same = known.find(({ serviceId }) => serviceId === service.id)
    if (same === undefined && ctx.config.rateLimits && known.length >= PER_MAILBOX)
      throw tooMany(
        ctx,
        `Sie stehen bereits ${numberWord(PER_MAILBOX)}mal auf der Warteliste. Bitte rufen Sie uns an`,
      )
    // What the practice has entered stays.
    const { name = '', mobile = '' } = same ?? {}
    return addPerson(ctx, { ...input, name, mobile })
  })
}

/**
 * As `joinWaitingList`, for the practice: somebody who has called needs no verified address.
 * @throws Problem closed, 'not found', already_decided, too_late, service_not_found
 */
export function addToWaitingList(ctx: Ctx, input: WaitingForByPractice & Wishes): WaitingEntryRow {
  return inTx(ctx, () => {
    assertWaitingListOpen(ctx)
    const entry = 'booking_id' in input ? addForBooking(ctx, input) : addPerson(ctx, input)
    recordAudit(ctx, 'waiting-added', subjectOf(entry))
    return entry
  })
}

function addForBooking(ctx: Ctx, input: { booking_id: string } & Wishes): WaitingEntryRow {
  const booking = getBooking(ctx, input.booking_id)
  if (!stands(booking.status)) throw alreadyDecided(booking)
  if (booking.startsAt <= ctx.now) throw new Problem('too_late', {}, 'Dieser Termin hat schon begonnen.')
  const { id: serviceId } = getActiveService(ctx, booking.serviceId)
  const nobody = { name: '', email: '', mailbox: '', mobile: '' }
  return save(ctx, findEntryOf(ctx, booking.id), input, { bookingId: booking.id, serviceId, ...nobody })
}

function addPerson(
  ctx: Ctx,
  input: Exclude<WaitingForByPractice, { booking_id: string }> & Wishes,
): WaitingEntryRow {
  const { id: serviceId } = getActiveService(ctx, input.service_id)
  const mailbox = mailboxKey(input.email)
  const same = listOfMailbox(ctx, mailbox).find((entry) => entry.serviceId === serviceId)
  const person = { name: input.name, email: emailKey(input.email), mailbox, mobile: input.mobile }
  return save(ctx, same, input, { bookingId: null, serviceId, ...person })
}

type Whose = Pick<WaitingEntryRow, 'bookingId' | 'serviceId' | 'name' | 'email' | 'mailbox' | 'mobile'>

function save(
  ctx: Ctx,
  same: WaitingEntryRow | undefined,
  { not_before, not_after, weekdays, parts }: Wishes,
  whose: Whose,
): WaitingEntryRow {
  const wishes = { notBeforeOn: not_before, notAfterOn: not_after, weekdays, parts }
  if (same !== undefined) {
    const isSame = eq(waitingEntries.id, same.id)
    return ctx.db
      .update(waitingEntries)
      .set({ ...wishes, ...whose })
      .where(isSame)
      .returning()
      .get()
  }
  const entry = { id: randomToken(), ...whose, ...wishes, ...actorColumns(ctx), createdAt: ctx.now }
  return ctx.db.insert(waitingEntries).values(entry).returning().get()
}

function countEntry(ctx: Ctx, origin: string | undefined): void {
  const limits: Limits = origin === undefined ? [] : [[`waiting-list from ${origin}`, PER_ORIGIN]]
  const sentence =
    'Von Ihrem Internetanschluss kamen gerade sehr viele Einträge für die Warteliste. Bitte versuchen Sie es später erneut oder rufen Sie uns an'
  countAttempt(ctx, limits, (facts) => tooMany(ctx, sentence, facts))
}

/** @throws Problem closed while the practice has switched the waiting list off, with its phone number */
function assertWaitingListOpen(ctx: Ctx): void {
  if (readSetting(ctx, 'general', 'waiting_list')) return
  const phone = readSetting(ctx, 'practice', 'phone')
  throw new Problem('closed', { phone }, 'Unsere Warteliste ist derzeit geschlossen. Bitte rufen Sie uns an.')
}

const GONE = 'Diesen Eintrag auf der Warteliste gibt es nicht mehr.'

/** @throws Problem 'not found', also when the entry has ended */
export function getEntry(ctx: Ctx, id: string): WaitingEntryRow {
  const [entry] = listWaiting(ctx, eq(waitingEntries.id, id))
  if (entry === undefined) throw new Problem('not found', {}, GONE)
  return entry
}

/** All who wait, or those of them that meet the condition, the longest waiting first. */
export function listWaiting(ctx: Ctx, condition?: SQL): WaitingEntryRow[] {
  return ctx.db
    .select()
    .from(waitingEntries)
    .where(and(condition, IS_LIVE))
    .orderBy(asc(waitingEntries.createdAt), sql`rowid`)
    .all()
}

/** The entry that waits for an earlier time of the booking. */
export function findEntryOf(ctx: Ctx, bookingId: string): WaitingEntryRow | undefined {
  return listWaiting(ctx, eq(waitingEntries.bookingId, bookingId))[0]
}

/** Who waits without a booking. */
export function listOfMailbox(ctx: Ctx, mailbox: string): WaitingEntryRow[] {
  return mailbox === '' ? [] : listWaiting(ctx, eq(waitingEntries.mailbox, mailbox))
}

/** How to reach who waits: the contact of the booking, otherwise of the entry. Its name may be empty. */
export type WaitingPerson = Readonly<{ name: string; email: string; mobile: string; country: string }>

/** The booking of an entry is read anew, since it may be moved and its contact corrected. */
export function personOf(entry: WaitingEntryRow, booking: Booking | undefined): WaitingPerson {
  if (booking === undefined)
    return { name: entry.name, email: entry.email, mobile: entry.mobile, country: 'AT' }
  const { firstName, lastName, email, mobile, country } = booking
  return { name: `${firstName} ${lastName}`, email, mobile, country }
}

/** The booking of which the entry wants an earlier time. */
export function findBookingOf(ctx: Ctx, { bookingId }: WaitingEntryRow): Booking | undefined {
  return findBooking(ctx, bookingId)
}

/** Does nothing when the entry is gone or has ended. */
export function leaveWaitingList(ctx: Ctx, id: string): void {
  inTx(ctx, () => {
    const [entry] = listWaiting(ctx, eq(waitingEntries.id, id))
    if (entry === undefined) return
    endEntry(ctx, entry)
    if (ctx.actor.kind === 'admin') recordAudit(ctx, 'waiting-removed', subjectOf(entry))
  })
}

function subjectOf({ bookingId, mailbox }: WaitingEntryRow): string {
  return bookingId === null ? maskedSubject(mailbox) : bookingSubject(bookingId)
}

/** Ends what waits for an earlier time of a booking that is called off. Must run inside a transaction. */
export function endWaitingFor(ctx: Ctx, bookingId: string): void {
  const entry = findEntryOf(ctx, bookingId)
  if (entry !== undefined) endEntry(ctx, entry)
}

/** Ends the wait for any time of a service when the mailbox gets an appointment for it. Must run inside a transaction. */
export function leaveForBooking(ctx: Ctx, { mailbox, serviceId }: Booking): void {
  const known = listOfMailbox(ctx, mailbox).find((entry) => entry.serviceId === serviceId)
  if (known !== undefined) endEntry(ctx, known)
}

/** Ends the entries whose last day is over, or whose booking has begun (docs/behaviour.md 18.11). */
export function endDueEntries(ctx: Ctx): void {
  inTx(ctx, () => {
    const due = ctx.db
      .select({ entry: waitingEntries })
      .from(waitingEntries)
      .leftJoin(bookings, eq(bookings.id, waitingEntries.bookingId))
      .where(and(IS_LIVE, or(lt(waitingEntries.notAfterOn, dayAt(ctx.now)), lte(bookings.startsAt, ctx.now))))
      .all()
    for (const { entry } of due) endEntry(ctx, entry)
  })
}

function endEntry(ctx: Ctx, { id }: WaitingEntryRow): void {
  const open = findOpenOffer(ctx, id)
  if (open !== undefined) endOffer(ctx, open, 'withdrawn')
  ctx.db.update(waitingEntries).set({ endedAt: ctx.now }).where(eq(waitingEntries.id, id)).run()
}

/** The offer of an entry that has not ended, though it may have run out a moment ago. */
export function findOpenOffer(ctx: Ctx, entryId: string): OfferRow | undefined {
  return ctx.db
    .select()
    .from(offers)
    .where(and(eq(offers.entryId, entryId), IS_OPEN_OFFER))
    .get()
}

/** Ends an open offer that was not taken, and frees its time. Must run inside a transaction. */
export function endOffer(ctx: Ctx, { id }: OfferRow, status: 'refused' | 'expired' | 'withdrawn'): void {
  ctx.db.update(offers).set({ status }).where(eq(offers.id, id)).run()
  refillAndOffer(ctx, releaseOffer(ctx, id))
}

/**
 * Withdraws the offer to move a booking, since only as much of its time is reserved as the booking did not have. Call it before the
 * booking gets another time.
 */
export function withdrawOfferTo(ctx: Ctx, bookingId: string): void {
  const open = findOfferTo(ctx, bookingId)
  if (open !== undefined) endOffer(ctx, open, 'withdrawn')
}

/** The open offer to move a booking. */
export function findOfferTo(ctx: Ctx, bookingId: string): OfferRow | undefined {
  const entry = findEntryOf(ctx, bookingId)
  return entry && findOpenOffer(ctx, entry.id)
}

/** Withdraws the offers within the time of an absence. Paddings are no conflict. @param resource null for all */
export function withdrawOffersWithin(
  ctx: Ctx,
  { startsAt, endsAt }: Interval,
  resource: string | null,
): void {
  const within = ctx.db
    .select({ offer: offers })
    .from(offers)
    .innerJoin(occupations, eq(occupations.offerId, offers.id))
    .where(
      and(
        IS_OPEN_OFFER,
        lt(offers.startsAt, endsAt),
        gt(offers.endsAt, startsAt),
        resource === null ? undefined : eq(occupations.resourceId, resource),
      ),
    )
    .all()
  for (const { offer } of within) endOffer(ctx, offer, 'withdrawn')
}

/** Deletes some entries that ended more than a day ago, with their offers. @returns whether there may be more */
export function deleteEndedEntries(ctx: Ctx): boolean {
  const ended = lte(waitingEntries.endedAt, ctx.now - DAY_LENGTH)
  return inTx(ctx, () => {
    // Nothing would tell any more to whom these went.
    const sent = ctx.db
      .select({ id: messages.id })
      .from(waitingEntries)
      .innerJoin(offers, eq(offers.entryId, waitingEntries.id))
      .innerJoin(messages, eq(messages.offerId, offers.id))
      .where(and(ended, isNull(waitingEntries.bookingId), eq(messages.channel, 'sms')))
      .all()
    const ids = sent.map(({ id }) => id)
    emptyMessages(ctx, ids, OVER)
    return deleteSome(ctx, waitingEntries, ended)
  })
}

const OVER = 'Inhalt mit dem Eintrag auf der Warteliste gelöscht.'
