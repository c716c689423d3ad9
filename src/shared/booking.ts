/** The statuses of a booking (docs/behaviour.md 8.1). */
export const BOOKING_STATUSES = ['requested', 'confirmed', 'rejected', 'cancelled'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** Who can wish for a cancellation. */
export const CANCELLERS = ['patient', 'practice'] as const
export type Canceller = (typeof CANCELLERS)[number]

/** The statuses in which an appointment takes place or may still do so. */
export const STANDING_STATUSES = ['requested', 'confirmed'] as const satisfies BookingStatus[]

/** Returns whether a booking of this status was neither rejected nor cancelled. */
export function isStanding(status: BookingStatus): boolean {
  return status === 'requested' || status === 'confirmed'
}

/** The meaning of a colour: good is green, waiting amber, danger red and neutral grey. */
export type Tone = 'good' | 'waiting' | 'danger' | 'neutral'

/** A status as people see it. */
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

/** Shown beside the status of a confirmed booking whose patient asks for another time. */
export const MOVE_ASKED: StatusDisplay = { label: 'Verschiebung angefragt', tone: 'waiting' }
