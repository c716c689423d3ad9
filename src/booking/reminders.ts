import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { bookings } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { notifyReminder, notifyUnanswered } from './notifications.ts'

/** A request that nobody has answered for so long is worth one nudge. */
const TIMEOUT_MS = DAY_LENGTH

/**
 * Reminds of confirmed appointments that lie `reminder_hours` ahead or nearer, one time each and only by day.
 * What is read is what holds at this moment, so a cancelled appointment is never reminded of; one that was
 * confirmed within the last hours needs no reminder and gets none.
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
      // Confirmed when the time for reminding had come already: that letter was reminder enough.
      if (booking.updatedAt <= booking.startsAt - hours * HOUR) notifyReminder(ctx, booking)
    }
  })
}

/** Tells the practice once of each request that has waited a day for its answer. Nothing expires by itself. */
export function nudgeUnanswered(ctx: Ctx): void {
  if (isNight(ctx.now)) return
  inTx(ctx, () => {
    const waiting = ctx.db
      .select()
      .from(bookings)
      .where(
        and(
          eq(bookings.status, 'requested'),
          isNull(bookings.nudgedAt),
          lte(bookings.createdAt, ctx.now - TIMEOUT_MS),
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
