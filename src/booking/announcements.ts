import { signStaffLink } from '../access/links.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { EMAIL_CHECK_MINUTES } from '../messaging/deliver.ts'
import { emailCheckLetter, newReservationLetter, reservationReceivedLetter } from '../messaging/letters.ts'
import { queueEmail } from '../messaging/outbox.ts'
import { patientUrl, publicUrl, staffUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'

/**
 * Which messages each event sends: the whole policy on one page (decisions, section 5). Letters are finished
 * here and queued in the transaction of the change they tell of.
 */

/** Somebody typed in an address: link and code go there, also while notifications are off. */
export function announceEmailCheck(
  ctx: Ctx,
  { email, token, code }: { email: string; token: string; code: string },
): void {
  const verifyUrl = publicUrl(ctx, `/email/verify?token=${token}`)
  const practice = readSettings(ctx, 'practice')
  queueEmail(ctx, {
    kind: 'email-check',
    recipient: email,
    ...emailCheckLetter({ practice, verifyUrl, code, minutes: EMAIL_CHECK_MINUTES }),
  })
}

/** A patient reserved: the patient hears what happens next, the practice gets the two links to decide. */
export function announceRequested(ctx: Ctx, booking: Booking): void {
  const practice = readSettings(ctx, 'practice')
  queueEmail(ctx, {
    kind: 'reservation-received',
    bookingId: booking.id,
    recipient: booking.email,
    ...reservationReceivedLetter({
      practice,
      booking,
      overviewUrl: patientUrl(ctx, `/patient/overview?id=${booking.id}`),
      cancelUrl: patientUrl(ctx, `/patient/reject?id=${booking.id}`),
    }),
  })
  const recipient = practiceAddress(ctx)
  if (recipient === undefined) return
  const decisionUrl = (action: 'confirm' | 'reject') =>
    staffUrl(
      ctx,
      `/admin/${action}?id=${booking.id}&sig=${signStaffLink(ctx, action, booking.id, booking.startsAt)}`,
    )
  queueEmail(ctx, {
    kind: 'new-reservation',
    bookingId: booking.id,
    recipient,
    ...newReservationLetter({
      practice,
      booking,
      confirmUrl: decisionUrl('confirm'),
      rejectUrl: decisionUrl('reject'),
    }),
  })
}

/** Where the practice reads of bookings; undefined when it wants no mails or has named no address. */
function practiceAddress(ctx: Ctx): string | undefined {
  if (!readSettings(ctx, 'general').SEND_ADMIN_EMAIL) return undefined
  return readSettings(ctx, 'urls').ADMIN_EMAIL || readSettings(ctx, 'practice').mail || undefined
}
