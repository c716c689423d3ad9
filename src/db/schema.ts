/**
 * All tables, which the files in tables/ define by topic. Other code imports them from here, so that
 * drizzle-kit reads one file, and a table can move to another topic without a change elsewhere.
 *
 * Instants end in `_at` and are epoch milliseconds UTC, Vienna days end in `_on` (YYYY-MM-DD), money is in
 * cents. The migrations make every table STRICT and add triggers that refuse overlapping occupations of a
 * resource, and changes to the audit. Tokens, codes and network addresses are stored only as fingerprints.
 */

export {
  type Admin,
  admins,
  attempts,
  audit,
  feeds,
  type Passkey,
  passkeys,
  recoveryCodes,
  sessions,
  spentChallenges,
} from './tables/access.ts'
export { CHANGE_KINDS, events, type GivenUpTime, type Undoable } from './tables/booking-events.ts'
export { bookingSearch, countedDays } from './tables/booking-extracts.ts'
export { type Booking, bookings, fullNameKey, nameKey } from './tables/bookings.ts'
export { dangers, settings } from './tables/installation.ts'
export {
  balances,
  type ListedMessage,
  type Message,
  type MessageRow,
  messageDictionaries,
  messages,
  texts,
} from './tables/messages.ts'
export { absences, freedTimes, occupations } from './tables/occupations.ts'
export { busyConflicts, calendars, erpEvents, erpState } from './tables/other-calendars.ts'
export { formerResources, openHolidays, resources, services, workingHours } from './tables/services.ts'
export { type EmailVerification, emailVerifications, holds, knownBrowsers } from './tables/visitors.ts'
export { type OfferRow, offers, type WaitingEntryRow, waitingEntries } from './tables/waiting-list.ts'
