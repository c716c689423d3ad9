import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Booking, bookings } from './bookings.ts'

/** Tables derived from bookings. Triggers, which the migrations create, keep them up to date. */

/**
 * The figures of each day's bookings, which name no patient (backoffice/counted-days.ts). Triggers of
 * `bookings` delete the figures that a change may alter.
 */
export const countedDays = sqliteTable('counted_days', {
  /** The day's first instant in Vienna. */
  startsAt: integer('starts_at').primaryKey(),
  counts: text().notNull(),
  /** The `COUNTING_VERSION` with which the day was counted. */
  version: integer().notNull().default(1),
})

/** The characters that people write between the digits of a phone number, four kinds of dashes among them. */
const PHONE_SEPARATORS = [' ', '/', '.', '-', '–', '—', '‐', '‑', '(', ')', '[', ']']

/** SQL for `words` without the `e` of `ae`, `oe` and `ue`. */
const WORDS_WITHOUT_E = `replace(replace(replace(words, 'ae', 'a'), 'oe', 'o'), 'ue', 'u')`

/** SQL for `digits` without the code of Austria, or else without the first 00, 0 or +. */
const DIGITS_WITHOUT_PREFIX = [
  `CASE WHEN digits GLOB '0043*' THEN substr(digits, 5)`,
  `WHEN digits GLOB '+43*' THEN substr(digits, 4)`,
  `WHEN digits GLOB '00*' THEN substr(digits, 3)`,
  `WHEN digits GLOB '[0+]*' THEN substr(digits, 2)`,
  'ELSE digits END',
].join(' ')

/**
 * The text of bookings that the search reads. Triggers keep it equal to `bookings`. The FTS5 table
 * `booking_search_index` indexes its columns `names` and `phone`: it finds any three consecutive letters and
 * ignores case and accents.
 */
export const bookingSearch = sqliteTable('booking_search', {
  /** The booking's start or the next free number, so that the index returns bookings by start. */
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
  /**
   * `person` with two spaces before each word, so that a search for its first one or two letters works too.
   */
  words: text().generatedAlwaysAs(
    sql`replace(replace('  ' || replace(lower(person), ' ', '  '), 'ß', 'ss'), 'ẞ', 'ss')`,
  ),
  /** `words`, followed by a copy without the `e` of `ae`, `oe` and `ue`, so that Müller finds Mueller. */
  names: text().generatedAlwaysAs(
    sql.raw(`words || CASE WHEN words GLOB '*[aou]e*' THEN ${WORDS_WITHOUT_E} ELSE '' END`),
  ),
  /** `mobile` as `normalisePhone` writes it. */
  digits: text().generatedAlwaysAs(
    sql.raw(
      PHONE_SEPARATORS.reduce(
        (digits, separator) => `replace(${digits}, '${separator}', '')`,
        `CASE WHEN mobile GLOB '+*' OR mobile GLOB '00*' THEN replace(mobile, '(0)', '') ELSE mobile END`,
      ),
    ),
  ),
  /** The number behind its prefix, after two spaces, so that a search for its first digits works too. */
  phone: text().generatedAlwaysAs(sql.raw(`'  ' || ${DIGITS_WITHOUT_PREFIX}`)),
})
