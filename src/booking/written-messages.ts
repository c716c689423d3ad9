import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { events, messages } from '../db/schema.ts'
import { whyNoEmail } from '../messaging/outbox/suppression.ts'
import { smsLength, smsLengthText } from '../shared/messages/sms-length.ts'
import { MOST_SMS_PARTS, type TextChannel } from '../shared/messages/texts.ts'
import { Problem } from '../shared/problems.ts'
import { assertNotCalledOff, getBooking } from './bookings.ts'
import { REPEATED_WITHIN_MS, recordEvent } from './events.ts'
import { notifyWritten } from './notifications.ts'
import { whyNoSmsTo } from './reach.ts'

const HAS_BEGUN = 'Dieser Termin hat schon begonnen: Eine Nachricht kommt zu spät. Bitte rufen Sie an.'

/**
 * Sends one patient a text from the practice about a future appointment at once. The same text is sent only
 * once within `REPEATED_WITHIN_MS` (docs/behaviour.md 19.52).
 * @throws Problem 'not found'; already_decided when it was rejected or cancelled; too_late when it has begun;
 * conflict when no such message can reach the patient; invalid when an SMS is too long
 */
export function writeToPatient(
  ctx: Ctx,
  id: string,
  { channel, text }: { channel: TextChannel; text: string },
): void {
  inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertNotCalledOff(booking)
    if (booking.startsAt <= ctx.now) throw new Problem('too_late', {}, HAS_BEGUN)
    const obstacle = channel === 'sms' ? whyNoSmsTo(ctx, booking) : whyNoEmail(ctx, 'patient', booking.email)
    if (obstacle !== undefined) throw new Problem('conflict', {}, obstacle)
    if (wasJustWritten(ctx, id, { channel, text })) return
    notifyWritten(ctx, booking, { channel, message: text })
    if (channel === 'sms') assertSmsFits(ctx, id)
    recordEvent(ctx, id, 'written', { message: text })
    recordAudit(ctx, 'message-written', bookingSubject(id))
  })
}

/**
 * Returns whether the same text was sent by the same channel within `REPEATED_WITHIN_MS`. A failed message
 * does not count.
 */
function wasJustWritten(
  ctx: Ctx,
  id: string,
  { channel, text }: { channel: TextChannel; text: string },
): boolean {
  // A message and its event have the same instant.
  const isOfEvent = and(eq(messages.bookingId, events.bookingId), eq(messages.createdAt, events.at))
  const isOnItsWay = inArray(messages.status, ['queued', 'sending', 'sent'])
  const sent = ctx.db
    .select({ id: events.id })
    .from(events)
    .innerJoin(
      messages,
      and(isOfEvent, isOnItsWay, eq(messages.kind, 'written'), eq(messages.channel, channel)),
    )
    .where(
      and(
        eq(events.bookingId, id),
        eq(events.kind, 'written'),
        eq(events.message, text),
        gt(events.at, ctx.now - REPEATED_WITHIN_MS),
      ),
    )
    .get()
  return sent !== undefined
}

/**
 * Refuses an SMS that is too long, and so rolls back the transaction that has stored it. It measures the
 * stored SMS, which is the text as it is sent: framed by the practice's name and texts, and in GSM-7
 * characters where possible.
 * @throws Problem invalid
 */
function assertSmsFits({ db }: Ctx, bookingId: string): void {
  const isWrittenSms = and(eq(messages.kind, 'written'), eq(messages.channel, 'sms'))
  const sms = db
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.bookingId, bookingId), isWrittenSms))
    .orderBy(desc(messages.id))
    .get()
  const length = smsLength(sms?.text ?? '')
  if (length.parts > MOST_SMS_PARTS)
    throw new Problem('invalid', { fields: { text: `Das ist zu lang: ${smsLengthText(length)}.` } })
}
