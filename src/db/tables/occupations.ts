import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bookings } from './bookings.ts'
import { calendars } from './other-calendars.ts'
import { holds } from './visitors.ts'
import { offers } from './waiting-list.ts'

/** Tables for time: the absences, the occupied time, and the time that has become free. */

/**
 * Time without new appointments: a block of hours, closed days, a public holiday. Bookings within it stay;
 * the time between them is occupied.
 */
export const absences = sqliteTable(
  'absences',
  {
    id: integer().primaryKey(),
    /**
     * `erp` is a busy time from the doctor's calendar in Odoo, `calendar` one from another calendar. Neither
     * has a title.
     */
    kind: text({ enum: ['block', 'closure', 'holiday', 'erp', 'calendar'] }).notNull(),
    title: text().notNull(),
    /** Shown to patients; may be empty. */
    reason: text().notNull().default(''),
    /** The resource that is absent; null for all resources. */
    resourceId: text('resource_id'),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** Id of the event in Odoo; set for `erp` only. */
    erpEventId: integer('erp_event_id'),
    /** Set for `calendar` only. */
    calendarId: integer('calendar_id').references(() => calendars.id),
  },
  (t) => [
    // Covers the search for absences that touch an interval.
    index('absences_by_time').on(t.endsAt, t.startsAt),
    index('absences_by_calendar').on(t.calendarId, t.startsAt).where(sql`calendar_id is not null`),
    check('absences_have_length', sql`ends_at > starts_at`),
  ],
)

/**
 * Occupied time of a resource, including paddings: one row for each hold, each requested or confirmed booking
 * and each open offer, one more for a move that waits for the practice, and several for an absence. A hold's
 * row is void after `expires_at`, even if it was not deleted yet. A hold without a row has ended.
 */
export const occupations = sqliteTable(
  'occupations',
  {
    id: integer().primaryKey(),
    resourceId: text('resource_id').notNull(),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    holdId: text('hold_id').references(() => holds.id, { onDelete: 'cascade' }),
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    /**
     * The confirmed booking whose patient asks for this time. The row excludes the time that the booking
     * already occupies.
     */
    moveOf: text('move_of').references(() => bookings.id, { onDelete: 'cascade' }),
    /**
     * The offer of the waiting list. If it offers to move a booking, the row excludes the time that the
     * booking already occupies.
     */
    offerId: text('offer_id').references(() => offers.id, { onDelete: 'cascade' }),
    /** When a hold's row becomes void. */
    expiresAt: integer('expires_at'),
    absenceId: integer('absence_id').references(() => absences.id, { onDelete: 'cascade' }),
  },
  (t) => [
    // Covers the availability query, which does not read the table.
    index('occupations_by_time').on(t.resourceId, t.startsAt, t.endsAt, t.expiresAt),
    // Partial, because every index costs a hold one more page to write.
    uniqueIndex('occupations_by_hold').on(t.holdId).where(sql`hold_id is not null`),
    uniqueIndex('occupations_by_booking').on(t.bookingId).where(sql`booking_id is not null`),
    uniqueIndex('occupations_by_move').on(t.moveOf).where(sql`move_of is not null`),
    uniqueIndex('occupations_by_offer').on(t.offerId).where(sql`offer_id is not null`),
    index('occupations_by_absence').on(t.absenceId).where(sql`absence_id is not null`),
    // The overlap triggers compare only with the nearest neighbour, which is wrong for empty intervals.
    check('occupations_have_length', sql`ends_at > starts_at`),
  ],
)

/**
 * Time that has become free and is yet to be offered to the waiting list (docs/behaviour.md 18.5). It may
 * have been taken again meanwhile, so it is checked before it is offered.
 */
export const freedTimes = sqliteTable('freed_times', {
  id: integer().primaryKey(),
  /** Null means that the time has become free for all resources. */
  resourceId: text('resource_id'),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  freedAt: integer('freed_at').notNull(),
})
