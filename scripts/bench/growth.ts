import assert from 'node:assert/strict'
import { listLog } from '../../src/messaging/outbox/log.ts'
import { claimDue } from '../../src/messaging/outbox/queue.ts'
import { addDays, MINUTE } from '../../src/shared/day.ts'
import type { Bench } from './bench.ts'
import type { Comparison } from './comparison-table.ts'
import {
  load,
  measureInTurn,
  microsecondsPerCall,
  microsecondsPerRequest,
  ROUND_SECONDS,
  ROUNDS,
} from './measure.ts'
import { openOutbox } from './outbox.ts'
import type { BenchPractice } from './practice.ts'
import { type RunningServer, stopServer } from './servers.ts'

/**
 * This module measures the portal with many years of data, and compares it with itself with less, or a limit.
 */

/** Rounds of the calls by the practice. */
const CALL_ROUNDS = 3
/** How often the outbox is read in one round. */
const OUTBOX_CALLS = 50
/** Searches of the practice for a patient on the telephone, and the milliseconds that each may take there. */
const PATIENT_SEARCHES = ['ro', 'probe77', 'ro probe77', '6641012', '14.3.58', 'p1234@muster', 'niemand']
const PATIENT_SEARCH_MS = 50
/** Milliseconds that the figures may take, also of a process that has just started. */
const FIGURES_MS = 100

/**
 * Measures the queries of the outbox monitor, the alerts and each delivery, with a hundred times the
 * messages.
 */
export async function compareOutboxes(): Promise<Comparison[]> {
  const outboxes = { large: openOutbox(100_000), small: openOutbox(1_000) }
  const { large, small } = await measureInTurn(['large', 'small'], ROUNDS, (size) => {
    const { ctx } = outboxes[size]
    return microsecondsPerCall(OUTBOX_CALLS, () => {
      listLog(ctx, 'email', { limit: 10 })
      listLog(ctx, 'email', { limit: 10, status: 'failed' })
      listLog(ctx, 'email', { limit: 10, status: 'unknown' })
      claimDue(ctx, { channel: 'email', lane: 'others' }, MINUTE)
    })
  })
  for (const { close } of Object.values(outboxes)) close()
  const name = '100,000 messages against our own 1,000'
  return [{ name, ours: large, reference: small, unit: 'µs', aim: { atMost: 1.5 } }]
}

/** Measures the practice's calls with ten times the bookings, which must not make them much slower. */
export async function compareYears(bench: Bench): Promise<Comparison[]> {
  const { month } = bench
  const offices = {
    huge: await openOffice(bench, bench.huge),
    large: await openOffice(bench, bench.large),
  }
  /** Each call may be this many times slower. */
  const calls = [
    { name: 'list of bookings', path: 'bookings?when=coming', atMost: 2 },
    // The search has to look through ten times the patients with the name.
    { name: 'search', path: 'bookings?search=Probe77&when=coming', atMost: 15 },
    { name: 'calendar week', path: `calendar?from=${month.from}&to=${addDays(month.from, 6)}`, atMost: 5 },
    { name: 'dashboard', path: 'overview', atMost: 2 },
    // The figures are of two years, which are all of the smaller practice.
    { name: 'figures', path: 'statistics', atMost: 5 },
  ]
  const lines: Comparison[] = []
  for (const { name, path, atMost } of calls) {
    const measured = await measureSizes(async (size) => {
      const { url, headers } = offices[size]
      const requests = [{ method: 'GET', path: `/api/admin/${path}`, headers }]
      return microsecondsPerRequest(await load({ url, connections: 1, duration: ROUND_SECONDS, requests }))
    })
    lines.push({ name: `${name}, 100,000 against 10,000`, ...measured, unit: 'µs', aim: { atMost } })
  }
  lines.push(await searchPatients(offices.huge))
  lines.push(await readFigures(offices.huge))
  lines.push(await readFirstFigures(bench))
  const pause = await measureSizes((size) => longestPause(offices[size]))
  lines.push({ name: 'longest call beside a CSV export, the same', ...pause, unit: 'ms', aim: { atMost: 4 } })
  await Promise.all(Object.values(offices).map(({ server }) => stopServer(server)))
  return lines
}

/** A server, and what a call by the practice needs. */
type Office = Readonly<{ server: RunningServer; url: string; headers: Record<string, string> }>

/** Starts a server on the practice, and waits until it has counted all days. */
async function openOffice({ start }: Bench, practice: BenchPractice): Promise<Office> {
  const server = await start('ours', practice)
  const office = { server, url: server.url, headers: { authorization: `Bearer ${practice.token}` } }
  // The first call counts all days of the past. Later calls count only what has changed.
  await millisecondsOf(office, 'statistics')
  return office
}

/** Measures the huge practice in turn with the large one, which stands in the column of the reference. */
async function measureSizes(
  measure: (size: 'huge' | 'large') => Promise<number>,
): Promise<Pick<Comparison, 'ours' | 'reference'>> {
  const { huge, large } = await measureInTurn(['huge', 'large'], CALL_ROUNDS, measure)
  return { ours: huge, reference: large }
}

/** Measures the slowest of the searches for a patient against `PATIENT_SEARCH_MS`. */
async function searchPatients(office: Office): Promise<Comparison> {
  const slowest = await measureInTurn(['search'], CALL_ROUNDS, async () => {
    const times: number[] = []
    for (const search of PATIENT_SEARCHES)
      times.push(await millisecondsOf(office, `patients?q=${encodeURIComponent(search)}`))
    return Math.max(...times)
  })
  const name = `slowest search of a patient, 100,000, against ${PATIENT_SEARCH_MS} ms`
  return againstLimit(name, slowest.search, PATIENT_SEARCH_MS)
}

/** Measures the figures against `FIGURES_MS`. */
async function readFigures(office: Office): Promise<Comparison> {
  const { figures } = await measureInTurn(['figures'], CALL_ROUNDS, () =>
    millisecondsOf(office, 'statistics'),
  )
  return againstLimit(`figures, 100,000, against ${FIGURES_MS} ms`, figures, FIGURES_MS)
}

/** Measures the first figures of a server that has just started against `FIGURES_MS`. */
async function readFirstFigures({ start, huge }: Bench): Promise<Comparison> {
  const { figures } = await measureInTurn(['figures'], CALL_ROUNDS, async () => {
    const server = await start('ours', huge)
    const headers = { authorization: `Bearer ${huge.token}` }
    const figure = await millisecondsOf({ server, url: server.url, headers }, 'statistics')
    await stopServer(server)
    return figure
  })
  return againstLimit(`first figures after a start, 100,000, against ${FIGURES_MS} ms`, figures, FIGURES_MS)
}

/** Returns the milliseconds of the slowest call while the server sends a CSV export. */
async function longestPause(office: Office): Promise<number> {
  let exporting = true
  const csv = millisecondsOf(office, 'bookings.csv').finally(() => {
    exporting = false
  })
  let longest = 0
  while (exporting) longest = Math.max(longest, await millisecondsOf(office, 'session'))
  await csv
  return longest
}

/** Calls the server, and returns the milliseconds until its answer has arrived. */
async function millisecondsOf({ url, headers }: Office, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${url}/api/admin/${path}`, { headers })
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
  return performance.now() - began
}

/** Returns a line with a limit in milliseconds in the column of the reference. */
function againstLimit(name: string, ours: readonly number[], limit: number): Comparison {
  return { name, ours, reference: ours.map(() => limit), unit: 'ms', aim: { atMost: 1 } }
}
