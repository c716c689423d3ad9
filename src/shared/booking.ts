import { HOUR, type Instant } from './day.ts'

/** docs/behaviour.md 8.1 */
export type BookingStatus = 'requested' | 'confirmed' | 'rejected' | 'cancelled'

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

/** Hours before the start until which patients cancel and move online (docs/behaviour.md 8.9). Rule, texts and tests read it here. */
export const CANCEL_HOURS = 24

/** In elapsed time, so a clock change in between moves the wall time of the cut-off. */
export const CANCELLATION_NOTICE = CANCEL_HOURS * HOUR

/** The cut-off as every text names it. */
export const CANCEL_CUTOFF_TEXT = `bis ${CANCEL_HOURS} Stunden vor dem Termin`
export const TOO_LATE = `Stornierung online nur ${CANCEL_CUTOFF_TEXT} möglich.`
export const MOVE_TOO_LATE = `Verschieben online nur ${CANCEL_CUTOFF_TEXT} möglich.`

/** True while the start is more than `CANCEL_HOURS` away. */
export function canCancel(start: Instant, now: Instant): boolean {
  return start - now > CANCELLATION_NOTICE
}

export const STEP_LABELS = ['Besuch', 'Leistung', 'Termin', 'Daten', 'Prüfen', 'Buchen'] as const

/** The list of free times: docs/behaviour.md 3.13 and 3.14. */
export const SUGGESTED_SLOTS_PER_DAY = 4
export const SUGGESTED_SLOTS_PER_HALF_DAY = 2
export const SLOTS_PER_LOAD = 10
export const LIST_MONTHS_AHEAD = 6
export const LIST_DAYS_SCANNED = 120

/** The longest range of one day summary, both ends included. */
export const SUMMARY_DAYS_MAX = 120

/** How many days ahead the practice may enter appointments; a later day is taken for a typing error in the year. */
export const PRACTICE_DAYS_AHEAD = 730

/** How many days ahead patients book while `maxBookingDays` is empty. */
export const DEFAULT_MAX_BOOKING_DAYS = 180
/** The most that `maxBookingDays` can be. */
export const MAX_BOOKING_DAYS = 3650
