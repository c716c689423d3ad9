import type { BookingStatus } from '../../src/shared/booking.ts'
import type { Instant } from '../../src/shared/day.ts'

/** The state of an appointment by the portal's answers; it is `held` until the hold was confirmed. */
export type State = Readonly<{ status: BookingStatus | 'held'; start: Instant }>

/** An appointment as the clients know it. */
export type Appointment = {
  hold: string
  id?: string
  acknowledged: State
  /** The state that was asked for without an answer. The portal may have done it or not. */
  unanswered?: State
  /** All states that were asked for, the latest last. */
  history: State[]
  /** The last digits of the mobile number. Each patient has a number of their own. */
  patientNumber: number
}

/** The clients' own record, which is independent of the database. */
export type Journal = {
  tries: number
  acknowledged: number
  refused: number
  appointments: Appointment[]
  /** Answers that no fault explains. */
  surprises: string[]
  /** The index of the start in `practice.starts` that the next client asks for. */
  next: number
}

/** Returns an empty journal. */
export function openJournal(): Journal {
  return { tries: 0, acknowledged: 0, refused: 0, appointments: [], surprises: [], next: 0 }
}
