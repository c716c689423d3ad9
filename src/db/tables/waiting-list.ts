import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SERVICE_DEFAULTS } from '../../shared/service/service-defaults.ts'
import type { DayPart } from '../../shared/waiting-list.ts'
import { bookings } from './bookings.ts'
import { resources } from './services.ts'

/** Tables of the waiting list: the patients who wait, and the times offered to them. */

/**
 * Patients who wait for an earlier time for their booking, or for any time of a service. An entry is deleted
 * a day after it has ended.
 */
export const waitingEntries = sqliteTable(
  'waiting_entries',
  {
    id: text().primaryKey(),
    /**
     * The booking to be moved to an earlier time. The contact is read from it, so the columns for the contact
     * are empty.
     */
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    serviceId: text('service_id').notNull(),
    /** The patient's name; empty when it is not known. */
    name: text().notNull(),
    email: text().notNull(),
    /** The e-mail address as `mailboxKey` writes it. */
    mailbox: text().notNull(),
    mobile: text().notNull(),
    notBeforeOn: text('not_before_on'),
    notAfterOn: text('not_after_on').notNull(),
    /** Numbers from 1 (Monday) to 7 (Sunday). */
    weekdays: text({ mode: 'json' }).$type<readonly number[]>().notNull(),
    parts: text({ mode: 'json' }).$type<readonly DayPart[]>().notNull(),
    /** The wished resource; null for any, or for the resource of the booking. */
    resourceId: text('resource_id').references(() => resources.id, { onDelete: 'set null' }),
    actor: text().notNull(),
    /** An admin's e-mail address, else empty. */
    actorName: text('actor_name').notNull().default(''),
    /**
     * Fingerprint of the network address from which a patient joined; null if the practice made the entry.
     */
    origin: text(),
    /** Times are offered to the oldest entry first. */
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
  },
  (t) => [
    uniqueIndex('waiting_entries_by_booking')
      .on(t.bookingId)
      .where(sql`ended_at is null and booking_id is not null`),
    index('waiting_entries_by_mailbox').on(t.mailbox),
  ],
)

export type WaitingEntryRow = typeof waitingEntries.$inferSelect

/** Times that were offered to waiting entries. An occupation reserves the time while the offer is open. */
export const offers = sqliteTable(
  'offers',
  {
    id: text().primaryKey(),
    entryId: text('entry_id')
      .notNull()
      .references(() => waitingEntries.id, { onDelete: 'cascade' }),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    resourceId: text('resource_id').notNull().default(SERVICE_DEFAULTS.resource_id),
    /** `withdrawn` means that the practice, or a change of the booking, has ended the offer. */
    status: text({ enum: ['open', 'taken', 'refused', 'expired', 'withdrawn'] }).notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The hold that was made from a taken offer without a booking; null for every other offer. */
    holdId: text('hold_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('offers_by_entry').on(t.entryId),
    uniqueIndex('offers_open').on(t.entryId).where(sql`status = 'open'`),
  ],
)

export type OfferRow = typeof offers.$inferSelect
