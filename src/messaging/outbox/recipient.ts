import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Booking, bookings, type Message, type MessageRow, messages } from '../../db/schema.ts'
import { rulesOf } from '../../shared/message-kinds.ts'
import { oneLine } from '../../shared/tidy.ts'
import { calendarCancellation, calendarInvitation } from '../email/ics.ts'
import { whyTooCostly } from '../sms/limits.ts'
import { type Reach, reachableMobile } from '../sms/phone.ts'
import { unpacked } from './bodies.ts'
import { NO_ADDRESS, whyNoSms } from './suppression.ts'

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

/**
 * Sends what waits for the patient to the booking's present address and number; what cannot reach them is suppressed. Must run inside a
 * transaction.
 */
export function redirectWaiting(ctx: Ctx, booking: Booking): void {
  const waiting = ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.bookingId, booking.id), eq(messages.status, 'queued')))
    .all()
  for (const found of waiting) {
    const columns = addressColumns(ctx, unpacked(ctx, found))
    if (columns.recipient === undefined) continue
    const set = (changes: Partial<MessageRow>) =>
      ctx.db.update(messages).set(changes).where(eq(messages.id, found.id)).run()
    // It must not count itself among the SMS of the day and the month.
    set({ ...columns, status: 'suppressed' })
    const error = found.channel === 'email' ? whyNoAddress(columns.recipient) : whySmsStops(ctx, booking)
    set(error === undefined ? { status: 'queued' } : { error })
  }
}

function whyNoAddress(email: string): string | undefined {
  return email === '' ? NO_ADDRESS.patient : undefined
}

function whySmsStops(ctx: Ctx, { mobile, country }: Booking): string | undefined {
  const reach = reachableMobile(mobile, country)
  return whyNoSms(ctx, reach) ?? whyTooCostly(ctx, reach)
}
