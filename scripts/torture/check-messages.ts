import type { Findings } from './findings.ts'

/** Runs SQL on a database file that is checked, and returns its rows. */
export type Query = <T>(sql: string) => T[]

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

/**
 * Compares the messages of each booking with those that its events must have sent. A patient who moves a
 * request gets another message than one whom the practice moves, so only the moves by staff count here.
 */
export function compareMessages(query: Query, { lost, doubled }: Findings): void {
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
    const faults = found < wanted ? lost : doubled
    faults.push(`${booking}: ${found} × ${kind} by ${channel} instead of ${wanted}`)
  }
}
