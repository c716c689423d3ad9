import { and, eq, inArray } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { leaveWaitingList } from '../booking/ended-entries.ts'
import { forgetMailbox } from '../booking/verified-addresses.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { listOldCopies } from '../db/backup-retention.ts'
import { emptyWal } from '../db/lock.ts'
import { type Booking, holds, type Message, messages, waitingEntries } from '../db/schema.ts'
import { emptyMessages } from '../messaging/outbox/emptied-messages.ts'
import { isStanding } from '../shared/booking.ts'
import { Problem } from '../shared/problems.ts'
import { anonymiseBooking } from './anonymisation.ts'
import type { PatientRef } from './patient-ref.ts'
import { getPatientRows, type PatientRows } from './patient-rows.ts'

/** This module counts and erases the personal data of a patient (docs/behaviour.md 16.11–16.13 and 16.17). */

/** The outbox shows this sentence instead of the erased messages. */
const ERASED = 'Inhalt auf Wunsch der Person gelöscht.'

/**
 * Counts the rows of a patient.
 * @throws Problem 'not found' when nothing is stored
 */
export function summarisePatient(ctx: Ctx, patient: PatientRef): PatientSummary {
  return summaryOf(ctx, getPatientRows(ctx, patient))
}

/** The counts that the practice sees before and after an erasure. */
export type PatientSummary = ReturnType<typeof summaryOf>

function summaryOf(ctx: Ctx, rows: PatientRows) {
  const erased = messagesToErase(rows)
  return {
    /** The e-mail address or name to show. */
    label: rows.label,
    /** The mailboxes and bookings that a copy of the database may still contain. */
    traces: { mailboxes: rows.mailboxes, bookingIds: rows.bookings.map(({ id }) => id) },
    bookings: rows.bookings.length,
    /** Requested or confirmed bookings that are not past. They must be cancelled before an erasure. */
    coming: rows.bookings.filter((booking) => isComing(ctx, booking)).length,
    messages: erased.length,
    /** Messages that are not sent yet. An erasure keeps them from being sent. */
    waiting: erased.filter(({ status }) => status === 'queued' || status === 'sending').length,
    verifications: rows.verifications.length,
    holds: rows.holds.length,
    waitingEntries: rows.waitingEntries.length,
    /** Ids of events in Odoo, which the practice deletes there. */
    odooEvents: rows.odooEvents.map(({ eventId }) => eventId),
    /** Copies of the database, which an erasure does not reach. */
    oldCopies: listOldCopies(ctx),
  }
}

function messagesToErase({ messages, messagesWithOthers }: PatientRows): Pick<Message, 'id' | 'status'>[] {
  return [...messages, ...messagesWithOthers]
}

function isComing({ now }: Ctx, { status, endsAt }: Booking): boolean {
  return isStanding(status) && endsAt > now
}

/**
 * Erases the personal data of a patient: anonymises the bookings, empties the messages and deletes all other
 * rows. Waiting messages are not sent. Nothing changes in Odoo.
 * @param options.cancelsComing whether coming appointments are cancelled, about which nobody gets a message
 * @throws Problem 'not found' when nothing is stored; conflict while an appointment is coming that is not
 * cancelled, or a message is being sent
 */
export function erasePatient(
  ctx: Ctx,
  patient: PatientRef,
  { cancelsComing = false }: Readonly<{ cancelsComing?: boolean }> = {},
): PatientSummary {
  const summary = inTx(ctx, () => {
    if (cancelsComing) cancelComing(ctx, patient)
    const rows = getPatientRows(ctx, patient)
    const summaryBefore = summaryOf(ctx, rows)
    assertErasable(summaryBefore, rows)
    eraseRows(ctx, rows)
    recordAudit(ctx, 'person-erased', rows.subject)
    return summaryBefore
  })
  // The write-ahead log still has the rows from before the erasure.
  emptyWal(ctx.db)
  return summary
}

/** Cancels the coming appointments of a patient. Messages that wait are suppressed with the erasure. */
function cancelComing(ctx: Ctx, patient: PatientRef): void {
  const { bookings } = getPatientRows(ctx, patient)
  for (const booking of bookings.filter((each) => isComing(ctx, each)))
    cancelByStaff(ctx, booking.id, '', { notify: false })
}

/** @throws Problem conflict while an appointment is coming, or a message is being sent */
function assertErasable({ coming }: PatientSummary, rows: PatientRows): void {
  const reason = whyNotErasable(coming, rows)
  if (reason !== undefined) throw new Problem('conflict', { coming }, reason)
}

/** Returns a sentence that says why the data cannot be erased yet; undefined when they can. */
function whyNotErasable(coming: number, rows: PatientRows): string | undefined {
  if (coming === 1) return 'Es steht noch ein Termin bevor. Bitte sagen Sie ihn zuerst ab.'
  if (coming > 1) return `Es stehen noch ${coming} Termine bevor. Bitte sagen Sie diese zuerst ab.`
  if (messagesToErase(rows).some(({ status }) => status === 'sending'))
    return 'Gerade wird eine Nachricht an diese Person gesendet. Bitte versuchen Sie es in einer Minute noch einmal.'
  return undefined
}

/** Erases the rows, and keeps waiting messages from being sent. */
function eraseRows(ctx: Ctx, rows: PatientRows): void {
  const messageIds = messagesToErase(rows).map(({ id }) => id)
  const isWaiting = and(inArray(messages.id, messageIds), eq(messages.status, 'queued'))
  ctx.db.update(messages).set({ status: 'muted' }).where(isWaiting).run()
  for (const { id } of rows.waitingEntries) {
    leaveWaitingList(ctx, id)
    ctx.db.delete(waitingEntries).where(eq(waitingEntries.id, id)).run()
  }
  for (const booking of rows.bookings) anonymiseBooking(ctx, booking, ERASED)
  // Some messages belong to no booking, such as an offer or the code that verifies an e-mail address.
  emptyMessages(ctx, messageIds, ERASED)
  ctx.db.delete(holds).where(inArray(holds.email, rows.mailboxes)).run()
  for (const mailbox of rows.mailboxes) forgetMailbox(ctx, mailbox)
}
