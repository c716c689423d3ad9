import { HOUR, type Instant } from './day.ts'

/** Rule: docs/behaviour.md 8.1. */
export const BOOKING_STATUSES = ['requested', 'confirmed', 'rejected', 'cancelled'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** Who can wish for a cancellation. */
export const CANCELLERS = ['patient', 'practice'] as const
export type Canceller = (typeof CANCELLERS)[number]

/** The statuses in which an appointment takes place or may still do so. */
export const STANDING = ['requested', 'confirmed'] as const satisfies BookingStatus[]

/** Returns whether a booking of this status was neither rejected nor cancelled. */
export function isStanding(status: BookingStatus): boolean {
  return status === 'requested' || status === 'confirmed'
}

/** The meaning of a colour: good is green, waiting amber, danger red and neutral grey. */
export type Tone = 'good' | 'waiting' | 'danger' | 'neutral'

export type StatusDisplay = { readonly label: string; readonly tone: Tone }

const CONFIRMED: StatusDisplay = { label: 'Bestätigt', tone: 'good' }
const WAITING: StatusDisplay = { label: 'auf manuelle Bestätigung wartend', tone: 'waiting' }
const CANCELLED: StatusDisplay = { label: 'Storniert', tone: 'danger' }
const REJECTED: StatusDisplay = { label: 'Abgelehnt', tone: 'danger' }

/**
 * `confirm`, `draft` and `cancel` are other names of statuses, which docs/behaviour.md 15.3 covers too; this
 * server never sends them.
 */
const DISPLAYS: ReadonlyMap<string, StatusDisplay> = new Map([
  ['confirm', CONFIRMED],
  ['confirmed', CONFIRMED],
  ['draft', WAITING],
  ['requested', WAITING],
  ['cancel', CANCELLED],
  ['cancelled', CANCELLED],
  ['rejected', REJECTED],
])

/** Returns label and colour of a status. An unknown one is capitalised and grey (docs/behaviour.md 15.3). */
export function displayOfStatus(status: string): StatusDisplay {
  return (
    DISPLAYS.get(status) ?? {
      label: status.slice(0, 1).toLocaleUpperCase('de-AT') + status.slice(1),
      tone: 'neutral',
    }
  )
}

/** Stands beside the status of a confirmed booking whose patient asks for another time. */
export const MOVE_ASKED: StatusDisplay = { label: 'Verschiebung angefragt', tone: 'waiting' }

/**
 * The default of the setting `cancel_hours`: hours before the start until which patients cancel and move
 * online (docs/behaviour.md 8.9).
 */
export const CANCEL_HOURS = 24

/**
 * Returns the instant until which patients cancel and move online. Hours are elapsed ones, so summer time can
 * shift the wall time.
 */
export function cutOff(start: Instant, cancelHours: number): Instant {
  return start - cancelHours * HOUR
}

type BeforeCutOff = { start: Instant; now: Instant; cancelHours: number }

/** Returns whether the cut-off lies ahead. */
export function canCancel({ start, now, cancelHours }: BeforeCutOff): boolean {
  return now < cutOff(start, cancelHours)
}

/** Names the cut-off for every text: `bis 24 Stunden vor dem Termin`. */
export function cutOffText(cancelHours: number): string {
  if (cancelHours === 0) return 'bis zum Beginn des Termins'
  return `bis ${cancelHours === 1 ? 'eine Stunde' : `${cancelHours} Stunden`} vor dem Termin`
}

/**
 * Says why a patient can no longer cancel or move online: `Stornierung online nur bis 24 Stunden vor dem
 * Termin möglich.`
 */
export function tooLateText(change: 'Stornierung' | 'Verschieben', cancelHours: number): string {
  return `${change} online nur ${cutOffText(cancelHours)} möglich.`
}

/** The steps of the wizard, as its progress names them. */
export const STEP_LABELS = ['Besuch', 'Leistung', 'Termin', 'Daten', 'Prüfen', 'Buchen'] as const

/** Months that a search for the next free time looks ahead. Two sentences of the admin area name them. */
export const MONTHS_SEARCHED = 3

/** The size of the list of free times (docs/behaviour.md 3.13 and 3.14). */
export const SUGGESTED_SLOTS_PER_DAY = 4
export const SUGGESTED_SLOTS_PER_HALF_DAY = 2
export const SLOTS_PER_LOAD = 10
export const LIST_MONTHS_AHEAD = 6
export const LIST_DAYS_SCANNED = 120

/** The longest message or reason, in characters (docs/behaviour.md 8.15). */
export const MESSAGE_LENGTH = 1000

/** Characters of an internal note of the practice. */
export const NOTE_LENGTH = 2000

/**
 * The most bookings that one call cancels, rejects or suggests times for. A larger number would hold up the
 * other calls.
 */
export const BOOKINGS_AT_ONCE = 100

/** Hours from now within which no free time is offered to the waiting list (docs/behaviour.md 18.6). */
export const OFFERED_HOURS_AHEAD = 3

/** Days in the longest range of one summary, both ends included. */
export const SUMMARY_DAYS_MAX = 120

/** Patients book this many days ahead while the setting `maxBookingDays` is empty. */
export const DEFAULT_MAX_BOOKING_DAYS = 180
/** The largest value of the setting `maxBookingDays`. */
export const MAX_BOOKING_DAYS = 3650
