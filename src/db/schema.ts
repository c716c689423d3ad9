import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { ATTENDANCES } from '../shared/attendance.ts'
import type { AuditChange } from '../shared/audit.ts'
import { BOOKING_STATUSES, CANCELLERS } from '../shared/booking.ts'
import { RELATIONS } from '../shared/contact/booker.ts'
import { CHANNELS, MESSAGE_STATUSES, type MessageKind } from '../shared/messages/message-kinds.ts'
import type { TextKind } from '../shared/messages/texts.ts'
import { ROLES } from '../shared/role.ts'
import type { Question } from '../shared/service/questions.ts'
import { SERVICE_DEFAULTS } from '../shared/service/service-defaults.ts'
import { SMS_PROVIDERS } from '../shared/sms-providers.ts'
import type { DayPart } from '../shared/waiting-list.ts'

/**
 * All tables. Instants end in `_at` and are epoch milliseconds UTC, Vienna days end in `_on` (YYYY-MM-DD),
 * money is in cents. The migrations make every table STRICT and add triggers that refuse overlapping
 * occupations of a resource, and changes to the audit. A token, a code or an address of origin is stored as
 * its fingerprint only.
 */

/** Settings by group and wire name, with secrets encrypted, and the last results of tasks as JSON. */
export const settings = sqliteTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Doctors and rooms whose time is booked. Each id that a service or an absence names has a row. */
export const resources = sqliteTable('resources', {
  id: text().primaryKey(),
  /** Empty for the first resource until somebody names it. Until then it is called as the practice. */
  name: text().notNull().default(''),
  /** A line about the doctor or room for patients; may be empty. */
  title: text().notNull().default(''),
  active: integer({ mode: 'boolean' }).notNull().default(true),
  displayOrder: integer('display_order').notNull(),
  /**
   * The resource's own hours in minutes since midnight (`Week` of schedule/hours.ts); null for the
   * practice's.
   */
  week: text({ mode: 'json' }).$type<readonly (readonly (readonly [number, number])[])[]>(),
  /** The login of the doctor's user in Odoo; empty for the user that Ordi signs in as. */
  odooUser: text('odoo_user').notNull().default(''),
})

/** The last names of deleted resources, for the appointments that keep their ids. */
export const formerResources = sqliteTable('former_resources', {
  id: text().primaryKey(),
  name: text().notNull(),
})

/** The services that are booked, with their price and length. */
export const services = sqliteTable('services', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull().default(SERVICE_DEFAULTS.description),
  durationMin: integer('duration_min').notNull().default(SERVICE_DEFAULTS.duration_min),
  stepMin: integer('step_min').notNull().default(SERVICE_DEFAULTS.step),
  paddingBeforeMin: integer('padding_before_min').notNull().default(SERVICE_DEFAULTS.paddingBefore),
  paddingAfterMin: integer('padding_after_min').notNull().default(SERVICE_DEFAULTS.paddingAfter),
  resourceId: text('resource_id').notNull().default(SERVICE_DEFAULTS.resource_id),
  /** The further resources that offer the service, in the order in which the practice named them. */
  otherResourceIds: text('other_resource_ids', { mode: 'json' })
    .$type<readonly string[]>()
    .notNull()
    .default([]),
  priceCents: integer('price_cents')
    .notNull()
    .default(SERVICE_DEFAULTS.price * 100),
  active: integer({ mode: 'boolean' }).notNull().default(SERVICE_DEFAULTS.active),
  /** The duration that patients read; null for the one that is reserved. */
  displayDurationMin: integer('display_duration_min'),
  /** Whether the service is for patients who come for the first time, or for all others. */
  firstVisit: integer('first_visit', { mode: 'boolean' }).notNull().default(SERVICE_DEFAULTS.first_visit),
  /** The place in the list; services without one come last, by name. */
  displayOrder: integer('display_order'),
  /** Tells patients what to bring along and how to prepare; may be empty. */
  hint: text().notNull().default(SERVICE_DEFAULTS.hint),
  questions: text({ mode: 'json' }).$type<readonly Question[]>().notNull().default([]),
})

