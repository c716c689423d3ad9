import { type Ctx, inTx } from '../ctx.ts'
import type { Booking, EmailVerification, OfferRow } from '../db/schema.ts'
import { addresseeOf, NOBODY } from '../messaging/addressee.ts'
import { notify, notifyNamed, notifyPractice } from '../messaging/notify.ts'
import { mayHaveSentInvitation } from '../messaging/outbox/calendar-invitation.ts'
import { MY_BOOKINGS, patientUrl, publicUrl, staffUrl } from '../practice/addresses.ts'
import { takeNewConflicts } from '../schedule/busy-conflicts.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import type { Canceller } from '../shared/booking.ts'
import type { TextChannel } from '../shared/messages/texts.ts'
import type { AwaitedVisit } from './waiting-entries.ts'

/**
 * This module decides which messages each event of a booking sends; move-notifications.ts does so for a move,
 * and series-notifications.ts for a series. The e-mail that verifies an address and the offer of the waiting
 * list are here too. The folder messaging/kinds/ has a file for each kind of message with its recipient,
 * channels and text. The push to Odoo is queued by the verbs of booking themselves.
 */

/** Tells the patient that the request has arrived, and the practice that it waits for a decision. */
export function notifyRequested(ctx: Ctx, booking: Booking): void {
  notify(ctx, { kind: 'reservation-received', booking, facts: {} })
  notify(ctx, { kind: 'new-reservation', booking, facts: {} })
}

/** Tells the patient that the appointment is confirmed, also when the practice has entered it. */
export function notifyConfirmed(ctx: Ctx, booking: Booking, message: string): void {
  notify(ctx, { kind: 'confirmed', booking, facts: { message } })
}

/**
 * Tells the patient that the request was rejected.
 * @param suppressed reason why the message must not be sent; undefined sends it
 */
export function notifyRejected(ctx: Ctx, booking: Booking, message: string, suppressed?: string): void {
  notify(ctx, { kind: 'rejected', booking, facts: { message }, suppressed })
}

/**
 * Confirms a cancellation to the patient who has cancelled online, and tells the practice.
 * @param cancelled.reason the patient's text; may be empty
 */
export function notifyCancelledByPatient(
  ctx: Ctx,
  booking: Booking,
  { wasConfirmed, reason }: { wasConfirmed: boolean; reason: string },
): void {
  notify(ctx, {
    kind: 'cancelled',
    booking,
    facts: {
      cancelledBy: 'patient',
      message: '',
      wasConfirmed,
      wasInvited: wasInvited(ctx, booking, wasConfirmed),
    },
    only: 'email',
  })
  notify(ctx, { kind: 'cancelled-by-patient', booking, facts: { reason }, isOfPatient: wasConfirmed })
}

/**
 * Tells the patient that the practice has cancelled the booking.
 * @param cancelled.canceller who wanted the cancellation: a patient who has called, or the practice
 */
export function notifyCancelledByStaff(
  ctx: Ctx,
  booking: Booking,
  { canceller = 'practice', ...cancelled }: { wasConfirmed: boolean; message: string; canceller?: Canceller },
): void {
  const facts = { ...cancelled, wasInvited: wasInvited(ctx, booking, cancelled.wasConfirmed) }
  if (canceller === 'practice')
    notify(ctx, { kind: 'cancelled', booking, facts: { cancelledBy: 'staff', ...facts } })
  // An e-mail is enough for patients who have cancelled themselves.
  else notify(ctx, { kind: 'cancelled', booking, facts: { cancelledBy: 'caller', ...facts }, only: 'email' })
}

/**
 * Returns whether the patient's calendar has an entry to withdraw. After a cancellation within seconds it has
 * none, because the confirmation was still waiting and is never sent.
 */
function wasInvited(ctx: Ctx, booking: Booking, wasConfirmed: boolean): boolean {
  return wasConfirmed && mayHaveSentInvitation(ctx, booking)
}

/** Reminds the patient, and names the other time if the patient still waits for a decision on a move. */
export function notifyReminder(ctx: Ctx, booking: Booking): void {
  notify(ctx, { kind: 'reminder', booking, facts: { moveToAt: booking.moveToAt } })
}

/** Tells the patient that the practice is running late: by SMS, or by e-mail if no SMS is possible. */
export function notifyLate(ctx: Ctx, booking: Booking, minutes: number): void {
  notify(ctx, { kind: 'late', booking, facts: { minutes } })
}

/** Sends the patient a text of the practice. @param written.channel the only channel to use */
export function notifyWritten(
  ctx: Ctx,
  booking: Booking,
  { channel, message }: Readonly<{ channel: TextChannel; message: string }>,
): void {
  notify(ctx, { kind: 'written', booking, facts: { message }, only: channel })
}

/** Reminds the practice that a patient still waits for a decision on a request. */
export function notifyUnanswered(ctx: Ctx, booking: Booking): void {
  notify(ctx, { kind: 'unanswered', booking, facts: { waitedMs: ctx.now - booking.createdAt } })
}

/** Sends the practice one e-mail about all new overlaps of bookings with busy times, if there are any. */
export function notifyBusyConflicts(ctx: Ctx): void {
  inTx(ctx, () => {
    const conflicts = takeNewConflicts(ctx)
    const bookingsUrl = staffUrl(ctx, '/admin/bookings')
    if (conflicts.length > 0) notifyPractice(ctx, 'erp-conflict', { conflicts, bookingsUrl })
  })
}

/**
 * Sends an e-mail with the link and the code that verify the address.
 * @param asked.queuePosition how many of these e-mails the origin has asked for before; the fewer, the sooner
 * this one is sent
 */
export function notifyEmailVerification(
  ctx: Ctx,
  asked: {
    email: string
    purpose: EmailVerification['purpose']
    token: string
    code: string
    queuePosition: number
  },
): void {
  const { email, purpose, token, code, queuePosition } = asked
  const verifyUrl =
    purpose === 'booking'
      ? publicUrl(ctx, `/email/verify?token=${token}`)
      : patientUrl(ctx, `${MY_BOOKINGS}?token=${token}`)
  const facts = { purpose, verifyUrl, code }
  notifyNamed(ctx, { kind: 'email-verification', to: { email }, queuePosition, facts })
}

/** The content of an offer besides its time: recipient, visit, and how to prepare for it. */
type OfferFacts = Readonly<{
  contact: Readonly<Record<'name' | 'email' | 'mobile' | 'country', string>>
  visit: AwaitedVisit
  hint: string
  booking: Booking | undefined
}>

/**
 * Offers a time to a patient on the waiting list.
 * @param offered.booking the appointment that the offer would move
 */
export function notifyOffer(
  ctx: Ctx,
  { id: offerId, entryId, startsAt, resourceId, expiresAt: until }: OfferRow,
  { contact, visit, hint, booking }: OfferFacts,
): void {
  const facts = {
    // An entry without an appointment stores the whole name in one field.
    addressee: booking ? addresseeOf(booking) : { ...NOBODY, lastName: contact.name },
    ...visit,
    hint,
    startsAt,
    until,
    doctor: findShownResource(ctx, resourceId)?.name ?? '',
    offerUrl: patientUrl(ctx, `/patient/offer?id=${offerId}`),
    entryUrl: patientUrl(ctx, `/patient/waiting-list?id=${entryId}`),
  }
  notifyNamed(ctx, { kind: 'offer', to: contact, booking, offerId, startsAt, facts })
}
