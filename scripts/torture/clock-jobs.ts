import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openToRead } from '../../src/db/open.ts'
import { type Instant, MINUTE } from '../../src/shared/day.ts'
import type { RunningServer } from '../bench/servers.ts'
import { runSql, type TestPractice } from './test-practice.ts'

/** Milliseconds that each of these may take after a step of the clock, or last. */
export const LIMITS_MS = {
  /** Until a new e-mail is sent. */
  mail: 2_000,
  /** Until an expired hold is deleted. */
  hold: 2 * MINUTE,
  /** Until the hourly clean-up has deleted an old row. */
  cleanUp: 2 * MINUTE,
  /** For which the event loop stands still. */
  stall: 150,
} as const
/** Milliseconds that each of them has taken. */
export type Measured = Readonly<Record<keyof typeof LIMITS_MS, number>>

/** Milliseconds between two looks at what is waited for. */
const POLL_MS = 20

/** Steps the clock, and measures how long what `LIMITS_MS` lists takes after it. */
export async function measureStep(
  practice: TestPractice,
  server: RunningServer,
  stepClock: () => Promise<number>,
): Promise<Measured> {
  // Each reading begins a new measurement.
  await readLongestStall(server)
  const steppedAt = performance.now()
  const rowName = insertExpiredRows(practice, await stepClock())
  const measure = (kind: keyof Measured, isDone: () => boolean) =>
    measureSince(steppedAt, { limitMs: LIMITS_MS[kind], isDone })
  const recipient = `${rowName}@musterfrau.example`
  await post(server, '/api/email/send', { email: recipient })
  const mail = await measure('mail', () =>
    practice.smtpServer.mails.some(({ envelope }) => envelope.to.includes(recipient)),
  )
  const [hold, cleanUp] = await Promise.all([
    measure('hold', () => isGone(practice, `select 1 from holds where id = '${rowName}'`)),
    measure('cleanUp', () => isGone(practice, `select 1 from attempts where subject = '${rowName}'`)),
  ])
  return { mail, hold, cleanUp, stall: await readLongestStall(server) }
}

/** Waits until it is done, or the limit is over. Returns the milliseconds since the beginning. */
async function measureSince(
  began: number,
  { limitMs, isDone }: Readonly<{ limitMs: number; isDone: () => boolean }>,
): Promise<number> {
  while (!isDone() && performance.now() - began <= limitMs) await setTimeout(POLL_MS)
  return performance.now() - began
}

/**
 * Inserts an expired hold, and an old attempt, which only the clean-up deletes. Returns the name of both,
 * which is another one for each step.
 */
function insertExpiredRows(practice: TestPractice, now: Instant): string {
  const rowName = `step-${now}`
  runSql(
    practice,
    `insert into holds (id, service_id, starts_at, ends_at, email, origin, created_at, expires_at)
       values ('${rowName}', 'bench', 1, 2, 'a', 'b', ${now - 10 * MINUTE}, ${now - 1});
     insert into attempts (subject, at) values ('${rowName}', 1)`,
  )
  return rowName
}

/** Returns whether the query finds no row. */
function isGone({ dataDir }: TestPractice, query: string): boolean {
  const { $client } = openToRead(join(dataDir, 'ordi.db'))
  const row = $client.prepare(query).get()
  $client.close()
  return row === undefined
}

async function post({ url }: RunningServer, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Returns the longest delay of the event loop since the last call, in milliseconds. */
async function readLongestStall({ url }: RunningServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? []
  if (seconds === undefined) throw new Error('The portal does not measure its event loop.')
  return Number(seconds) * 1000
}
