import { sql } from 'drizzle-orm'
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
import { BOOKING_STATUSES } from '../shared/booking.ts'
import { RELATIONS } from '../shared/contact/booker.ts'
import { CHANNELS, MESSAGE_STATUSES, type MessageKind } from '../shared/messages/message-kinds.ts'
import type { TextKind } from '../shared/messages/texts.ts'
import { ROLES } from '../shared/role.ts'
import type { Question } from '../shared/service/questions.ts'
import { SERVICE_DEFAULTS } from '../shared/service/service.ts'
import { SMS_PROVIDERS } from '../shared/sms-providers.ts'
import type { DayPart } from '../shared/waiting-list.ts'

/**
 * All tables. Instants end in `_at` and are epoch milliseconds UTC, Vienna days end in `_on` (YYYY-MM-DD),
 * money is in cents. The migrations make every table STRICT and add triggers that refuse overlapping
 * occupations of a resource, and changes to the audit. A token, a code or an address of origin is stored as
 * its fingerprint only.
 */

/** All settings, by group and wire name. Secrets are encrypted. */
export const settings = sqliteTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export const services = sqliteTable('services', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull().default(SERVICE_DEFAULTS.description),
  durationMin: integer('duration_min').notNull().default(SERVICE_DEFAULTS.duration_min),
  stepMin: integer('step_min').notNull().default(SERVICE_DEFAULTS.step),
  paddingBeforeMin: integer('padding_before_min').notNull().default(SERVICE_DEFAULTS.paddingBefore),
  paddingAfterMin: integer('padding_after_min').notNull().default(SERVICE_DEFAULTS.paddingAfter),
  resourceId: text('resource_id').notNull().default(SERVICE_DEFAULTS.resource_id),
  priceCents: integer('price_cents')
    .notNull()
    .default(SERVICE_DEFAULTS.price * 100),
  active: integer({ mode: 'boolean' }).notNull().default(SERVICE_DEFAULTS.active),
  displayDurationMin: integer('display_duration_min'),
  firstVisit: integer('first_visit', { mode: 'boolean' }).notNull().default(SERVICE_DEFAULTS.first_visit),
  displayOrder: integer('display_order'),
  /** Text for patients on what to bring along and how to prepare; may be empty. */
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
    /** `erp`: a busy time of the doctor's calendar in Odoo. */
    kind: text({ enum: ['block', 'closure', 'holiday', 'erp'] }).notNull(),
    title: text().notNull(),
    /** Shown to patients; may be empty. */
    reason: text().notNull().default(''),
    /** Null for all resources. */
    resourceId: text('resource_id'),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** The event in Odoo, for `erp`. */
    erpEventId: integer('erp_event_id'),
  },
  (t) => [index('absences_by_end').on(t.endsAt), check('absences_have_length', sql`ends_at > starts_at`)],
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
     * The confirmed booking whose patient asks for this time; only what the booking does not have already.
     */
    moveOf: text('move_of').references(() => bookings.id, { onDelete: 'cascade' }),
    /**
     * The offer of the waiting list; of one to move a booking only what the booking does not have already.
     */
    offerId: text('offer_id').references(() => offers.id, { onDelete: 'cascade' }),
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
 * Time that has become free and is still to be offered to the waiting list (docs/behaviour.md 18.5). Whether
 * it is free still is looked up then.
 */
export const freedTimes = sqliteTable('freed_times', {
  id: integer().primaryKey(),
  /** Null: of all resources. */
  resourceId: text('resource_id'),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  freedAt: integer('freed_at').notNull(),
})

