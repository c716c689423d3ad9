import { join } from 'node:path'
import { getTableColumns } from 'drizzle-orm'
import { systemClock } from '../../src/ctx.ts'
import { openDatabase } from '../../src/db/open.ts'
import { bookings } from '../../src/db/schema.ts'
import { HOUR } from '../../src/shared/day.ts'

/** How many patients the past bookings belong to. */
const PAST_PATIENTS = 25_000

/**
 * Adds `count` copies of the earliest booking, one in each hour before now. The patients share a hundred last
 * names.
 */
export function addPastBookings(dataDir: string, count: number): void {
  const { $client } = openDatabase(join(dataDir, 'ordi.db'))
  const columns = getTableColumns(bookings)
  const columnNames = Object.values(columns).map(({ name }) => name)
  const thisHour = systemClock() - (systemClock() % HOUR)
  /** SQL for the columns in which the copies differ from the booking. */
  const changed: Record<string, string> = {
    id: `printf('past-%d', n)`,
    hold_id: `printf('past-%d', n)`,
    last_name: `printf('Probe%d', n % 100)`,
    email: `printf('p%d@musterfrau.example', n % ${PAST_PATIENTS})`,
    mailbox: `printf('p%d@musterfrau.example', n % ${PAST_PATIENTS})`,
    mobile: `printf('+43664%d', 1000000 + n % ${PAST_PATIENTS})`,
    birth_on: `date('1930-01-01', printf('%d days', n % ${PAST_PATIENTS}))`,
    starts_at: `${thisHour} - n * ${HOUR}`,
    ends_at: `${thisHour} - n * ${HOUR} + ends_at - starts_at`,
  }
  $client.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into bookings (${columnNames}) select ${columnNames.map((name) => changed[name] ?? name)}
    from numbers, (select * from bookings order by starts_at limit 1)`)
  $client.close()
}
