import { type StaffAction, signStaffLink } from '../access/links.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking, EmailVerification, Message, OfferRow } from '../db/schema.ts'
import { takeNewConflicts } from '../erp/pull.ts'
import { calendarCancellation, calendarInvitation } from '../messaging/email/ics.ts'
import type { EmailContent } from '../messaging/email/layout.ts'
import type { PatientLinks } from '../messaging/email/parts.ts'
import {
  accessEmail,
  cancelledByPatientEmail,
  cancelledEmail,
  confirmedEmail,
  erpConflictEmail,
  moveAskedEmail,
  movedByPatientEmail,
  movedEmail,
  moveReceivedEmail,
  moveRejectedEmail,
  newReservationEmail,
  offerEmail,
  rejectedEmail,
  reminderEmail,
  reservationReceivedEmail,
  unansweredEmail,
  verificationEmail,
} from '../messaging/email/templates.ts'
import { queueEmail, queueSms } from '../messaging/outbox/queue.ts'
import { GOES_BY_SMS } from '../messaging/outbox/recipient.ts'
import { VERIFICATION_MINUTES } from '../messaging/outbox/staleness.ts'
import { whyNoEmail, whyNoSmsToMinor, whyOff } from '../messaging/outbox/suppression.ts'
import {
  cancelledText,
  confirmedText,
  movedText,
  offerText,
  rejectedText,
  reminderText,
} from '../messaging/sms/templates.ts'
import { addresseeOf, readTexts } from '../messaging/texts.ts'
import { MY_BOOKINGS, patientUrl, practiceMailbox, publicUrl, staffUrl } from '../practice/addresses.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { findService } from '../schedule/services.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { type KindOn, MESSAGE_KINDS } from '../shared/messages/message-kinds.ts'
import { durationText } from '../shared/service/service.ts'

/**
 * Which messages each event sends. They are rendered here and queued in the transaction of the change they report; one that
 * must not or cannot be sent is stored as suppressed (messaging/outbox/suppression.ts). To whom each kind goes is in
 * shared/messages/message-kinds.ts.
 *
 * | event                  | patient                                  | practice                |
 * |------------------------|------------------------------------------|-------------------------|
 * | e-mail verification    | mail, also while notifications are off   |                         |
 * | requested              | mail                                     | mail with both links    |
 * | confirmed, or entered  | mail with calendar invitation, SMS       |                         |
 * | moved by the practice  | mail, calendar entry updated, SMS        |                         |
 * | moved by the patient   | mail, calendar entry updated             | mail, for a request with both links |
 * | move asked for         | mail                                     | mail with both links, again after a day |
 * | move confirmed         | mail, calendar entry updated, SMS        |                         |
 * | move rejected, lapsed  | mail                                     |                         |
 * | time of the waiting list | mail, SMS                              |                         |
 * | such a time taken      | as moved by the patient                  | as moved by the patient |
 * | rejected               | mail, SMS                                |                         |
 * | cancelled by patient   | mail, calendar entry withdrawn           | mail with the reason    |
 * | cancelled by practice  | mail, calendar entry withdrawn, SMS       |                         |
 * | reminder               | mail, SMS; if the patient wishes SMS, no mail unless that fails |  |
 * | unanswered for a day   |                                          | mail with both links    |
 * | conflict with Odoo     |                                          | mail, once              |
 *
 * A booking that becomes confirmed, and a confirmed one that is moved or cancelled, is also queued for Odoo, by the verb itself.
 */

export function notifyEmailVerification(
  ctx: Ctx,
  asked: {
    email: string
    purpose: EmailVerification['purpose']
    token: string
    code: string
    turn: number
  },
): void {
  const { email, purpose, token, code, turn } = asked
  const practice = readSettings(ctx, 'practice')
  const check = { practice, texts: readTexts(ctx), code, minutes: VERIFICATION_MINUTES }
  const content =
    purpose === 'booking'
      ? verificationEmail({ ...check, verifyUrl: publicUrl(ctx, `/email/verify?token=${token}`) })
      : accessEmail({ ...check, verifyUrl: patientUrl(ctx, `${MY_BOOKINGS}?token=${token}`) })
  queueEmail(ctx, { kind: 'email-verification', recipient: email, turn, ...content })
}

