import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { bookingSubject, maskedSubject } from '../access/audit.ts'
import { getBooking } from '../booking/bookings.ts'
import { listBookingsOfPatient } from '../booking/patients.ts'
import { listVerifications } from '../booking/verified-addresses.ts'
import type { Ctx } from '../ctx.ts'
import {
  type Booking,
  bookings,
  erpEvents,
  holds,
  type Message,
  messages,
  offers,
  waitingEntries,
} from '../db/schema.ts'
import { rulesOf } from '../messaging/kinds.ts'
import { withBody } from '../messaging/outbox/packed-bodies.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'

/** This module finds everything that is stored about a patient (docs/behaviour.md 16.11 and 16.17). */

const NOTHING_STORED = {
  address: 'Zu dieser Adresse ist nichts gespeichert.',
  patient: 'Zu dieser Person ist nichts gespeichert.',
}

/**
 * An e-mail address, which finds its mailbox, or the patient whom a booking is for (docs/behaviour.md 16.17).
 */
export type PatientRef = string | Readonly<{ bookingId: string }>

/** All rows about a patient, with the label and subject that name the patient. */
export type PatientRows = ReturnType<typeof getPatientRows>

/**
 * Reads all rows of a patient.
 * @throws Problem 'not found' when nothing is stored
 */
export function getPatientRows(ctx: Ctx, patient: PatientRef) {
  const { db } = ctx
  const { label, subject, mailboxes, bookings: ownBookings } = getPatient(ctx, patient)
  const bookingIds = ownBookings.map(({ id }) => id)
  const waiting = db
    .select()
    .from(waitingEntries)
    .where(or(inArray(waitingEntries.mailbox, mailboxes), inArray(waitingEntries.bookingId, bookingIds)))
    .all()
  const entryIds = waiting.map(({ id }) => id)
  const ownOffers = db.select().from(offers).where(inArray(offers.entryId, entryIds)).all()
  const offerIds = ownOffers.map(({ id }) => id)
  const found = {
    bookings: ownBookings,
    /** Messages to the patient, and to the practice and Odoo about the patient's bookings. */
    messages: listMessagesAbout(ctx, { bookingIds, mailboxes, offerIds }),
    verifications: mailboxes.flatMap((mailbox) => listVerifications(ctx, mailbox)),
    holds: db.select().from(holds).where(inArray(holds.email, mailboxes)).all(),
    /** Waiting entries, including ended ones. */
    waitingEntries: waiting,
  }
  if (Object.values(found).every((rows) => rows.length === 0))
    throw new Problem('not found', {}, NOTHING_STORED[typeof patient === 'string' ? 'address' : 'patient'])
  const odooEvents = db.select().from(erpEvents).where(inArray(erpEvents.bookingId, bookingIds)).all()
  return { label, subject, mailboxes, ...found, offers: ownOffers, odooEvents }
}

/** Lists the messages about these bookings and offers, and the e-mails to these mailboxes, oldest first. */
function listMessagesAbout(
  ctx: Ctx,
  {
    bookingIds,
    mailboxes,
    offerIds,
  }: Readonly<Record<'bookingIds' | 'mailboxes' | 'offerIds', readonly string[]>>,
): Message[] {
  const isAbout = or(
    inArray(messages.bookingId, bookingIds),
    inArray(messages.id, messagesTo(ctx, mailboxes)),
    // An SMS without an appointment names no mailbox, so only its offer leads to it.
    inArray(messages.offerId, offerIds),
  )
  const rows = ctx.db.select().from(messages).where(isAbout).orderBy(asc(messages.id)).all()
  return rows.map((row) => withBody(ctx, row))
}

type Patient = Readonly<{
  /** The name or address to show. */
  label: string
  /** The subject for the audit. */
  subject: string
  /** The mailboxes that belong to this patient alone. */
  mailboxes: readonly string[]
  /** By start. */
  bookings: readonly Booking[]
}>

/**
 * Finds the bookings and mailboxes of a patient. @throws Problem 'not found' for '' and an unknown booking
 */
function getPatient(ctx: Ctx, patient: PatientRef): Patient {
  return typeof patient === 'string'
    ? getPatientOfMailbox(ctx, patient)
    : getPatientOfBooking(ctx, patient.bookingId)
}

function getPatientOfMailbox(ctx: Ctx, address: string): Patient {
  const mailbox = mailboxKey(address)
  // Bookings without an address have the mailbox ''.
  if (mailbox === '') throw new Problem('not found', {}, NOTHING_STORED.address)
  return {
    label: address,
    subject: maskedSubject(mailbox),
    mailboxes: [mailbox],
    bookings: listBookings(ctx, eq(bookings.mailbox, mailbox)),
  }
}

function getPatientOfBooking(ctx: Ctx, bookingId: string): Patient {
  const ids = listBookingsOfPatient(ctx, getBooking(ctx, bookingId)).map(({ id }) => id)
  const own = listBookings(ctx, inArray(bookings.id, ids))
  const newest = own.at(-1)
  if (newest === undefined) throw new Problem('not found', {}, NOTHING_STORED.patient)
  const usedMailboxes = new Set(own.map(({ mailbox }) => mailbox).filter((mailbox) => mailbox !== ''))
  // When several people share an address, its verifications and holds cannot be assigned to one of them, so
  // they are included only for a patient who has the address alone.
  const isUnshared = (mailbox: string) =>
    listBookings(ctx, eq(bookings.mailbox, mailbox)).every(({ id }) => ids.includes(id))
  const mailboxes = [...usedMailboxes].filter(isUnshared)
  const label = `${newest.firstName} ${newest.lastName}`
  return { label, subject: bookingSubject(newest.id), mailboxes, bookings: own }
}

/** Lists the bookings that meet the condition, anonymised ones too, by start. */
function listBookings({ db }: Ctx, condition: SQL): Booking[] {
  return db.select().from(bookings).where(condition).orderBy(asc(bookings.startsAt)).all()
}

/** Returns the ids of the e-mails to any spelling of the mailboxes, with and without a booking. */
function messagesTo({ db }: Ctx, mailboxes: readonly string[]): number[] {
  if (mailboxes.length === 0) return []
  const { id, kind, recipient } = messages
  return db
    .select({ id, kind, recipient })
    .from(messages)
    .where(and(eq(messages.channel, 'email'), isNull(messages.emptied)))
    .all()
    .filter((row) => rulesOf(row.kind).to === 'patient' && mailboxes.includes(mailboxKey(row.recipient)))
    .map((row) => row.id)
}
