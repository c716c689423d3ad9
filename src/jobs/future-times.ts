import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { latestTotpStep } from '../access/totp.ts'
import { type Ctx, inTx } from '../ctx.ts'
import {
  admins,
  attempts,
  balances,
  bookings,
  calendars,
  emailVerifications,
  erpEvents,
  erpState,
  freedTimes,
  holds,
  knownBrowsers,
  messages,
  occupations,
  offers,
  sessions,
  settings,
  waitingEntries,
} from '../db/schema.ts'
import { VERIFICATION_MINUTES } from '../messaging/kinds/email-verification.ts'
import { PENDING } from '../messaging/outbox/leases.ts'
import { latestDueAt } from '../messaging/outbox/retry-times.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { INVITATION_HOURS } from '../shared/staff.ts'

/**
 * Corrects times that were stored while the clock was ahead, so that nothing waits until the clock gets there
 * again (docs/behaviour.md 14.13). A time that must be in the past becomes now, and a deadline gets at most
 * its full length. Times that are only records, such as those of events and the audit, stay.
 */
export function correctFutureTimes(ctx: Ctx): void {
  const { now } = ctx
  const holdEnd = now + ctx.config.holdMinutes * MINUTE
  inTx(ctx, () => {
    for (const column of PAST_TIMES) lowerTimes(ctx, column, now)
    lowerTimes(ctx, holds.expiresAt, holdEnd)
    lowerTimes(ctx, occupations.expiresAt, holdEnd, isNotNull(occupations.holdId))
    lowerTimes(ctx, emailVerifications.expiresAt, now + VERIFICATION_MINUTES * MINUTE)
    // Each offer keeps the length that it was made with, because the setting may have changed since.
    ctx.db
      .update(offers)
      .set({ expiresAt: sql`${offers.expiresAt} - ${offers.createdAt} + ${now}`, createdAt: now })
      .where(gt(offers.createdAt, now))
      .run()
    lowerTimes(ctx, admins.invitationExpiresAt, now + INVITATION_HOURS * HOUR)
    lowerTimes(ctx, admins.totpStep, latestTotpStep(now))
    // A balance from the future would seem newer than the settings of another account. It is deleted, and its
    // job asks for it again.
    ctx.db.delete(balances).where(gt(balances.at, now)).run()
    // SQLite uses a partial index only with its literal condition (db/tables/bookings.ts).
    lowerTimes(ctx, bookings.createdAt, now, sql`hold_id <> id`)
    lowerTimes(ctx, bookings.moveAskedAt, now, sql`move_to_at is not null`)
    lowerTimes(ctx, bookings.updatedAt, now, inArray(bookings.id, signedBookings(ctx)))
    lowerTimes(ctx, erpEvents.pushedAt, now, inArray(erpEvents.bookingId, comingBookings(ctx)))
    correctDueTimes(ctx)
  })
}

/** The columns of past times from which a deadline or an interval is counted. */
const PAST_TIMES: readonly SQLiteColumn[] = [
  attempts.at,
  calendars.expandedAt,
  calendars.readAt,
  calendars.triedAt,
  emailVerifications.seenAt,
  emailVerifications.verifiedAt,
  erpState.pulledAt,
  erpState.triedAt,
  freedTimes.freedAt,
  holds.createdAt,
  knownBrowsers.verifiedAt,
  sessions.createdAt,
  sessions.provedAt,
  sessions.seenAt,
  settings.updatedAt,
  waitingEntries.createdAt,
  waitingEntries.endedAt,
]

/** Lowers values of a column above `most` to `most`, in all rows or in those that match `which`. */
function lowerTimes(ctx: Ctx, column: SQLiteColumn, most: number, which?: SQL): void {
  const name = sql.identifier(column.name)
  ctx.db.run(sql`update ${column.table} set ${name} = ${most} where ${and(gt(column, most), which)}`)
}

/**
 * Selects the bookings whose messages contain signed links. `dropSpentSignatures` deletes these links some
 * time after the booking's last change.
 */
function signedBookings({ db }: Ctx) {
  const isSigned = sql`instr(${messages.text}, '&sig=') > 0`
  return db.select({ id: messages.bookingId }).from(messages).where(isSigned)
}

/**
 * Selects the bookings whose pushes are compared with changes in Odoo: those that start later than a day ago.
 */
function comingBookings({ db, now }: Ctx) {
  return db
    .select({ id: bookings.id })
    .from(bookings)
    .where(gt(bookings.startsAt, now - DAY_LENGTH))
}

/** Makes each waiting message due no later than if it were queued now. */
function correctDueTimes(ctx: Ctx): void {
  const waiting = ctx.db
    .select()
    .from(messages)
    .where(and(PENDING, gt(messages.dueAt, ctx.now)))
    .all()
  for (const row of waiting) {
    const dueAt = Math.min(row.dueAt, latestDueAt(row, ctx.now))
    if (dueAt < row.dueAt) ctx.db.update(messages).set({ dueAt }).where(eq(messages.id, row.id)).run()
  }
}
