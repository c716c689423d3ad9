import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Booking, type MessageRow, messages } from '../../db/schema.ts'
import { rulesOf } from '../kinds.ts'
import { whySmsNotAllowed } from '../sms/limits.ts'
import { reachableMobile } from '../sms/phone.ts'
import { queueFallbackOf } from './fallback.ts'
import { withBody } from './packed-bodies.ts'
import { columnsForPresentRecipient } from './recipient.ts'
import { NO_ADDRESS, whyNoSms, whyNoSmsToMinor } from './suppression.ts'

/**
 * Readdresses waiting messages to the booking's present e-mail address and number, and suppresses those that
 * cannot be sent there. Must run inside a transaction.
 */
export function redirectWaiting(ctx: Ctx, booking: Booking): void {
  const waiting = ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.bookingId, booking.id), eq(messages.status, 'queued')))
    .all()
  for (const row of waiting) if (rulesOf(row.kind).to === 'patient') redirect(ctx, booking, row)
}

/** Readdresses a waiting message to the patient, or suppresses it. Changes nothing for the same recipient. */
function redirect(ctx: Ctx, booking: Booking, row: MessageRow): void {
  const columns = columnsForPresentRecipient(ctx, withBody(ctx, row))
  if (columns.recipient === undefined) return
  const changeRow = (changes: Partial<MessageRow>) =>
    ctx.db.update(messages).set(changes).where(eq(messages.id, row.id)).run()
  // The message is suppressed first, so that the limits of the day and the month do not count it.
  changeRow({ ...columns, status: 'muted' })
  const noAddress = columns.recipient === '' ? NO_ADDRESS.patient : undefined
  const error = row.channel === 'email' ? noAddress : whySmsStops(ctx, booking)
  if (error === undefined) {
    changeRow({ status: 'queued' })
    return
  }
  changeRow({ error })
  queueFallbackOf(ctx, row)
}

/** Returns why the patient gets no SMS at the present number, as a sentence; undefined if it can be sent. */
function whySmsStops(ctx: Ctx, booking: Booking): string | undefined {
  const { mobile, country } = booking
  const reach = reachableMobile(mobile, country)
  return whyNoSms(ctx, reach) ?? whyNoSmsToMinor(ctx, booking) ?? whySmsNotAllowed(ctx, reach)
}
