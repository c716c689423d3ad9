/**
 * A minimal server on the portal's libraries (Hono, better-sqlite3) that gives the same answers to the two
 * calls that the benchmark compares. servers.ts starts it.
 */
import { randomBytes } from 'node:crypto'
import { serve } from '@hono/node-server'
import Database from 'better-sqlite3'
import { Hono } from 'hono'
import { countBare, DAY } from './bare.ts'

const [port = '', file = ''] = process.argv.slice(2)
/**
 * Milliseconds that no booking or hold of the benchmark exceeds. It gives the queries a lower bound for the
 * start, so that SQLite reads only a part of the index.
 */
const LONGEST_OCCUPATION_MS = 3_600_000
/** Milliseconds of a hold. */
const HOLD_MS = 600_000

const db = new Database(file)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(`
  create table if not exists reference_holds
    (id text primary key, starts_at integer not null, ends_at integer not null, email text not null, expires_at integer not null) strict;
  create index if not exists reference_holds_by_start on reference_holds (starts_at);
`)

const selectBusy = db
  .prepare(
    `select starts_at, ends_at from occupations
     where resource_id = 'doctor-1' and starts_at < :stop and starts_at > :start - ${LONGEST_OCCUPATION_MS} and ends_at > :start order by starts_at`,
  )
  .raw()
const insertHold = db.prepare(
  `insert into reference_holds select :id, :start, :stop, :email, :expires where not exists
     (select 1 from reference_holds
      where starts_at < :stop and starts_at > :start - ${LONGEST_OCCUPATION_MS} and ends_at > :start and expires_at > :now)`,
)

/** Milliseconds that Vienna is ahead of UTC, cached by day because Temporal is slow. */
const offsets = new Map<string, number>()
const offsetOf = (day: string) => {
  const offset =
    offsets.get(day) ?? Temporal.PlainDate.from(day).toZonedDateTime('Europe/Vienna').offsetNanoseconds / 1e6
  offsets.set(day, offset)
  return offset
}

const app = new Hono()
  .get('/api/slots', (c) => {
    const from = c.req.query('from') ?? ''
    const first = Date.parse(from) / DAY
    const last = Date.parse(c.req.query('to') ?? '') / DAY
    const offset = offsetOf(from)
    const busy = selectBusy
      .all({ start: first * DAY - offset, stop: (last + 1) * DAY - offset })
      .flat() as number[]
    const counts = countBare({ first, last, offset, busy })
    return c.json(
      counts.map((available_count, i) => ({
        date: new Date((first + i) * DAY).toISOString().slice(0, 10),
        available_count,
      })),
    )
  })
  .post('/api/hold', async (c) => {
    const { start, stop, contact } = await c.req.json()
    const now = Date.now()
    const expires = now + HOLD_MS
    const hold = {
      id: randomBytes(24).toString('base64url'),
      start: Date.parse(start),
      stop: Date.parse(stop),
      email: contact.email,
      expires,
      now,
    }
    if (insertHold.run(hold).changes === 0) return c.json({ error: 'slot_taken' }, 409)
    return c.json({ hold_id: hold.id, expires_at: new Date(expires).toISOString() }, 201)
  })
  .get('/api/health', (c) => c.json({ ok: true }))

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
