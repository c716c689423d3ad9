import { type Ctx, inTx } from '../ctx.ts'
import { whyNoEmail } from '../messaging/outbox/suppression.ts'
import { smsLength, smsLengthText } from '../shared/messages/sms-length.ts'
import { MOST_SMS_PARTS } from '../shared/messages/texts.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'
import { assertStands } from './moves.ts'
import { notifyWritten } from './notifications.ts'
import { whyNoSmsTo } from './reach.ts'

export type WrittenBy = 'sms' | 'email'

/**
 * Sends one patient a text of the practice about a coming appointment, at once (docs/behaviour.md 19.52).
 * @throws Problem 'not found'; already_decided when it was rejected or cancelled; too_late when it has begun;
 * conflict when no such message can reach the patient; invalid when an SMS is too long
 */
export function writeToPatient(ctx: Ctx, id: string, { by, text }: { by: WrittenBy; text: string }): void {
  inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    assertStands(booking)
    if (booking.startsAt <= ctx.now) throw new Problem('too_late', {}, BEGUN)
    const obstacle = by === 'sms' ? whyNoSmsTo(ctx, booking) : whyNoEmail(ctx, 'patient', booking.email)
    if (obstacle !== undefined) throw new Problem('conflict', {}, obstacle)
    const length = smsLength(text)
    if (by === 'sms' && length.parts > MOST_SMS_PARTS)
      throw new Problem('invalid', { fields: { text: `Das ist zu lang: ${smsLengthText(length)}.` } })
    notifyWritten(ctx, booking, { by, message: text })
    recordEvent(ctx, id, 'written', { message: text })
  })
}

const BEGUN = 'Dieser Termin hat schon begonnen: Eine Nachricht kommt zu spät. Bitte rufen Sie an.'
