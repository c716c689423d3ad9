/**
 * `npm run bench` compares the portal with the least code on the same libraries that gives the same answers.
 * Only the ratios are meaningful, because both are measured in turn on the same machine.
 */
import assert from 'node:assert/strict'
import { cpSync, rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { listLog } from '../src/messaging/outbox/log.ts'
import { claimDue } from '../src/messaging/outbox/queue.ts'
import { countFreeStarts } from '../src/schedule/grid.ts'
import { addDays, dayNumber, MINUTE } from '../src/shared/day.ts'
import { dayAt, offsetOfDay } from '../src/time/vienna.ts'
import { countBare } from './bench/bare.ts'
import {
  addPastBookings,
  BROWSER,
  holdBody,
  openOutbox,
  openPractice,
  quietMonth,
  SERVICE,
} from './bench/practice.ts'
import { inTurn, load, median, memoryOf, type Running, type Side, start, stop } from './bench/servers.ts'
import { freshBuild } from './fresh-build.ts'
import { printTable } from './tools.ts'

type Line = Readonly<{
  name: string
  /** One value for each round. */
  ours: readonly number[]
  reference: readonly number[]
  unit: string
  aim: { atLeast: number } | { atMost: number }
}>

const SIDES = ['ours', 'reference'] as const
/** Many short rounds make the ratio independent of other load. */
const ROUNDS = 15
/** Seconds of load in one round. */
const ROUND = 0.7
const STARTS = 9
/** Holds have fewer rounds, because each hold needs a free start. */
const HOLD_ROUNDS = 8
const YEAR_ROUNDS = 3

if (!(await freshBuild())) process.exit(1)

const lines: Line[] = []
const month = quietMonth(dayAt(Date.now()))
const practices = { small: openPractice(100, month), large: openPractice(10_000, month) }
const YEARS = 100_000
const directories = Object.values(practices).flatMap(({ dataDir }) => [dataDir, `${dataDir}-reference`])
const servers: Running[] = []

try {
  for (const { dataDir } of Object.values(practices))
    cpSync(dataDir, `${dataDir}-reference`, { recursive: true })
  await compareArithmetic()
  await compareIdle()
  await compareSummaries()
  await compareHolds()
  await compareOutboxes()
  await compareYears()
} finally {
  await Promise.all(servers.map((server) => stop(server)))
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
}

print(lines)

/** Counts a month's free starts with 100 busy intervals, without database and HTTP. */
async function compareArithmetic(): Promise<void> {
  const { busy, offer, week } = practices.small
  const span = { from: dayNumber(month.from), to: dayNumber(month.to), after: 0 }
  const offset = offsetOfDay(span.from) ?? 0
  const count = {
    ours: () => countFreeStarts(offer, week, busy, span),
    reference: () => countBare(span.from, span.to, offset, busy),
  }
  assert.deepEqual(count.ours(), count.reference())
  const measured = await inTurn(SIDES, 21, (side) => timeOf(2_000, count[side]))
  lines.push({ name: 'month of slots, arithmetic alone', ...measured, unit: 'µs', aim: { atMost: 10 } })
}

/** Measures the time from spawn to the first answer, and the memory of an idle process. */
async function compareIdle(): Promise<void> {
  const memory: Record<Side, number[]> = { ours: [], reference: [] }
  const firstAnswer = await inTurn(SIDES, STARTS, async (side) => {
    const running = await open(side, practices.small.dataDir)
    await setTimeout(700)
    memory[side].push(memoryOf(running))
    await stop(running)
    return running.firstAnswer
  })
  lines.push({ name: 'spawn to first answer', ...firstAnswer, unit: 'ms', aim: { atMost: 1.5 } })
  lines.push({ name: 'idle memory', ...memory, unit: 'MB', aim: { atMost: 1.5 } })
}

async function compareSummaries(): Promise<void> {
  const path = `/api/slots?summary=1&from=${month.from}&to=${month.to}&service=${SERVICE}`
  const running = {
    ours: await open('ours', practices.small.dataDir),
    reference: await open('reference', practices.small.dataDir),
    oursLarge: await open('ours', practices.large.dataDir),
    referenceLarge: await open('reference', practices.large.dataDir),
  }
  const sides = Object.keys(running) as (keyof typeof running)[]
  const answers = await Promise.all(sides.map(async (side) => (await fetch(running[side].url + path)).json()))
  for (const answer of answers) assert.deepEqual(answer, answers[0])

  const measured = await inTurn(sides, ROUNDS, (side) =>
    load({ url: running[side].url, connections: 32, duration: ROUND, requests: [{ method: 'GET', path }] }),
  )
  const { ours, reference, oursLarge, referenceLarge } = measured
  const unit = 'req/s'
  lines.push(
    { name: 'month summary, 100 bookings', ours, reference, unit, aim: { atLeast: 0.6 } },
    {
      name: 'month summary, 10,000 bookings',
      ours: oursLarge,
      reference: referenceLarge,
      unit,
      aim: { atLeast: 0.6 },
    },
    {
      name: '10,000 bookings against our own 100',
      ours: oursLarge.map(microseconds),
      reference: ours.map(microseconds),
      unit: 'µs',
      aim: { atMost: 1.15 },
    },
  )
  await Promise.all(Object.values(running).map((server) => stop(server)))
}

/** Measures holds. Each takes a slot of its own, and its commit is synced to disk. */
async function compareHolds(): Promise<void> {
  const running = {
    ours: await open('ours', practices.small.dataDir),
    reference: await open('reference', practices.small.dataDir),
  }
  const bodies = practices.small.starts.map(holdBody)
  const next = { ours: 0, reference: 0 }
  const headers = { 'content-type': 'application/json', cookie: `ordi_browser=${BROWSER}` }
  const measured = await inTurn(SIDES, HOLD_ROUNDS, (side) =>
    load({
      url: running[side].url,
      connections: 8,
      duration: ROUND,
      requests: [
        {
          method: 'POST',
          path: '/api/hold',
          headers,
          setupRequest: (request) => ({ ...request, body: bodies[next[side]++] as string }),
        },
      ],
    }),
  )
  lines.push({ name: 'hold, synced to disk', ...measured, unit: 'req/s', aim: { atLeast: 0.6 } })
}

/**
 * Measures the queries of the outbox monitor, the alerts and each delivery, with a hundred times the
 * messages.
 */
async function compareOutboxes(): Promise<void> {
  const outboxes = { ours: openOutbox(100_000), reference: openOutbox(1_000) }
  const measured = await inTurn(SIDES, ROUNDS, (side) => {
    const { ctx } = outboxes[side]
    return timeOf(50, () => {
      listLog(ctx, 'email', { limit: 10 })
      listLog(ctx, 'email', { limit: 10, status: 'failed' })
      listLog(ctx, 'email', { limit: 10, status: 'unknown' })
      claimDue(ctx, 'email', MINUTE)
    })
  })
  const name = '100,000 messages against our own 1,000'
  lines.push({ name, ...measured, unit: 'µs', aim: { atMost: 1.5 } })
  for (const { close } of Object.values(outboxes)) close()
}

/**
 * Measures the practice's calls with ten times the bookings, which must not make them much slower. The portal
 * is compared with itself, so `reference` is the smaller practice here.
 */
async function compareYears(): Promise<void> {
  addPastBookings(practices.small.dataDir, YEARS)
  const running = {
    ours: await open('ours', practices.small.dataDir),
    reference: await open('ours', practices.large.dataDir),
  }
  const headers = {
    ours: { authorization: `Bearer ${practices.small.token}` },
    reference: { authorization: `Bearer ${practices.large.token}` },
  }
  // The search has to look through ten times the patients with the name. Its limit is 20 ms in all, that of
  // the week 8 ms.
  const calls = [
    ['list of bookings', 'bookings?when=coming', 2],
    ['search', 'bookings?search=Probe77&when=coming', 15],
    ['calendar week', `calendar?from=${month.from}&to=${addDays(month.from, 6)}`, 5],
    ['dashboard', 'overview', 2],
  ] as const
  for (const [name, path, atMost] of calls) {
    const measured = await inTurn(SIDES, YEAR_ROUNDS, async (side) => {
      const requests = [{ method: 'GET', path: `/api/admin/${path}`, headers: headers[side] }]
      return microseconds(await load({ url: running[side].url, connections: 1, duration: ROUND, requests }))
    })
    lines.push({ name: `${name}, 100,000 against 10,000`, ...measured, unit: 'µs', aim: { atMost } })
  }
  const pause = await inTurn(SIDES, YEAR_ROUNDS, (side) => longestPause(running[side].url, headers[side]))
  lines.push({ name: 'longest call beside a CSV export, the same', ...pause, unit: 'ms', aim: { atMost: 4 } })
}

/** Returns the milliseconds of the slowest call while the server sends a CSV export. */
async function longestPause(url: string, headers: Record<string, string>): Promise<number> {
  let exporting = true
  const csv = fetch(`${url}/api/admin/bookings.csv`, { headers }).then(async (answer) => {
    await answer.arrayBuffer()
    exporting = false
  })
  let longest = 0
  while (exporting) {
    const began = performance.now()
    await (await fetch(`${url}/api/admin/session`, { headers })).arrayBuffer()
    longest = Math.max(longest, performance.now() - began)
  }
  await csv
  return longest
}

/** Starts a server. The reference uses a copy of the data, so that neither waits for the other's lock. */
async function open(side: Side, dataDir: string): Promise<Running> {
  const running = await start(side, side === 'ours' ? dataDir : `${dataDir}-reference`)
  servers.push(running)
  return running
}

function print(lines: readonly Line[]): void {
  const rows = lines.map(({ name, ours, reference, unit, aim }) => {
    const ratio = median(ours.map((figure, round) => figure / (reference[round] as number)))
    const ok = 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost
    if (!ok) process.exitCode = 1
    const figure = (values: readonly number[]) => {
      const value = median(values)
      return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`
    }
    return [
      name,
      figure(ours),
      figure(reference),
      ratio.toFixed(2),
      'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`,
      ok ? 'yes' : 'NO',
    ]
  })
  printTable([['name', 'ours', 'reference', 'ratio', 'aim', 'ok'], ...rows])
}

/** Returns the microseconds that one of `calls` calls takes on average. */
function timeOf(calls: number, call: () => unknown): number {
  const began = performance.now()
  for (let round = 0; round < calls; round++) call()
  return ((performance.now() - began) * 1_000) / calls
}

function microseconds(perSecond: number): number {
  return 1e6 / perSecond
}
