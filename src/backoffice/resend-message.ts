import { bookingSubject, recordAudit } from '../access/audit.ts'
import { getBooking } from '../booking/bookings.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking, Message } from '../db/schema.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { isSyncOn, SYNC_OFF } from '../erp/sync.ts'
import { rulesOf } from '../messaging/kinds.ts'
import { whyEmptied } from '../messaging/outbox/emptied-messages.ts'
import { getMessage } from '../messaging/outbox/log.ts'
import { queueAgain } from '../messaging/outbox/queue.ts'
import { changesForPresentRecipient } from '../messaging/outbox/recipient.ts'
import { awaitsRetry, hasStopped } from '../messaging/outbox/remedy.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { isStale, NO_LONGER_TRUE } from '../messaging/outbox/staleness.ts'
import {
  NO_ADDRESS,
  whyNoEmail,
  whyNoSms,
  whyNoSmsToMinor,
  whyNotificationsOff,
} from '../messaging/outbox/suppression.ts'
import { whySmsNotAllowed } from '../messaging/sms/limits.ts'
import { reachableMobile } from '../messaging/sms/phone.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'
import { Problem } from '../shared/problems.ts'
import { retryErpPush } from './odoo.ts'

/**
 * Sends a message once more to the present e-mail address or number, or a booking once more to Odoo. A sent
 * message becomes a new row of the outbox with the same content; one that has stopped, or waits for its next
 * attempt after a failure, keeps its row (`retryMessage`).
 * @returns sentence that says why it is suppressed (notifications or e-mails to the practice are off, or an
 * SMS would cost too much); undefined when it will be sent
 * @throws Problem 'not found'; conflict while it is on its way, or when it is no longer true
 */
export function resendMessage(
  ctx: Ctx,
  { bookingId, channel, id }: Readonly<{ bookingId: string; channel: Channel; id: number }>,
): string | undefined {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, bookingId)
    const message = getMessage(ctx, channel, id, booking.id)
    if (hasStopped(message) || awaitsRetry(ctx, message)) {
      if (channel === 'erp') retryErpPush(ctx, id)
      else retryMessage(ctx, channel, id)
      return undefined
    }
    if (message.status === 'queued' || message.status === 'sending')
      throw new Problem('conflict', {}, 'Diese Nachricht ist noch gar nicht hinausgegangen.')
    const whySuppressed = channel === 'erp' ? pushAgain(ctx, booking) : sendAgain(ctx, message, booking)
    recordAudit(ctx, 'message-resent', bookingSubject(booking.id))
    return whySuppressed
  })
}

/** Queues a new push. It reads the booking when it is sent, so nothing of the old row is needed. */
function pushAgain(ctx: Ctx, booking: Booking): undefined {
  if (!isSyncOn(ctx)) throw new Problem('conflict', {}, SYNC_OFF)
  queueErpPush(ctx, booking)
}

/**
 * Queues a copy of an e-mail or SMS for the present recipient.
 * @returns why the copy is suppressed; undefined when it will be sent
 */
function sendAgain(ctx: Ctx, sentMessage: Message, booking: Booking): string | undefined {
  const message = { ...sentMessage, ...changesForPresentRecipient(ctx, sentMessage) }
  const obstacle = findResendObstacle(ctx, message, booking)
  if (obstacle !== undefined) throw new Problem('conflict', {}, obstacle)
  const whySuppressed =
    message.channel === 'sms' ? whySmsSuppressed(ctx, message) : whyEmailSuppressed(ctx, message)
  queueAgain(ctx, message, whySuppressed)
  return whySuppressed
}

/** Returns why an e-mail or SMS must not be sent once more, as a sentence; undefined when it may be. */
function findResendObstacle(ctx: Ctx, message: Message, booking: Booking): string | undefined {
  return (
    whyEmptied(message) ??
    (isStillTrue(ctx, message, booking) ? undefined : NO_LONGER_TRUE) ??
    whyTooLate(ctx, message, booking) ??
    whyUnreachable(ctx, message, booking)
  )
}

/** Returns whether what the message says about the booking still holds. */
function isStillTrue(ctx: Ctx, message: Message, booking: Booking): boolean {
  // Whether an offer can still be taken does not depend on the booking's status; `isStale` checks it. Other
  // kinds without `validWhile` are not about a booking.
  const fitsStatus = rulesOf(message.kind).validWhile?.includes(booking.status) ?? message.kind === 'offer'
  return fitsStatus && !isStale(ctx, message)
}

/** Returns why it is too late. An e-mail that only reports something may still go out after the start. */
function whyTooLate(ctx: Ctx, { kind, channel }: Message, { startsAt }: Booking): string | undefined {
  const mustArriveBefore = rulesOf(kind).asksRecipient || channel === 'sms'
  return mustArriveBefore && startsAt <= ctx.now
    ? 'Der Termin hat schon begonnen: Diese Nachricht geht nicht mehr hinaus.'
    : undefined
}

/** Returns why no e-mail or SMS reaches the recipient. */
function whyUnreachable(ctx: Ctx, { channel, recipient }: Message, booking: Booking): string | undefined {
  if (channel === 'email') return recipient === '' ? NO_ADDRESS.patient : undefined
  return whyNoSmsToMinor(ctx, booking) ?? whyNoSms(ctx, reachableMobile(recipient, booking.country))
}

/** Returns why an SMS to this recipient is only stored, as a sentence; undefined when it is sent. */
function whySmsSuppressed(ctx: Ctx, { recipient }: Message): string | undefined {
  // The recipient has a country code, so no country is needed to read the number.
  return whyNotificationsOff(ctx, 'sms') ?? whySmsNotAllowed(ctx, reachableMobile(recipient, ''))
}

/** Returns why an e-mail to this recipient is only stored, as a sentence; undefined when it is sent. */
function whyEmailSuppressed(ctx: Ctx, { kind, recipient }: Message): string | undefined {
  const { to } = rulesOf(kind)
  return whyNoEmail(ctx, to === 'practice' ? to : 'patient', recipient)
}
