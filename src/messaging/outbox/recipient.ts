import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { findBooking } from '../../db/booking-rows.ts'
import { type Booking, type Message, type MessageRow, messages } from '../../db/schema.ts'
import { rulesOf } from '../kinds.ts'
import { whyTooCostly } from '../sms/limits.ts'
import { reachableMobile, smsRecipient } from '../sms/phone.ts'
import { unpacked } from './bodies.ts'
import { PENDING, wakeWorker } from './queue.ts'
import { NO_ADDRESS, NO_PROVIDER, whyNoSms, whyNoSmsToMinor } from './suppression.ts'

/**
 * What differs when a message that was queued before goes to the patient's present address or number, which
 * the practice may have corrected since; empty where nothing does. An invitation names its recipient, so it
 * is written anew.
 */
export function addressedNow(ctx: Ctx, row: Message): Partial<Pick<Message, 'recipient' | 'calendar'>> {
  const { bookingId, channel, kind, calendar } = row
  const { to, calendar: declared } = rulesOf(kind)
  const booking = to === 'patient' ? findBooking(ctx, bookingId) : undefined
  if (booking === undefined) return {}
  const { email, mobile, country } = booking
  const recipient = channel === 'email' ? email : smsRecipient(reachableMobile(mobile, country), mobile)
  if (recipient === row.recipient) return {}
  if (calendar === null || declared === undefined || recipient === '') return { recipient }
  return { recipient, calendar: declared.write(ctx, booking) }
}

/** The same as columns of the stored row. */
export function addressColumns(ctx: Ctx, row: Message): Partial<MessageRow> {
  const { text, html, calendar } = row
  const changes = addressedNow(ctx, row)
  if (changes.calendar === undefined) return changes
  return { text, html, calendar, ...changes, packed: null, dictionaryId: null }
}

/**
 * Sends what waits for the patient to the booking's present address and number; what cannot reach them is
 * suppressed. Must run inside a transaction.
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
    const noAddress = columns.recipient === '' ? NO_ADDRESS.patient : undefined
    const error = found.channel === 'email' ? noAddress : whySmsStops(ctx, booking)
    set(error === undefined ? { status: 'queued' } : { error })
    if (error !== undefined) sendFallback(ctx, found)
  }
}

function whySmsStops(ctx: Ctx, booking: Booking): string | undefined {
  const { mobile, country } = booking
  const reach = reachableMobile(mobile, country)
  return whyNoSms(ctx, reach) ?? whyNoSmsToMinor(ctx, booking) ?? whyTooCostly(ctx, reach)
}

/**
 * An SMS that goes instead of an e-mail (docs/behaviour.md 10.41). The e-mail is stored with it, suppressed,
 * and `fallbackOf` names the SMS. It is queued in the transaction that stores why the SMS does not arrive; as
 * it is suppressed no longer then, it is queued once.
 */
export const REPLACED_BY_SMS = 'Die Erinnerung geht wie gewünscht per SMS hinaus.'

/**
 * Queues the e-mail in whose place this SMS should have gone, if there is one. Must run inside a transaction.
 */
export function sendFallback(ctx: Ctx, { id, bookingId }: Pick<Message, 'id' | 'bookingId'>): void {
  if (bookingId === null) return
  const waiting = and(
    eq(messages.bookingId, bookingId),
    eq(messages.fallbackOf, id),
    eq(messages.status, 'suppressed'),
  )
  for (const found of ctx.db.select().from(messages).where(waiting).all()) {
    // The practice may have corrected the address since.
    const columns = addressColumns(ctx, unpacked(ctx, found))
    const known = (columns.recipient ?? found.recipient) !== ''
    const outcome = known
      ? ({ status: 'queued', error: null, dueAt: ctx.now } as const)
      : { error: NO_ADDRESS.patient }
    ctx.db
      .update(messages)
      .set({ ...columns, ...outcome })
      .where(eq(messages.id, found.id))
      .run()
    wakeWorker(ctx, found)
  }
}

/**
 * While no provider is set up: suppresses the waiting SMS that have a fallback, and queues that. All others
 * wait.
 */
export function sendFallbacks(ctx: Ctx): void {
  const hasFallback = sql`exists (select 1 from messages fallback where fallback.booking_id = ${messages.bookingId}
    and fallback.fallback_of = ${messages.id} and fallback.status = 'suppressed')`
  inTx(ctx, () => {
    // With PENDING for its index, as this runs every few seconds.
    const stopped = ctx.db
      .update(messages)
      .set({ status: 'suppressed', error: NO_PROVIDER })
      .where(and(PENDING, eq(messages.status, 'queued'), eq(messages.channel, 'sms'), hasFallback))
      .returning()
      .all()
    for (const sms of stopped) sendFallback(ctx, sms)
  })
}
