import { and, asc, eq } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { getBooking } from '../booking/bookings.ts'
import { repeatEmail, repeatSms } from '../booking/notifications.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, emails, sms } from '../db/schema.ts'
import type { EmailKind } from '../messaging/outbox/queue.ts'
import type { SmsKind } from '../messaging/outbox/sms.ts'
import { NO_LONGER_TRUE, VALID_WHILE } from '../messaging/outbox/staleness.ts'
import { canSendSms } from '../messaging/sms/provider-accounts.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'

export const CHANNELS = ['email', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]

type Email = typeof emails.$inferSelect
type Sms = typeof sms.$inferSelect

/** A mail or text message about a booking, and what the reader sees of it first. */
export type Message = Readonly<{
  channel: Channel
  id: number
  kind: string
  status: Sms['status']
  error: string | null
  recipient: string
  /** The subject of a mail, the whole of a text message. */
  says: string
  createdAt: Instant
}>

/** What the outbox holds about a booking, oldest first. */
export function listMessages(ctx: Ctx, bookingId: string): Message[] {
  const mails = ctx.db
    .select({ ...columnsOf(emails), says: emails.subject })
    .from(emails)
    .where(eq(emails.bookingId, bookingId))
    .orderBy(asc(emails.id))
    .all()
    .map((row): Message => ({ channel: 'email', ...row }))
  const texts = ctx.db
    .select({ ...columnsOf(sms), says: sms.text })
    .from(sms)
    .where(eq(sms.bookingId, bookingId))
    .orderBy(asc(sms.id))
    .all()
    .map((row): Message => ({ channel: 'sms', ...row }))
  return [...mails, ...texts].toSorted((a, b) => a.createdAt - b.createdAt)
}

/** Will the patient hear of this change to the booking? False when every message about it stays here, or there is none. */
export function isPatientTold(ctx: Ctx, bookingId: string, kind: EmailKind & SmsKind): boolean {
  return listMessages(ctx, bookingId).some((message) => message.kind === kind && message.status !== 'muted')
}

/**
 * Sends a message once more, as a new row of the outbox with the same content.
 * @returns why it stays here all the same: notifications are switched off
 * @throws Problem 'not found'; conflict (it never went out, or what it says is no longer so)
 */
export function resendMessage(
  ctx: Ctx,
  wanted: Readonly<{ bookingId: string; channel: Channel; id: number }>,
): string | undefined {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, wanted.bookingId)
    const mute =
      wanted.channel === 'email' ? resendEmail(ctx, booking, wanted.id) : resendSms(ctx, booking, wanted.id)
    recordAudit(ctx, 'message-resent', bookingSubject(booking.id))
    return mute
  })
}

function resendEmail(ctx: Ctx, booking: Booking, id: number): string | undefined {
  const row = ctx.db
    .select()
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.bookingId, booking.id)))
    .get()
  refuseHopeless(ctx, booking, row)
  return repeatEmail(ctx, row)
}

function resendSms(ctx: Ctx, booking: Booking, id: number): string | undefined {
  const row = ctx.db
    .select()
    .from(sms)
    .where(and(eq(sms.id, id), eq(sms.bookingId, booking.id)))
    .get()
  refuseHopeless(ctx, booking, row)
  if (booking.startsAt <= ctx.now) throw refusal(BEGUN)
  if (!canSendSms(ctx)) throw refusal('Es ist kein SMS-Provider eingerichtet.')
  return repeatSms(ctx, row, booking)
}

const BEGUN = 'Der Termin hat schon begonnen: Diese Nachricht geht nicht mehr hinaus.'

function refuseHopeless<Row extends Email | Sms>(
  ctx: Ctx,
  booking: Booking,
  row: Row | undefined,
): asserts row is Row {
  if (row === undefined) throw new Problem('not found', {}, 'Diese Nachricht gibt es nicht.')
  if (row.status === 'queued' || row.status === 'sending')
    throw refusal('Diese Nachricht ist noch gar nicht hinausgegangen.')
  if (row.status !== 'sent')
    throw refusal(
      'Diese Nachricht wurde nicht gesendet. Im Outbox Monitor können Sie es noch einmal versuchen.',
    )
  const { kind } = row
  if (VALID_WHILE[kind] !== booking.status) throw refusal(NO_LONGER_TRUE)
  if ((kind === 'reminder' || kind === 'unanswered') && booking.startsAt <= ctx.now) throw refusal(BEGUN)
}

function refusal(sentence: string): Problem {
  return new Problem('conflict', {}, sentence)
}

function columnsOf<Table extends typeof emails | typeof sms>(table: Table) {
  const { id, kind, status, error, recipient, createdAt } = table
  return { id, kind, status, error, recipient, createdAt }
}
