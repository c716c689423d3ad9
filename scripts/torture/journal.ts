import type { BookingStatus } from '../../src/shared/booking.ts'
import type { Instant } from '../../src/shared/day.ts'

/** The state of an appointment by the portal's answers. It is `held` until the patient has confirmed. */
export type State = Readonly<{ status: BookingStatus | 'held'; start: Instant }>

/** An appointment as the clients know it. */
export type Appointment = {
  /** The id of the hold. */
  hold: string
  /** The id of the booking, once an answer has told it. */
  id?: string
  /** The last state that the portal has acknowledged. */
  acknowledged: State
  /** The state that the last call has asked for, if it had no answer. The portal may have done it or not. */
  unanswered?: State
  /** All states that were asked for, the latest last. */
  history: State[]
  /** The last digits of the mobile number. Each patient has a number of their own. */
  patientNumber: number
}

/** The clients' own record, which is independent of the database. */
export type Journal = {
  /** How many calls were sent, how many of them acknowledged, and how many refused as a fault explains. */
  tries: number
  acknowledged: number
  refused: number
  appointments: Appointment[]
  /** Answers that no fault explains. */
  surprises: string[]
  /** The index of the start in `practice.freeStarts` that the next client asks for. */
  nextStart: number
}

/** Returns an empty journal. */
export function openJournal(): Journal {
  return { tries: 0, acknowledged: 0, refused: 0, appointments: [], surprises: [], nextStart: 0 }
}
