import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type ListedMessage, messages } from '../db/schema.ts'
import type { KindOn } from '../messaging/kinds.ts'
import { LISTED_COLUMNS } from '../messaging/outbox/log.ts'
import { findRemedy, type RemedyWithObstacle } from '../messaging/outbox/remedy.ts'

/** Lists the messages about a booking, oldest first, each with what can be done if it has stopped. */
export function listMessagesOfBooking(ctx: Ctx, bookingId: string): (ListedMessage & RemedyWithObstacle)[] {
  return ctx.db
    .select(LISTED_COLUMNS)
    .from(messages)
    .where(eq(messages.bookingId, bookingId))
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .all()
    .map((row) => ({ ...row, ...findRemedy(ctx, row) }))
}

/** Returns whether this request has queued a message of this kind that reaches the patient. */
export function isPatientNotified(
  ctx: Ctx,
  bookingId: string,
  kind: KindOn<'email'> & KindOn<'sms'>,
): boolean {
  return listMessagesOfBooking(ctx, bookingId).some(
    (row) => row.kind === kind && row.createdAt === ctx.now && row.status !== 'muted',
  )
}
