/**
 * These comparisons measure the portal with many years of data, either against itself with less data or
 * against a fixed limit.
 */
import assert from 'node:assert/strict'
import { addDays } from '../../src/shared/day.ts'
import { atMost, type Comparison } from './comparison-table.ts'
import { measureInTurn, microsecondsPerRequest, ROUND_SECONDS, requestsPerSecond } from './measure.ts'
import type { Bench } from './open-bench.ts'
import type { BenchPractice } from './practice.ts'
import { type RunningServer, stopServer } from './servers.ts'

/** Few rounds, because a call of the larger practice takes long. */
const CALL_ROUNDS = 3
/** Texts that an assistant types to find the patient on the telephone. */
const PATIENT_SEARCHES = ['ro', 'probe77', 'ro probe77', '6641012', '14.3.58', 'p1234@muster', 'niemand']
/** Milliseconds that a patient search may take. */
const PATIENT_SEARCH_MS = 50
/** Milliseconds that the statistics may take, even right after a start. */
const STATISTICS_MS = 100

/** A call of the practice, and how many times slower the larger practice may be at most. */
type GrowingCall = Readonly<{ name: string; path: string; maxRatio: number }>

/**
 * Compares the practice's calls between 100,000 bookings (`huge`) and 10,000 (`large`), which must not differ
 * much, and calls of the huge practice with a limit.
 */
export async function compareYears(bench: Bench): Promise<Comparison[]> {
  const { month } = bench
  const portals = { huge: await openPortal(bench, bench.huge), large: await openPortal(bench, bench.large) }
  const calls: readonly GrowingCall[] = [
    { name: 'list of bookings', path: 'bookings?when=coming', maxRatio: 2 },
    // Ten times as many patients have the name.
    { name: 'search', path: 'bookings?search=Probe77&when=coming', maxRatio: 15 },
    { name: 'calendar week', path: `calendar?from=${month.from}&to=${addDays(month.from, 6)}`, maxRatio: 5 },
    { name: 'dashboard', path: 'overview', maxRatio: 2 },
    // The statistics cover two years, which is all that the smaller practice has.
    { name: 'figures', path: 'statistics', maxRatio: 5 },
  ]
  const comparisons: Comparison[] = []
  for (const call of calls) comparisons.push(await compareCall(portals, call))
  comparisons.push(
    await comparePatientSearch(portals.huge),
    await compareStatistics(portals.huge),
    await compareFirstStatistics(bench),
    await compareBesideExport(portals),
  )
  await Promise.all(Object.values(portals).map(({ server }) => stopServer(server)))
  return comparisons
}

/** A running server, with the headers of an admin's calls. */
type RunningPortal = Readonly<{ server: RunningServer; headers: Record<string, string> }>
type Portals = Readonly<Record<'huge' | 'large', RunningPortal>>

/** Starts a server on the practice, and waits until it has counted all days. */
async function openPortal({ start }: Bench, practice: BenchPractice): Promise<RunningPortal> {
  const server = await start('ours', practice)
  const portal = { server, headers: { authorization: `Bearer ${practice.token}` } }
  // The first call counts all past days. Later calls count only the days that have changed.
  await millisecondsOf(portal, 'statistics')
  return portal
}

/** Compares how long the call takes with 100,000 bookings and with 10,000. */
async function compareCall(portals: Portals, { name, path, maxRatio }: GrowingCall): Promise<Comparison> {
  const measured = await measureSizes(async (size) => {
    const { server, headers } = portals[size]
    const perSecond = await requestsPerSecond({
      url: server.url,
      connections: 1,
      duration: ROUND_SECONDS,
      requests: [{ method: 'GET', path: `/api/admin/${path}`, headers }],
    })
    return microsecondsPerRequest(perSecond)
  })
  return { name: `${name}, 100,000 against 10,000`, ...measured, unit: 'µs', ratioAim: atMost(maxRatio) }
}

/** Compares how long other calls wait for a CSV export of 100,000 bookings and of 10,000. */
async function compareBesideExport(portals: Portals): Promise<Comparison> {
  const longest = await measureSizes((size) => longestBesideExport(portals[size]))
  const name = 'longest call beside a CSV export, the same'
  return { name, ...longest, unit: 'ms', ratioAim: atMost(4) }
}

/** Measures the huge and the large practice in turn. The large one takes the column of the reference. */
async function measureSizes(
  measure: (size: 'huge' | 'large') => Promise<number>,
): Promise<Pick<Comparison, 'ours' | 'reference'>> {
  const { huge, large } = await measureInTurn(['huge', 'large'], CALL_ROUNDS, measure)
  return { ours: huge, reference: large }
}

/** Compares the slowest of `PATIENT_SEARCHES` with `PATIENT_SEARCH_MS`. */
async function comparePatientSearch(portal: RunningPortal): Promise<Comparison> {
  const slowest = await measureRounds(async () => {
    const times: number[] = []
    for (const search of PATIENT_SEARCHES)
      times.push(await millisecondsOf(portal, `patients?q=${encodeURIComponent(search)}`))
    return Math.max(...times)
  })
  const name = `slowest search of a patient, 100,000, against ${PATIENT_SEARCH_MS} ms`
  return compareWithLimit(slowest, { name, limitMs: PATIENT_SEARCH_MS })
}

/** Compares the statistics with `STATISTICS_MS`. */
async function compareStatistics(portal: RunningPortal): Promise<Comparison> {
  const times = await measureRounds(() => millisecondsOf(portal, 'statistics'))
  const name = `figures, 100,000, against ${STATISTICS_MS} ms`
  return compareWithLimit(times, { name, limitMs: STATISTICS_MS })
}

/** Compares the first statistics after a start with `STATISTICS_MS`. */
async function compareFirstStatistics({ start, huge }: Bench): Promise<Comparison> {
  const times = await measureRounds(async () => {
    const server = await start('ours', huge)
    const headers = { authorization: `Bearer ${huge.token}` }
    const time = await millisecondsOf({ server, headers }, 'statistics')
    await stopServer(server)
    return time
  })
  const name = `first figures after a start, 100,000, against ${STATISTICS_MS} ms`
  return compareWithLimit(times, { name, limitMs: STATISTICS_MS })
}

/** Measures a single thing once in each of the rounds, after one that only warms up. */
async function measureRounds(measure: () => Promise<number>): Promise<number[]> {
  const { figures } = await measureInTurn(['figures'], CALL_ROUNDS, measure)
  return figures
}

/** Returns the milliseconds of the slowest call that is made while the server sends a CSV export. */
async function longestBesideExport(portal: RunningPortal): Promise<number> {
  let isExporting = true
  const csv = millisecondsOf(portal, 'bookings.csv').finally(() => {
    isExporting = false
  })
  let longest = 0
  while (isExporting) longest = Math.max(longest, await millisecondsOf(portal, 'session'))
  await csv
  return longest
}

/** Calls the server and returns the milliseconds until the whole answer has arrived. */
async function millisecondsOf({ server, headers }: RunningPortal, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${server.url}/api/admin/${path}`, { headers })
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
  return performance.now() - began
}

/** Returns a line that compares milliseconds with a limit, which takes the column of the reference. */
function compareWithLimit(
  ours: readonly number[],
  { name, limitMs }: Readonly<{ name: string; limitMs: number }>,
): Comparison {
  return { name, ours, reference: ours.map(() => limitMs), unit: 'ms', ratioAim: atMost(1) }
}