/** Live holds are few, so a scan is cheaper than an index that each hold has to write. */
export const holds = sqliteTable('holds', {
  id: text().primaryKey(),
  serviceId: text('service_id').notNull(),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  /** The form of `mailboxKey`. A mailbox has one live hold. */
  email: text().notNull(),
  /** Fingerprint of the network address, five live holds each; empty when it is unknown. */
  origin: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

export const bookings = sqliteTable(
  'bookings',
  {
    id: text().primaryKey(),
    /**
     * The hold that it was made from, so that a repeated confirm finds the same booking; its own id for a
     * manual booking.
     */
    holdId: text('hold_id').notNull(),
    status: text({ enum: BOOKING_STATUSES }).notNull(),
    serviceId: text('service_id').notNull(),
    serviceName: text('service_name').notNull(),
    notes: text().notNull(),
    durationMin: integer('duration_min').notNull(),
    priceCents: integer('price_cents').notNull(),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /**
     * The start that the patient of a confirmed booking asks for, until the practice has decided
     * (docs/behaviour.md 8.22).
     */
    moveToAt: integer('move_to_at'),
    moveAskedAt: integer('move_asked_at'),
    /** How often its start, or the one asked for, was changed. Staff links are signed for it. */
    moves: integer().notNull().default(0),
    salutation: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text().notNull(),
    /** The form of `mailboxKey`. */
    mailbox: text().notNull().default(''),
    mobile: text().notNull(),
    address: text().notNull(),
    zip: text().notNull(),
    city: text().notNull(),
    country: text().notNull(),
    birthOn: text('birth_on').notNull(),
    /** Who booked for the patient; '' and null when the patient did (docs/behaviour.md 5.17). */
    bookerFirstName: text('booker_first_name').notNull().default(''),
    bookerLastName: text('booker_last_name').notNull().default(''),
    bookerRelation: text('booker_relation', { enum: RELATIONS }),
    /** Encrypted; null for people without an Austrian number. */
    svnr: text(),
    /**
     * The patient's answers to the questions of the service, encrypted (booking/bookings.ts); null without
     * answers.
     */
    answers: text(),
    /** The patient wishes to be reminded by SMS instead of e-mail (docs/behaviour.md 10.41). */
    reminderBySms: integer('reminder_by_sms', { mode: 'boolean' }).notNull().default(false),
    /** SEQUENCE of the calendar entry (RFC 5545). */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    /** When the patient was reminded; set once. */
    remindedAt: integer('reminded_at'),
    /** When the practice was reminded of an unanswered request or move; set once for each. */
    nudgedAt: integer('nudged_at'),
    /**
     * Fingerprint of the network address that an open request came from; deleted when it is answered or over.
     */
    origin: text(),
    /** The request was made while a harder bot check was due (docs/behaviour.md 7.16). */
    marked: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Nothing leads to the patient any more, and all times are the first of their month (docs/behaviour.md
     * 16.9).
     */
    anonymised: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the patient came; null until the practice notes it (docs/behaviour.md 8.32). */
    attendance: text({ enum: ATTENDANCES }),
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
    // For the appointments of a patient.
    index('bookings_by_birth_date').on(t.birthOn),
    // For the limit of an origin's open requests.
    index('bookings_open_by_origin').on(t.origin).where(sql`status = 'requested'`),
    index('bookings_with_move').on(t.moveAskedAt).where(sql`move_to_at is not null`),
    // For the usual number of requests; a manual booking is none.
    index('bookings_requested_at').on(t.createdAt).where(sql`hold_id <> id`),
    // For retention, which else would read everything that it is done with.
    index('bookings_to_anonymise').on(t.endsAt).where(sql`anonymised = 0`),
    index('bookings_with_svnr').on(t.endsAt).where(sql`svnr is not null`),
    index('bookings_with_answers').on(t.endsAt).where(sql`answers is not null`),
  ],
)

export type Booking = typeof bookings.$inferSelect

/**
 * The text of a booking that the search reads. Triggers keep it equal to `bookings`. The FTS5 table
 * `booking_search_index` has its columns `names` and `phone`; it finds any three consecutive letters and
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
  /** Name and e-mail address, and the name of who booked for the patient. */
  person: text().notNull(),
  mobile: text().notNull(),
  /** With two spaces before each word, which make its first one or two letters findable. */
  words: text().generatedAlwaysAs(
    sql`replace(replace('  ' || replace(lower(person), ' ', '  '), 'ß', 'ss'), 'ẞ', 'ss')`,
  ),
  /** Twice if it has an `ae`, `oe` or `ue`: as it is, and so that Mueller and Müller are equal. */
  names: text().generatedAlwaysAs(
    sql`words || CASE WHEN words GLOB '*[aou]e*' THEN replace(replace(replace(words, 'ae', 'a'), 'oe', 'o'), 'ue', 'u') ELSE '' END`,
  ),
  /** The form of `normalisePhone`. */
  digits: text().generatedAlwaysAs(
    sql.raw(
      [' ', '/', '.', '-', '–', '—', '‐', '‑', '(', ')', '[', ']'].reduce(
        (text, sign) => `replace(${text}, '${sign}', '')`,
        `CASE WHEN mobile GLOB '+*' OR mobile GLOB '00*' THEN replace(mobile, '(0)', '') ELSE mobile END`,
      ),
    ),
  ),
  /** Without 0, +43 or 0043 in front. */
  phone: text().generatedAlwaysAs(
    sql`'  ' || CASE WHEN digits GLOB '0043*' THEN substr(digits, 5) WHEN digits GLOB '+43*' THEN substr(digits, 4) WHEN digits GLOB '00*' THEN substr(digits, 3) WHEN digits GLOB '[0+]*' THEN substr(digits, 2) ELSE digits END`,
  ),
})

