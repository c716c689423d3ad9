import type { BookingStatus } from './booking.ts'
import type { NamedResource } from './resource.ts'
import type { Wishes } from './waiting-list.ts'

/**
 * This module has the answers of the API about the waiting list. Times are ISO instants with offset, and
 * `start_local` is the same start as a Vienna wall time.
 */

/**
 * An `open` offer can be taken. An offer is also `expired` when the practice or a change of the appointment
 * has ended it.
 */
export type OfferStatus = 'open' | 'taken' | 'refused' | 'expired'

type Slot = Readonly<{ start: string; start_local: string }>

/** An entry as its patient sees it. The `resource` of its wishes is an id, that of its offer has a name. */
export type WaitingEntry = Wishes &
  Readonly<{
    id: string
    service: Readonly<{ id: string; name: string }>
    /** The appointment that should move; null for an entry without one. */
    booking_id: string | null
    /** The name of the wished `resource`, where there are several. */
    resource_name?: string | undefined
    /** True while nobody takes appointments for the service, or not the wished resource. */
    no_times?: true | undefined
    /** The open offer; null without one. */
    offer: Readonly<{
      id: string
      start: string
      start_local: string
      /** The instant until which the offer can be taken. */
      until: string
      resource?: NamedResource | undefined
    }> | null
  }>

/** The ISO weekdays on which the practice is open, and the minutes for which an offer is open. */
export type WaitingTerms = Readonly<{ weekdays: readonly number[]; offer_minutes: number }>

/** The hold of an offered time, which the patient requests in step 4 until it expires. */
export type OfferedHold = Readonly<{ hold_id: string; expires_at: string }>

/** An offer as the page of its link shows it, in any status. */
export type OfferAnswer = Readonly<{
  id: string
  status: OfferStatus
  /** Price and duration are texts; '' if there is nothing to show. */
  service: Readonly<{ id: string; name: string; price: string; duration: string }>
  slot: Slot
  /** The resource of the slot, if the practice has several. */
  resource?: NamedResource | undefined
  /** The instant until which the offer can be taken. */
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

/** The answer to a patient who has taken or refused an offer. */
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
