import assert from 'node:assert/strict'
import { addDays } from '../../src/shared/day.ts'
import type { Bench } from './bench.ts'
import { atMost, type Comparison } from './comparison-table.ts'
import { measureInTurn, microsecondsPerRequest, ROUND_SECONDS, requestsPerSecond } from './measure.ts'
import type { BenchPractice } from './practice.ts'
import { type RunningServer, stopServer } from './servers.ts'

/**
 * These comparisons measure the portal with many years of data, either against itself with less data or
 * against a fixed limit.
 */

const CALL_ROUNDS = 3
/** Texts that an assistant types to find the patient on the telephone. */
const PATIENT_SEARCHES = ['ro', 'probe77', 'ro probe77', '6641012', '14.3.58', 'p1234@muster', 'niemand']
/** Milliseconds that a patient search may take. */
const PATIENT_SEARCH_MS = 50
/** Milliseconds that the statistics may take, even right after a start. */
const FIGURES_MS = 100

/** Compares the practice's calls between 100,000 bookings and 10,000, which must not differ much. */
export async function compareYears(bench: Bench): Promise<Comparison[]> {
  const { month } = bench
  const offices = {
    huge: await openOffice(bench, bench.huge),
    large: await openOffice(bench, bench.large),
  }
  /** How many times slower each call may be at most. */
  const calls = [
    { name: 'list of bookings', path: 'bookings?when=coming', most: 2 },
    // Ten times as many patients have the name.
    { name: 'search', path: 'bookings?search=Probe77&when=coming', most: 15 },
    { name: 'calendar week', path: `calendar?from=${month.from}&to=${addDays(month.from, 6)}`, most: 5 },
    { name: 'dashboard', path: 'overview', most: 2 },
    // The statistics cover two years, which is all that the smaller practice has.
    { name: 'figures', path: 'statistics', most: 5 },
  ]
  const lines: Comparison[] = []
  for (const { name, path, most } of calls) {
    const measured = await measureSizes(async (size) => {
      const { url, headers } = offices[size]
      const requests = [{ method: 'GET', path: `/api/admin/${path}`, headers }]
      return microsecondsPerRequest(
        await requestsPerSecond({ url, connections: 1, duration: ROUND_SECONDS, requests }),
      )
    })
    lines.push({ name: `${name}, 100,000 against 10,000`, ...measured, unit: 'µs', ratioAim: atMost(most) })
  }
  lines.push(await comparePatientSearch(offices.huge))
  lines.push(await compareFigures(offices.huge))
  lines.push(await compareFirstFigures(bench))
  const pause = await measureSizes((size) => longestPause(offices[size]))
  lines.push({
    name: 'longest call beside a CSV export, the same',
    ...pause,
    unit: 'ms',
    ratioAim: atMost(4),
  })
  await Promise.all(Object.values(offices).map(({ server }) => stopServer(server)))
  return lines
}

/** A running server and the headers of an admin's calls. */
type Office = Readonly<{ server: RunningServer; url: string; headers: Record<string, string> }>

/** Starts a server on the practice, and waits until it has counted all days. */
async function openOffice({ start }: Bench, practice: BenchPractice): Promise<Office> {
  const server = await start('ours', practice)
  const office = { server, url: server.url, headers: { authorization: `Bearer ${practice.token}` } }
  // The first call counts all past days. Later calls count only the days that have changed.
  await millisecondsOf(office, 'statistics')
  return office
}

/** Measures the huge and the large practice in turn. The large one takes the column of the reference. */
async function measureSizes(
  measure: (size: 'huge' | 'large') => Promise<number>,
): Promise<Pick<Comparison, 'ours' | 'reference'>> {
  const { huge, large } = await measureInTurn(['huge', 'large'], CALL_ROUNDS, measure)
  return { ours: huge, reference: large }
}

/** Compares the slowest of `PATIENT_SEARCHES` with `PATIENT_SEARCH_MS`. */
async function comparePatientSearch(office: Office): Promise<Comparison> {
  const slowest = await measureInTurn(['search'], CALL_ROUNDS, async () => {
    const times: number[] = []
    for (const search of PATIENT_SEARCHES)
      times.push(await millisecondsOf(office, `patients?q=${encodeURIComponent(search)}`))
    return Math.max(...times)
  })
  const name = `slowest search of a patient, 100,000, against ${PATIENT_SEARCH_MS} ms`
  return againstLimit(name, slowest.search, PATIENT_SEARCH_MS)
}

/** Compares the statistics with `FIGURES_MS`. */
async function compareFigures(office: Office): Promise<Comparison> {
  const { figures } = await measureInTurn(['figures'], CALL_ROUNDS, () =>
    millisecondsOf(office, 'statistics'),
  )
  return againstLimit(`figures, 100,000, against ${FIGURES_MS} ms`, figures, FIGURES_MS)
}

/** Compares the first statistics after a start with `FIGURES_MS`. */
async function compareFirstFigures({ start, huge }: Bench): Promise<Comparison> {
  const { figures } = await measureInTurn(['figures'], CALL_ROUNDS, async () => {
    const server = await start('ours', huge)
    const headers = { authorization: `Bearer ${huge.token}` }
    const figure = await millisecondsOf({ server, url: server.url, headers }, 'statistics')
    await stopServer(server)
    return figure
  })
  return againstLimit(`first figures after a start, 100,000, against ${FIGURES_MS} ms`, figures, FIGURES_MS)
}

/** Returns the milliseconds of the slowest call that is made while the server sends a CSV export. */
async function longestPause(office: Office): Promise<number> {
  let isExporting = true
  const csv = millisecondsOf(office, 'bookings.csv').finally(() => {
    isExporting = false
  })
  let longest = 0
  while (isExporting) longest = Math.max(longest, await millisecondsOf(office, 'session'))
  await csv
  return longest
}

/** Calls the server and returns the milliseconds until the whole answer has arrived. */
async function millisecondsOf({ url, headers }: Office, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${url}/api/admin/${path}`, { headers })
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
  return performance.now() - began
}

/** Returns a line that compares milliseconds with a limit, which takes the column of the reference. */
function againstLimit(name: string, ours: readonly number[], limit: number): Comparison {
  return { name, ours, reference: ours.map(() => limit), unit: 'ms', ratioAim: atMost(1) }
}
