import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { maskedSubject, recordAudit } from '../access/audit.ts'
import { forgetMailbox, listVerifications } from '../booking/email-verification.ts'
import { leaveWaitingList } from '../booking/waiting-list.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { emptyWal } from '../db/lock.ts'
import { listOldCopies } from '../db/nightly-backups.ts'
import { type Booking, bookings, erpEvents, holds, messages, offers, waitingEntries } from '../db/schema.ts'
import { rulesOf } from '../messaging/kinds.ts'
import { emptyMessages, unpacked } from '../messaging/outbox/bodies.ts'
import { stands } from '../shared/booking.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'
import { anonymiseBooking } from './anonymisation.ts'

/** This module finds and erases the personal data of a mailbox. Rules: docs/behaviour.md 16.11–16.13. */

const ERASED = 'Inhalt auf Wunsch der Person gelöscht.'
const NOTHING_STORED = 'Zu dieser Adresse ist nichts gespeichert.'

export type PersonalRows = ReturnType<typeof getPersonalRows>

/**
 * Reads all rows of a mailbox (docs/behaviour.md 7.17).
 * @throws Problem 'not found' when nothing is stored
 */
export function getPersonalRows(ctx: Ctx, email: string) {
  const { db } = ctx
  const mailbox = mailboxKey(email)
  // Bookings without an address have the mailbox ''.
  if (mailbox === '') throw new Problem('not found', {}, NOTHING_STORED)
  const ownBookings = db
    .select()
    .from(bookings)
    .where(eq(bookings.mailbox, mailbox))
    .orderBy(asc(bookings.startsAt))
    .all()
  const ids = ownBookings.map(({ id }) => id)
  const waiting = db
    .select()
    .from(waitingEntries)
    .where(or(eq(waitingEntries.mailbox, mailbox), inArray(waitingEntries.bookingId, ids)))
    .all()
  const entryIds = waiting.map(({ id }) => id)
  const ownOffers = db.select().from(offers).where(inArray(offers.entryId, entryIds)).all()
  // An SMS without an appointment is found by its offer only, because it names no mailbox.
  const about = [
    inArray(messages.bookingId, ids),
    inArray(messages.id, messagesTo(ctx, mailbox)),
    inArray(
      messages.offerId,
      ownOffers.map(({ id }) => id),
    ),
  ]
  const found = {
    bookings: ownBookings,
    /** Messages to the patient, and to the practice and Odoo about the patient's bookings. */
    messages: db
      .select()
      .from(messages)
      .where(or(...about))
      .orderBy(asc(messages.id))
      .all()
      .map((row) => unpacked(ctx, row)),
    verifications: listVerifications(ctx, mailbox),
    holds: db.select().from(holds).where(eq(holds.email, mailbox)).all(),
    /** Waiting entries, also those that have ended. */
    waitingEntries: waiting,
  }
  if (Object.values(found).every((rows) => rows.length === 0))
    throw new Problem('not found', {}, NOTHING_STORED)
  const odooEvents = db.select().from(erpEvents).where(inArray(erpEvents.bookingId, ids)).all()
  return { mailbox, ...found, offers: ownOffers, odooEvents }
}

/** Returns the ids of the e-mails to any spelling of the mailbox, with and without a booking. */
function messagesTo({ db }: Ctx, mailbox: string): number[] {
  const { id, kind, recipient } = messages
  return db
    .select({ id, kind, recipient })
    .from(messages)
    .where(and(eq(messages.channel, 'email'), isNull(messages.emptied)))
    .all()
    .filter((row) => rulesOf(row.kind).to === 'patient' && mailboxKey(row.recipient) === mailbox)
    .map((row) => row.id)
}

/**
 * Counts the rows of a mailbox.
 * @throws Problem 'not found' when nothing is stored
 */
export function summarisePatient(ctx: Ctx, email: string): PatientSummary {
  return summaryOf(ctx, getPersonalRows(ctx, email))
}

export type PatientSummary = ReturnType<typeof summaryOf>

function summaryOf(ctx: Ctx, rows: PersonalRows) {
  return {
    bookings: rows.bookings.length,
    /** Requested or confirmed bookings that are not over. The practice must cancel them before an erasure. */
    coming: rows.bookings.filter((booking) => isComing(ctx, booking)).length,
    messages: rows.messages.length,
    /** Messages that have not gone out yet. An erasure keeps them from going out. */
    waiting: rows.messages.filter(({ status }) => status === 'queued' || status === 'sending').length,
    verifications: rows.verifications.length,
    holds: rows.holds.length,
    waitingEntries: rows.waitingEntries.length,
    /** Ids of events in Odoo, which the practice deletes there. */
    odooEvents: rows.odooEvents.map(({ eventId }) => eventId),
    /** Copies of the database, which an erasure does not reach. */
    oldCopies: listOldCopies(ctx),
  }
}

function isComing({ now }: Ctx, { status, endsAt }: Booking): boolean {
  return stands(status) && endsAt > now
}

/**
 * Erases the personal data of a mailbox: anonymises the bookings, empties the messages and deletes all other
 * rows. Waiting messages are not sent. Nothing changes in Odoo.
 * @throws Problem 'not found' when nothing is stored; conflict while an appointment is coming or a message is
 * being sent
 */
export function erasePatient(ctx: Ctx, email: string): PatientSummary {
  const summary = inTx(ctx, () => {
    const rows = getPersonalRows(ctx, email)
    const found = summaryOf(ctx, rows)
    const reason = whyNotErasable(found, rows)
    if (reason !== undefined) throw new Problem('conflict', { coming: found.coming }, reason)
    const ids = rows.messages.map(({ id }) => id)
    const waiting = and(inArray(messages.id, ids), eq(messages.status, 'queued'))
    ctx.db.update(messages).set({ status: 'suppressed' }).where(waiting).run()
    for (const { id } of rows.waitingEntries) {
      leaveWaitingList(ctx, id)
      ctx.db.delete(waitingEntries).where(eq(waitingEntries.id, id)).run()
    }
    for (const booking of rows.bookings) anonymiseBooking(ctx, booking, ERASED)
    emptyMessages(ctx, ids, ERASED)
    ctx.db.delete(holds).where(eq(holds.email, rows.mailbox)).run()
    forgetMailbox(ctx, rows.mailbox)
    recordAudit(ctx, 'person-erased', maskedSubject(rows.mailbox))
    return found
  })
  emptyWal(ctx.db)
  return summary
}

function whyNotErasable({ coming }: PatientSummary, { messages }: PersonalRows): string | undefined {
  if (coming === 1) return 'Es steht noch ein Termin bevor. Bitte sagen Sie ihn zuerst ab.'
  if (coming > 1) return `Es stehen noch ${coming} Termine bevor. Bitte sagen Sie diese zuerst ab.`
  if (messages.some(({ status }) => status === 'sending'))
    return 'Gerade wird eine Nachricht an diese Person gesendet. Bitte versuchen Sie es in einer Minute noch einmal.'
  return undefined
}
