import type { Ctx } from '../../ctx.ts'
import { findBooking } from '../../db/booking-rows.ts'
import type { ListedMessage, Message } from '../../db/schema.ts'
import { rulesOf } from '../kinds.ts'
import { whySmsNotAllowed } from '../sms/limits.ts'
import { reachableMobile } from '../sms/phone.ts'
import { canSendSms } from '../sms/providers.ts'
import { whyEmptied } from './emptied-messages.ts'
import { presentRecipient } from './recipient.ts'
import { findStaleReason, isStale, NO_LONGER_TRUE } from './staleness.ts'
import { NO_PROVIDER, whyNoSmsToMinor } from './suppression.ts'

/**
 * The step by which staff can get a stopped message on its way:
 * - `resend`: send it once more.
 * - `resend-corrected`: send it to the corrected e-mail address or number.
 * - `correct`: correct the address or number of the appointment first.
 * - `correct-own`: correct the practice's own address first.
 * - `call`: call the patient, because sending cannot help.
 */
export type Remedy = 'resend' | 'resend-corrected' | 'correct' | 'correct-own' | 'call'

/** The step that helps a message, and what keeps the message from being sent. */
export type RemedyWithObstacle = Readonly<{
  /** Null when nothing can or need be done. */
  remedy: Remedy | null
  /** A sentence that says why the message cannot be sent as it is; null if it can be tried. */
  obstacle: string | null
}>

/**
 * Returns whether a message that was not sent, or may not have been, gets no further attempt automatically.
 */
export function hasStopped({ status }: Partial<Pick<Message, 'status'>>): boolean {
  return status === 'failed' || status === 'muted' || status === 'unknown'
}

/**
 * Returns whether a message waits for its next attempt after one that failed. An admin who knows that the
 * server is back need not wait for it.
 */
export function awaitsRetry(
  { now }: Pick<Ctx, 'now'>,
  { status, attempts, dueAt }: Pick<Message, 'status' | 'attempts' | 'dueAt'>,
): boolean {
  return status === 'queued' && attempts > 0 && dueAt > now
}

/** The answer about a message that needs no help. */
const NO_HELP: RemedyWithObstacle = { remedy: null, obstacle: null }

/** Finds what can be done about a message. */
export function findRemedy(ctx: Ctx, row: ListedMessage): RemedyWithObstacle {
  const isWaiting = awaitsRetry(ctx, row)
  if (!hasStopped(row) && !isWaiting) return NO_HELP
  const recipient = presentRecipient(ctx, row)
  const obstacle = findObstacle(ctx, { ...row, recipient })
  // The worker itself suppresses a waiting message that has an obstacle.
  if (isWaiting && obstacle !== undefined) return NO_HELP
  if (obstacle !== undefined) return { remedy: remedyFor(ctx, row, obstacle), obstacle: obstacle.sentence }
  if (recipient !== row.recipient) return { remedy: 'resend-corrected', obstacle: null }
  return { remedy: row.wrongRecipient ? remedyForRefused(ctx, row) : 'resend', obstacle: null }
}

/**
 * The reason why a message cannot be sent. `of` says whether it lies in the content, the recipient or the
 * channel.
 */
type Obstacle = Readonly<{ of: 'content' | 'recipient' | 'channel'; sentence: string }>

/** Returns the remedy for a message with an obstacle; null if nothing can be done. */
function remedyFor(ctx: Ctx, row: ListedMessage, { of }: Obstacle): Remedy | null {
  const booking = findBooking(ctx, row.bookingId)
  if (of === 'content' || booking === undefined) return null
  if (rulesOf(row.kind).to === 'practice') return 'correct-own'
  if (of === 'recipient') return 'correct'
  return booking.mobile === '' ? null : 'call'
}

/** Returns the remedy for a message whose recipient was refused and is still the same. */
function remedyForRefused(ctx: Ctx, row: ListedMessage): Remedy {
  // The e-mail address of a verification belongs to no appointment yet, so it cannot be corrected.
  if (findBooking(ctx, row.bookingId) === undefined) return 'resend'
  return rulesOf(row.kind).to === 'practice' ? 'correct-own' : 'correct'
}

/**
 * Returns why a message must not or cannot be sent to its recipient; undefined if it can be tried.
 * @param row the message with its present recipient
 */
export function findObstacle(ctx: Ctx, row: ListedMessage): Obstacle | undefined {
  const reason = whyEmptied(row) ?? (isStale(ctx, row) ? NO_LONGER_TRUE : findStaleReason(ctx, row))
  if (reason !== undefined) return { of: 'content', sentence: reason }
  const { channel, recipient } = row
  if (channel === 'erp') return undefined
  if (recipient === '') {
    const missing = channel === 'email' ? 'E-Mail ist keine Adresse' : 'SMS ist keine Nummer'
    return { of: 'recipient', sentence: `Für diese ${missing} bekannt.` }
  }
  return channel === 'email' ? undefined : findSmsObstacle(ctx, row)
}

/** Returns why an SMS must not or cannot be sent to its number; undefined if it can be tried. */
function findSmsObstacle(ctx: Ctx, { recipient, bookingId }: ListedMessage): Obstacle | undefined {
  const booking = findBooking(ctx, bookingId)
  const whyNotToMinor = booking && whyNoSmsToMinor(ctx, booking)
  if (whyNotToMinor) return { of: 'channel', sentence: whyNotToMinor }
  // A number in E.164 contains its country.
  const reach = reachableMobile(recipient, '')
  // A number that no SMS can reach is stored as the patient typed it.
  if (reach.kind !== 'reachable' || !/^\+\d+$/.test(recipient))
    return { of: 'recipient', sentence: 'Diese Nummer kann keine SMS empfangen.' }
  const sentence = canSendSms(ctx) ? whySmsNotAllowed(ctx, reach) : NO_PROVIDER
  return sentence === undefined ? undefined : { of: 'channel', sentence }
}