/** Working time in minutes since Vienna midnight. A weekday without a row is closed. */
export const workingHours = sqliteTable(
  'working_hours',
  {
    weekday: integer().notNull(),
    startMin: integer('start_min').notNull(),
    endMin: integer('end_min').notNull(),
  },
  (t) => [primaryKey({ columns: [t.weekday, t.startMin] })],
)

/**
 * Time without new appointments: a block of hours, closed days, a public holiday. Bookings within it stay;
 * the time between them is occupied.
 */
export const absences = sqliteTable(
  'absences',
  {
    id: integer().primaryKey(),
    /**
     * `erp` is a busy time of the doctor's calendar in Odoo, `calendar` one of another calendar. Both have no
     * title of their own.
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

/** Public holidays to which the practice opens; all others are closed (docs/behaviour.md 11.7). */
export const openHolidays = sqliteTable('open_holidays', {
  openOn: text('open_on').primaryKey(),
})

/**
 * Reserved time of a resource, including paddings: one row for each hold, each open or confirmed booking and
 * each offer, one more for a move that waits for the practice, several for an absence. A hold's row is void
 * after `expires_at`, whether or not it was deleted; a hold without a row has ended.
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
     * The confirmed booking whose patient asks for this time. The row leaves out the time that the booking
     * occupies already.
     */
    moveOf: text('move_of').references(() => bookings.id, { onDelete: 'cascade' }),
    /**
     * The offer of the waiting list. For an offer to move a booking, the row leaves out the time that the
     * booking occupies already.
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
    // The overlap triggers compare with the nearest neighbour only, which is wrong for empty intervals.
    check('occupations_have_length', sql`ends_at > starts_at`),
  ],
)

/**
 * Time that has become free and is still to be offered to the waiting list (docs/behaviour.md 18.5). It may
 * have been taken again, so offering checks whether it is free.
 */
export const freedTimes = sqliteTable('freed_times', {
  id: integer().primaryKey(),
  /** Null means that the time has become free for all resources. */
  resourceId: text('resource_id'),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  freedAt: integer('freed_at').notNull(),
})

/**
 * Times that patients hold while they complete a booking. The table has no index on its times: few holds are
 * live, and each hold would have to write the index.
 */
export const holds = sqliteTable('holds', {
  id: text().primaryKey(),
  serviceId: text('service_id').notNull(),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  /** The address as `mailboxKey` writes it. A mailbox has at most one live hold. */
  email: text().notNull(),
  /**
   * Fingerprint of the network address; 'unknown' where no address is known, and empty for an offered time.
   */
  origin: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Capital letters of names that are frequent here. SQLite's `lower` leaves them as they are. */
const CAPITALS = 'ÄÖÜÁÀÂÅÇĆČĐÉÈÊĞÍÑÓÔØŠŞÚÝŽ'

/**
 * Returns the name without regard to case, by which the index finds the bookings of a patient. drizzle-kit
 * writes an index with commas in it wrongly, so its migration was corrected by hand.
 */
export function nameKey(firstName: SQLWrapper, lastName: SQLWrapper): SQL {
  const name = sql`lower(${firstName} || ' ' || ${lastName})`
  const replaced = (text: SQL, capital: string) =>
    sql`replace(${text}, ${sql.raw(`'${capital}', '${capital.toLowerCase()}'`)})`
  return [...CAPITALS].reduce(replaced, name)
}

/** Requests and appointments of patients, in any status, with their contact as it was entered. */
export const bookings = sqliteTable(
  'bookings',
  {
    id: text().primaryKey(),
    /**
     * The hold that the booking was made from, so that a repeated confirm finds the same booking. A manual
     * booking has its own id here.
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
     * The start that the patient of a confirmed booking asks for. It is null once the practice has decided
     * (docs/behaviour.md 8.22).
     */
    moveToAt: integer('move_to_at'),
    /** The other resource that the patient asks for with the other start; null keeps the present one. */
    moveToResourceId: text('move_to_resource_id'),
    moveAskedAt: integer('move_asked_at'),
    /** Counts changes of the start or of the one asked for. Staff links are valid for one count only. */
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
    /** The series that the practice entered this appointment with; null for a single one. */
    seriesId: text('series_id'),
    /** The place within the series, from 1 on; null for a single one. */
    seriesPosition: integer('series_position'),
    /**
     * The patient's answers to the questions of the service, encrypted (booking/answers.ts); null without
     * answers.
     */
    answers: text(),
    /** The practice's internal notes on the appointment and on its patient, encrypted (booking/notes.ts). */
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
    /** Whether the patient came; null until the practice notes it (docs/behaviour.md 8.32). */
    attendance: text({ enum: ATTENDANCES }),
    /** Milliseconds from the request to the practice's answer; null without an answer. */
    answeredAfterMs: integer('answered_after_ms'),
    /** Who wished for the cancellation; `patient` also for somebody who called the practice. */
    cancelledBy: text('cancelled_by', { enum: CANCELLERS }),
    /** Milliseconds from the cancellation to the start; negative for a cancellation after the start. */
    cancelledAheadMs: integer('cancelled_ahead_ms'),
    /** The time had become free, and the waiting list gave it to this patient. */
    fromWaitingList: integer('from_waiting_list', { mode: 'boolean' }).notNull().default(false),
    /** Milliseconds from the booking to the start, of a row that is anonymised and has lost both times. */
    bookedAheadMs: integer('booked_ahead_ms'),
    /**
     * Whether this was the patient's first visit, where the other bookings do not tell it any more: of a row
     * that is anonymised, and false of each later one of the same patient. Null while they tell it.
     */
    firstVisit: integer('first_visit', { mode: 'boolean' }),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('bookings_by_hold').on(t.holdId),
    index('bookings_by_start').on(t.startsAt),
    // Covers the count of each status. With the start, because most bookings are confirmed and past.
    index('bookings_by_status_and_start').on(t.status, t.startsAt),
    // For the limit of a mailbox's open requests, and for its list.
    index('bookings_by_mailbox').on(t.mailbox, t.status, t.startsAt),
    // For the search of patients by birth date.
    index('bookings_by_birth_date').on(t.birthOn),
    // For the appointments of a patient, and whether there is one before a start.
    index('bookings_by_name')
      .on(nameKey(sql.raw('first_name'), sql.raw('last_name')), t.startsAt)
      .where(sql`anonymised = 0`),
    // For the limit of an origin's open requests.
    index('bookings_open_by_origin').on(t.origin).where(sql`status = 'requested'`),
    index('bookings_with_move').on(t.moveAskedAt).where(sql`move_to_at is not null`),
    // For the usual number of requests. A manual booking, whose hold id is its own id, does not count.
    index('bookings_requested_at').on(t.createdAt).where(sql`hold_id <> id`),
    // For retention, which would otherwise read every booking that it has already dealt with.
    index('bookings_to_anonymise').on(t.endsAt).where(sql`anonymised = 0`),
    index('bookings_with_svnr').on(t.endsAt).where(sql`svnr is not null`),
    index('bookings_with_answers').on(t.endsAt).where(sql`answers is not null`),
    index('bookings_by_series').on(t.seriesId).where(sql`series_id is not null`),
  ],
)

export type Booking = typeof bookings.$inferSelect

/**
 * The figures of the bookings of a day (backoffice/counted-days.ts), which name no patient. Triggers of
 * `bookings` delete those that a change may alter.
 */
export const countedDays = sqliteTable('counted_days', {
  /** The day's first instant in Vienna. */
  startsAt: integer('starts_at').primaryKey(),
  counts: text().notNull(),
  /** The `COUNTING_VERSION` by which the day was counted. */
  version: integer().notNull().default(1),
})

/**
 * The text of bookings that the search reads. Triggers keep it equal to `bookings`. The FTS5 table
 * `booking_search_index` indexes its columns `names` and `phone`: it finds any three consecutive letters and
 * ignores case and accents.
 */
export const bookingSearch = sqliteTable('booking_search', {
  /**
   * The booking's start, or the next free number, so that the index finds bookings in the order of their
   * starts.
   */
  id: integer().primaryKey(),
  bookingId: text('booking_id')
    .notNull()
    .unique()
    .references(() => bookings.id, { onDelete: 'cascade' }),
  endsAt: integer('ends_at').notNull(),
  status: text().$type<Booking['status']>().notNull(),
  /** Name and e-mail address of the patient, and the name of the booker. */
  person: text().notNull(),
  mobile: text().notNull(),
  /** `person` with two spaces before each word, so that its first one or two letters can be found too. */
  words: text().generatedAlwaysAs(
    sql`replace(replace('  ' || replace(lower(person), ' ', '  '), 'ß', 'ss'), 'ẞ', 'ss')`,
  ),
  /** `words`, followed by a copy without the `e` of `ae`, `oe` and `ue`, so that Müller finds Mueller. */
  names: text().generatedAlwaysAs(
    sql`words || CASE WHEN words GLOB '*[aou]e*' THEN replace(replace(replace(words, 'ae', 'a'), 'oe', 'o'), 'ue', 'u') ELSE '' END`,
  ),
  /** `mobile` as `normalisePhone` writes it. */
  digits: text().generatedAlwaysAs(
    sql.raw(
      [' ', '/', '.', '-', '–', '—', '‐', '‑', '(', ')', '[', ']'].reduce(
        (text, sign) => `replace(${text}, '${sign}', '')`,
        `CASE WHEN mobile GLOB '+*' OR mobile GLOB '00*' THEN replace(mobile, '(0)', '') ELSE mobile END`,
      ),
    ),
  ),
  /** `digits` without 0, +43 or 0043 in front. */
  phone: text().generatedAlwaysAs(
    sql`'  ' || CASE WHEN digits GLOB '0043*' THEN substr(digits, 5) WHEN digits GLOB '+43*' THEN substr(digits, 4) WHEN digits GLOB '00*' THEN substr(digits, 3) WHEN digits GLOB '[0+]*' THEN substr(digits, 2) ELSE digits END`,
  ),
})

/**
 * Patients who wait for an earlier time of a booking, or for any time of a service. An entry is deleted a day
 * after it has ended.
 */
export const waitingEntries = sqliteTable(
  'waiting_entries',
  {
    id: text().primaryKey(),
    /**
     * The booking that is to be earlier. The contact is read from it, so the columns for the contact are
     * empty.
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
    /** The only resource that is wished for; null for any, or for the one of the booking. */
    resourceId: text('resource_id').references(() => resources.id, { onDelete: 'set null' }),
    actor: text().notNull(),
    /** An admin's e-mail address, else empty. */
    actorName: text('actor_name').notNull().default(''),
    /** Fingerprint of the IP address of a patient who joined; null for what the practice enters. */
    origin: text(),
    /** The oldest entry is offered a time first. */
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

/** Times that were offered to waiting entries. While an offer is open, an occupation reserves its time. */
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
    /** `withdrawn` means that the practice or a change of the booking has ended the offer. */
    status: text({ enum: ['open', 'taken', 'refused', 'expired', 'withdrawn'] }).notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The hold that a taken offer without a booking became; null for every other offer. */
    holdId: text('hold_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('offers_by_entry').on(t.entryId),
    uniqueIndex('offers_open').on(t.entryId).where(sql`status = 'open'`),
  ],
)

export type OfferRow = typeof offers.$inferSelect

/** The kinds of events that change the appointment. */
export const CHANGE_KINDS = [
  'requested',
  /** A manual booking of the practice, confirmed at once. */
  'entered',
  'moved',
  'move-asked',
  'move-rejected',
  /** The patient no longer asks for the other time. */
  'move-withdrawn',
  /** The practice had not decided when one of the two times began. */
  'move-lapsed',
  /** The patient has moved the booking to a time that the waiting list offered. */
  'offer-taken',
  'confirmed',
  'rejected',
  'cancelled',
  /** The practice has entered the cancelled booking again at its time. */
  'reinstated',
  'undone',
] as const

const EVENT_KINDS = [
  ...CHANGE_KINDS,
  /** The event's `message` names the changed fields. */
  'contact-changed',
  /** The practice has changed an internal note; the event does not have its text. */
  'note-changed',
  'arrived',
  'no-show',
  'attendance-removed',
  /** The patient was told that the practice runs late; `message` says how much. */
  'late-told',
  /** The practice has written to the patient; `message` is the text. */
  'written',
  /** The practice has told the patient by telephone. */
  'called',
] as const

/**
 * The columns of a booking that a confirmation or a move changes, and that undo puts back (docs/behaviour.md
 * 8.19 and 8.28).
 */
export type Undoable = Pick<
  Booking,
  | 'status'
  | 'startsAt'
  | 'endsAt'
  | 'resourceId'
  | 'moveToAt'
  | 'moveToResourceId'
  | 'moveAskedAt'
  | 'moves'
  | 'remindedAt'
  | 'attendance'
  | 'answeredAfterMs'
  | 'cancelledBy'
  | 'cancelledAheadMs'
  | 'fromWaitingList'
>

/** The time that a cancelled booking had, paddings included. */
export type GivenUp = Pick<typeof occupations.$inferSelect, 'resourceId' | 'startsAt' | 'endsAt'>

/** The changes of bookings with their time and author. Rows are only added. */
export const events = sqliteTable(
  'events',
  {
    id: integer().primaryKey(),
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    actor: text().notNull(),
    /** An admin's e-mail address, else empty. */
    actorName: text('actor_name').notNull().default(''),
    /** The author's text for the other side; may be empty. */
    message: text().notNull().default(''),
    /** For moves, the appointment's start before the event, and the other start that the event is about. */
    movedFromAt: integer('moved_from_at'),
    movedToAt: integer('moved_to_at'),
    at: integer().notNull(),
    /** The end of the time to take the change back. Its messages wait until then. Null allows no undo. */
    undoUntil: integer('undo_until'),
    /** The booking as it was before a change that can be taken back. */
    before: text({ mode: 'json' }).$type<Undoable & { givenUp?: GivenUp | undefined }>(),
  },
  (t) => [index('events_by_booking').on(t.bookingId)],
)

/** Requested verifications of an e-mail address, each for one browser. */
export const emailVerifications = sqliteTable(
  'email_verifications',
  {
    id: integer().primaryKey(),
    email: text().notNull(),
    /** Hash of the secret of the browser that asked, or that has opened the list of appointments. */
    browser: text().notNull(),
    purpose: text({ enum: ['booking', 'my-bookings'] })
      .notNull()
      .default('booking'),
    /** Fingerprint of the network address. */
    origin: text().notNull().default(''),
    token: text().notNull(),
    code: text().notNull(),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    verifiedAt: integer('verified_at'),
    /** When the browser was verified or, if later, last read the list of appointments. */
    seenAt: integer('seen_at'),
  },
  (t) => [
    uniqueIndex('email_verifications_by_token').on(t.token),
    index('email_verifications_by_browser').on(t.browser),
    index('email_verifications_by_email').on(t.email, t.browser),
    index('email_verifications_by_origin').on(t.origin, t.expiresAt),
  ],
)

export type EmailVerification = typeof emailVerifications.$inferSelect

/** Pairs of a browser and a mailbox that it has verified, each as one fingerprint. */
export const knownBrowsers = sqliteTable('known_browsers', {
  fingerprint: text().primaryKey(),
  verifiedAt: integer('verified_at').notNull(),
})

/**
 * Dictionaries for compressing e-mails, which hold text that most e-mails share. Rows never change, because
 * unpacking needs them.
 */
export const messageDictionaries = sqliteTable('message_dictionaries', {
  id: integer().primaryKey(),
  text: text().notNull().unique(),
})

/**
 * The practice's own words for its messages. The newest row of a kind and channel counts. Rows are only
 * added, so that older words can be read.
 */
export const texts = sqliteTable('texts', {
  id: integer().primaryKey(),
  kind: text().$type<TextKind>().notNull(),
  channel: text({ enum: ['email', 'sms'] }).notNull(),
  /** Null in both columns means that the original words count again. */
  opening: text(),
  closing: text(),
  actor: text().notNull(),
  actorName: text('actor_name').notNull(),
  at: integer().notNull(),
})

/** Messages to patients and the practice. Each row is both the queued message and its row in the log. */
export const messages = sqliteTable(
  'messages',
  {
    id: integer().primaryKey(),
    channel: text({ enum: CHANNELS }).notNull(),
    kind: text().$type<MessageKind>().notNull(),
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
    /** The waiting list's offer that the message makes. */
    offerId: text('offer_id').references(() => offers.id, { onDelete: 'set null' }),
    /** The appointment's start that the message states, which a move makes untrue; null if it states none. */
    startsAt: integer('starts_at'),
    logUuid: text('log_uuid').notNull().unique(),
    /**
     * One e-mail address, or a phone number in E.164. A number that no SMS can reach is as the patient typed
     * it. Empty means that no recipient is known.
     */
    recipient: text().notNull(),
    /** Subject and HTML are empty for an SMS. */
    subject: text().notNull().default(''),
    text: text().notNull(),
    html: text().notNull().default(''),
    /** The iCalendar file of an e-mail. Its METHOD says whether it invites or cancels. */
    calendar: text(),
    /**
     * Text, HTML and calendar of an e-mail in compressed form. Their own columns are empty then; `withBody`
     * fills them.
     */
    packed: blob({ mode: 'buffer' }),
    dictionaryId: integer('dictionary_id').references(() => messageDictionaries.id),
    /**
     * Message-ID of an e-mail (RFC 5322), the same at every attempt, so that a receiver recognises a
     * repetition.
     */
    messageId: text('message_id'),
    status: text({ enum: MESSAGE_STATUSES }).notNull(),
    /** The reason why the message was suppressed, or why the last attempt failed. */
    error: text(),
    /** True when the last attempt failed because of the address or number, which a person can correct. */
    wrongRecipient: integer('wrong_recipient', { mode: 'boolean' }).notNull().default(false),
    /** When the practice settled the failure in another way, such as by telephone; null while it is open. */
    settledAt: integer('settled_at'),
    /** The e-mail address of the staff member who settled it. */
    settledBy: text('settled_by'),
    /** A sentence that says why recipient and content were deleted; null while they are stored. */
    emptied: text(),
    /** The SMS that replaces this e-mail. The e-mail is sent only if that SMS fails. */
    fallbackOf: integer('fallback_of'),
    attempts: integer().notNull().default(0),
    /** When the next attempt is due. While the message is being sent, the end of the worker's lease. */
    dueAt: integer('due_at').notNull(),
    /**
     * Number of verifications that the origin had requested in the half hour before. The lowest number is
     * sent first. Only e-mail verifications have one.
     */
    queuePosition: integer('turn'),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
    /** The SMS provider that was asked last. The columns below hold its answer. */
    provider: text({ enum: SMS_PROVIDERS }),
    providerMessageId: text('provider_message_id'),
    sender: text(),
    sendStatus: text('send_status'),
    /** Thousandths of a cent, since providers charge fractions of a cent. */
    priceMillicents: integer('price_millicents'),
    deliveryStatus: text('delivery_status'),
    deliveredAt: integer('delivered_at'),
  },
  (t) => [
    index('messages_due').on(t.channel, t.queuePosition, t.dueAt).where(sql`status in ('queued', 'sending')`),
    index('messages_unsent').on(t.status, t.channel).where(sql`status <> 'sent'`),
    // For the limits of SMS. Without the channel in it, SQLite would prefer the index of the channel alone.
    index('messages_sms_by_time').on(t.channel, t.dueAt).where(sql`channel = 'sms'`),
    // Finds the few messages whose links still decide.
    index('messages_with_signatures').on(t.bookingId).where(sql`instr(text, '&sig=') > 0`),
    // Finds messages that can be packed (messaging/outbox/packed-bodies.ts).
    index('messages_to_pack')
      .on(t.channel, t.createdAt)
      .where(
        sql`packed is null and emptied is null and status not in ('queued', 'sending') and instr(text, '&sig=') = 0`,
      ),
    index('messages_by_channel').on(t.channel),
    // The retention looks for old messages that still have their content.
    index('messages_with_content').on(t.createdAt).where(sql`emptied is null`),
    index('messages_by_booking').on(t.bookingId),
    index('messages_by_offer').on(t.offerId).where(sql`offer_id is not null`),
    index('messages_by_provider').on(t.provider, t.providerMessageId).where(sql`provider is not null`),
  ],
)

/** A message as the table holds it, perhaps with its body packed. */
export type MessageRow = typeof messages.$inferSelect

/** A message with its body, which `withBody` (messaging/outbox/packed-bodies.ts) makes of a row. */
export type Message = Omit<MessageRow, 'packed' | 'dictionaryId'> & { packed?: never }

/** A message as lists have it. An e-mail's `text` may be empty, because its body may be packed. */
export type ListedMessage = Omit<Message, 'html' | 'calendar'>

/** Alerts of level danger. The practice gets one e-mail about a danger that lasts. */
export const dangers = sqliteTable('dangers', {
  kind: text().primaryKey(),
  beganAt: integer('began_at').notNull(),
  /** When the practice was sent the e-mail. */
  toldAt: integer('told_at'),
  endedAt: integer('ended_at'),
})

/** The last known balance of the account with an SMS provider. */
export const balances = sqliteTable('balances', {
  provider: text({ enum: SMS_PROVIDERS }).primaryKey(),
  amount: text().notNull(),
  currency: text().notNull(),
  at: integer().notNull(),
})

/** Solutions of bot checks and challenges of passkeys, stored so that none of them is used twice. */
export const spentChallenges = sqliteTable('spent_challenges', {
  challenge: text().primaryKey(),
  expiresAt: integer('expires_at').notNull(),
})

/** Attempts that rate limits count, one row for each attempt and limit. */
export const attempts = sqliteTable(
  'attempts',
  {
    id: integer().primaryKey(),
    subject: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('attempts_by_subject').on(t.subject, t.at)],
)

/** The staff members, who sign in. */
export const admins = sqliteTable('admins', {
  id: integer().primaryKey(),
  /** The address as `emailKey` writes it. */
  email: text().notNull().unique(),
  name: text().notNull().default(''),
  role: text({ enum: ROLES }).notNull().default('doctor'),
  /** The resource that this staff member is, or works for; null for none. Pages show it first. */
  resourceId: text('resource_id').references(() => resources.id, { onDelete: 'set null' }),
  /** An Argon2id hash with its parameters and salt; empty while the password is still to be chosen. */
  passwordHash: text('password_hash').notNull(),
  /** The encrypted secret of the authenticator app. It has no effect while `totp_step` is null. */
  totpSecret: text('totp_secret'),
  /**
   * Time step of the last accepted code, because each code is valid once. Null while the app is no second
   * factor.
   */
  totpStep: integer('totp_step'),
  /** Hash of the token in the link to choose a password; null once the link was used or removed. */
  invitationToken: text('invitation_token'),
  /** Null when no password is to be chosen. An expired time stays until the next link is sent. */
  invitationExpiresAt: integer('invitation_expires_at'),
  /** The e-mail with the link; null once that e-mail was emptied. */
  invitationMessageId: integer('invitation_message_id').references(() => messages.id, {
    onDelete: 'set null',
  }),
  /** Counts resets of the account, each of which ends the known browsers from before. */
  resets: integer().notNull().default(0),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export type Admin = typeof admins.$inferSelect

/** Codes for admins who have lost their second factors. A code is deleted when it is used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: integer().primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    code: text().notNull(),
  },
  (t) => [index('recovery_codes_by_admin').on(t.adminId)],
)

/** WebAuthn credentials. Each works only under the host name where it was made. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer().primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text('credential_id').notNull().unique(),
    /** A COSE key (RFC 9052), base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's own count of signatures; 0 for an authenticator that does not count. */
    counter: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('passkeys_by_admin').on(t.adminId)],
)

export type Passkey = typeof passkeys.$inferSelect

/** Sign-ins that have not ended. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: integer().primaryKey(),
    token: text().notNull().unique(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The first 200 characters of the User-Agent. */
    device: text().notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    /** When its user last proved who it is, after the sign-in. */
    provedAt: integer('proved_at'),
  },
  (t) => [index('sessions_by_admin').on(t.adminId)],
)

/**
 * The actions in the admin area with their time and author. No row contains a secret or a patient's data.
 * Triggers refuse to change or delete a row.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey(),
    at: integer().notNull(),
    actor: text().notNull(),
    actorName: text('actor_name').notNull(),
    /** An admin's e-mail address, or the kind of an actor without a name. */
    person: text().generatedAlwaysAs(sql`coalesce(nullif(actor_name, ''), actor)`),
    action: text().notNull(),
    /**
     * The object of the action, such as `general` or the start of a booking's id. In rows without `changes`
     * the changed settings follow after a colon.
     */
    subject: text().notNull().default(''),
    changes: text({ mode: 'json' }).$type<readonly AuditChange[]>().notNull().default([]),
  },
  (t) => [
    index('audit_by_time').on(t.at),
    index('audit_by_person').on(t.person),
    index('audit_by_action').on(t.action),
  ],
)

/** Secret addresses under which a calendar program reads the confirmed appointments. */
export const feeds = sqliteTable('feeds', {
  id: integer().primaryKey(),
  token: text().notNull().unique(),
  /** Null for a feed without an owner, whose address stays valid. */
  adminId: integer('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
  title: text().notNull(),
  /** True if the feed shows initials in place of the patients' names. */
  initialsOnly: integer('initials_only', { mode: 'boolean' }).notNull(),
  /** The only resource whose appointments it shows; null for all. */
  resourceId: text('resource_id').references(() => resources.id, { onDelete: 'cascade' }),
  createdAt: integer('created_at').notNull(),
})

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
  /** The login of the user in whose calendar the event is; empty for the user as whom Ordi signs in. */
  odooUser: text('odoo_user').notNull().default(''),
  /** The doctor's change of the event in Odoo since Ordi last wrote it; null without one. */
  change: text({ enum: ['moved', 'removed'] }),
  /** The times to which the doctor moved the event; null for an all-day event, whose times mean nothing. */
  changedStartsAt: integer('changed_starts_at'),
  changedEndsAt: integer('changed_ends_at'),
})

