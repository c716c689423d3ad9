import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { countFreeStarts } from '../../src/schedule/grid.ts'
import { dayNumber } from '../../src/shared/day.ts'
import { offsetOfDay } from '../../src/time/vienna.ts'
import { countBare } from './bare.ts'
import { atLeast, atMost, type Comparison } from './comparison-table.ts'
import { holdBody, VERIFIED_BROWSER } from './hold-requests.ts'
import {
  measureInTurn,
  microsecondsPerCall,
  microsecondsPerRequest,
  ROUND_SECONDS,
  ROUNDS,
  requestsPerSecond,
} from './measure.ts'
import type { Bench } from './open-bench.ts'
import { BOOKED_SERVICE_ID } from './practice.ts'
import { memoryOf, type RunningServer, type Side, stopServer } from './servers.ts'

/** Each comparison measures the portal (`ours`) and the minimal server of reference.ts in turn. */
const SIDES = ['ours', 'reference'] as const
/** Counting a month takes microseconds, so each round makes many calls. */
const ARITHMETIC = { rounds: 21, callsPerRound: 2_000 }
/** Fewer rounds than usual, because starting a server takes long. */
const IDLE_ROUNDS = 9
/** Milliseconds after its first answer until a server is idle. */
const IDLE_AFTER_MS = 700
/** Fewer rounds than usual, because each hold uses up a free start. */
const HOLD_ROUNDS = 8

/**
 * Compares how fast a month's free starts are counted, with 100 busy intervals and without database and HTTP.
 */
export async function compareArithmetic({ small, month }: Bench): Promise<Comparison[]> {
  const { bookedBounds, service, week } = small
  const span = { from: dayNumber(month.from), to: dayNumber(month.to), after: 0 }
  const offset = offsetOfDay(span.from)
  assert.ok(offset !== undefined, 'the clock changes in the month')
  const countBy = {
    ours: () => countFreeStarts(service, { week, occupied: [bookedBounds] }, span),
    reference: () => countBare({ first: span.from, last: span.to, offset, busy: bookedBounds }),
  }
  assert.deepEqual(countBy.ours(), countBy.reference())
  const measured = await measureInTurn(SIDES, ARITHMETIC.rounds, (side) =>
    microsecondsPerCall(ARITHMETIC.callsPerRound, countBy[side]),
  )
  return [{ name: 'month of slots, arithmetic alone', ...measured, unit: 'µs', ratioAim: atMost(10) }]
}

/** Compares the time from spawning a server to its first answer, and its memory when idle. */
export async function compareIdle({ small, start }: Bench): Promise<Comparison[]> {
  const memory: Record<Side, number[]> = { ours: [], reference: [] }
  const firstAnswer = await measureInTurn(SIDES, IDLE_ROUNDS, async (side) => {
    const server = await start(side, small)
    await setTimeout(IDLE_AFTER_MS)
    memory[side].push(memoryOf(server))
    await stopServer(server)
    return server.firstAnswerMs
  })
  return [
    { name: 'spawn to first answer', ...firstAnswer, unit: 'ms', ratioAim: atMost(1.5) },
    { name: 'idle memory', ...memory, unit: 'MB', ratioAim: atMost(1.5) },
  ]
}

/**
 * Compares the call that the patients' calendar makes for a month, for practices with few bookings, many
 * bookings, and four doctors.
 */
export async function compareSummaries({
  month,
  small,
  large,
  fourDoctors,
  start,
}: Bench): Promise<Comparison[]> {
  const rates = await measureRates(
    {
      ours: await start('ours', small),
      reference: await start('reference', small),
      oursLarge: await start('ours', large),
      referenceLarge: await start('reference', large),
      oursFourDoctors: await start('ours', fourDoctors),
    },
    `/api/slots?summary=1&from=${month.from}&to=${month.to}&service=${BOOKED_SERVICE_ID}`,
  )
  const { ours, reference, oursLarge, referenceLarge, oursFourDoctors } = rates
  const aim = { unit: 'req/s', ratioAim: atLeast(0.6) }
  const tenThousand = compareTimes({ larger: oursLarge, smaller: ours })
  const doctors = compareTimes({ larger: oursFourDoctors, smaller: ours })
  return [
    { name: 'month summary, 100 bookings', ours, reference, ...aim },
    { name: 'month summary, 10,000 bookings', ours: oursLarge, reference: referenceLarge, ...aim },
    { name: '10,000 bookings against our own 100', ...tenThousand, ratioAim: atMost(1.15) },
    { name: 'four doctors against our own one', ...doctors, ratioAim: atMost(1.5) },
  ]
}

/** Measures in turn how many requests of the path each server answers per second, and stops the servers. */
async function measureRates<Key extends string>(
  servers: Readonly<Record<Key, RunningServer>>,
  path: string,
): Promise<Record<Key, number[]>> {
  const allServers: RunningServer[] = Object.values(servers)
  await assertSameAnswers(allServers, path)
  const rates = await measureInTurn(Object.keys(servers) as Key[], ROUNDS, (key) =>
    requestsPerSecond({
      url: servers[key].url,
      connections: 32,
      duration: ROUND_SECONDS,
      requests: [{ method: 'GET', path }],
    }),
  )
  await Promise.all(allServers.map((server) => stopServer(server)))
  return rates
}

/**
 * Compares the times per request of two practices, both served by the portal, from its requests per second.
 */
function compareTimes({ larger, smaller }: Readonly<Record<'larger' | 'smaller', readonly number[]>>) {
  return {
    ours: larger.map(microsecondsPerRequest),
    reference: smaller.map(microsecondsPerRequest),
    unit: 'µs',
  }
}

/** Asserts that all servers give the same answer, because otherwise they would not do the same work. */
async function assertSameAnswers(servers: readonly RunningServer[], path: string): Promise<void> {
  const answers = await Promise.all(servers.map(async ({ url }) => (await fetch(url + path)).json()))
  for (const answer of answers) assert.deepEqual(answer, answers[0])
}

/** Compares how many holds are placed per second. Each takes another start and is synced to disk. */
export async function compareHolds({ small, start }: Bench): Promise<Comparison[]> {
  const servers = {
    ours: await start('ours', small),
    reference: await start('reference', small),
  }
  const bodies = small.freeStarts.map(holdBody)
  /** How many of the bodies each side has got, and so the index of the next one. */
  const sentCounts = { ours: 0, reference: 0 }
  const headers = { 'content-type': 'application/json', cookie: `ordi_browser=${VERIFIED_BROWSER}` }
  const measured = await measureInTurn(SIDES, HOLD_ROUNDS, (side) =>
    requestsPerSecond({
      url: servers[side].url,
      connections: 8,
      duration: ROUND_SECONDS,
      requests: [
        {
          method: 'POST',
          path: '/api/hold',
          headers,
          setupRequest: (request) => ({ ...request, body: bodies[sentCounts[side]++] as string }),
        },
      ],
    }),
  )
  await Promise.all(Object.values(servers).map((server) => stopServer(server)))
  return [{ name: 'hold, synced to disk', ...measured, unit: 'req/s', ratioAim: atLeast(0.6) }]
}
