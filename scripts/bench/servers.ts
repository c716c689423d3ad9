import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PROGRAM, startNode } from '../tools.ts'

export type Side = 'ours' | 'reference'
export type Running = Readonly<{ url: string; program: ChildProcess; firstAnswer: number }>
/**
 * `program`: what Node runs instead of the built one; `tracer`: a program with its options, which starts the server as its own process; `poll`: milliseconds between the calls until the
 * first answer.
 */
export type Options = Readonly<{
  env?: Readonly<Record<string, string>>
  program?: readonly string[]
  tracer?: readonly string[]
  poll?: number
}>

const POLL = 2
const TIMEOUT_MS = 60_000

/**
 * Starts one of the two servers on the data directory and waits for its first answer.
 * @throws Error when it does not answer within a minute
 */
export async function start(
  side: Side,
  dataDir: string,
  {
    env: more = {},
    program: ours = [PROGRAM, 'serve'],
    tracer: [tracer, ...options] = [],
    poll = POLL,
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
    ...more,
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

/** Resident memory in megabytes. */
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
