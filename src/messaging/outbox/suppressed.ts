import { and, count, eq, gt, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, emails, sms } from '../../db/schema.ts'

/** How many messages were held back for this reason and are still worth sending, since their appointment is to come. */
export function countHeldBack(ctx: Ctx, reason: string): { emails: number; sms: number } {
  const ahead = ctx.db.select({ id: bookings.id }).from(bookings).where(gt(bookings.startsAt, ctx.now))
  const countIn = (queue: typeof emails | typeof sms) =>
    ctx.db
      .select({ count: count() })
      .from(queue)
      .where(and(inArray(queue.bookingId, ahead), eq(queue.status, 'muted'), eq(queue.error, reason)))
      .get()?.count ?? 0
  return { emails: countIn(emails), sms: countIn(sms) }
}
