import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { listLog } from '../../src/messaging/outbox/log.ts'
import { claimDue } from '../../src/messaging/outbox/queue.ts'
import { countFreeStarts } from '../../src/schedule/grid.ts'
import { addDays, type Day, dayNumber, MINUTE } from '../../src/shared/day.ts'
import { offsetOfDay } from '../../src/time/vienna.ts'
import { countBare } from './bare.ts'
import { load, measureInTurn, microsecondsPerCall, microsecondsPerRequest } from './measure.ts'
import { addPastBookings, BROWSER, holdBody, openOutbox, type Practice, SERVICE } from './practice.ts'
import { memoryOf, type Running, type Side, stop } from './servers.ts'

/** A line of the table. The aim is for the ratio of both sides. */
export type Line = Readonly<{
  name: string
  /** One value for each round. */
  ours: readonly number[]
  reference: readonly number[]
  unit: string
  aim: { atLeast: number } | { atMost: number }
}>

/**
 * Practices that the comparisons measure, and how they start a server. `small` and `large` differ in their
 * bookings only.
 */
export type Bench = Readonly<{
  month: { from: Day; to: Day }
  small: Practice
  large: Practice
  /** Has four doctors, who are free at the same times as the one of `small`. */
  four: Practice
  open: (side: Side, practice: Practice) => Promise<Running>
}>

const SIDES = ['ours', 'reference'] as const
/** Many short rounds make the ratio independent of other load. */
const ROUNDS = 15
/** Seconds of load in one round. */
const ROUND_SECONDS = 0.7
/** Rounds of the arithmetic, which takes microseconds, and its calls in each round. */
const ARITHMETIC = { rounds: 21, calls: 2_000 }
const START_ROUNDS = 9
/** Milliseconds after which a server is idle. */
const IDLE_AFTER_MS = 700
/** Holds have fewer rounds, because each hold needs a free start. */
const HOLD_ROUNDS = 8
const YEAR_ROUNDS = 3
/** The past bookings of the practice that is compared with the large one of 10,000. */
const YEARS_OF_BOOKINGS = 100_000
/** Searches of the practice for a patient on the telephone, and the milliseconds that each may take there. */
const PATIENT_SEARCHES = ['ro', 'probe77', 'ro probe77', '6641012', '14.3.58', 'p1234@muster', 'niemand']
const PATIENT_SEARCH_MS = 50
/** Milliseconds that the figures may take, once earlier months are counted. */
const FIGURES_MS = 100

/** Counts a month's free starts with 100 busy intervals, without database and HTTP. */
export async function compareArithmetic({ small, month }: Bench): Promise<Line[]> {
  const { busy, offer, week } = small
  const span = { from: dayNumber(month.from), to: dayNumber(month.to), after: 0 }
  const offset = offsetOfDay(span.from) ?? 0
  const count = {
    ours: () => countFreeStarts(offer, week, busy, span),
    reference: () => countBare(span.from, span.to, offset, busy),
  }
  assert.deepEqual(count.ours(), count.reference())
  const measured = await measureInTurn(SIDES, ARITHMETIC.rounds, (side) =>
    microsecondsPerCall(ARITHMETIC.calls, count[side]),
  )
  return [{ name: 'month of slots, arithmetic alone', ...measured, unit: 'µs', aim: { atMost: 10 } }]
}

/** Measures the time from spawn to the first answer, and the memory of an idle process. */
export async function compareIdle({ small, open }: Bench): Promise<Line[]> {
  const memory: Record<Side, number[]> = { ours: [], reference: [] }
  const firstAnswer = await measureInTurn(SIDES, START_ROUNDS, async (side) => {
    const running = await open(side, small)
    await setTimeout(IDLE_AFTER_MS)
    memory[side].push(memoryOf(running))
    await stop(running)
    return running.firstAnswer
  })
  return [
    { name: 'spawn to first answer', ...firstAnswer, unit: 'ms', aim: { atMost: 1.5 } },
    { name: 'idle memory', ...memory, unit: 'MB', aim: { atMost: 1.5 } },
  ]
}

/**
 * Measures the summary of a month, which the calendar of the wizard reads, with few and with many bookings.
 */
export async function compareSummaries({ month, small, large, four, open }: Bench): Promise<Line[]> {
  const path = `/api/slots?summary=1&from=${month.from}&to=${month.to}&service=${SERVICE}`
  const running = {
    ours: await open('ours', small),
    reference: await open('reference', small),
    oursLarge: await open('ours', large),
    referenceLarge: await open('reference', large),
    oursFour: await open('ours', four),
  }
  const sides = Object.keys(running) as (keyof typeof running)[]
  const answers = await Promise.all(sides.map(async (side) => (await fetch(running[side].url + path)).json()))
  for (const answer of answers) assert.deepEqual(answer, answers[0])

  const measured = await measureInTurn(sides, ROUNDS, (side) =>
    load({
      url: running[side].url,
      connections: 32,
      duration: ROUND_SECONDS,
      requests: [{ method: 'GET', path }],
    }),
  )
  await Promise.all(Object.values(running).map((server) => stop(server)))
  const { ours, reference, oursLarge, referenceLarge, oursFour } = measured
  const unit = 'req/s'
  return [
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
      ours: oursLarge.map(microsecondsPerRequest),
      reference: ours.map(microsecondsPerRequest),
      unit: 'µs',
      aim: { atMost: 1.15 },
    },
    {
      name: 'four doctors against our own one',
      ours: oursFour.map(microsecondsPerRequest),
      reference: ours.map(microsecondsPerRequest),
      unit: 'µs',
      aim: { atMost: 1.5 },
    },
  ]
}