/**
 * Who waits for an earlier time of a booking, or for any time of a service. Deleted a day after it has ended.
 */
export const waitingEntries = sqliteTable(
  'waiting_entries',
  {
    id: text().primaryKey(),
    /**
     * The booking that is to be earlier. Its contact counts, and the columns of the contact here are empty.
     */
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    serviceId: text('service_id').notNull(),
    /** Empty when it is not known. */
    name: text().notNull(),
    email: text().notNull(),
    /** The form of `mailboxKey`. */
    mailbox: text().notNull(),
    mobile: text().notNull(),
    notBeforeOn: text('not_before_on'),
    notAfterOn: text('not_after_on').notNull(),
    /** 1 Monday … 7 Sunday. */
    weekdays: text({ mode: 'json' }).$type<readonly number[]>().notNull(),
    parts: text({ mode: 'json' }).$type<readonly DayPart[]>().notNull(),
    actor: text().notNull(),
    /** An admin's e-mail address, else empty. */
    actorName: text('actor_name').notNull().default(''),
    /** The place in the queue. */
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

/** A time that was offered to an entry. While it is open, an occupation reserves it. */
export const offers = sqliteTable(
  'offers',
  {
    id: text().primaryKey(),
    entryId: text('entry_id')
      .notNull()
      .references(() => waitingEntries.id, { onDelete: 'cascade' }),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** `withdrawn`: the practice or a change of the booking has ended it. */
    status: text({ enum: ['open', 'taken', 'refused', 'expired', 'withdrawn'] }).notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The hold that a taken offer became; null for an offer to move a booking. */
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
  /** By the patient. */
  'move-withdrawn',
  /** Nobody had decided when one of the two times began. */
  'move-lapsed',
  /** By the patient, to a time that the waiting list has offered. */
  'offer-taken',
  'confirmed',
  'rejected',
  'cancelled',
  'undone',
] as const

const EVENT_KINDS = [
  ...CHANGE_KINDS,
  /** `message` names the fields. */
  'contact-changed',
  'arrived',
  'no-show',
  'attendance-removed',
] as const

/**
 * The columns of a booking that a confirmation or a move changes, and that undo puts back (docs/behaviour.md
 * 8.19 and 8.28).
 */
export type Undoable = Pick<
  Booking,
  'status' | 'startsAt' | 'endsAt' | 'moveToAt' | 'moveAskedAt' | 'moves' | 'remindedAt' | 'attendance'
>

/** The changes of a booking with their time and author. Rows are only added. */
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
    /** The message to the other side. */
    message: text().notNull().default(''),
    /** For moves: the appointment's start until then, and the other start that it is about. */
    movedFromAt: integer('moved_from_at'),
    movedToAt: integer('moved_to_at'),
    at: integer().notNull(),
    /** Until when the change can be taken back; its messages wait until then. Null: not at all. */
    undoUntil: integer('undo_until'),
    /** The booking as it was before a change that can be taken back. */
    before: text({ mode: 'json' }).$type<Undoable>(),
  },
  (t) => [index('events_by_booking').on(t.bookingId)],
)

/** A requested verification of an e-mail address, for one browser. */
export const emailVerifications = sqliteTable(
  'email_verifications',
  {
    id: integer().primaryKey(),
    email: text().notNull(),
    /** The browser that asked, or that has opened the link to the list of appointments. */
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
    /** When the browser last read the list of appointments. */
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

/** Which browser has verified which mailbox, as a fingerprint of both. */
export const knownBrowsers = sqliteTable('known_browsers', {
  fingerprint: text().primaryKey(),
  verifiedAt: integer('verified_at').notNull(),
})

/**
 * Dictionaries for compressing e-mails: text that most of them share. Rows never change, because unpacking
 * needs them.
 */
export const messageDictionaries = sqliteTable('message_dictionaries', {
  id: integer().primaryKey(),
  text: text().notNull().unique(),
})

/**
 * The practice's own words for its messages: the newest of a text counts, the older ones are kept. Append
 * only.
 */
export const texts = sqliteTable('texts', {
  id: integer().primaryKey(),
  kind: text().$type<TextKind>().notNull(),
  channel: text({ enum: ['email', 'sms'] }).notNull(),
  /** Null in both: back to the original. */
  opening: text(),
  closing: text(),
  actor: text().notNull(),
  actorName: text('actor_name').notNull(),
  at: integer().notNull(),
})

/** Messages to patients and the practice: each row is at once the queue's entry and the log's. */
export const messages = sqliteTable(
  'messages',
  {
    id: integer().primaryKey(),
    channel: text({ enum: CHANNELS }).notNull(),
    kind: text().$type<MessageKind>().notNull(),
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
    /** The offer that it makes. */
    offerId: text('offer_id').references(() => offers.id, { onDelete: 'set null' }),
    /** The start of the appointment that it states, which a move makes untrue. Null where it states none. */
    startsAt: integer('starts_at'),
    logUuid: text('log_uuid').notNull().unique(),
    /**
     * One e-mail address; a number in E.164, or as the patient typed it where no SMS can reach it. Empty:
     * none is known.
     */
    recipient: text().notNull(),
    /** Subject and HTML are empty for an SMS. */
    subject: text().notNull().default(''),
    text: text().notNull(),
    html: text().notNull().default(''),
    /** An iCalendar object that goes with an e-mail; its own METHOD says what it is. */
    calendar: text(),
    /**
     * Text, HTML and calendar of an e-mail once they are packed; the columns of each are empty then
     * (`unpacked`).
     */
    packed: blob({ mode: 'buffer' }),
    dictionaryId: integer('dictionary_id').references(() => messageDictionaries.id),
    /**
     * Message-ID of an e-mail (RFC 5322), the same at every attempt, so that a receiver recognises a
     * repetition.
     */
    messageId: text('message_id'),
    status: text({ enum: MESSAGE_STATUSES }).notNull(),
    /** Why it was suppressed, or why the last attempt failed. */
    error: text(),
    /** Why recipient and content were deleted, as a sentence; null while they are there. */
    emptied: text(),
    /** The SMS that replaces this e-mail. The e-mail is sent only if that SMS fails. */
    fallbackOf: integer('fallback_of'),
    attempts: integer().notNull().default(0),
    /** When it is due next; while sending, when the worker's lease ends. */
    dueAt: integer('due_at').notNull(),
    /**
     * Number of verifications that the origin had requested in the half hour before. The lowest is sent
     * first. Null for messages other than e-mail verifications.
     */
    queuePosition: integer('turn'),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
    /** The SMS provider that was asked last, and what it answered. */
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
    // For the limits of SMS. With the channel, because SQLite otherwise prefers the index of the channel
    // alone.
    index('messages_sms_by_time').on(t.channel, t.dueAt).where(sql`channel = 'sms'`),
    // Finds the few messages whose links still decide.
    index('messages_with_signatures').on(t.bookingId).where(sql`instr(text, '&sig=') > 0`),
    // Finds messages that can be packed (messaging/outbox/bodies.ts).
    index('messages_to_pack')
      .on(t.channel, t.createdAt)
      .where(
        sql`packed is null and emptied is null and status not in ('queued', 'sending') and instr(text, '&sig=') = 0`,
      ),
    index('messages_by_channel').on(t.channel),
    // For retention.
    index('messages_with_content').on(t.createdAt).where(sql`emptied is null`),
    index('messages_by_booking').on(t.bookingId),
    index('messages_by_offer').on(t.offerId).where(sql`offer_id is not null`),
    index('messages_by_provider').on(t.provider, t.providerMessageId).where(sql`provider is not null`),
  ],
)

/** A message as it is stored. */
export type MessageRow = typeof messages.$inferSelect

/** A message with its body, which `unpacked` (messaging/outbox/bodies.ts) makes of a row. */
export type Message = Omit<MessageRow, 'packed' | 'dictionaryId'> & { packed?: never }

/**
 * Alerts of level danger, by kind: since when, when the practice was told by e-mail, and since when each is
 * over.
 */
export const dangers = sqliteTable('dangers', {
  kind: text().primaryKey(),
  beganAt: integer('began_at').notNull(),
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

/** Bot-check solutions and challenges of passkeys that cannot be used again. */
export const spentChallenges = sqliteTable('spent_challenges', {
  challenge: text().primaryKey(),
  expiresAt: integer('expires_at').notNull(),
})

/** One row for each attempt that a rate limit counts. */
export const attempts = sqliteTable(
  'attempts',
  {
    id: integer().primaryKey(),
    subject: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('attempts_by_subject').on(t.subject, t.at)],
)

export const admins = sqliteTable('admins', {
  id: integer().primaryKey(),
  /** The form of `emailKey`. */
  email: text().notNull().unique(),
  name: text().notNull().default(''),
  role: text({ enum: ROLES }).notNull().default('doctor'),
  /** Argon2id, with its own parameters and salt. */
  passwordHash: text('password_hash').notNull(),
  /** Secret of the authenticator app, encrypted. Without effect while `totp_step` is null. */
  totpSecret: text('totp_secret'),
  /**
   * Time step of the last accepted code, because each code is valid once. Null while the app is no second
   * factor.
   */
  totpStep: integer('totp_step'),
  /**
   * Hash of the token in the link to choose a password; null once there is one. The account cannot sign in
   * until then.
   */
  invitationToken: text('invitation_token'),
  invitationExpiresAt: integer('invitation_expires_at'),
  /** The e-mail with the link, until the link was taken out of it. */
  invitationMessageId: integer('invitation_message_id').references(() => messages.id, {
    onDelete: 'set null',
  }),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export type Admin = typeof admins.$inferSelect

/** Codes for an admin who has lost the second factors; deleted when used. */
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

/** WebAuthn credentials. Each works under the host name where it was made. */
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
    /** Number of signatures by the authenticator's count; stays 0 when it does not count. */
    counter: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('passkeys_by_admin').on(t.adminId)],
)

export type Passkey = typeof passkeys.$inferSelect

export const sessions = sqliteTable(
  'sessions',
  {
    id: integer().primaryKey(),
    token: text().notNull().unique(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The User-Agent, shortened. */
    device: text().notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [index('sessions_by_admin').on(t.adminId)],
)

/**
 * Who did what in the admin area, and when. Never contains a secret or a patient's data. Append only, by
 * trigger.
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
     * Such as `general`, or the start of a booking's id. Entries without `changes` list the changed settings
     * behind a colon.
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

/** Secret addresses of a read-only calendar, for the doctor's phone. */
export const feeds = sqliteTable('feeds', {
  id: integer().primaryKey(),
  token: text().notNull().unique(),
  adminId: integer('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
  title: text().notNull(),
  /** Shows patients' names as initials. */
  initialsOnly: integer('initials_only', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
})

/** The event in Odoo that belongs to a booking, and what it was when Ordi last wrote it. */
export const erpEvents = sqliteTable('erp_events', {
  bookingId: text('booking_id')
    .primaryKey()
    .references(() => bookings.id, { onDelete: 'cascade' }),
  eventId: integer('event_id').notNull(),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  active: integer({ mode: 'boolean' }).notNull(),
  pushedAt: integer('pushed_at').notNull(),
  /** The doctor's change of the event in Odoo since then. A move stores its new times there. */
  change: text({ enum: ['moved', 'removed'] }),
  changedStartsAt: integer('changed_starts_at'),
  changedEndsAt: integer('changed_ends_at'),
})

/** The synchronisation with Odoo. One row while it is on. */
export const erpState = sqliteTable('erp_state', {
  id: integer().primaryKey(),
  /** Which Odoo the stored event ids belong to: a fingerprint of address and database. */
  source: text().notNull(),
  /** When busy times were last asked for, and when they were last read. */
  triedAt: integer('tried_at').notNull(),
  pulledAt: integer('pulled_at'),
  /** Why the last reading failed, as a sentence. */
  pullError: text('pull_error'),
})

/** Overlaps of a busy time in Odoo and a confirmed booking that the practice has had an e-mail about. */
export const erpConflicts = sqliteTable(
  'erp_conflicts',
  {
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    eventId: integer('event_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookingId, t.eventId] })],
)
