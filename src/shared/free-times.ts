/** This module has the limits of searches for free times, and of the lists that show them. */

/** Months that a search for the next free time looks ahead. Two sentences of the admin area name them. */
export const MONTHS_SEARCHED = 3

/** The most times of a day that the list of free times suggests at once (docs/behaviour.md 3.13). */
export const SUGGESTED_SLOTS_PER_DAY = 4
/** The most of these before noon, and the most after noon. */
export const SUGGESTED_SLOTS_PER_HALF_DAY = 2

/** Times after which a part of the list ends. The next part is loaded on demand (docs/behaviour.md 3.14). */
export const SLOTS_PER_LOAD = 10
/**
 * The most days that are searched for one part of the list, which may then have fewer than `SLOTS_PER_LOAD`
 * times.
 */
export const LIST_DAYS_SCANNED = 120
/** Months from today up to which the patients' calendar can be turned (docs/behaviour.md 3.11). */
export const CALENDAR_MONTHS_AHEAD = 24

/** Months from today up to which the list goes, however far ahead patients can book. */
export const LIST_MONTHS_AHEAD = 6

/** Hours from now within which no free time is offered to the waiting list (docs/behaviour.md 18.6). */
export const OFFERED_HOURS_AHEAD = 3

/** Days in the longest range of one summary, both ends included. */
export const SUMMARY_DAYS_MAX = 120

/** Patients book this many days ahead while the setting `maxBookingDays` is empty. */
export const DEFAULT_MAX_BOOKING_DAYS = 180
/** The largest value of the setting `maxBookingDays`. */
export const MAX_BOOKING_DAYS = 3650
