import type { BookingStatus } from './booking.ts'
import type { Day } from './day.ts'
import type { NamedResource } from './resource.ts'

/** The parts of a day for the waiting list (docs/behaviour.md 18). `afternoon` starts at 12:00. */
export const DAY_PARTS = ['morning', 'afternoon'] as const
export type DayPart = (typeof DAY_PARTS)[number]

/** Returns the part of the day of a time such as `08:30`. */
export function dayPartOf(time: string): DayPart {
  return time < '12:00' ? 'morning' : 'afternoon'
}

/** ISO weekdays, 1 for Monday … 7 for Sunday. */
export const WAITING_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** The times that a patient wants: Vienna days, both included, weekdays and parts of the day. */
export type Wishes = Readonly<{
  not_after: Day
  not_before: Day | null
  weekdays: readonly number[]
  parts: readonly DayPart[]
  /** The id of the wished resource; without one any, or the appointment's. */
  resource?: string | null | undefined
}>

/**
 * An entry is for an appointment that should move to an earlier time, or for a service without an
 * appointment.
 */
export type WaitingFor =
  | { booking_id: string }
  | {
      service_id: string
      email: string
      /** The solved bot check, which a new entry needs. */
      turnstile_token?: string | undefined
    }

/** The same choice for an entry that the practice makes. */
export type WaitingForByPractice =
  | { booking_id: string }
  | { service_id: string; name: string; email: string; mobile: string }

/**
 * An `open` offer can be taken. An offer is also `expired` when the practice or a change of the appointment
 * has ended it.
 */
export type OfferStatus = 'open' | 'taken' | 'refused' | 'expired'

type Slot = Readonly<{ start: string; start_local: string }>

export type WaitingEntry = Wishes &
  Readonly<{
    id: string
    service: Readonly<{ id: string; name: string }>
    booking_id: string | null
    /** The name of the wished `resource`, where there are several. */
    resource_name?: string | undefined
    /** True while nobody takes appointments for the service, or not the wished resource. */
    no_times?: true | undefined
    offer: Readonly<{
      id: string
      start: string
      start_local: string
      until: string
      resource?: NamedResource | undefined
    }> | null
  }>

/** The ISO weekdays on which the practice is open, and the minutes for which an offer is open. */
export type WaitingTerms = Readonly<{ weekdays: readonly number[]; offer_minutes: number }>

export type OfferedHold = Readonly<{ hold_id: string; expires_at: string }>

export type OfferAnswer = Readonly<{
  id: string
  status: OfferStatus
  /** Price and duration are texts; '' if there is nothing to show. */
  service: Readonly<{ id: string; name: string; price: string; duration: string }>
  slot: Slot
  /** The resource of the slot, if the practice has several. */
  resource?: NamedResource | undefined
  until: string
  /** The appointment that would move, with its present slot. */
  booking: Readonly<{ id: string; status: BookingStatus; slot: Slot }> | null
  /** The hold of a patient who took the offer without an appointment. Null once it has ended. */
  hold: OfferedHold | null
  /** The appointment that was made from that hold. */
  booked_id: string | null
  /** Null when the entry has ended. */
  entry_id: string | null
}>

export type OfferOutcome =
  | Readonly<{ status: 'refused' }>
  /** The appointment was moved to the offered time. */
  | Readonly<{ status: 'taken'; booking_id: string; slot: Slot }>
  /** There was no appointment to move, so the time is held until the patient requests it in step 4. */
  | Readonly<{
      status: 'taken'
      hold: OfferedHold
      service_id: string
      slot: Slot
    }>

/** A row of GET /api/admin/waiting-list, oldest first. */
export type AdminWaitingEntry = WaitingEntry &
  Readonly<{
    name: string
    email: string
    mobile: string
    /** False if neither e-mail nor SMS can reach the patient; the list then makes no offer. */
    reachable: boolean
    booking: Readonly<{ id: string; status: BookingStatus; start: string; resource_id: string }> | null
    /** The e-mail address of the admin who made the entry; null if the patient did. */
    made_by: string | null
    created_at: string
  }>
