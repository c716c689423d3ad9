import { openToRead } from '../../src/db/open.ts'
import type { Appointment, Journal, State } from './load.ts'
import type { Place } from './place.ts'

/** The faults that a storm has found, in sentences. */
export type Findings = Readonly<{ lost: string[]; doubled: string[]; damage: string[] }>

type Count = { booking: string; kind: string; channel: string; wanted: number; found: number }

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

export function openFindings(): Findings {
  return { lost: [], doubled: [], damage: [] }
}

/**
 * Compares the live database with what was acknowledged. A call without an answer may have had an effect or
 * not, so the journal takes over the state that is found.
 */
export function checkLive(file: string, { appointments }: Journal, findings: Findings): void {
  const expected = appointments.map(
    (each) => [each, each.asked ? [each.acknowledged, each.asked] : [each.acknowledged]] as const,
  )
  for (const [appointment, found] of check(file, expected, findings)) {
    appointment.acknowledged = found
    // The clients ask again for a booking whose id they do not know. They must get the same one.
    if (found === appointment.asked && appointment.id !== undefined) delete appointment.asked
  }
}

/** Returns what is acknowledged at this moment, and must be in every copy that is made from now on. */
export function remember({ appointments }: Journal): readonly (readonly [Appointment, State])[] {
  return appointments.map((each) => [each, each.acknowledged] as const)
}

/** Checks a copy: everything that was acknowledged before it must be in it, as it was then or later. */
export function checkCopy(file: string, before: ReturnType<typeof remember>, findings: Findings): void {
  const since = before.map(
    ([each, state]) => [each, each.history.slice(each.history.indexOf(state))] as const,
  )
  check(file, since, findings)
}

type Expected = readonly (readonly [Appointment, readonly State[]])[]

/**
 * Checks a database file.
 * @returns the state of each appointment that was found, if it is one of the expected ones
 */
function check(file: string, expected: Expected, findings: Findings): (readonly [Appointment, State])[] {
  const { $client: db } = openToRead(file)
  try {
    const all = <T>(sql: string) => db.prepare(sql).all() as T[]
    const integrity = db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') findings.damage.push(String(integrity))
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0) findings.damage.push('a foreign key')
    findDoubles(all, findings)
    compareMessages(all, findings)
    return compareAppointments(all, expected, findings)
  } finally {
    db.close()
  }
}

type All = <T>(sql: string) => T[]

function compareAppointments(all: All, expected: Expected, { lost }: Findings) {
  const bookings = new Map(
    all<{ id: string; hold: string; status: string; start: number }>(
      'select id, hold_id as hold, status, starts_at as start from bookings',
    ).map((row) => [row.hold, row]),
  )
  const reserved = new Map(
    all<{ of: string; start: number }>(
      'select coalesce(hold_id, booking_id) as of, starts_at as start from occupations where absence_id is null',
    ).map(({ of, start }) => [of, start]),
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
    const takesTime = ['requested', 'confirmed'].includes(found.status)
    if (row !== undefined && reserved.get(row.id) !== (takesTime ? row.start : undefined))
      lost.push(`${row.id}: its time is ${takesTime ? 'not ' : ''}reserved`)
    return [[appointment, state] as const]
  })
}

function findDoubles(all: All, { doubled }: Findings): void {
  const overlaps = all<{ id: number }>(`
    select id from (select id, starts_at, lag(ends_at) over (partition by resource_id order by starts_at) as before from occupations)
    where starts_at < before`)
  for (const { id } of overlaps) doubled.push(`occupation ${id} overlaps the one before`)
  const events = all<{ booking_id: string; kind: string }>(`
    select booking_id, kind from events where kind in ('requested', 'confirmed', 'rejected', 'cancelled')
    group by 1, 2 having count(*) > 1
    union all select booking_id, kind from messages where kind in ('reminder', 'unanswered')
    group by booking_id, kind, channel having count(*) > 1`)
  for (const { booking_id, kind } of events) doubled.push(`${booking_id} was ${kind} twice`)
}

function compareMessages(all: All, { lost, doubled }: Findings): void {
  const tells = MESSAGES_OF_EVENTS.map((row) => `('${row.join("', '")}')`).join(', ')
  const counts = all<Count>(`
    with tells (event, kind, channel) as (values ${tells}),
    wanted as (
      select e.booking_id, t.kind, t.channel, count(*) as wanted from events e join tells t on t.event = e.kind
      where e.kind <> 'moved' or e.actor = 'admin' group by 1, 2, 3),
    found as (select booking_id, kind, channel, count(*) as found from messages group by 1, 2, 3)
    select booking_id as booking, kind, channel, wanted, coalesce(found, 0) as found
    from wanted left join found using (booking_id, kind, channel) where wanted <> coalesce(found, 0)`)
  for (const { booking, kind, channel, wanted, found } of counts)
    (found < wanted ? lost : doubled).push(
      `${booking}: ${found} × ${kind} by ${channel} instead of ${wanted}`,
    )
}

/**
 * Compares what the mail server and the SMS provider have with what the portal says that it has sent. Call it
 * when nothing is queued.
 * @param kills the kills of the program; each may repeat one e-mail, and leave one SMS `unknown`
 */
export function checkDelivery(place: Place, file: string, kills: number, { lost, doubled }: Findings): void {
  const { $client: db } = openToRead(file)
  const rows = db.prepare('select channel, status, message_id, log_uuid, error from messages').all() as {
    channel: string
    status: string
    message_id: string
    log_uuid: string
    error: string
  }[]
  db.close()
  const arrived = place.arrived()
  const emails = rows.filter(({ channel }) => channel === 'email')
  const known = new Set(emails.map(({ message_id }) => message_id))
  for (const id of arrived.keys()) if (!known.has(id)) lost.push(`the row of e-mail ${id}`)
  for (const { status, message_id, error } of emails) {
    if (status === 'sent' && !arrived.has(message_id)) lost.push(`e-mail ${message_id}`)
    if (status !== 'sent' && status !== 'suppressed') lost.push(`e-mail ${message_id}, ${status}: ${error}`)
  }
  const repeated = [...arrived.values()].reduce((sum, times) => sum + times - 1, 0)
  if (repeated > kills) doubled.push(`${repeated} e-mails were repeated by ${kills} kills`)

  const taken = new Map<string, number>()
  for (const { reference } of place.sevenio.taken) taken.set(reference, (taken.get(reference) ?? 0) + 1)
  let unknown = 0
  for (const { channel, status, log_uuid, error } of rows) {
    if (channel !== 'sms') continue
    const times = taken.get(log_uuid) ?? 0
    if (times > 1) doubled.push(`SMS ${log_uuid} was sent ${times} times`)
    if (status === 'sent' && times === 0) lost.push(`SMS ${log_uuid}`)
    if (status === 'unknown') unknown += 1
    else if (status !== 'sent' && status !== 'suppressed') lost.push(`SMS ${log_uuid}, ${status}: ${error}`)
  }
  if (arrived.size === 0 || taken.size === 0) lost.push('everything that was to be sent')
  if (unknown > kills) lost.push(`${unknown} SMS are in doubt after ${kills} kills`)
}
