import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { bookingSubject, maskedSubject } from '../access/audit.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, offers, type WaitingEntryRow, waitingEntries } from '../db/schema.ts'
import { canReach, whyNoSmsToMinor } from '../messaging/outbox/suppression.ts'
import { findService, visitDuration } from '../schedule/services.ts'
import { mailboxKey, sameEmail } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'
import { priceText } from '../shared/service/service.ts'

/** Condition of the entries that still wait. */
export const IS_LIVE = isNull(waitingEntries.endedAt)

const ENTRY_GONE = 'Diesen Eintrag auf der Warteliste gibt es nicht mehr.'

/** Returns a live entry. @throws Problem 'not found', also when the entry has ended */
export function getEntry(ctx: Ctx, id: string): WaitingEntryRow {
  const [entry] = listWaiting(ctx, eq(waitingEntries.id, id))
  if (entry === undefined) throw new Problem('not found', {}, ENTRY_GONE)
  return entry
}

/** Offers that an entry may let run out without losing its place. */
const RUN_OUT_AT_MOST = 2

/**
 * The instant by which entries are ordered: when the entry was made, or when its last offer ran out once more
 * than `RUN_OUT_AT_MOST` of its offers have.
 */
export const PLACE_IN_QUEUE = sql`(select case when count(*) > ${RUN_OUT_AT_MOST} then max(${offers.expiresAt}) else ${waitingEntries.createdAt} end
  from ${offers} where ${offers.entryId} = ${waitingEntries.id} and ${offers.status} = 'expired')`

/**
 * Lists the live entries that meet the condition, the longest waiting first. An entry that lets several
 * offers run out goes to the end (docs/behaviour.md 18.6).
 */
export function listWaiting(ctx: Ctx, condition?: SQL): WaitingEntryRow[] {
  return ctx.db
    .select()
    .from(waitingEntries)
    .where(and(condition, IS_LIVE))
    .orderBy(PLACE_IN_QUEUE, sql`${waitingEntries}.rowid`)
    .all()
}

/** Returns the live entry that waits for an earlier time of the booking. */
export function findEntryForBooking(ctx: Ctx, bookingId: string): WaitingEntryRow | undefined {
  return listWaiting(ctx, eq(waitingEntries.bookingId, bookingId))[0]
}

/** Lists the live entries of a mailbox that wait without a booking. */
export function listEntriesOfMailbox(ctx: Ctx, mailbox: string): WaitingEntryRow[] {
  return mailbox === '' ? [] : listWaiting(ctx, eq(waitingEntries.mailbox, mailbox))
}

/**
 * Lists the live entries of exactly this address that wait without a booking. Another `+tag` may be somebody
 * else's, who must not see or change them.
 */
export function listEntriesOfAddress(ctx: Ctx, email: string): WaitingEntryRow[] {
  return listEntriesOfMailbox(ctx, mailboxKey(email)).filter((entry) => sameEmail(entry.email, email))
}

/** Returns the live entry of exactly this address that waits for the service without a booking. */
export function findEntryForService(ctx: Ctx, email: string, serviceId: string): WaitingEntryRow | undefined {
  return listEntriesOfAddress(ctx, email).find((entry) => entry.serviceId === serviceId)
}

/** The contact of a waiting patient. The name may be empty. */
export type WaitingContact = Readonly<{ name: string; email: string; mobile: string; country: string }>

/**
 * Returns the contact of the entry's booking, which the practice may have corrected. An entry without a
 * booking has a contact of its own, whose number is Austrian unless it names a country.
 */
export function contactOfEntry(entry: WaitingEntryRow, booking: Booking | undefined): WaitingContact {
  if (booking === undefined)
    return { name: entry.name, email: entry.email, mobile: entry.mobile, country: 'AT' }
  const { firstName, lastName, email, mobile, country } = booking
  return { name: `${firstName} ${lastName}`, email, mobile, country }
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

/** The service that somebody waits for, in words for patients. */
export type AwaitedVisit = Readonly<{ serviceName: string; duration: string; price: string }>

/**
 * Returns the service that somebody waits for. A booking that moves keeps its name of the service, its price
 * and its length. When the service was deleted, length and price are ''.
 */
export function awaitedVisit(
  ctx: Ctx,
  { serviceId }: WaitingEntryRow,
  booking: Booking | undefined,
): AwaitedVisit {
  const service = findService(ctx, serviceId)
  const visit = booking ?? (service && { ...service, serviceId, serviceName: service.name })
  if (visit === undefined) return { serviceName: serviceId, duration: '', price: '' }
  return {
    serviceName: visit.serviceName,
    duration: visitDuration(ctx, visit),
    price: priceText(visit.priceCents / 100),
  }
}

/** Returns the subject of an audit row about the entry: its booking, or a masked address. */
export function auditSubjectOf({ bookingId, mailbox }: WaitingEntryRow): string {
  return bookingId === null ? maskedSubject(mailbox) : bookingSubject(bookingId)
}
