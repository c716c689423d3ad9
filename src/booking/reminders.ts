import { and, eq, gt, inArray, isNotNull, isNull, lte, notInArray } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, messages } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { notifyMoveUnanswered, notifyReminder, notifyUnanswered } from './notifications.ts'

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
    notInArray(messages.status, ['suppressed', 'failed']),
    gt(messages.createdAt, since),
    lte(messages.createdAt, ctx.now),
  )
  return ctx.db.select({ id: messages.id }).from(messages).where(told).get() !== undefined
}

/** Reminds the practice once of each request, and of each move that a patient asks for, that has waited for a day. */
export function remindPracticeOfUnanswered(ctx: Ctx): void {
  if (isNight(ctx.now)) return
  const since = ctx.now - UNANSWERED_AFTER
  const unanswered = and(eq(bookings.status, 'requested'), lte(bookings.createdAt, since))
  const move = and(
    isNotNull(bookings.moveToAt),
    lte(bookings.moveAskedAt, since),
    gt(bookings.moveToAt, ctx.now),
  )
  inTx(ctx, () => {
    for (const which of [unanswered, move]) {
      const waiting = ctx.db
        .select()
        .from(bookings)
        .where(and(which, isNull(bookings.nudgedAt), gt(bookings.startsAt, ctx.now)))
        .all()
      for (const booking of waiting) {
        ctx.db.update(bookings).set({ nudgedAt: ctx.now }).where(eq(bookings.id, booking.id)).run()
        const { moveToAt, moveAskedAt } = booking
        if (moveToAt === null || moveAskedAt === null) notifyUnanswered(ctx, booking)
        else notifyMoveUnanswered(ctx, { ...booking, moveToAt, moveAskedAt })
      }
    }
  })
}
