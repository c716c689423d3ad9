import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ATTENDANCES } from '../../shared/attendance.ts'
import { BOOKING_STATUSES, CANCELLERS } from '../../shared/booking.ts'
import { RELATIONS } from '../../shared/contact/booker.ts'
import { SERVICE_DEFAULTS } from '../../shared/service/service-defaults.ts'

/** Capital letters that are frequent in names here. SQLite's `lower` does not convert them. */
const CAPITALS = 'ÄÖÜÁÀÂÅÇĆČĐÉÈÊĞÍÑÓÔØŠŞÚÝŽ'

/**
 * Returns the full name in lower case, by which an index finds the bookings of a patient. drizzle-kit writes
 * an index expression with commas wrongly, so the migration was corrected by hand.
 */
export function nameKey(firstName: SQLWrapper, lastName: SQLWrapper): SQL {
  return fullNameKey(sql`${firstName} || ' ' || ${lastName}`)
}

/** Returns the same of a full name, which has the first name first. */
export function fullNameKey(fullName: SQLWrapper): SQL {
  const name = sql`lower(${fullName})`
  const replaced = (text: SQL, capital: string) =>
    sql`replace(${text}, ${sql.raw(`'${capital}', '${capital.toLowerCase()}'`)})`
  return [...CAPITALS].reduce(replaced, name)
}

/** Requests and appointments of patients in any status, with the contact as it was entered. */
export const bookings = sqliteTable(
  'bookings',
  {
    id: text().primaryKey(),
    /**
     * The hold from which the booking was made, so that a repeated request finds the same booking. For a
     * manual booking, its own id.
     */
    holdId: text('hold_id').notNull(),
    status: text({ enum: BOOKING_STATUSES }).notNull(),
    serviceId: text('service_id').notNull(),
    serviceName: text('service_name').notNull(),
    /** Whose time the appointment takes, or took before it was cancelled. */
    resourceId: text('resource_id').notNull().default(SERVICE_DEFAULTS.resource_id),
    notes: text().notNull(),
    durationMin: integer('duration_min').notNull(),
    priceCents: integer('price_cents').notNull(),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /**
     * The start that the patient of a confirmed booking asks for; null after the practice has decided
     * (docs/behaviour.md 8.22).
     */
    moveToAt: integer('move_to_at'),
    /** The other resource that the patient asks for with the other start; null keeps the present one. */
    moveToResourceId: text('move_to_resource_id'),
    moveAskedAt: integer('move_asked_at'),
    /** Number of changes of `starts_at` or `move_to_at`. A staff link is valid for one number only. */
    moves: integer().notNull().default(0),
    salutation: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text().notNull(),
    /** The e-mail address as `mailboxKey` writes it. */
    mailbox: text().notNull().default(''),
    mobile: text().notNull(),
    address: text().notNull(),
    zip: text().notNull(),
    city: text().notNull(),
    country: text().notNull(),
    birthOn: text('birth_on').notNull(),
    /** The person who booked for the patient; '' and null when the patient did (docs/behaviour.md 5.17). */
    bookerFirstName: text('booker_first_name').notNull().default(''),
    bookerLastName: text('booker_last_name').notNull().default(''),
    bookerRelation: text('booker_relation', { enum: RELATIONS }),
    /** The encrypted social security number; null for patients without an Austrian one. */
    svnr: text(),
    /** The series to which the appointment belongs; null for a single one. */
    seriesId: text('series_id'),
    /** The position within the series, from 1; null for a single one. */
    seriesPosition: integer('series_position'),
    /**
     * The patient's answers to the questions of the service, encrypted (booking/answers.ts); null without
     * answers.
     */
    answers: text(),
    /** The practice's internal notes on the appointment and the patient, encrypted (booking/notes.ts). */
    note: text(),
    patientNote: text('patient_note'),
    /** The patient wishes to be reminded by SMS instead of e-mail (docs/behaviour.md 10.41). */
    reminderBySms: integer('reminder_by_sms', { mode: 'boolean' }).notNull().default(false),
    /** SEQUENCE of the calendar entry (RFC 5545). */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    /** When the patient was reminded of the present start. A move sets it to null. */
    remindedAt: integer('reminded_at'),
    /** When the practice was reminded of the unanswered request or move. A new move sets it to null. */
    nudgedAt: integer('nudged_at'),
    /**
     * Fingerprint of the network address that an open request came from. It is deleted when the request is
     * answered or its time has passed.
     */
    origin: text(),
    /** The request was made while a harder bot check was due (docs/behaviour.md 7.16). */
    marked: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * True once the row identifies no patient any more and every time in it is the first of its month
     * (docs/behaviour.md 16.9).
     */
    anonymised: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the patient came; null until the practice records it (docs/behaviour.md 8.32). */
    attendance: text({ enum: ATTENDANCES }),
    /** Milliseconds from the request to the practice's answer; null without an answer. */
    answeredAfterMs: integer('answered_after_ms'),
    /** Who wanted the cancellation; `patient` also if the patient called the practice. */
    cancelledBy: text('cancelled_by', { enum: CANCELLERS }),
    /** Milliseconds from the cancellation to the start; negative for a cancellation after the start. */
    cancelledAheadMs: integer('cancelled_ahead_ms'),
    /** True if the patient got this time through the waiting list. */
    fromWaitingList: integer('from_waiting_list', { mode: 'boolean' }).notNull().default(false),
    /** Milliseconds from the booking to the start, for an anonymised row, which has lost both times. */
    bookedAheadMs: integer('booked_ahead_ms'),
    /**
     * Whether this was the patient's first visit. Stored when a booking is anonymised: in its own row, and as
     * false in each later one of the patient. Null while it can be derived from the other bookings.
     */
    firstVisit: integer('first_visit', { mode: 'boolean' }),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('bookings_by_hold').on(t.holdId),
    index('bookings_by_start').on(t.startsAt),
    // Covers the count of each status. It has the start because most bookings are confirmed and past.
    index('bookings_by_status_and_start').on(t.status, t.startsAt),
    // For the limit of a mailbox's open requests, and for its list.
    index('bookings_by_mailbox').on(t.mailbox, t.status, t.startsAt),
    // For the search of patients by birth date.
    index('bookings_by_birth_date').on(t.birthOn),
    // For the appointments of a patient, and for whether there is one before a given start.
    index('bookings_by_name')
      .on(nameKey(sql.raw('first_name'), sql.raw('last_name')), t.startsAt)
      .where(sql`anonymised = 0`),
    // For the limit of an origin's open requests.
    index('bookings_open_by_origin').on(t.origin).where(sql`status = 'requested'`),
    index('bookings_with_move').on(t.moveAskedAt).where(sql`move_to_at is not null`),
    // For the usual number of requests, which excludes manual bookings: their hold id is their own id.
    index('bookings_requested_at').on(t.createdAt).where(sql`hold_id <> id`),
    // For retention, which would otherwise read every booking that it has already dealt with.
    index('bookings_to_anonymise').on(t.endsAt).where(sql`anonymised = 0`),
    index('bookings_with_svnr').on(t.endsAt).where(sql`svnr is not null`),
    index('bookings_with_answers').on(t.endsAt).where(sql`answers is not null`),
    index('bookings_by_series').on(t.seriesId).where(sql`series_id is not null`),
  ],
)

export type Booking = typeof bookings.$inferSelect
