import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { countFreeStarts } from '../../src/schedule/grid.ts'
import { dayNumber } from '../../src/shared/day.ts'
import { offsetOfDay } from '../../src/time/vienna.ts'
import { countBare } from './bare.ts'
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
import { BOOKED_SERVICE_ID, holdBody, VERIFIED_BROWSER } from './practice.ts'
import { memoryOf, type Side, stopServer } from './servers.ts'

/**
 * Each function measures the portal (`ours`) and the reference in turn. The reference gives the same answers
 * with the least code (reference.ts). The practices `small`, `large` and `four` are explained in bench.ts.
 */

const SIDES = ['ours', 'reference'] as const
/** Rounds of the arithmetic, which takes microseconds, and its calls in each round. */
const ARITHMETIC = { rounds: 21, calls: 2_000 }
/** Rounds of the start of a server, which takes longer than a request. */
const START_ROUNDS = 9
/** Milliseconds after which a server is idle. */
const IDLE_AFTER_MS = 700
/** Holds have fewer rounds, because each hold needs a free start. */
const HOLD_ROUNDS = 8

/** Counts a month's free starts with 100 busy intervals, without database and HTTP. */
export async function compareArithmetic({ small, month }: Bench): Promise<Comparison[]> {
  const { busy, service, week } = small
  const span = { from: dayNumber(month.from), to: dayNumber(month.to), after: 0 }
  const offset = offsetOfDay(span.from)
  assert.ok(offset !== undefined, 'the clock changes in the month')
  const countBy = {
    ours: () => countFreeStarts(service, week, busy, span),
    reference: () => countBare(span.from, span.to, offset, busy),
  }
  assert.deepEqual(countBy.ours(), countBy.reference())
  const measured = await measureInTurn(SIDES, ARITHMETIC.rounds, (side) =>
    microsecondsPerCall(ARITHMETIC.calls, countBy[side]),
  )
  return [{ name: 'month of slots, arithmetic alone', ...measured, unit: 'µs', aim: { atMost: 10 } }]
}

/** Measures the time from spawn to the first answer, and the memory of an idle process. */
export async function compareIdle({ small, start }: Bench): Promise<Comparison[]> {
  const memory: Record<Side, number[]> = { ours: [], reference: [] }
  const firstAnswer = await measureInTurn(SIDES, START_ROUNDS, async (side) => {
    const running = await start(side, small)
    await setTimeout(IDLE_AFTER_MS)
    memory[side].push(memoryOf(running))
    await stopServer(running)
    return running.firstAnswerMs
  })
  return [
    { name: 'spawn to first answer', ...firstAnswer, unit: 'ms', aim: { atMost: 1.5 } },
    { name: 'idle memory', ...memory, unit: 'MB', aim: { atMost: 1.5 } },
  ]
}

/**
 * Measures the summary of a month, which the calendar of the wizard reads, with few and with many bookings.
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
    load({
      url: running[side].url,
      connections: 32,
      duration: ROUND_SECONDS,
      requests: [{ method: 'GET', path }],
    }),
  )
  await Promise.all(Object.values(running).map((server) => stopServer(server)))
  const { ours, reference, oursLarge, referenceLarge, oursFour } = measured
  const rate = { unit: 'req/s', aim: { atLeast: 0.6 } }
  /** The portal with a larger practice is compared with itself. */
  const againstOurs = (name: string, larger: readonly number[], atMost: number) => ({
    name,
    ours: larger.map(microsecondsPerRequest),
    reference: ours.map(microsecondsPerRequest),
    unit: 'µs',
    aim: { atMost },
  })
  return [
    { name: 'month summary, 100 bookings', ours, reference, ...rate },
    { name: 'month summary, 10,000 bookings', ours: oursLarge, reference: referenceLarge, ...rate },
    againstOurs('10,000 bookings against our own 100', oursLarge, 1.15),
    againstOurs('four doctors against our own one', oursFour, 1.5),
  ]
}

/**
 * Asserts that all servers give the same answer. A server with another one would be measured at other work.
 */
async function assertSameAnswers(urls: readonly string[], path: string): Promise<void> {
  const answers = await Promise.all(urls.map(async (url) => (await fetch(url + path)).json()))
  for (const answer of answers) assert.deepEqual(answer, answers[0])
}

/** Measures holds. Each takes a start of its own, and its commit is synced to disk. */
export async function compareHolds({ small, start }: Bench): Promise<Comparison[]> {
  const running = {
    ours: await start('ours', small),
    reference: await start('reference', small),
  }
  const bodies = small.starts.map(holdBody)
  /** The number of bodies that each side has got. */
  const sent = { ours: 0, reference: 0 }
  const headers = { 'content-type': 'application/json', cookie: `ordi_browser=${VERIFIED_BROWSER}` }
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
          setupRequest: (request) => ({ ...request, body: bodies[sent[side]++] as string }),
        },
      ],
    }),
  )
  await Promise.all(Object.values(running).map((server) => stopServer(server)))
  return [{ name: 'hold, synced to disk', ...measured, unit: 'req/s', aim: { atLeast: 0.6 } }]
}
