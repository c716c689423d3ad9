import type { Ctx } from '../../ctx.ts'
import { findBooking } from '../../db/booking-rows.ts'
import type { ListedMessage, Message, MessageRow } from '../../db/schema.ts'
import { practiceMailbox } from '../../practice/addresses.ts'
import { rulesOf } from '../kinds.ts'
import { reachableMobile, smsRecipient } from '../sms/phone.ts'

/**
 * Returns the changes to a message for the patient's present e-mail address or number, which the practice may
 * have corrected. A calendar invitation names its recipient, so it is rewritten.
 */
export function changesForPresentRecipient(
  ctx: Ctx,
  row: Message,
): Partial<Pick<Message, 'recipient' | 'calendar'>> {
  const recipient = presentRecipient(ctx, row)
  if (recipient === row.recipient) return {}
  const booking = findBooking(ctx, row.bookingId)
  const { calendar: calendarOfKind } = rulesOf(row.kind)
  if (row.calendar === null || calendarOfKind === undefined || booking === undefined || recipient === '')
    return { recipient }
  return { recipient, calendar: calendarOfKind.write(ctx, booking) }
}

/**
 * Returns the changes of `changesForPresentRecipient` as columns of the stored row. With a new invitation the
 * body is stored unpacked, because a packed body contains the old invitation.
 */
export function columnsForPresentRecipient(ctx: Ctx, row: Message): Partial<MessageRow> {
  const { text, html, calendar } = row
  const changes = changesForPresentRecipient(ctx, row)
  if (changes.calendar === undefined) return changes
  return { text, html, calendar, ...changes, packed: null, dictionaryId: null }
}

/**
 * Returns the present e-mail address or number of the patient or practice that the message is for. Without an
 * appointment, and for Odoo, it is the stored recipient.
 */
export function presentRecipient(ctx: Ctx, { bookingId, channel, kind, recipient }: ListedMessage): string {
  const booking = findBooking(ctx, bookingId)
  const { to } = rulesOf(kind)
  if (booking === undefined || to === 'odoo') return recipient
  if (to === 'practice') return practiceMailbox(ctx)
  const { email, mobile, country } = booking
  return channel === 'email' ? email : smsRecipient(reachableMobile(mobile, country), mobile)
}
