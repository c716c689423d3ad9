import { type StaffAction, signStaffLink } from '../access/links.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking, emails, sms } from '../db/schema.ts'
import { calendarCancellation, calendarInvitation } from '../messaging/email/ics.ts'
import type { EmailContent } from '../messaging/email/layout.ts'
import {
  cancelledByPatientEmail,
  cancelledEmail,
  confirmedEmail,
  newReservationEmail,
  rejectedEmail,
  reminderEmail,
  reservationReceivedEmail,
  unansweredEmail,
  verificationEmail,
} from '../messaging/email/templates.ts'
import { EMAIL_CHECK_MINUTES } from '../messaging/outbox/deliver.ts'
import { type EmailKind, queueEmail } from '../messaging/outbox/queue.ts'
import { queueSms, type SmsKind } from '../messaging/outbox/sms.ts'
import { cancelledText, confirmedText, rejectedText, reminderText } from '../messaging/sms/templates.ts'
import { patientUrl, practiceMailbox, publicUrl, staffUrl } from '../practice/addresses.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { HOUR } from '../shared/day.ts'

/**
 * Which messages each event sends: the whole policy on one page (decisions, section 5). Letters are finished
 * here and queued in the transaction of the change they tell of; muted ones are kept, with the reason. A patient whom the
 * practice entered by telephone may have told no e-mail address: then there is no mail.
 *
 * | event                  | patient                                  | practice                |
 * |------------------------|------------------------------------------|-------------------------|
 * | e-mail check           | mail, also while notifications are off   |                         |
 * | requested              | mail                                     | mail with both links    |
 * | confirmed, or entered  | mail with calendar invitation, SMS       |                         |
 * | rejected               | mail, SMS                                |                         |
 * | cancelled by patient   | mail, calendar entry withdrawn           | mail with the reason    |
 * | cancelled by practice  | mail, calendar entry withdrawn, SMS       |                         |
 * | reminder               | mail, SMS                                |                         |
 * | unanswered for a day   |                                          | mail with both links    |
 */

/** Somebody typed in an address: link and code go there, also while notifications are off. */
export function notifyEmailVerification(
  ctx: Ctx,
  { email, token, code }: { email: string; token: string; code: string },
): void {
  const verifyUrl = publicUrl(ctx, `/email/verify?token=${token}`)
  const practice = readSettings(ctx, 'practice')
  queueEmail(ctx, {
    kind: 'email-check',
    recipient: email,
    ...verificationEmail({ practice, verifyUrl, code, minutes: EMAIL_CHECK_MINUTES }),
  })
}

export function notifyRequested(ctx: Ctx, booking: Booking): void {
  const facts = { practice: readSettings(ctx, 'practice'), booking }
  writePatient(
    ctx,
    booking,
    'reservation-received',
    reservationReceivedEmail({ ...facts, ...patientLinks(ctx, booking) }),
  )
  writePractice(
    ctx,
    booking,
    'new-reservation',
    newReservationEmail({ ...facts, ...decisionLinks(ctx, booking) }),
  )
}

export function notifyConfirmed(ctx: Ctx, booking: Booking, message: string): void {
  const facts = { practice: readSettings(ctx, 'practice'), booking }
  const letter = confirmedEmail({ ...facts, now: ctx.now, message, ...patientLinks(ctx, booking) })
  writePatient(ctx, booking, 'confirmed', letter, calendarInvitation)
  textPatient(ctx, booking, 'confirmed', confirmedText(facts))
}

export function notifyRejected(ctx: Ctx, booking: Booking, message: string): void {
  const facts = { practice: readSettings(ctx, 'practice'), booking }
  writePatient(ctx, booking, 'rejected', rejectedEmail({ ...facts, message, bookUrl: publicUrl(ctx, '/') }))
  textPatient(ctx, booking, 'rejected', rejectedText(facts))
}

/** @param wasConfirmed then the patient's calendar holds an entry, which is withdrawn. */
export function notifyCancelledByPatient(
  ctx: Ctx,
  booking: Booking,
  { wasConfirmed, reason }: { wasConfirmed: boolean; reason: string },
): void {
  const facts = { practice: readSettings(ctx, 'practice'), booking }
  const letter = cancelledEmail({ ...facts, by: 'patient', message: '', bookUrl: publicUrl(ctx, '/') })
  writePatient(ctx, booking, 'cancelled', letter, wasConfirmed ? calendarCancellation : undefined)
  writePractice(ctx, booking, 'cancelled-by-patient', cancelledByPatientEmail({ ...facts, reason }))
}

/** @param wasConfirmed then the patient's calendar holds an entry, which is withdrawn. */
export function notifyCancelledByStaff(
  ctx: Ctx,
  booking: Booking,
  { wasConfirmed, message }: { wasConfirmed: boolean; message: string },
): void {
  const facts = { practice: readSettings(ctx, 'practice'), booking }
  const letter = cancelledEmail({ ...facts, by: 'staff', message, bookUrl: publicUrl(ctx, '/') })
  writePatient(ctx, booking, 'cancelled', letter, wasConfirmed ? calendarCancellation : undefined)
  textPatient(ctx, booking, 'cancelled', cancelledText(facts))
}

