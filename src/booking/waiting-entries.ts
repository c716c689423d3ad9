import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { bookingSubject, maskedSubject } from '../access/audit.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, offers, type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import { canReach, whyNoSmsToMinor } from '../messaging/outbox/suppression.ts'
import { findService, visitDuration } from '../schedule/services.ts'
import { mailboxKey, sameEmail } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'
import { priceText } from '../shared/service/service.ts'

/** The condition that an entry still waits. */
export const IS_LIVE_ENTRY = isNull(waitingEntries.endedAt)

const ENTRY_GONE = 'Diesen Eintrag auf der Warteliste gibt es nicht mehr.'

/** Returns a live entry. @throws Problem 'not found', even if the entry existed and has ended */
export function getEntry(ctx: Ctx, id: string): WaitingEntryRow {
  const [entry] = listWaiting(ctx, eq(waitingEntries.id, id))
  if (entry === undefined) throw new Problem('not found', {}, ENTRY_GONE)
  return entry
}

/** Offers that an entry may let expire without losing its place. */
const EXPIRED_AT_MOST = 2

/**
 * The instant by which entries are ordered: when the entry was made, or, after more than `EXPIRED_AT_MOST`
 * expired offers, when the last of these expired.
 */
export const PLACE_IN_QUEUE = sql`(select case when count(*) > ${EXPIRED_AT_MOST} then max(${offers.expiresAt}) else ${waitingEntries.createdAt} end
  from ${offers} where ${offers.entryId} = ${waitingEntries.id} and ${offers.status} = 'expired')`

/**
 * Lists the live entries that meet the condition, the one that has waited longest first. An entry that lets
 * several offers expire is moved to the end (docs/behaviour.md 18.6).
 */
export function listWaiting(ctx: Ctx, condition?: SQL): WaitingEntryRow[] {
  return ctx.db
    .select()
    .from(waitingEntries)
    .where(and(condition, IS_LIVE_ENTRY))
    .orderBy(PLACE_IN_QUEUE, sql`${waitingEntries}.rowid`)
    .all()
}

/** Returns the live entry that waits for an earlier time for the booking. */
export function findEntryForBooking(ctx: Ctx, bookingId: string): WaitingEntryRow | undefined {
  return listWaiting(ctx, eq(waitingEntries.bookingId, bookingId))[0]
}

/** Lists the live entries of a mailbox that wait without a booking. */
export function listEntriesOfMailbox(ctx: Ctx, mailbox: string): WaitingEntryRow[] {
  return mailbox === '' ? [] : listWaiting(ctx, eq(waitingEntries.mailbox, mailbox))
}

/**
 * Lists the live entries of exactly this e-mail address that wait without a booking. The same mailbox with
 * another `+tag` may belong to somebody else, who must not see or change them.
 */
export function listEntriesOfAddress(ctx: Ctx, email: string): WaitingEntryRow[] {
  return listEntriesOfMailbox(ctx, mailboxKey(email)).filter((entry) => sameEmail(entry.email, email))
}

/** Returns the live entry of exactly this e-mail address that waits for the service without a booking. */
export function findEntryForService(ctx: Ctx, email: string, serviceId: string): WaitingEntryRow | undefined {
  return listEntriesOfAddress(ctx, email).find((entry) => entry.serviceId === serviceId)
}

/** The contact of a waiting patient. The name may be empty. */
export type WaitingContact = Readonly<{ name: string; email: string; mobile: string; country: string }>

/**
 * Returns the contact of the entry's booking, which the practice may have corrected. An entry without a
 * booking has its own contact, with an Austrian number unless that has a country code.
 */
export function contactOfEntry(entry: WaitingEntryRow, booking: Booking | undefined): WaitingContact {
  if (booking === undefined)
    return { name: entry.name, email: entry.email, mobile: entry.mobile, country: 'AT' }
  const { firstName, lastName, email, mobile, country } = booking
  return { name: `${firstName} ${lastName}`, email, mobile, country }
}

/**
 * Returns whether the waiting patient can be reached by e-mail or SMS. Minors may get no SMS
 * (docs/behaviour.md 10.44).
 */
export function isEntryReachable(ctx: Ctx, entry: WaitingEntryRow, booking: Booking | undefined): boolean {
  const contact = contactOfEntry(entry, booking)
  const noSms = booking !== undefined && whyNoSmsToMinor(ctx, booking) !== undefined
  return canReach(ctx, noSms ? { ...contact, mobile: '' } : contact)
}

/** The service that a patient waits for, as texts for patients. */
export type AwaitedVisit = Readonly<{ serviceName: string; duration: string; price: string }>

/**
 * Returns the service that a patient waits for. A booking keeps the service name, price and length that it
 * has. If the service was deleted, length and price are ''.
 */
export function findAwaitedVisit(
  ctx: Ctx,
  { serviceId }: WaitingEntryRow,
  booking: Booking | undefined,
): AwaitedVisit {
  if (booking !== undefined) return visitTexts(ctx, booking)
  const service = findService(ctx, serviceId)
  if (service === undefined) return { serviceName: serviceId, duration: '', price: '' }
  return visitTexts(ctx, { ...service, serviceId, serviceName: service.name })
}

function visitTexts(
  ctx: Ctx,
  visit: Pick<Booking, 'serviceId' | 'serviceName' | 'durationMin' | 'priceCents'>,
): AwaitedVisit {
  return {
    serviceName: visit.serviceName,
    duration: visitDuration(ctx, visit),
    price: priceText(visit.priceCents / 100),
  }
}

/** Returns the subject of an audit row about the entry: its booking, or a masked e-mail address. */
export function auditSubjectOf({ bookingId, mailbox }: WaitingEntryRow): string {
  return bookingId === null ? maskedSubject(mailbox) : bookingSubject(bookingId)
}