export function notifyRequested(ctx: Ctx, booking: Booking): void {
  email(ctx, booking, 'reservation-received', reservationReceivedEmail(factsOf(ctx, booking)))
  email(ctx, booking, 'new-reservation', newReservationEmail(decisionFacts(ctx, booking)))
}

export function notifyConfirmed(ctx: Ctx, booking: Booking, message: string): void {
  const facts = factsOf(ctx, booking)
  email(ctx, booking, 'confirmed', confirmedEmail({ ...facts, message }), calendarInvitation)
  sms(ctx, booking, 'confirmed', confirmedText(facts))
}

/** @param moved.from the start until now; `by`: whose wish it was; `message` is the practice's */
export function notifyMoved(
  ctx: Ctx,
  booking: Booking,
  moved: { from: Instant; by: 'patient' | 'practice'; message: string },
): void {
  emailMoved(ctx, booking, moved)
  sms(ctx, booking, 'moved', movedText({ ...factsOf(ctx, booking), from: moved.from }))
}

/**
 * The patient has moved it, and gets no SMS.
 * @param moved.from the start until now; `message` is the patient's; `offered`: by taking an offer of the waiting list
 */
export function notifyMovedByPatient(
  ctx: Ctx,
  booking: Booking,
  { from, message, offered }: { from: Instant; message: string; offered?: boolean },
): void {
  emailMoved(ctx, booking, { from, by: 'patient', message: '' })
  const content = movedByPatientEmail({ ...decisionFacts(ctx, booking), from, message, offered })
  email(ctx, booking, 'moved-by-patient', content)
}

function emailMoved(ctx: Ctx, booking: Booking, moved: Parameters<typeof notifyMoved>[2]): void {
  const content = movedEmail({ ...factsOf(ctx, booking), ...moved })
  email(ctx, booking, 'moved', content, booking.status === 'confirmed' ? calendarInvitation : undefined)
}

/** @param asked.to the start that the patient asks for; `message` is the patient's */
export function notifyMoveAsked(ctx: Ctx, booking: Booking, asked: { to: Instant; message: string }): void {
  email(ctx, booking, 'move-received', moveReceivedEmail({ ...factsOf(ctx, booking), ...asked }))
  email(ctx, booking, 'move-asked', moveAskedEmail({ ...decisionFacts(ctx, booking), ...asked }))
}

/** @param rejected.to the start that the patient asked for; `message` is the practice's; `lapsed`: it has not answered in time */
export function notifyMoveRejected(
  ctx: Ctx,
  booking: Booking,
  rejected: { to: Instant; message: string; lapsed: boolean },
): void {
  email(ctx, booking, 'move-rejected', moveRejectedEmail({ ...factsOf(ctx, booking), ...rejected }))
}

/** Offers a time to somebody on the waiting list. @param booking the appointment that is to be earlier */
export function notifyOffer(
  ctx: Ctx,
  { id: offerId, entryId, startsAt, expiresAt: until }: OfferRow,
  { person, serviceName, hint, booking }: Offered,
): void {
  const { name, email: recipient } = person
  const addressee = booking ? addresseeOf(booking) : { salutation: '', firstName: '', lastName: name }
  const facts = { practice: readSettings(ctx, 'practice'), texts: readTexts(ctx), addressee, startsAt, until }
  const offerUrl = patientUrl(ctx, `/patient/offer?id=${offerId}`)
  const entryUrl = patientUrl(ctx, `/patient/waiting-list?id=${entryId}`)
  const about = { kind: 'offer', bookingId: booking?.id ?? null, offerId, startsAt } as const
  queueEmail(ctx, {
    ...about,
    recipient,
    ...offerEmail({ ...facts, serviceName, hint, booking, offerUrl, entryUrl }),
    suppressed: whyNoEmail(ctx, 'patient', recipient),
  })
  if (person.mobile === '') return
  const text = offerText({ ...facts, url: offerUrl, now: ctx.now })
  queueSms(ctx, {
    ...about,
    mobile: person.mobile,
    country: person.country,
    text,
    suppressed: (booking && whyNoSmsToMinor(ctx, booking)) ?? whyOff(ctx, 'sms'),
  })
}