export function notifyReminder(ctx: Ctx, booking: Booking): void {
  const facts = { practice: readSettings(ctx, 'practice'), booking }
  writePatient(
    ctx,
    booking,
    'reminder',
    reminderEmail({ ...facts, now: ctx.now, ...patientLinks(ctx, booking) }),
  )
  textPatient(ctx, booking, 'reminder', reminderText(facts))
}

export function notifyUnanswered(ctx: Ctx, booking: Booking): void {
  const waitingHours = Math.floor((ctx.now - booking.createdAt) / HOUR)
  const practice = readSettings(ctx, 'practice')
  writePractice(
    ctx,
    booking,
    'unanswered',
    unansweredEmail({ practice, booking, waitingHours, ...decisionLinks(ctx, booking) }),
  )
}

/**
 * The same message once more, word for word, under the rules that hold now.
 * @returns why it stays here, if it does
 */
export function repeatEmail(ctx: Ctx, row: typeof emails.$inferSelect): string | undefined {
  const { kind, bookingId, recipient, subject, text, html, calendar } = row
  const mute = muted(ctx, 'notify_muteEmail')
  queueEmail(ctx, {
    kind: kind as EmailKind,
    recipient,
    subject,
    text,
    html,
    ...(bookingId === null ? {} : { bookingId }),
    ...(calendar === null ? {} : { calendar }),
    ...mute,
  })
  return mute.muted
}

/** As `repeatEmail`. */
export function repeatSms(
  ctx: Ctx,
  row: typeof sms.$inferSelect,
  { id, country }: Booking,
): string | undefined {
  const mute = muted(ctx, 'notify_muteSms')
  queueSms(ctx, {
    kind: row.kind as SmsKind,
    bookingId: id,
    mobile: row.recipient,
    country,
    text: row.text,
    ...mute,
  })
  return mute.muted
}

function writePatient(
  ctx: Ctx,
  booking: Booking,
  kind: EmailKind,
  letter: EmailContent,
  writeCalendar?: (ctx: Ctx, booking: Booking) => string,
): void {
  if (booking.email === '') return
  const calendar = writeCalendar?.(ctx, booking)
  queueEmail(ctx, {
    kind,
    bookingId: booking.id,
    recipient: booking.email,
    ...letter,
    ...(calendar === undefined ? {} : { calendar }),
    ...muted(ctx, 'notify_muteEmail'),
  })
}

/** To nobody when the practice wants no mails. */
function writePractice(ctx: Ctx, booking: Booking, kind: EmailKind, letter: EmailContent): void {
  if (!readSetting(ctx, 'general', 'SEND_ADMIN_EMAIL')) return
  const recipient = practiceMailbox(ctx)
  if (recipient === '') return
  queueEmail(ctx, { kind, bookingId: booking.id, recipient, ...letter, ...muted(ctx, 'notify_muteEmail') })
}

function textPatient(ctx: Ctx, { id, mobile, country }: Booking, kind: SmsKind, text: string): void {
  queueSms(ctx, { kind, bookingId: id, mobile, country, text, ...muted(ctx, 'notify_muteSms') })
}

/** True while the practice has switched mails off, so that nobody is promised one. */
export function areMailsMuted(ctx: Ctx): boolean {
  return 'muted' in muted(ctx, 'notify_muteEmail')
}

/** Why nothing may go out on this channel; empty when it may. */
function muted(ctx: Ctx, channel: 'notify_muteEmail' | 'notify_muteSms'): { muted?: string } {
  const general = readSettings(ctx, 'general')
  if (!general.notify_off && !general[channel]) return {}
  return { muted: muteReason(general) }
}

/** What stands on the messages that are held back while notifications are off. */
export function muteReason({ notify_reason }: { notify_reason: string }): string {
  return notify_reason || 'Benachrichtigungen sind abgeschaltet.'
}

function patientLinks(ctx: Ctx, { id }: Booking) {
  return {
    overviewUrl: patientUrl(ctx, `/patient/overview?id=${id}`),
    cancelUrl: patientUrl(ctx, `/patient/reject?id=${id}`),
  }
}

/** The two are signed for this booking, each for one decision, until the appointment starts. */
function decisionLinks(ctx: Ctx, { id, startsAt }: Booking) {
  const link = (action: StaffAction) =>
    staffUrl(ctx, `/admin/${action}?id=${id}&sig=${signStaffLink(ctx, action, id, startsAt)}`)
  return { confirmUrl: link('confirm'), rejectUrl: link('reject'), adminUrl: staffUrl(ctx, '/admin') }
}
