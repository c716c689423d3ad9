import { eq } from 'drizzle-orm'
import { recordAudit } from '../../access/audit.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { findBooking } from '../../db/booking-rows.ts'
import { type Message, messages } from '../../db/schema.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { CHANNEL_NAMES, type Channel } from '../../shared/messages/message-kinds.ts'
import { TEST_SENT } from '../../shared/messages.de.ts'
import { Problem } from '../../shared/problems.ts'
import { nextMorning } from '../../time/quiet-hours.ts'
import { rulesOf } from '../kinds.ts'
import { whyTooCostly } from '../sms/limits.ts'
import { reachableMobile } from '../sms/phone.ts'
import { canSendSms } from '../sms/providers.ts'
import { whyEmptied } from './bodies.ts'
import { getMessage } from './log.ts'
import { wakeWorker } from './queue.ts'
import { addressColumns, addressedNow } from './recipient.ts'
import { isStale, NO_LONGER_TRUE } from './staleness.ts'
import { NO_PROVIDER, whyNoSmsToMinor } from './suppression.ts'

/** Minutes to wait after the first, second … fifth failed attempt. After the sixth the message has failed. */
const RETRY_AFTER_MINUTES = [1, 5, 30, 120, 720]

/** Returns when to try again after this number of failed attempts, or that the message has failed. */
export function afterFailure(
  attempts: number,
  now: Instant,
): Readonly<{ status: 'queued'; dueAt: Instant }> | Readonly<{ status: 'failed' }> {
  const minutes = RETRY_AFTER_MINUTES[attempts - 1]
  return minutes === undefined ? { status: 'failed' } : { status: 'queued', dueAt: now + minutes * MINUTE }
}

/** Minutes of the longest lease, and of the longest wait after a refused attempt that was not counted. */
const LONGEST_WAIT_MINUTES = 5

/** Returns the latest instant at which a waiting message can be due if the clock has always been right. */
export function latestDue(
  { status, attempts, kind, error }: Pick<Message, 'status' | 'attempts' | 'kind' | 'error'>,
  now: Instant,
): Instant {
  const retry = RETRY_AFTER_MINUTES[Math.max(0, attempts - 1)] ?? 0
  const isTried = status === 'sending' || error !== null
  const due = now + Math.max(retry, isTried ? LONGEST_WAIT_MINUTES : 0) * MINUTE
  return rulesOf(kind).waitsForDay ? Math.max(due, nextMorning(now)) : due
}

/** The `sendStatus` of an SMS that an earlier attempt may have sent. */
export const MAYBE_SENT = 'unknown'

/** Sentences that say why a message in this status cannot be retried. */
const NOT_STOPPED: Partial<Record<Message['status'], string>> = {
  queued: 'Diese Nachricht wartet bereits auf den Versand.',
  sending: 'Diese Nachricht wird gerade gesendet.',
  sent: 'Diese Nachricht wurde bereits gesendet.',
}

/**
 * Queues a message again, at an admin's request, that failed, was suppressed or may have been sent. It is
 * sent to the patient's present address or number; an e-mail keeps its Message-ID. The worker suppresses it
 * again if it is stale by then.
 * @throws Problem 'not found'; conflict unless the message has stopped, is still true and can reach its
 * recipient
 */
export function retryMessage(ctx: Ctx, channel: Channel, id: number): void {
  inTx(ctx, () => {
    const found = getMessage(ctx, channel, id)
    const row = { ...found, ...addressedNow(ctx, found) }
    const isSentTest = row.kind === 'test' && row.status === 'sent'
    const reason =
      (isSentTest ? TEST_SENT : NOT_STOPPED[row.status]) ??
      whyEmptied(row) ??
      (isStale(ctx, row) ? NO_LONGER_TRUE : findDeliveryObstacle(ctx, row))
    if (reason !== undefined) throw new Problem('conflict', {}, reason)
    ctx.db
      .update(messages)
      .set({
        ...addressColumns(ctx, found),
        status: 'queued',
        attempts: 0,
        dueAt: ctx.now,
        error: null,
        // If a provider then reports a repetition, the first attempt had sent the message.
        sendStatus: row.status === 'unknown' ? MAYBE_SENT : null,
      })
      .where(eq(messages.id, id))
      .run()
    wakeWorker(ctx, row)
    recordAudit(ctx, 'message-resent', `${CHANNEL_NAMES[channel]} ${id}`)
  })
}

/** Returns why nothing can be delivered to the recipient, as a sentence; undefined when it can be tried. */
function findDeliveryObstacle(ctx: Ctx, { channel, recipient, bookingId }: Message): string | undefined {
  if (channel === 'erp') return undefined
  if (recipient === '')
    return `Für diese ${channel === 'email' ? 'E-Mail ist keine Adresse' : 'SMS ist keine Nummer'} bekannt.`
  if (channel === 'email') return undefined
  const booking = findBooking(ctx, bookingId)
  const minor = booking && whyNoSmsToMinor(ctx, booking)
  if (minor) return minor
  const reach = reachableMobile(recipient, '')
  // A number that no SMS can reach is stored as the patient typed it.
  if ('unreachable' in reach || !/^\+\d+$/.test(recipient)) return 'Diese Nummer kann keine SMS empfangen.'
  return canSendSms(ctx) ? whyTooCostly(ctx, reach) : NO_PROVIDER
}
