import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { bookingSubject, maskedSubject, recordAudit } from '../access/audit.ts'
import { getBooking } from '../booking/bookings.ts'
import { forgetMailbox, listVerifications } from '../booking/email-verification.ts'
import { listBookingsOfPatient } from '../booking/patients.ts'
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

/**
 * This module finds and erases the personal data of a person. Rules: docs/behaviour.md 16.11–16.13 and 16.17.
 */

const ERASED = 'Inhalt auf Wunsch der Person gelöscht.'
const NOTHING_STORED = {
  address: 'Zu dieser Adresse ist nichts gespeichert.',
  patient: 'Zu dieser Person ist nichts gespeichert.',
}

/**
 * An e-mail address, which finds its mailbox, or the patient whom a booking is for (docs/behaviour.md 16.17).
 */
export type Person = string | Readonly<{ bookingId: string }>

export type PersonalRows = ReturnType<typeof getPersonalRows>

/**
 * Reads all rows of a person.
 * @throws Problem 'not found' when nothing is stored
 */
export function getPersonalRows(ctx: Ctx, person: Person) {
  const { db } = ctx
  const { label, subject, mailboxes, bookings: ownBookings } = findPerson(ctx, person)
  const ids = ownBookings.map(({ id }) => id)
  const waiting = db
    .select()
    .from(waitingEntries)
    .where(or(inArray(waitingEntries.mailbox, mailboxes), inArray(waitingEntries.bookingId, ids)))
    .all()
  const entryIds = waiting.map(({ id }) => id)
  const ownOffers = db.select().from(offers).where(inArray(offers.entryId, entryIds)).all()
  // An SMS without an appointment is found by its offer only, because it names no mailbox.
  const about = [
    inArray(messages.bookingId, ids),
    inArray(messages.id, messagesTo(ctx, mailboxes)),
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
    verifications: mailboxes.flatMap((mailbox) => listVerifications(ctx, mailbox)),
    holds: db.select().from(holds).where(inArray(holds.email, mailboxes)).all(),
    /** Waiting entries, also those that have ended. */
    waitingEntries: waiting,
  }
  if (Object.values(found).every((rows) => rows.length === 0))
    throw new Problem('not found', {}, NOTHING_STORED[typeof person === 'string' ? 'address' : 'patient'])
  const odooEvents = db.select().from(erpEvents).where(inArray(erpEvents.bookingId, ids)).all()
  return { label, subject, mailboxes, ...found, offers: ownOffers, odooEvents }
}

/**
 * Returns the bookings of a person by start, the mailboxes of nobody else, the name or address to show, and
 * the subject for the audit.
 */
function findPerson(ctx: Ctx, person: Person) {
  const ofMailboxes = (mailboxes: readonly string[]) =>
    ctx.db
      .select()
      .from(bookings)
      .where(inArray(bookings.mailbox, mailboxes))
      .orderBy(asc(bookings.startsAt))
      .all()
  if (typeof person === 'string') {
    const mailbox = mailboxKey(person)
    // Bookings without an address have the mailbox ''.
    if (mailbox === '') throw new Problem('not found', {}, NOTHING_STORED.address)
    const [mailboxes, subject] = [[mailbox], maskedSubject(mailbox)]
    return { label: person, subject, mailboxes, bookings: ofMailboxes(mailboxes) }
  }
  const ids = listBookingsOfPatient(ctx, getBooking(ctx, person.bookingId)).map(({ id }) => id)
  const own = ctx.db
    .select()
    .from(bookings)
    .where(inArray(bookings.id, ids))
    .orderBy(asc(bookings.startsAt))
    .all()
  const newest = own.at(-1)
  if (newest === undefined) throw new Problem('not found', {}, NOTHING_STORED.patient)
  const used = new Set(own.map(({ mailbox }) => mailbox).filter((mailbox) => mailbox !== ''))
  // Verifications and holds of an address that several people share are not of one of them.
  const mailboxes = [...used].filter((mailbox) => ofMailboxes([mailbox]).every(({ id }) => ids.includes(id)))
  const label = `${newest.firstName} ${newest.lastName}`
  return { label, subject: bookingSubject(newest.id), mailboxes, bookings: own }
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

/**
 * Counts the rows of a person.
 * @throws Problem 'not found' when nothing is stored
 */
export function summarisePatient(ctx: Ctx, person: Person): PatientSummary {
  return summaryOf(ctx, getPersonalRows(ctx, person))
}

export type PatientSummary = ReturnType<typeof summaryOf>

function summaryOf(ctx: Ctx, rows: PersonalRows) {
  return {
    /** The address or name to show. */
    label: rows.label,
    /** The mailboxes and bookings that a copy of the database may still have. */
    traces: { mailboxes: rows.mailboxes, bookingIds: rows.bookings.map(({ id }) => id) },
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
 * Erases the personal data of a person: anonymises the bookings, empties the messages and deletes all other
 * rows. Waiting messages are not sent. Nothing changes in Odoo.
 * @throws Problem 'not found' when nothing is stored; conflict while an appointment is coming or a message is
 * being sent
 */
export function erasePatient(ctx: Ctx, person: Person): PatientSummary {
  const summary = inTx(ctx, () => {
    const rows = getPersonalRows(ctx, person)
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
    ctx.db.delete(holds).where(inArray(holds.email, rows.mailboxes)).run()
    for (const mailbox of rows.mailboxes) forgetMailbox(ctx, mailbox)
    recordAudit(ctx, 'person-erased', rows.subject)
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