/** Measures holds. Each takes a start of its own, and its commit is synced to disk. */
export async function compareHolds({ small, open }: Bench): Promise<Line[]> {
  const running = {
    ours: await open('ours', small),
    reference: await open('reference', small),
  }
  const bodies = small.starts.map(holdBody)
  const next = { ours: 0, reference: 0 }
  const headers = { 'content-type': 'application/json', cookie: `ordi_browser=${BROWSER}` }
  const measured = await measureInTurn(SIDES, HOLD_ROUNDS, (side) =>
    load({
      url: running[side].url,
      connections: 8,
      duration: ROUND_SECONDS,
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
  return [{ name: 'hold, synced to disk', ...measured, unit: 'req/s', aim: { atLeast: 0.6 } }]
}

/**
 * Measures the queries of the outbox monitor, the alerts and each delivery, with a hundred times the
 * messages.
 */
export async function compareOutboxes(): Promise<Line[]> {
  const outboxes = { ours: openOutbox(100_000), reference: openOutbox(1_000) }
  const measured = await measureInTurn(SIDES, ROUNDS, (side) => {
    const { ctx } = outboxes[side]
    return microsecondsPerCall(50, () => {
      listLog(ctx, 'email', { limit: 10 })
      listLog(ctx, 'email', { limit: 10, status: 'failed' })
      listLog(ctx, 'email', { limit: 10, status: 'unknown' })
      claimDue(ctx, 'email', MINUTE)
    })
  })
  for (const { close } of Object.values(outboxes)) close()
  const name = '100,000 messages against our own 1,000'
  return [{ name, ...measured, unit: 'µs', aim: { atMost: 1.5 } }]
}

/**
 * Measures the practice's calls with ten times the bookings, which must not make them much slower. The portal
 * is compared with itself, so `reference` is the smaller practice here.
 */
export async function compareYears({ month, small, large, open }: Bench): Promise<Line[]> {
  addPastBookings(small.dataDir, YEARS_OF_BOOKINGS)
  const running = {
    ours: await open('ours', small),
    reference: await open('ours', large),
  }
  const headers = {
    ours: { authorization: `Bearer ${small.token}` },
    reference: { authorization: `Bearer ${large.token}` },
  }
  // Name, path, and how many times slower the call may be. The search has to look through ten times the
  // patients with the name.
  const calls = [
    ['list of bookings', 'bookings?when=coming', 2],
    ['search', 'bookings?search=Probe77&when=coming', 15],
    ['calendar week', `calendar?from=${month.from}&to=${addDays(month.from, 6)}`, 5],
    ['dashboard', 'overview', 2],
    // The figures read the bookings of two years, which are all of the smaller practice.
    ['figures', 'statistics', 5],
  ] as const
  const lines: Line[] = []
  for (const [name, path, atMost] of calls) {
    const measured = await measureInTurn(SIDES, YEAR_ROUNDS, async (side) => {
      const requests = [{ method: 'GET', path: `/api/admin/${path}`, headers: headers[side] }]
      return microsecondsPerRequest(
        await load({ url: running[side].url, connections: 1, duration: ROUND_SECONDS, requests }),
      )
    })
    lines.push({ name: `${name}, 100,000 against 10,000`, ...measured, unit: 'µs', aim: { atMost } })
  }
  lines.push(await searchPatients(running.ours.url, headers.ours))
  lines.push(await readFigures(running.ours.url, headers.ours))
  const pause = await measureInTurn(SIDES, YEAR_ROUNDS, (side) =>
    longestPause(running[side].url, headers[side]),
  )
  lines.push({ name: 'longest call beside a CSV export, the same', ...pause, unit: 'ms', aim: { atMost: 4 } })
  return lines
}

/** Measures the slowest of the searches for a patient against `PATIENT_SEARCH_MS`. */
async function searchPatients(url: string, headers: Record<string, string>): Promise<Line> {
  const slowest: number[] = []
  for (let round = 0; round <= YEAR_ROUNDS; round++) {
    const times: number[] = []
    for (const search of PATIENT_SEARCHES) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/admin/patients?q=${encodeURIComponent(search)}`, { headers })
      assert.equal(answer.status, 200)
      await answer.arrayBuffer()
      times.push(performance.now() - began)
    }
    // The first round is a warm-up.
    if (round > 0) slowest.push(Math.max(...times))
  }
  const reference = slowest.map(() => PATIENT_SEARCH_MS)
  const name = `slowest search of a patient, 100,000, against ${PATIENT_SEARCH_MS} ms`
  return { name, ours: slowest, reference, unit: 'ms', aim: { atMost: 1 } }
}

/** Measures the figures against `FIGURES_MS`. */
async function readFigures(url: string, headers: Record<string, string>): Promise<Line> {
  const times: number[] = []
  for (let round = 0; round <= YEAR_ROUNDS; round++) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/admin/statistics`, { headers })
    assert.equal(answer.status, 200)
    await answer.arrayBuffer()
    // The first round counts the earlier months.
    if (round > 0) times.push(performance.now() - began)
  }
  const reference = times.map(() => FIGURES_MS)
  const name = `figures, 100,000, against ${FIGURES_MS} ms`
  return { name, ours: times, reference, unit: 'ms', aim: { atMost: 1 } }
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
