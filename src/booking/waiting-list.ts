import { and, eq, isNull } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type SolvedBotCheck, spendBotCheck } from '../access/bot-check.ts'
import { randomToken } from '../access/random.ts'
import { actorColumns, type Ctx, inTx } from '../ctx.ts'
import { type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { assertChoice } from '../schedule/resource-choice.ts'
import { getActiveService } from '../schedule/services.ts'
import { emailKey, mailboxKey } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'
import type { WaitingFor, WaitingForByPractice, Wishes } from '../shared/waiting-list.ts'
import { assertNotCalledOff, getBooking } from './bookings.ts'
import { requiredBotCheckLevel } from './bot-check-level.ts'
import { assertVerified } from './verified-addresses.ts'
import { auditSubjectOf, findEntryForBooking, findEntryForService, listWaiting } from './waiting-entries.ts'
import { assertFewEntriesOfMailbox, assertFewEntriesOfOrigin, countJoining } from './waiting-limits.ts'

/**
 * This module puts patients on the waiting list; ended-entries.ts takes them off, and offers.ts decides which
 * times they are offered. Rules: docs/behaviour.md 18.
 */

/** Who joins. */
type Visitor = Readonly<{
  /** The secret of the browser that has verified the e-mail address; undefined without a cookie. */
  browser: string | undefined
  /** Fingerprint of the IP address; undefined while origins are unknown. */
  origin: string | undefined
}>

/**
 * Puts a patient on the waiting list, for an earlier time for a booking or for any time of a service. An
 * existing entry gets the new wishes and keeps its place.
 * @param botCheck needed for a new entry without a booking
 * @throws Problem closed, too_many, 'not found', already_decided (the booking was rejected or cancelled),
 * too_late (it has begun), service_not_found, email_unverified, bot_check_failed
 */
export function joinWaitingList(
  ctx: Ctx,
  input: WaitingFor & Wishes,
  { browser, origin }: Visitor,
  botCheck?: SolvedBotCheck,
): WaitingEntryRow {
  return inTx(ctx, () => {
    assertWaitingListOpen(ctx)
    countJoining(ctx, origin)
    if ('booking_id' in input) return addForBooking(ctx, input, origin)
    const service = getActiveService(ctx, input.service_id)
    assertVerified(ctx, input.email, browser)
    const existing = findEntryForService(ctx, input.email, service.id)
    if (existing === undefined) {
      // Refusals that a bot check cannot change come first, so that nobody solves one for nothing.
      assertFewEntriesOfMailbox(ctx, input.email)
      assertFewEntriesOfOrigin(ctx, origin ?? null)
      spendBotCheck(ctx, botCheck, requiredBotCheckLevel(ctx, origin))
    }
    // A patient cannot change the name and number that the practice has entered.
    const { name = '', mobile = '' } = existing ?? {}
    return addForService(ctx, { ...input, name, mobile }, origin)
  })
}

/**
 * Lets the practice put a caller on the waiting list. The e-mail address need not be verified.
 * @throws Problem closed, 'not found', already_decided, too_late, service_not_found
 */
export function addToWaitingList(ctx: Ctx, input: WaitingForByPractice & Wishes): WaitingEntryRow {
  return inTx(ctx, () => {
    assertWaitingListOpen(ctx)
    const entry = 'booking_id' in input ? addForBooking(ctx, input) : addForService(ctx, input)
    recordAudit(ctx, 'waiting-added', auditSubjectOf(entry))
    return entry
  })
}

/** Adds or changes the entry for an earlier time for a booking, without a contact of its own. */
function addForBooking(ctx: Ctx, input: { booking_id: string } & Wishes, origin?: string): WaitingEntryRow {
  const booking = getBooking(ctx, input.booking_id)
  assertNotCalledOff(booking)
  if (booking.startsAt <= ctx.now) throw new Problem('too_late', {}, 'Dieser Termin hat schon begonnen.')
  const serviceId = checkedServiceId(ctx, booking.serviceId, input)
  const noContact = { name: '', email: '', mailbox: '', mobile: '' }
  return saveEntry(ctx, findEntryForBooking(ctx, booking.id), input, {
    bookingId: booking.id,
    serviceId,
    ...noContact,
    origin: origin ?? null,
  })
}

/** Adds or changes the entry of an e-mail address for any time of a service. */
function addForService(
  ctx: Ctx,
  input: Exclude<WaitingForByPractice, { booking_id: string }> & Wishes,
  origin?: string,
): WaitingEntryRow {
  const serviceId = checkedServiceId(ctx, input.service_id, input)
  const mailbox = mailboxKey(input.email)
  const existing =
    input.email === ''
      ? findEntryOfCaller(ctx, input, serviceId)
      : findEntryForService(ctx, input.email, serviceId)
  const contact = { name: input.name, email: emailKey(input.email), mailbox, mobile: input.mobile }
  return saveEntry(ctx, existing, input, {
    bookingId: null,
    serviceId,
    ...contact,
    origin: origin ?? null,
  })
}

/** Returns the live entry of a caller without an e-mail address who has this name and number. */
function findEntryOfCaller(
  ctx: Ctx,
  { name, mobile }: { name: string; mobile: string },
  serviceId: string,
): WaitingEntryRow | undefined {
  const isCaller = and(
    eq(waitingEntries.email, ''),
    eq(waitingEntries.name, name),
    eq(waitingEntries.mobile, mobile),
  )
  const isForService = and(isNull(waitingEntries.bookingId), eq(waitingEntries.serviceId, serviceId))
  return listWaiting(ctx, and(isCaller, isForService))[0]
}

/**
 * Returns the id of the service if it is active and the wished resource, if any, offers it.
 * @throws Problem service_not_found, invalid (a wish for a resource that does not offer the service)
 */
function checkedServiceId(ctx: Ctx, id: string, { resource }: Wishes): string {
  const service = getActiveService(ctx, id)
  if (typeof resource === 'string') assertChoice(ctx, service, resource)
  return service.id
}

/** The columns of an entry besides its wishes: who waits for what. */
type EntrySubject = Pick<
  WaitingEntryRow,
  'bookingId' | 'serviceId' | 'name' | 'email' | 'mailbox' | 'mobile' | 'origin'
>

/** Adds an entry, or gives the existing one the new wishes. @throws Problem too_many for a new entry */
function saveEntry(
  ctx: Ctx,
  existing: WaitingEntryRow | undefined,
  { not_before, not_after, weekdays, parts, resource = null }: Wishes,
  subject: EntrySubject,
): WaitingEntryRow {
  const wishes = { notBeforeOn: not_before, notAfterOn: not_after, weekdays, parts, resourceId: resource }
  if (existing !== undefined) {
    // The entry keeps its original origin, even if its wishes are changed from elsewhere.
    const { origin: _, ...changed } = subject
    return ctx.db
      .update(waitingEntries)
      .set({ ...wishes, ...changed })
      .where(eq(waitingEntries.id, existing.id))
      .returning()
      .get()
  }
  assertFewEntriesOfOrigin(ctx, subject.origin)
  const entry = { id: randomToken(), ...subject, ...wishes, ...actorColumns(ctx), createdAt: ctx.now }
  return ctx.db.insert(waitingEntries).values(entry).returning().get()
}

/**
 * Refuses everybody while the waiting list is switched off.
 * @throws Problem closed, with the practice's phone number
 */
function assertWaitingListOpen(ctx: Ctx): void {
  if (readSetting(ctx, 'general', 'waiting_list')) return
  const phone = readSetting(ctx, 'practice', 'phone')
  throw new Problem('closed', { phone }, 'Unsere Warteliste ist derzeit geschlossen. Bitte rufen Sie uns an.')
}