/** The state of the synchronisation with Odoo, in one row. The table is empty while it is off. */
export const erpState = sqliteTable('erp_state', {
  id: integer().primaryKey(),
  /** Fingerprint of Odoo's address and database, to which the stored event ids belong. */
  source: text().notNull(),
  /** When Ordi last tried to read the busy times. */
  triedAt: integer('tried_at').notNull(),
  /** When the busy times were last read without a failure; null before the first time. */
  pulledAt: integer('pulled_at'),
  /** A sentence that says why the last reading failed; null after a success. */
  pullError: text('pull_error'),
})

/** The doctor's calendars elsewhere, whose busy times occupy what bookings leave (absences). */
export const calendars = sqliteTable('calendars', {
  id: integer().primaryKey(),
  name: text().notNull(),
  /** The encrypted address, which opens the calendar to everybody who has it. */
  url: text().notNull(),
  /** Null means that its busy times hold for all resources. */
  resourceId: text('resource_id'),
  /** True if only entries count that make busy. */
  busyOnly: integer('busy_only', { mode: 'boolean' }).notNull(),
  /** The server's words for the version that was read last (RFC 9110, section 8.8); null before the first. */
  etag: text(),
  lastModified: text('last_modified'),
  createdAt: integer('created_at').notNull(),
  /** When it was last tried to read the calendar. */
  triedAt: integer('tried_at').notNull(),
  /** When the server last gave the calendar, or said that it is unchanged; null before the first time. */
  readAt: integer('read_at'),
  /** When the entries were last read. An unchanged calendar is read anew each day, because series go on. */
  expandedAt: integer('expanded_at'),
  /** A sentence that says why the last reading failed; null after a success. */
  fault: text(),
  /** How many busy times were found, and how many entries could not be understood or have an unknown zone. */
  found: integer().notNull().default(0),
  unread: integer().notNull().default(0),
  unknownZone: integer('unknown_zone').notNull().default(0),
  /** True if there are more busy times than are read. */
  isCut: integer('is_cut', { mode: 'boolean' }).notNull().default(false),
})

/** Overlaps of a busy time with a confirmed booking that the practice has got an e-mail about. */
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
