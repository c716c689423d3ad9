import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PROGRAM, startNode } from '../tools.ts'

export type Side = 'ours' | 'reference'
export type Running = Readonly<{ url: string; program: ChildProcess; firstAnswer: number }>
export type Options = Readonly<{
  env?: Readonly<Record<string, string>>
  /** The program with its arguments that Node runs instead of the built one. */
  program?: readonly string[]
  /** A program with its options that starts the server under its observation, such as strace. */
  tracer?: readonly string[]
  /** Milliseconds between the calls until the first answer. */
  poll?: number
}>

const POLL_MS = 2
const TIMEOUT_MS = 60_000

/**
 * Starts one of the two servers on the data directory and waits for its first answer.
 * @throws Error when it does not answer within a minute
 */
export async function start(
  side: Side,
  dataDir: string,
  {
    env: extraEnv = {},
    program: ours = [PROGRAM, 'serve'],
    tracer: [tracer, ...options] = [],
    poll = POLL_MS,
  }: Options = {},
): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...extraEnv,
  }
  const args = side === 'ours' ? ours : ['scripts/bench/reference.ts', String(port), join(dataDir, 'ordi.db')]
  const began = performance.now()
  const program =
    tracer === undefined
      ? startNode(args, { env })
      : spawn(tracer, [...options, process.execPath, ...args], { env, stdio: 'inherit' })
  while (performance.now() - began < TIMEOUT_MS) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return { url, program, firstAnswer: performance.now() - began }
    await setTimeout(poll)
  }
  program.kill('SIGKILL')
  throw new Error(`${side} does not answer`)
}

export async function stop(
  { program }: Pick<Running, 'program'>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill(signal)
  await ended
}

/** Returns the resident memory in megabytes. */
export function memoryOf({ program }: Running): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

type Result = { '2xx': number; non2xx: number; errors: number; duration: number }
type Request = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  setupRequest?: (request: Request) => Request
}
type Load = { url: string; connections: number; duration: number; requests: Request[] }

// The package has no types.
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Load) => Promise<Result>

/**
 * Sends requests for `duration` seconds.
 * @returns successful requests per second
 * @throws Error when any request failed, which would make the result meaningless
 */
export async function load(options: Load): Promise<number> {
  const result = await autocannon(options)
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(
      `${options.url}: ${result.non2xx} refused, ${result.errors} failed of ${result['2xx'] + result.non2xx}`,
    )
  }
  return result['2xx'] / result.duration
}

/**
 * Measures the sides in turn, so that other load affects all of them alike. The first round is a warm-up and
 * not counted.
 */
export async function inTurn<Key extends string = Side>(
  sides: readonly Key[],
  rounds: number,
  measure: (side: Key) => Promise<number> | number,
): Promise<Record<Key, number[]>> {
  const found = Object.fromEntries(sides.map((side) => [side, [] as number[]])) as Record<Key, number[]>
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const figure = await measure(side)
      if (round > 0) found[side].push(figure)
    }
  }
  return found
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
}
