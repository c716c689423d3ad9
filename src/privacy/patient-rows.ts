import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
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
import { GATHERED_FOR_MS } from '../messaging/gathering-mailbox.ts'
import { rulesOf } from '../messaging/kinds.ts'
import { withBody } from '../messaging/outbox/packed-bodies.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { isWithin } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { getReferredPatient, NOTHING_STORED, type PatientRef } from './patient-ref.ts'

/** This module finds everything that is stored about a patient (docs/behaviour.md 16.11 and 16.17). */

/** All rows about a patient, with the label and subject that name the patient. */
export type PatientRows = ReturnType<typeof getPatientRows>

/**
 * Reads all rows of a patient.
 * @throws Problem 'not found' when nothing is stored
 */
export function getPatientRows(ctx: Ctx, patient: PatientRef) {
  const { db } = ctx
  const { label, subject, mailboxes, bookings: bookingsOfPatient } = getReferredPatient(ctx, patient)
  const bookingIds = bookingsOfPatient.map(({ id }) => id)
  const isOfPatient = or(
    inArray(waitingEntries.mailbox, mailboxes),
    inArray(waitingEntries.bookingId, bookingIds),
  )
  const entriesOfPatient = db.select().from(waitingEntries).where(isOfPatient).all()
  const entryIds = entriesOfPatient.map(({ id }) => id)
  const offersToPatient = db.select().from(offers).where(inArray(offers.entryId, entryIds)).all()
  const offerIds = offersToPatient.map(({ id }) => id)
  const rows = {
    bookings: bookingsOfPatient,
    ...listMessages(ctx, bookingsOfPatient, { bookingIds, mailboxes, offerIds }),
    verifications: mailboxes.flatMap((mailbox) => listVerifications(ctx, mailbox)),
    holds: db.select().from(holds).where(inArray(holds.email, mailboxes)).all(),
    /** Waiting entries, including ended ones. */
    waitingEntries: entriesOfPatient,
  }
  if (Object.values(rows).every((list) => list.length === 0))
    throw new Problem('not found', {}, NOTHING_STORED[typeof patient === 'string' ? 'address' : 'patient'])
  const odooEvents = db.select().from(erpEvents).where(inArray(erpEvents.bookingId, bookingIds)).all()
  return { label, subject, mailboxes, ...rows, offers: offersToPatient, odooEvents }
}

/** The ids and mailboxes by which messages to or about a patient are found. */
type MessageKeys = Readonly<Record<'bookingIds' | 'mailboxes' | 'offerIds', readonly string[]>>

/** Lists the messages to and about a patient, apart from those that name others too. */
function listMessages(ctx: Ctx, bookingsOfPatient: readonly Booking[], keys: MessageKeys) {
  const messagesAboutPatient = listMessagesAbout(ctx, keys)
  const sharedMailboxes = bookingsOfPatient
    .map(({ mailbox }) => mailbox)
    .filter((mailbox) => mailbox !== '' && !keys.mailboxes.includes(mailbox))
  const messagesWithOthers = listGatheredEmails(ctx, sharedMailboxes, messagesAboutPatient)
  const idsWithOthers = messagesWithOthers.map(({ id }) => id)
  return {
    /** Messages to the patient, and to the practice and Odoo about the patient's bookings. */
    messages: messagesAboutPatient.filter(({ id }) => !idsWithOthers.includes(id)),
    /** E-mails to the practice that also name others with the same e-mail address. No export shows them. */
    messagesWithOthers,
  }
}

/** Lists the messages about these bookings and offers, and the e-mails to these mailboxes, oldest first. */
function listMessagesAbout(ctx: Ctx, { bookingIds, mailboxes, offerIds }: MessageKeys): Message[] {
  const isAbout = or(
    inArray(messages.bookingId, bookingIds),
    inArray(messages.id, idsOfEmailsTo(ctx, mailboxes)),
    // An SMS without an appointment names no mailbox, so only its offer leads to it.
    inArray(messages.offerId, offerIds),
  )
  const rows = ctx.db.select().from(messages).where(isAbout).orderBy(asc(messages.id)).all()
  return rows.map((row) => withBody(ctx, row))
}

/**
 * Lists the e-mails to the practice that gather the messages about these mailboxes (docs/behaviour.md 10.57),
 * if they have gathered one of the messages about the patient.
 */
function listGatheredEmails(ctx: Ctx, mailboxes: readonly string[], aboutPatient: readonly Message[]) {
  const { id, status, createdAt } = messages
  const toPractice = aboutPatient.filter(({ kind }) => rulesOf(kind).to === 'practice')
  return ctx.db
    .select({ id, status, createdAt })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(and(eq(messages.kind, 'gathered'), inArray(bookings.mailbox, mailboxes)))
    .all()
    .filter((row) =>
      toPractice.some((message) =>
        isWithin(message.createdAt, { since: row.createdAt, lengthMs: GATHERED_FOR_MS }),
      ),
    )
}

/** Returns the ids of the e-mails to patients at these mailboxes in any spelling, even without a booking. */
function idsOfEmailsTo({ db }: Ctx, mailboxes: readonly string[]): number[] {
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