/** To whom and for what a time is offered. */
type Offered = Readonly<{
  person: Readonly<Record<'name' | 'email' | 'mobile' | 'country', string>>
  serviceName: string
  hint: string
  booking: Booking | undefined
}>

/** @param suppressed why the patient gets no message; undefined when there is no such reason */
export function notifyRejected(ctx: Ctx, booking: Booking, message: string, suppressed?: string): void {
  const facts = factsOf(ctx, booking)
  email(ctx, booking, 'rejected', rejectedEmail({ ...facts, message }), undefined, { suppressed })
  sms(ctx, booking, 'rejected', rejectedText(facts), { suppressed, unconfirmed: true })
}

/** @param wasConfirmed then the patient's calendar holds an entry, which is withdrawn. */
export function notifyCancelledByPatient(
  ctx: Ctx,
  booking: Booking,
  { wasConfirmed, reason }: { wasConfirmed: boolean; reason: string },
): void {
  const facts = factsOf(ctx, booking)
  const content = cancelledEmail({ ...facts, by: 'patient', message: '' })
  email(ctx, booking, 'cancelled', content, wasConfirmed ? calendarCancellation : undefined)
  email(ctx, booking, 'cancelled-by-patient', cancelledByPatientEmail({ ...facts, reason }))
}

/** @param wasConfirmed then the patient's calendar holds an entry, which is withdrawn */
export function notifyCancelledByStaff(
  ctx: Ctx,
  booking: Booking,
  { wasConfirmed, message }: { wasConfirmed: boolean; message: string },
): void {
  const facts = factsOf(ctx, booking)
  const content = cancelledEmail({ ...facts, by: 'staff', message })
  email(ctx, booking, 'cancelled', content, wasConfirmed ? calendarCancellation : undefined)
  sms(ctx, booking, 'cancelled', cancelledText(facts), { unconfirmed: !wasConfirmed })
}

export function notifyReminder(ctx: Ctx, booking: Booking): void {
  const facts = factsOf(ctx, booking)
  const content = reminderEmail({ ...facts, moveToAt: booking.moveToAt })
  const { id, status } = sms(ctx, booking, 'reminder', reminderText(facts))
  const fallbackOf = booking.reminderBySms && status === 'queued' ? id : undefined
  email(ctx, booking, 'reminder', content, undefined, { fallbackOf })
}

export function notifyUnanswered(ctx: Ctx, booking: Booking): void {
  const waitingHours = Math.floor((ctx.now - booking.createdAt) / HOUR)
  email(ctx, booking, 'unanswered', unansweredEmail({ ...decisionFacts(ctx, booking), waitingHours }))
}

/** As `notifyUnanswered`, for the time that a patient has asked for. */
export function notifyMoveUnanswered(
  ctx: Ctx,
  booking: Booking & { moveToAt: Instant; moveAskedAt: Instant },
): void {
  const waitingHours = Math.floor((ctx.now - booking.moveAskedAt) / HOUR)
  const asked = { to: booking.moveToAt, message: '', waitingHours }
  email(ctx, booking, 'move-asked', moveAskedEmail({ ...decisionFacts(ctx, booking), ...asked }))
}

/** One e-mail about all overlaps with busy times of Odoo that the practice has not had an e-mail about. */
export function notifyErpConflicts(ctx: Ctx): void {
  inTx(ctx, () => {
    const conflicts = takeNewConflicts(ctx)
    if (conflicts.length === 0) return
    const practice = readSettings(ctx, 'practice')
    const adminUrl = staffUrl(ctx, '/admin/bookings')
    email(ctx, undefined, 'erp-conflict', erpConflictEmail({ practice, conflicts, adminUrl }))
  })
}

