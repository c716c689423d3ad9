import { type Ctx, inTx } from '../ctx.ts'
import type { Booking, EmailVerification, OfferRow } from '../db/schema.ts'
import { takeNewConflicts } from '../erp/pull.ts'
import { addresseeOf, NOBODY } from '../messaging/addressee.ts'
import { emailVerification } from '../messaging/kinds/email-verification.ts'
import { offer } from '../messaging/kinds/offer.ts'
import { notify, notifyPractice } from '../messaging/notify.ts'
import { queueEmail, queueSms } from '../messaging/outbox/queue.ts'
import { whyNoEmail, whyNoSmsToMinor, whyOff } from '../messaging/outbox/suppression.ts'
import { readTexts } from '../messaging/texts.ts'
import { MY_BOOKINGS, patientUrl, publicUrl, staffUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'
import { HOUR, type Instant } from '../shared/day.ts'

/**
 * Which messages each event of a booking sends. To whom each kind goes, by which channels and with which words, stands in its file in
 * messaging/kinds/. A booking that becomes confirmed, and a confirmed one that is moved or cancelled, is also queued for Odoo, by the
 * verb itself.
 */

export function notifyRequested(ctx: Ctx, booking: Booking): void {
  notify(ctx, 'reservation-received', booking, {})
  notify(ctx, 'new-reservation', booking, {})
}

/** Also for an appointment that the practice enters. */
export function notifyConfirmed(ctx: Ctx, booking: Booking, message: string): void {
  notify(ctx, 'confirmed', booking, { message })
}

type Moved = Readonly<{ from: Instant; message: string }>

/** The practice has moved it, or confirmed the time that the patient asked for. @param moved.by whose wish it was */
export function notifyMoved(
  ctx: Ctx,
  booking: Booking,
  moved: Moved & Readonly<{ by: 'patient' | 'practice' }>,
): void {
  notify(ctx, 'moved', booking, moved)
}

/** @param moved.message the patient's; `offered`: by taking an offer of the waiting list */
export function notifyMovedByPatient(
  ctx: Ctx,
  booking: Booking,
  moved: Moved & Readonly<{ offered?: boolean }>,
): void {
  notify(ctx, 'moved', booking, { from: moved.from, by: 'patient', message: '' }, { only: 'email' })
  notify(ctx, 'moved-by-patient', booking, moved)
}

export function notifyMoveAsked(ctx: Ctx, booking: Booking, asked: { to: Instant; message: string }): void {
  notify(ctx, 'move-received', booking, { to: asked.to })
  notify(ctx, 'move-asked', booking, asked)
}

export function notifyMoveRejected(
  ctx: Ctx,
  booking: Booking,
  rejected: { to: Instant; message: string; lapsed: boolean },
): void {
  notify(ctx, 'move-rejected', booking, rejected)
}

/** @param suppressed why the patient gets no message; undefined when there is no such reason */
export function notifyRejected(ctx: Ctx, booking: Booking, message: string, suppressed?: string): void {
  notify(ctx, 'rejected', booking, { message }, { suppressed })
}

export function notifyCancelledByPatient(
  ctx: Ctx,
  booking: Booking,
  { wasConfirmed, reason }: { wasConfirmed: boolean; reason: string },
): void {
  notify(ctx, 'cancelled', booking, { by: 'patient', message: '', wasConfirmed }, { only: 'email' })
  notify(ctx, 'cancelled-by-patient', booking, { reason })
}

export function notifyCancelledByStaff(
  ctx: Ctx,
  booking: Booking,
  cancelled: { wasConfirmed: boolean; message: string },
): void {
  notify(ctx, 'cancelled', booking, { by: 'staff', ...cancelled })
}

export function notifyReminder(ctx: Ctx, booking: Booking): void {
  notify(ctx, 'reminder', booking, { moveToAt: booking.moveToAt })
}

export function notifyUnanswered(ctx: Ctx, booking: Booking): void {
  notify(ctx, 'unanswered', booking, { waitingHours: hoursSince(ctx, booking.createdAt) })
}

/** As `notifyUnanswered`, for the time that a patient has asked for. */
export function notifyMoveUnanswered(
  ctx: Ctx,
  booking: Booking & { moveToAt: Instant; moveAskedAt: Instant },
): void {
  const waitingHours = hoursSince(ctx, booking.moveAskedAt)
  notify(ctx, 'move-asked', booking, { to: booking.moveToAt, message: '', waitingHours })
}

function hoursSince({ now }: Ctx, since: Instant): number {
  return Math.floor((now - since) / HOUR)
}

/** One e-mail about all overlaps with busy times of Odoo that the practice has not had an e-mail about. */
export function notifyErpConflicts(ctx: Ctx): void {
  inTx(ctx, () => {
    const conflicts = takeNewConflicts(ctx)
    const bookingsUrl = staffUrl(ctx, '/admin/bookings')
    if (conflicts.length > 0) notifyPractice(ctx, 'erp-conflict', { conflicts, bookingsUrl })
  })
}

/** Is sent also while notifications are off, because somebody waits for it in front of the screen. */
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
  const { email: recipient, purpose, token, code, queuePosition } = asked
  const verifyUrl =
    purpose === 'booking'
      ? publicUrl(ctx, `/email/verify?token=${token}`)
      : patientUrl(ctx, `${MY_BOOKINGS}?token=${token}`)
  const facts = { practice: readSettings(ctx, 'practice'), texts: readTexts(ctx), purpose, verifyUrl, code }
  queueEmail(ctx, { kind: 'email-verification', recipient, queuePosition, ...emailVerification.email(facts) })
}

/** Offers a time to somebody on the waiting list. @param offered.booking the appointment that is to be earlier */
export function notifyOffer(
  ctx: Ctx,
  { id: offerId, entryId, startsAt, expiresAt: until }: OfferRow,
  { person, serviceName, hint, booking }: Offered,
): void {
  const { name, email: recipient, mobile, country } = person
  const facts = {
    ...{ practice: readSettings(ctx, 'practice'), texts: readTexts(ctx), now: ctx.now },
    addressee: booking ? addresseeOf(booking) : { ...NOBODY, lastName: name },
    ...{ serviceName, hint, booking, startsAt, until },
    offerUrl: patientUrl(ctx, `/patient/offer?id=${offerId}`),
    entryUrl: patientUrl(ctx, `/patient/waiting-list?id=${entryId}`),
  }
  const about = { kind: 'offer', bookingId: booking?.id ?? null, offerId, startsAt } as const
  const noEmail = whyNoEmail(ctx, 'patient', recipient)
  queueEmail(ctx, { ...about, recipient, ...offer.email(facts), suppressed: noEmail })
  if (mobile === '') return
  const noSms = (booking && whyNoSmsToMinor(ctx, booking)) ?? whyOff(ctx, 'sms')
  queueSms(ctx, { ...about, mobile, country, text: offer.sms(facts), suppressed: noSms })
}

/** To whom and for what a time is offered. */
type Offered = Readonly<{
  person: Readonly<Record<'name' | 'email' | 'mobile' | 'country', string>>
  serviceName: string
  hint: string
  booking: Booking | undefined
}>
