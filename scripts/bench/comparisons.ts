import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { countFreeStarts } from '../../src/schedule/grid.ts'
import { dayNumber } from '../../src/shared/day.ts'
import { offsetOfDay } from '../../src/time/vienna.ts'
import { countBare } from './bare.ts'
import type { Bench } from './bench.ts'
import { atLeast, atMost, type Comparison } from './comparison-table.ts'
import {
  measureInTurn,
  microsecondsPerCall,
  microsecondsPerRequest,
  ROUND_SECONDS,
  ROUNDS,
  requestsPerSecond,
} from './measure.ts'
import { BOOKED_SERVICE_ID, holdBody, VERIFIED_BROWSER } from './practice.ts'
import { memoryOf, type Side, stopServer } from './servers.ts'

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
  const { busy, service, week } = small
  const span = { from: dayNumber(month.from), to: dayNumber(month.to), after: 0 }
  const offset = offsetOfDay(span.from)
  assert.ok(offset !== undefined, 'the clock changes in the month')
  const countBy = {
    ours: () => countFreeStarts(service, { week, occupied: [busy] }, span),
    reference: () => countBare({ first: span.from, last: span.to, offset, busy }),
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
    const running = await start(side, small)
    await setTimeout(IDLE_AFTER_MS)
    memory[side].push(memoryOf(running))
    await stopServer(running)
    return running.firstAnswerMs
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
export async function compareSummaries({ month, small, large, four, start }: Bench): Promise<Comparison[]> {
  const path = `/api/slots?summary=1&from=${month.from}&to=${month.to}&service=${BOOKED_SERVICE_ID}`
  const running = {
    ours: await start('ours', small),
    reference: await start('reference', small),
    oursLarge: await start('ours', large),
    referenceLarge: await start('reference', large),
    oursFour: await start('ours', four),
  }
  const sides = Object.keys(running) as (keyof typeof running)[]
  await assertSameAnswers(
    Object.values(running).map(({ url }) => url),
    path,
  )

  const measured = await measureInTurn(sides, ROUNDS, (side) =>
    requestsPerSecond({
      url: running[side].url,
      connections: 32,
      duration: ROUND_SECONDS,
      requests: [{ method: 'GET', path }],
    }),
  )
  await Promise.all(Object.values(running).map((server) => stopServer(server)))
  const { ours, reference, oursLarge, referenceLarge, oursFour } = measured
  const rate = { unit: 'req/s', ratioAim: atLeast(0.6) }
  /** Compares a larger practice with `small`, both served by the portal. */
  const againstOurs = (name: string, larger: readonly number[], most: number) => ({
    name,
    ours: larger.map(microsecondsPerRequest),
    reference: ours.map(microsecondsPerRequest),
    unit: 'µs',
    ratioAim: atMost(most),
  })
  return [
    { name: 'month summary, 100 bookings', ours, reference, ...rate },
    { name: 'month summary, 10,000 bookings', ours: oursLarge, reference: referenceLarge, ...rate },
    againstOurs('10,000 bookings against our own 100', oursLarge, 1.15),
    againstOurs('four doctors against our own one', oursFour, 1.5),
  ]
}

/** Asserts that all servers give the same answer, because otherwise they would not do the same work. */
async function assertSameAnswers(urls: readonly string[], path: string): Promise<void> {
  const answers = await Promise.all(urls.map(async (url) => (await fetch(url + path)).json()))
  for (const answer of answers) assert.deepEqual(answer, answers[0])
}

/** Compares how many holds are placed per second. Each takes another start and is synced to disk. */
export async function compareHolds({ small, start }: Bench): Promise<Comparison[]> {
  const running = {
    ours: await start('ours', small),
    reference: await start('reference', small),
  }
  const bodies = small.starts.map(holdBody)
  /** How many of the bodies were sent to each side. */
  const sent = { ours: 0, reference: 0 }
  const headers = { 'content-type': 'application/json', cookie: `ordi_browser=${VERIFIED_BROWSER}` }
  const measured = await measureInTurn(SIDES, HOLD_ROUNDS, (side) =>
    requestsPerSecond({
      url: running[side].url,
      connections: 8,
      duration: ROUND_SECONDS,
      requests: [
        {
          method: 'POST',
          path: '/api/hold',
          headers,
          setupRequest: (request) => ({ ...request, body: bodies[sent[side]++] as string }),
        },
      ],
    }),
  )
  await Promise.all(Object.values(running).map((server) => stopServer(server)))
  return [{ name: 'hold, synced to disk', ...measured, unit: 'req/s', ratioAim: atLeast(0.6) }]
}
