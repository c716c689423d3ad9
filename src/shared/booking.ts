import { HOUR, type Instant } from './day.ts'

/** docs/behaviour.md 8.1 */
export const BOOKING_STATUSES = ['requested', 'confirmed', 'rejected', 'cancelled'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** The statuses in which an appointment takes place or may still do so. */
export const STANDING = ['requested', 'confirmed'] as const satisfies BookingStatus[]

/** True unless the booking was rejected or cancelled. */
export function stands(status: BookingStatus): boolean {
  return status === 'requested' || status === 'confirmed'
}

/** good: green, waiting: amber, danger: red, neutral: grey. */
export type Tone = 'good' | 'waiting' | 'danger' | 'neutral'

export type StatusDisplay = { readonly label: string; readonly tone: Tone }

const CONFIRMED: StatusDisplay = { label: 'Bestätigt', tone: 'good' }
const WAITING: StatusDisplay = { label: 'auf manuelle Bestätigung wartend', tone: 'waiting' }
const CANCELLED: StatusDisplay = { label: 'Storniert', tone: 'danger' }
const REJECTED: StatusDisplay = { label: 'Abgelehnt', tone: 'danger' }

/** `confirm`, `draft` and `cancel` are other names of these statuses, which the rule covers; this server sends none of them. */
const DISPLAYS: ReadonlyMap<string, StatusDisplay> = new Map([
  ['confirm', CONFIRMED],
  ['confirmed', CONFIRMED],
  ['draft', WAITING],
  ['requested', WAITING],
  ['cancel', CANCELLED],
  ['cancelled', CANCELLED],
  ['rejected', REJECTED],
])

/** Label and colour of a status; an unknown one is capitalised, in grey (docs/behaviour.md 15.3). */
export function displayOfStatus(status: string): StatusDisplay {
  return (
    DISPLAYS.get(status) ?? {
      label: status.slice(0, 1).toLocaleUpperCase('de-AT') + status.slice(1),
      tone: 'neutral',
    }
  )
}

/** Beside the status of a confirmed booking whose patient asks for another time. */
export const MOVE_ASKED: StatusDisplay = { label: 'Verschiebung angefragt', tone: 'waiting' }

/** The setting `cancel_hours` until it is changed: how long before the start patients cancel and move online (docs/behaviour.md 8.9). */
export const CANCEL_HOURS = 24

/** Until when patients cancel and move online. In elapsed time, so a clock change in between moves the wall time. */
export function cutOff(start: Instant, cancelHours: number): Instant {
  return start - cancelHours * HOUR
}

/** True before the cut-off. */
export function canCancel(start: Instant, now: Instant, cancelHours: number): boolean {
  return now < cutOff(start, cancelHours)
}

/** The cut-off as every text names it, like `bis 24 Stunden vor dem Termin`. */
export function cutOffText(cancelHours: number): string {
  if (cancelHours === 0) return 'bis zum Beginn des Termins'
  return `bis ${cancelHours === 1 ? 'eine Stunde' : `${cancelHours} Stunden`} vor dem Termin`
}

/** Why something about a booking can no longer be done online. */
export function tooLateText(what: 'Stornierung' | 'Verschieben', cancelHours: number): string {
  return `${what} online nur ${cutOffText(cancelHours)} möglich.`
}

export const STEP_LABELS = ['Besuch', 'Leistung', 'Termin', 'Daten', 'Prüfen', 'Buchen'] as const

/** The list of free times: docs/behaviour.md 3.13 and 3.14. */
export const SUGGESTED_SLOTS_PER_DAY = 4
export const SUGGESTED_SLOTS_PER_HALF_DAY = 2
export const SLOTS_PER_LOAD = 10
export const LIST_MONTHS_AHEAD = 6
export const LIST_DAYS_SCANNED = 120

/** The longest message or reason, in characters (docs/behaviour.md 8.15). */
export const MESSAGE_LENGTH = 1000

/** How many bookings one call cancels, rejects or suggests times for. More would hold up the other calls. */
export const BOOKINGS_AT_ONCE = 100

/** A time that is nearer is not offered to the waiting list, in hours (docs/behaviour.md 18.6). */
export const OFFERED_HOURS_AHEAD = 3

/** The longest range of one day summary, both ends included. */
export const SUMMARY_DAYS_MAX = 120

/** How many days ahead patients book while `maxBookingDays` is empty. */
export const DEFAULT_MAX_BOOKING_DAYS = 180
/** The most that `maxBookingDays` can be. */
export const MAX_BOOKING_DAYS = 3650
