import { openToRead } from '../../src/db/open.ts'
import { STANDING_STATUSES } from '../../src/shared/booking.ts'
import type { Appointment, Journal, State } from './journal.ts'

/** The faults that a storm has found, in sentences. */
export type Findings = Readonly<{
  /** Something acknowledged, recorded or sent that is missing or different. */
  lost: string[]
  /** Something that may be there once and is there twice: a time, an event, a message. */
  doubled: string[]
  /** Something that took longer than its limit. */
  late: string[]
  /** Faults within a database file. */
  damage: string[]
}>

/** How many messages of a kind a booking should have, and has. */
type MessageCount = { booking: string; kind: string; channel: string; wanted: number; found: number }

/** Each event sends a message of this kind by this channel (docs/behaviour.md 10). */
const MESSAGES_OF_EVENTS = [
  ['requested', 'reservation-received', 'email'],
  ['requested', 'new-reservation', 'email'],
  ['confirmed', 'confirmed', 'email'],
  ['confirmed', 'confirmed', 'sms'],
  ['moved', 'moved', 'email'],
  ['moved', 'moved', 'sms'],
  ['rejected', 'rejected', 'email'],
  ['rejected', 'rejected', 'sms'],
  ['cancelled', 'cancelled', 'email'],
] as const

/** Returns lists of findings to which the checks add theirs. */
export function emptyFindings(): Findings {
  return { lost: [], doubled: [], late: [], damage: [] }
}

/**
 * Compares the live database with what was acknowledged. A call without an answer may have had an effect or
 * not, so the journal takes over the state that is found.
 */
export function checkLive(file: string, { appointments }: Journal, findings: Findings): void {
  const expected = appointments.map((appointment) => {
    const { acknowledged, unanswered } = appointment
    return [appointment, unanswered ? [acknowledged, unanswered] : [acknowledged]] as const
  })
  for (const [appointment, found] of checkFile(file, expected, findings)) {
    appointment.acknowledged = found
    // Where the booking's id is not known, the call stays unanswered: the clients repeat it, and must get the
    // same booking.
    if (found === appointment.unanswered && appointment.id !== undefined) delete appointment.unanswered
  }
}

/** The acknowledged state of each appointment at one moment. */
export type AcknowledgedStates = readonly (readonly [Appointment, State])[]

/** Returns what is acknowledged at this moment, and must be in every copy that is made from now on. */
export function acknowledgedNow({ appointments }: Journal): AcknowledgedStates {
  return appointments.map((appointment) => [appointment, appointment.acknowledged] as const)
}

/** Checks a copy: everything that was acknowledged before it must be in it, as it was then or later. */
export function checkCopy(file: string, before: AcknowledgedStates, findings: Findings): void {
  const expectedSince = before.map(
    ([appointment, state]) =>
      [appointment, appointment.history.slice(appointment.history.indexOf(state))] as const,
  )
  checkFile(file, expectedSince, findings)
}

/** The states that an appointment may have in a file. */
type Expected = readonly (readonly [Appointment, readonly State[]])[]

/**
 * Checks that a database file is intact, has nothing twice, and agrees with the expected states.
 * @returns the state of each appointment that was found, if it is one of the expected ones
 */
function checkFile(file: string, expected: Expected, findings: Findings): (readonly [Appointment, State])[] {
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

/** Runs SQL on the checked file. */
type Query = <T>(sql: string) => T[]

/**
 * Compares the appointments and their occupations with the expected states.
 * @returns the state of each appointment that was found, if it is one of the expected ones
 */
function compareAppointments(query: Query, expected: Expected, { lost }: Findings) {
  const bookings = new Map(
    query<{ id: string; hold: string; status: string; start: number }>(
      'select id, hold_id as hold, status, starts_at as start from bookings',
    ).map((row) => [row.hold, row]),
  )
  const reserved = new Map(
    query<{ owner: string; start: number }>(
      'select coalesce(hold_id, booking_id) as owner, starts_at as start from occupations where absence_id is null',
    ).map(({ owner, start }) => [owner, start]),
  )
  return expected.flatMap(([appointment, states]) => {
    const { hold, id } = appointment
    const row = bookings.get(hold)
    const found = row ?? { status: 'held', start: reserved.get(hold) }
    const state = states.find(({ status, start }) => status === found.status && start === found.start)
    if (state === undefined || (row !== undefined && id !== undefined && row.id !== id)) {
      lost.push(`${hold}: ${JSON.stringify(states)} became ${JSON.stringify(found)}`)
      return []
    }
    const takesTime = STANDING_STATUSES.some((status) => status === found.status)
    if (row !== undefined && reserved.get(row.id) !== (takesTime ? row.start : undefined))
      lost.push(`${row.id}: its time is ${takesTime ? 'not ' : ''}reserved`)
    return [[appointment, state] as const]
  })
}

/** Finds overlapping occupations, and events and messages that a booking may have only once. */
function findDoubles(query: Query, { doubled }: Findings): void {
  const overlaps = query<{ id: number }>(`
    select id from (select id, starts_at, lag(ends_at) over (partition by resource_id order by starts_at) as before from occupations)
    where starts_at < before`)
  for (const { id } of overlaps) doubled.push(`occupation ${id} overlaps the one before`)
  const events = query<{ booking_id: string; kind: string }>(`
    select booking_id, kind from events where kind in ('requested', 'confirmed', 'rejected', 'cancelled')
    group by 1, 2 having count(*) > 1
    union all select booking_id, kind from messages where kind in ('reminder', 'unanswered')
    group by booking_id, kind, channel having count(*) > 1`)
  for (const { booking_id, kind } of events) doubled.push(`${booking_id} was ${kind} twice`)
}

/**
 * Compares the messages of each booking with those that its events must have sent. A patient who moves a
 * request gets another message than one whom the practice moves, so only the moves by staff count here.
 */
function compareMessages(query: Query, { lost, doubled }: Findings): void {
  const expectedKinds = MESSAGES_OF_EVENTS.map((row) => `('${row.join("', '")}')`).join(', ')
  const counts = query<MessageCount>(`
    with expected_kinds (event, kind, channel) as (values ${expectedKinds}),
    wanted as (
      select e.booking_id, x.kind, x.channel, count(*) as wanted
      from events e join expected_kinds x on x.event = e.kind
      where e.kind <> 'moved' or e.actor = 'admin' group by 1, 2, 3),
    found as (select booking_id, kind, channel, count(*) as found from messages group by 1, 2, 3)
    select booking_id as booking, kind, channel, wanted, coalesce(found, 0) as found
    from wanted left join found using (booking_id, kind, channel) where wanted <> coalesce(found, 0)`)
  for (const { booking, kind, channel, wanted, found } of counts) {
    const list = found < wanted ? lost : doubled
    list.push(`${booking}: ${found} × ${kind} by ${channel} instead of ${wanted}`)
  }
}
