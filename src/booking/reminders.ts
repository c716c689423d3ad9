import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, messages } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { notifyReminder, notifyUnanswered } from './notifications.ts'

/** How long a request waits before the practice is reminded of it. */
export const UNANSWERED_AFTER = DAY_LENGTH

/**
 * Reminds patients of confirmed appointments within the next `reminder_hours`, once each and not at night. An appointment of
 * which the patient was told within this time gets no reminder (docs/behaviour.md 10.21).
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
      if (!wasToldSince(ctx, booking, booking.startsAt - hours * HOUR)) notifyReminder(ctx, booking)
    }
  })
}

/** True when a confirmation or a move to this time was reported between `since` and now. A later report is of a clock that was ahead. */
function wasToldSince(ctx: Ctx, { id, startsAt }: Booking, since: Instant): boolean {
  const told = and(
    eq(messages.bookingId, id),
    eq(messages.startsAt, startsAt),
    inArray(messages.kind, ['confirmed', 'moved']),
    gt(messages.createdAt, since),
    lte(messages.createdAt, ctx.now),
  )
  return ctx.db.select({ id: messages.id }).from(messages).where(told).get() !== undefined
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
