import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { findBooking } from '../../db/booking-rows.ts'
import { type Booking, type ListedMessage, type Message, type MessageRow, messages } from '../../db/schema.ts'
import { practiceMailbox } from '../../practice/addresses.ts'
import { rulesOf } from '../kinds.ts'
import { whyTooCostly } from '../sms/limits.ts'
import { reachableMobile, smsRecipient } from '../sms/phone.ts'
import { withBody } from './packed-bodies.ts'
import { PENDING, wakeWorker } from './queue.ts'
import { NO_ADDRESS, NO_PROVIDER, whyNoSms, whyNoSmsToMinor } from './suppression.ts'

/**
 * Returns the columns that change when a queued message is sent to the patient's present address or number,
 * which the practice may have corrected. A calendar invitation names its recipient, so it is written anew.
 */
export function addressedNow(ctx: Ctx, row: Message): Partial<Pick<Message, 'recipient' | 'calendar'>> {
  const recipient = recipientNow(ctx, row)
  if (recipient === row.recipient) return {}
  const booking = findBooking(ctx, row.bookingId)
  const { calendar: declared } = rulesOf(row.kind)
  if (row.calendar === null || declared === undefined || booking === undefined || recipient === '')
    return { recipient }
  return { recipient, calendar: declared.write(ctx, booking) }
}

/**
 * Returns the present address or number of the patient, or of the practice, if the message is about an
 * appointment; otherwise the recipient that it has.
 */
export function recipientNow(ctx: Ctx, { bookingId, channel, kind, recipient }: ListedMessage): string {
  const booking = findBooking(ctx, bookingId)
  const { to } = rulesOf(kind)
  if (booking === undefined || to === 'odoo') return recipient
  if (to === 'practice') return practiceMailbox(ctx)
  const { email, mobile, country } = booking
  return channel === 'email' ? email : smsRecipient(reachableMobile(mobile, country), mobile)
}

/** Returns the same changes as columns of the stored row, whose body may be packed. */
export function addressColumns(ctx: Ctx, row: Message): Partial<MessageRow> {
  const { text, html, calendar } = row
  const changes = addressedNow(ctx, row)
  if (changes.calendar === undefined) return changes
  return { text, html, calendar, ...changes, packed: null, dictionaryId: null }
}

/**
 * Readdresses waiting messages to the booking's present address and number. Those that cannot reach them are
 * suppressed. Must run inside a transaction.
 */
export function redirectWaiting(ctx: Ctx, booking: Booking): void {
  const waiting = ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.bookingId, booking.id), eq(messages.status, 'queued')))
    .all()
  for (const found of waiting.filter(({ kind }) => rulesOf(kind).to === 'patient')) {
    const columns = addressColumns(ctx, withBody(ctx, found))
    if (columns.recipient === undefined) continue
    const set = (changes: Partial<MessageRow>) =>
      ctx.db.update(messages).set(changes).where(eq(messages.id, found.id)).run()
    // The SMS is suppressed first, so that the limits of the day and the month do not count it.
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
 * The reason of an e-mail that an SMS replaces (docs/behaviour.md 10.41). The e-mail is stored as suppressed
 * together with the SMS, and its `fallbackOf` names the SMS. The transaction that stores why the SMS does not
 * arrive queues the e-mail. That happens once, because the e-mail is then no longer suppressed.
 */
export const REPLACED_BY_SMS = 'Geht per SMS hinaus. Die E-Mail folgt nur, wenn das nicht gelingt.'

/** Queues the e-mail that this SMS replaced, if there is one. Must run inside a transaction. */
export function sendFallback(ctx: Ctx, { id, bookingId }: Pick<Message, 'id' | 'bookingId'>): void {
  if (bookingId === null) return
  const waiting = and(
    eq(messages.bookingId, bookingId),
    eq(messages.fallbackOf, id),
    eq(messages.status, 'suppressed'),
  )
  for (const found of ctx.db.select().from(messages).where(waiting).all()) {
    // The practice may have corrected the address since.
    const columns = addressColumns(ctx, withBody(ctx, found))
    const hasAddress = (columns.recipient ?? found.recipient) !== ''
    const outcome = hasAddress
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
 * Suppresses the waiting SMS that have a fallback and queues the fallback, because no provider is set up.
 * Other SMS wait.
 */
export function sendFallbacks(ctx: Ctx): void {
  const hasFallback = sql`exists (select 1 from messages fallback where fallback.booking_id = ${messages.bookingId}
    and fallback.fallback_of = ${messages.id} and fallback.status = 'suppressed')`
  inTx(ctx, () => {
    // PENDING makes SQLite use its index, because the worker of SMS runs this each time while no provider is
    // ready.
    const stopped = ctx.db
      .update(messages)
      .set({ status: 'suppressed', error: NO_PROVIDER })
      .where(and(PENDING, eq(messages.status, 'queued'), eq(messages.channel, 'sms'), hasFallback))
      .returning()
      .all()
    for (const sms of stopped) sendFallback(ctx, sms)
  })
}
