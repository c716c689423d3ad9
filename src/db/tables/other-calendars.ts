import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { bookings } from './bookings.ts'

/** Tables about external calendars: those that are only read, and the one in Odoo, which Ordi also writes. */

/** The doctor's other calendars. Their busy times become absences. */
export const calendars = sqliteTable('calendars', {
  id: integer().primaryKey(),
  name: text().notNull(),
  /** The encrypted URL, which opens the calendar to everybody who has it. */
  url: text().notNull(),
  /** Null means that its busy times apply to all resources. */
  resourceId: text('resource_id'),
  /** True if only entries marked as busy count. */
  busyOnly: integer('busy_only', { mode: 'boolean' }).notNull(),
  /** The ETag of the version that was read last (RFC 9110, section 8.8); null before the first reading. */
  etag: text(),
  lastModified: text('last_modified'),
  createdAt: integer('created_at').notNull(),
  /** When the last attempt to read the calendar was made. */
  triedAt: integer('tried_at').notNull(),
  /** When the server last returned the calendar or said that it is unchanged; null before that. */
  readAt: integer('read_at'),
  /**
   * When the entries were last expanded. Even an unchanged calendar is expanded again each day, because
   * series continue.
   */
  expandedAt: integer('expanded_at'),
  /** A sentence that says why the last reading failed; null after a success. */
  fault: text(),
  /** How many busy times the last reading found. */
  found: integer().notNull().default(0),
  /** How many entries it could not parse. */
  unread: integer().notNull().default(0),
  /** How many entries have an unknown time zone. */
  unknownZone: integer('unknown_zone').notNull().default(0),
  /** True if there are more busy times than are read. */
  isCut: integer('is_cut', { mode: 'boolean' }).notNull().default(false),
})

/** Overlaps of a busy time with a confirmed booking about which the practice has received an e-mail. */
export const busyConflicts = sqliteTable(
  'busy_conflicts',
  {
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** Names the busy time (schedule/busy-conflicts.ts). */
    busyTime: text('busy_time').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookingId, t.busyTime] })],
)

/** The events in Odoo that belong to bookings, each as Ordi last wrote it. */
export const erpEvents = sqliteTable('erp_events', {
  bookingId: text('booking_id')
    .primaryKey()
    .references(() => bookings.id, { onDelete: 'cascade' }),
  eventId: integer('event_id').notNull(),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  active: integer({ mode: 'boolean' }).notNull(),
  pushedAt: integer('pushed_at').notNull(),
  /** The login of the user in whose calendar the event is; empty for the user that Ordi signs in as. */
  odooUser: text('odoo_user').notNull().default(''),
  /** How the doctor has changed the event in Odoo since Ordi last wrote it; null if unchanged. */
  change: text({ enum: ['moved', 'removed'] }),
  /** The times to which the doctor moved the event; null for an all-day event, whose times mean nothing. */
  changedStartsAt: integer('changed_starts_at'),
  changedEndsAt: integer('changed_ends_at'),
})

/** The state of the synchronisation with Odoo, in one row. The table is empty while it is off. */
export const erpState = sqliteTable('erp_state', {
  id: integer().primaryKey(),
  /** Fingerprint of Odoo's URL and database, to which the stored event ids belong. */
  source: text().notNull(),
  /** When Ordi last tried to read the busy times. */
  triedAt: integer('tried_at').notNull(),
  /** When the busy times were last read without a failure; null before the first time. */
  pulledAt: integer('pulled_at'),
  /** A sentence that says why the last reading failed; null after a success. */
  pullError: text('pull_error'),
})
