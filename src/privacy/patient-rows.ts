import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { listVerifications } from '../booking/verified-addresses.ts'
import type { Ctx } from '../ctx.ts'
import { erpEvents, holds, type Message, messages, offers, waitingEntries } from '../db/schema.ts'
import { rulesOf } from '../messaging/kinds.ts'
import { withBody } from '../messaging/outbox/packed-bodies.ts'
import { mailboxKey } from '../shared/contact/email.ts'
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
  const { label, subject, mailboxes, bookings: ownBookings } = getReferredPatient(ctx, patient)
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
