import type { Ctx } from '../../ctx.ts'
import { insertRow } from '../../db/insert-row.ts'
import { type Message, messages } from '../../db/schema.ts'
import { publicUrl } from '../../practice/addresses.ts'
import type { Instant } from '../../shared/day.ts'
import type { Channel, MessageKind } from '../../shared/messages/message-kinds.ts'
import type { EmailContent } from '../email/layout.ts'
import type { KindOn } from '../kinds.ts'
import { whySmsNotAllowed } from '../sms/limits.ts'
import { reachableMobile, smsRecipient } from '../sms/phone.ts'
import { wakeWorker } from './leases.ts'
import { withBody } from './packed-bodies.ts'
import { whyNoSms } from './suppression.ts'

/** A new message without its channel. */
export type NewContent = Readonly<{
  kind: MessageKind
  /** The e-mail address or number; empty while none is known. */
  recipient: string
  text: string
  subject?: string
  html?: string
  bookingId?: string | null | undefined
  /** The offer of the waiting list that the message announces. */
  offerId?: string | null | undefined
  /** The start of the appointment that the message states. */
  startsAt?: Instant | null | undefined
  /** The iCalendar object to attach. */
  calendar?: string | null | undefined
  /** The reason why the message must not be sent; it is then stored as `muted`. */
  suppressed?: string | undefined
  /** The id of the SMS for which this e-mail is the fallback, sent only if that SMS fails. */
  fallbackOf?: number | undefined
  /** The position of an e-mail verification among the waiting ones. */
  queuePosition?: number
}>

/** A new message of any channel, as the outbox stores it. */
export type NewMessage = NewContent & Readonly<{ channel: Channel }>

/** A new e-mail with its rendered content. */
type NewEmail = NewContent & EmailContent & Readonly<{ kind: KindOn<'email'> }>

/** A new SMS with its rendered text, to a number as it was typed. */
export type NewSms = Readonly<{
  kind: KindOn<'sms'>
  bookingId: string | null
  offerId?: string
  startsAt?: Instant
  /** The number as the patient typed it. */
  mobile: string
  /** The country of the contact (ISO 3166-1). */
  country: string
  text: string
  /** True when the SMS ends a request that was never confirmed. */
  endsRequest?: boolean
  /** The reason why the SMS must not be sent; it is then stored as `muted`. */
  suppressed?: string | undefined
}>

/**
 * Stores a rendered e-mail, due at once. Must run in the transaction of the change that it reports, so that
 * both are stored or neither.
 */
export function queueEmail(ctx: Ctx, email: NewEmail): Message {
  return insertMessage(ctx, { channel: 'email', ...email })
}

/**
 * Stores a rendered SMS, due at once, in the transaction of the change that it reports. The SMS is suppressed
 * if it cannot reach the number or would cost too much, or while no provider is set up.
 */
export function queueSms(ctx: Ctx, { mobile, country, endsRequest, suppressed, ...sms }: NewSms): Message {
  const reach = reachableMobile(mobile, country)
  const whyNotSent = whyNoSms(ctx, reach)
  // An unreachable number is the first reason. Otherwise notifications that are off come before a missing
  // provider.
  const reason = reach.kind === 'reachable' ? (suppressed ?? whyNotSent) : whyNotSent
  return insertMessage(ctx, {
    channel: 'sms',
    ...sms,
    recipient: smsRecipient(reach, mobile),
    suppressed: reason ?? whySmsNotAllowed(ctx, reach, { endsRequest }),
  })
}

/**
 * Stores the same message once more, as a new row that is due at once.
 * @param suppressed the reason why it must not be sent
 */
export function queueAgain(ctx: Ctx, message: Message, suppressed: string | undefined): void {
  const { channel, kind, bookingId, offerId, startsAt, recipient, subject, text, html, calendar } = message
  const content = { channel, kind, bookingId, offerId, startsAt, recipient, subject, text, html, calendar }
  insertMessage(ctx, { ...content, suppressed })
}

/** Stores a message that the caller sends itself, leased to the caller for `leaseMs`. */
export function insertLeased(ctx: Ctx, message: NewMessage, leaseMs: number): Message {
  return insertMessage(ctx, message, { status: 'sending', attempts: 1, dueAt: ctx.now + leaseMs })
}

/**
 * Stores a message that is due at once, or suppressed if a reason is given. `overrides` replace the default
 * columns.
 */
export function insertMessage(
  ctx: Ctx,
  { suppressed, ...content }: NewMessage,
  overrides: Partial<Message> = {},
): Message {
  const logUuid = crypto.randomUUID()
  const row = insertRow(ctx.db, messages, {
    ...content,
    logUuid,
    messageId: content.channel === 'email' ? `<${logUuid}@${new URL(publicUrl(ctx)).hostname}>` : null,
    status: suppressed === undefined ? 'queued' : 'muted',
    error: suppressed ?? null,
    dueAt: ctx.now,
    createdAt: ctx.now,
    ...overrides,
  })
  if (row.status === 'queued') wakeWorker(ctx, row)
  return withBody(ctx, row)
}
