import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { bookings } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { notifyReminder, notifyUnanswered } from './notifications.ts'

/** How long a request waits before the practice is reminded of it. */
const UNANSWERED_AFTER = DAY_LENGTH

/**
 * Reminds patients of confirmed appointments within the next `reminder_hours`, once each and not at night. An appointment that
 * was confirmed within this time gets no reminder.
 */
export function remindDue(ctx: Ctx): void {
  const hours = readSetting(ctx, 'general', 'reminder_hours')
  if (hours <= 0 || isNight(ctx.now)) return
  inTx(ctx, () => {
    const soon = ctx.db
      .select()
      .from(bookings)
      .where(
        and(
          eq(bookings.status, 'confirmed'),
          isNull(bookings.remindedAt),
          gt(bookings.startsAt, ctx.now),
          lte(bookings.startsAt, ctx.now + hours * HOUR),
        ),
      )
      .all()
    for (const booking of soon) {
      ctx.db.update(bookings).set({ remindedAt: ctx.now }).where(eq(bookings.id, booking.id)).run()
      // A booking that was confirmed later than that had its confirmation instead.
      if (booking.updatedAt <= booking.startsAt - hours * HOUR) notifyReminder(ctx, booking)
    }
  })
}

/** Reminds the practice once of each request that has waited for a day. Nothing expires by itself. */
export function remindPracticeOfUnanswered(ctx: Ctx): void {
  if (isNight(ctx.now)) return
  inTx(ctx, () => {
    const waiting = ctx.db
      .select()
      .from(bookings)
      .where(
        and(
          eq(bookings.status, 'requested'),
          isNull(bookings.nudgedAt),
          lte(bookings.createdAt, ctx.now - UNANSWERED_AFTER),
          gt(bookings.startsAt, ctx.now),
        ),
      )
      .all()
    for (const booking of waiting) {
      ctx.db.update(bookings).set({ nudgedAt: ctx.now }).where(eq(bookings.id, booking.id)).run()
      notifyUnanswered(ctx, booking)
    }
  })
}
