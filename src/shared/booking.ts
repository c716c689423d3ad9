import { HOUR, type Instant } from './day.ts'

/** Every status that a booking can have (decisions, section 5). */
export type BookingStatus = 'requested' | 'confirmed' | 'rejected' | 'cancelled'

/** Good is green, wait amber, loss red, quiet grey. */
export type Tone = 'good' | 'wait' | 'loss' | 'quiet'

export type StatusDisplay = { readonly label: string; readonly tone: Tone }

const CONFIRMED: StatusDisplay = { label: 'Bestätigt', tone: 'good' }
const WAITING: StatusDisplay = { label: 'auf manuelle Bestätigung wartend', tone: 'wait' }
const CANCELLED: StatusDisplay = { label: 'Storniert', tone: 'loss' }
const REJECTED: StatusDisplay = { label: 'Abgelehnt', tone: 'loss' }

const DISPLAYS: ReadonlyMap<string, StatusDisplay> = new Map([
  ['confirm', CONFIRMED],
  ['confirmed', CONFIRMED],
  ['draft', WAITING],
  ['requested', WAITING],
  ['cancel', CANCELLED],
  ['cancelled', CANCELLED],
  ['rejected', REJECTED],
])

/** How a status is shown; one that nobody knows is capitalised in grey. Source: specification section 4. */
export function displayOfStatus(status: string): StatusDisplay {
  return (
    DISPLAYS.get(status) ?? {
      label: status.slice(0, 1).toLocaleUpperCase('de-AT') + status.slice(1),
      tone: 'quiet',
    }
  )
}

/** Hours before the start until which patients cancel online. Rule, texts and tests all read it here. */
export const CANCEL_HOURS = 24

/** In elapsed time, so a clock change in between moves the wall time of the cut-off. */
export const CANCELLATION_NOTICE = CANCEL_HOURS * HOUR

/** The cut-off as every text names it. */
export const CANCEL_CUTOFF = `bis ${CANCEL_HOURS} Stunden vor dem Termin`
export const TOO_LATE = `Stornierung online nur ${CANCEL_CUTOFF} möglich.`

/** True while the start is more than `CANCEL_HOURS` away. */
export function canCancel(start: Instant, now: Instant): boolean {
  return start - now > CANCELLATION_NOTICE
}

/** True for what can be a booking id: at least 128 random bits, URL-safe (decisions, section 2). */
export function isBookingId(text: string): boolean {
  return /^[\w-]{22,64}$/.test(text)
}

/** Specification section 2. */
export const STEP_LABELS = ['Besuch', 'Leistung', 'Termin', 'Daten', 'Prüfen', 'Buchen'] as const

/** Business constants of the list view. Source: specification section 9. */
export const SUGGESTED_SLOTS_PER_DAY = 4
export const SUGGESTED_SLOTS_PER_HALF_DAY = 2
export const SLOTS_PER_LOAD = 10
export const LIST_MONTHS_AHEAD = 6
export const LIST_DAYS_SCANNED = 120

/** The longest range of one day summary, both ends counted. Source: decisions, section 3. */
export const SUMMARY_DAYS_MAX = 120

/** How far ahead the practice itself enters appointments: farther, and the year is mistyped. */
export const PRACTICE_DAYS_AHEAD = 730

/** How far ahead patients book while maxBookingDays is empty. Source: decisions, section 4. */
export const DEFAULT_MAX_BOOKING_DAYS = 180
