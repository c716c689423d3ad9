import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, type Message, type MessageRow } from '../../db/schema.ts'
import { rulesOf } from '../../shared/message-kinds.ts'
import { oneLine } from '../../shared/tidy.ts'
import { calendarCancellation, calendarInvitation } from '../email/ics.ts'
import { type Reach, reachableMobile } from '../sms/phone.ts'

/** The recipient of an SMS in E.164, or as it was typed where none can reach it. */
export function smsRecipient(reach: Reach, mobile: string): string {
  return 'e164' in reach ? reach.e164 : oneLine(mobile)
}

/**
 * What differs when a message that was queued before goes to the patient's present address or number, which the practice may have
 * corrected since; empty where nothing does. An invitation names its recipient, so it is written anew.
 */
export function addressedNow(ctx: Ctx, row: Message): Partial<Pick<Message, 'recipient' | 'calendar'>> {
  const { bookingId, channel, kind, calendar } = row
  if (bookingId === null || rulesOf(kind).to !== 'patient') return {}
  const booking = ctx.db.select().from(bookings).where(eq(bookings.id, bookingId)).get()
  if (booking === undefined) return {}
  const { email, mobile, country } = booking
  const recipient = channel === 'email' ? email : smsRecipient(reachableMobile(mobile, country), mobile)
  if (recipient === row.recipient) return {}
  if (calendar === null || recipient === '') return { recipient }
  const write = kind === 'cancelled' ? calendarCancellation : calendarInvitation
  return { recipient, calendar: write(ctx, booking) }
}

/** The same as columns of the stored row. */
export function addressColumns(ctx: Ctx, row: Message): Partial<MessageRow> {
  const { text, html, calendar } = row
  const changes = addressedNow(ctx, row)
  if (changes.calendar === undefined) return changes
  return { text, html, calendar, ...changes, packed: null, dictionaryId: null }
}