/**
 * Stores an e-mail about a booking; one that must not or cannot be sent is stored as suppressed, with the reason.
 * @param fallbackOf the SMS that goes instead; the e-mail waits until that one fails
 */
function email(
  ctx: Ctx,
  booking: Booking | undefined,
  kind: KindOn<'email'>,
  content: EmailContent,
  writeCalendar?: (ctx: Ctx, booking: Booking) => string,
  { suppressed, fallbackOf }: { suppressed?: string | undefined; fallbackOf?: number | undefined } = {},
): void {
  const { to } = MESSAGE_KINDS[kind]
  const recipient = to === 'patient' ? (booking?.email ?? '') : practiceMailbox(ctx)
  const reason = suppressed ?? whyNoEmail(ctx, to, recipient)
  queueEmail(ctx, {
    kind,
    bookingId: booking?.id,
    startsAt: kind === 'move-asked' ? booking?.moveToAt : booking?.startsAt,
    recipient,
    ...content,
    calendar: recipient === '' || booking === undefined ? undefined : writeCalendar?.(ctx, booking),
    suppressed: reason ?? (fallbackOf === undefined ? undefined : GOES_BY_SMS),
    fallbackOf: reason === undefined ? fallbackOf : undefined,
  })
}

function sms(
  ctx: Ctx,
  booking: Booking,
  kind: KindOn<'sms'>,
  text: string,
  { suppressed, unconfirmed = false }: { suppressed?: string | undefined; unconfirmed?: boolean } = {},
): Message {
  const { id, startsAt, mobile, country } = booking
  const about = { kind, bookingId: id, startsAt, mobile, country, text, unconfirmed }
  const reason = suppressed ?? whyNoSmsToMinor(ctx, booking) ?? whyOff(ctx, 'sms')
  return queueSms(ctx, { ...about, suppressed: reason })
}

/**
 * What messages to patients say of a booking: the length that it was made with, what the service says now (docs/behaviour.md 2.11), and
 * where the patient changes it.
 */
function factsOf(ctx: Ctx, booking: Booking) {
  const { id, serviceId, durationMin } = booking
  const { displayDurationMin = null, hint = '' } = findService(ctx, serviceId) ?? {}
  const made = { id: serviceId, duration_min: durationMin, display_duration_min: displayDurationMin }
  const links: PatientLinks = {
    overviewUrl: patientUrl(ctx, `/patient/overview?id=${id}`),
    cancelUrl: patientUrl(ctx, `/patient/reject?id=${id}`),
    moveUrl: patientUrl(ctx, `/patient/move?id=${id}`),
    myBookingsUrl: patientUrl(ctx, MY_BOOKINGS),
    cancelHours: readSetting(ctx, 'general', 'cancel_hours'),
  }
  const about = { practice: readSettings(ctx, 'practice'), booking, texts: readTexts(ctx), now: ctx.now }
  return { ...about, hint, duration: durationText(made), ...links, bookUrl: publicUrl(ctx, '/') }
}

/**
 * What e-mails to the practice say of a booking on which it decides. The two links are signed for this booking and this time, each for
 * one decision, until the appointment starts.
 */
function decisionFacts(ctx: Ctx, booking: Booking) {
  const { id, startsAt, moveToAt, moves } = booking
  const start = moveToAt ?? startsAt
  const link = (action: StaffAction) =>
    staffUrl(ctx, `/admin/${action}?id=${id}&sig=${signStaffLink(ctx, action, id, start, moves)}`)
  const urls = { confirmUrl: link('confirm'), rejectUrl: link('reject'), adminUrl: staffUrl(ctx, '/admin') }
  return { practice: readSettings(ctx, 'practice'), booking, ...urls }
}
