import { openToRead } from '../../src/db/open.ts'
import { STANDING_STATUSES } from '../../src/shared/booking.ts'
import { compareMessages, type Query } from './check-messages.ts'
import type { Findings } from './findings.ts'
import type { Appointment, Journal, State } from './journal.ts'

/**
 * Compares the live database with what was acknowledged. A call without an answer may have had an effect or
 * not, so the journal takes over the state that is found.
 */
export function checkLive(file: string, { appointments }: Journal, findings: Findings): void {
  const expected = appointments.map((appointment): Expected => {
    const { acknowledged, unanswered } = appointment
    return { appointment, states: unanswered ? [acknowledged, unanswered] : [acknowledged] }
  })
  for (const { appointment, state } of checkFile(file, expected, findings)) {
    appointment.acknowledged = state
    // Where the booking's id is not known, the call stays unanswered: the clients repeat it, and must get the
    // same booking.
    if (state === appointment.unanswered && appointment.id !== undefined) delete appointment.unanswered
  }
}

/** An appointment in its state at one moment. */
export type AppointmentState = Readonly<{ appointment: Appointment; state: State }>

/** Returns what is acknowledged at this moment, and must be in every copy that is made from now on. */
export function acknowledgedNow({ appointments }: Journal): AppointmentState[] {
  return appointments.map((appointment) => ({ appointment, state: appointment.acknowledged }))
}

/** Checks a copy: everything that was acknowledged before it must be in it, as it was then or later. */
export function checkCopy(
  file: string,
  acknowledgedBefore: readonly AppointmentState[],
  findings: Findings,
): void {
  const expected = acknowledgedBefore.map(({ appointment, state }): Expected => {
    const { history } = appointment
    return { appointment, states: history.slice(history.indexOf(state)) }
  })
  checkFile(file, expected, findings)
}

/** An appointment with the states that it may have in a file. */
type Expected = Readonly<{ appointment: Appointment; states: readonly State[] }>

/**
 * Checks that a database file is intact, has nothing twice, and agrees with the expected states.
 * @returns the state of each appointment that was found, if it is one of the expected ones
 */
function checkFile(file: string, expected: readonly Expected[], findings: Findings): AppointmentState[] {
  const { $client: db } = openToRead(file)
  try {
    const query = <T>(sql: string) => db.prepare(sql).all() as T[]
    const integrity = db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') findings.damage.push(String(integrity))
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0) findings.damage.push('a foreign key')
    findDoubles(query, findings)
    compareMessages(query, findings)
    return compareAppointments(query, expected, findings)
  } finally {
    db.close()
  }
}

/** The stored state of a booking, with the id of its hold. */
type BookingRow = Readonly<{ id: string; hold: string; status: string; start: number }>

/**
 * Compares the appointments and their occupations with the expected states.
 * @returns the state of each appointment that was found, if it is one of the expected ones
 */
function compareAppointments(query: Query, expected: readonly Expected[], { lost }: Findings) {
  const bookings = query<BookingRow>('select id, hold_id as hold, status, starts_at as start from bookings')
  const bookingsByHold = new Map(bookings.map((booking) => [booking.hold, booking]))
  const occupations = query<{ owner: string; start: number }>(
    'select coalesce(hold_id, booking_id) as owner, starts_at as start from occupations where absence_id is null',
  )
  /** The reserved starts, by the id of the hold or booking. */
  const reservedStarts = new Map(occupations.map(({ owner, start }) => [owner, start]))
  return expected.flatMap(({ appointment, states }) => {
    const { hold, id } = appointment
    const booking = bookingsByHold.get(hold)
    const found = booking ?? { status: 'held', start: reservedStarts.get(hold) }
    const state = states.find(({ status, start }) => status === found.status && start === found.start)
    const isOtherBooking = booking !== undefined && id !== undefined && booking.id !== id
    if (state === undefined || isOtherBooking) {
      lost.push(`${hold}: ${JSON.stringify(states)} became ${JSON.stringify(found)}`)
      return []
    }
    if (booking !== undefined) compareOccupation(booking, reservedStarts.get(booking.id), lost)
    return [{ appointment, state }]
  })
}

/** Checks that the start of a standing booking is reserved, and that of another one is not. */
function compareOccupation(
  { id, status, start }: BookingRow,
  reservedStart: number | undefined,
  lost: string[],
): void {
  const isStanding = STANDING_STATUSES.some((standing) => standing === status)
  const expectedStart = isStanding ? start : undefined
  if (reservedStart !== expectedStart) lost.push(`${id}: its time is ${isStanding ? 'not ' : ''}reserved`)
}

/** Finds overlapping occupations, and events and messages that a booking may have only once. */
function findDoubles(query: Query, { doubled }: Findings): void {
  const overlaps = query<{ id: number }>(`
    select id from (select id, starts_at, lag(ends_at) over (partition by resource_id order by starts_at) as previous_end from occupations)
    where starts_at < previous_end`)
  for (const { id } of overlaps) doubled.push(`occupation ${id} overlaps the one before`)
  const repeated = query<{ booking_id: string; kind: string }>(`
    select booking_id, kind from events where kind in ('requested', 'confirmed', 'rejected', 'cancelled')
    group by 1, 2 having count(*) > 1
    union all select booking_id, kind from messages where kind in ('reminder', 'unanswered')
    group by booking_id, kind, channel having count(*) > 1`)
  for (const { booking_id, kind } of repeated) doubled.push(`${booking_id} was ${kind} twice`)
}
