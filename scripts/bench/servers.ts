import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../src/testing/free-port.ts'
import { BUILT_PROGRAM, startNode } from '../programs.ts'

/** The two servers that are compared: the portal (`ours`) and the minimal one of reference.ts. */
export type Side = 'ours' | 'reference'
/** A running server. `firstAnswerMs` is the time from spawning it to its first answer, in milliseconds. */
export type RunningServer = Readonly<{ url: string; child: ChildProcess; firstAnswerMs: number }>
/** How a start differs from the usual one of the benchmark. */
export type ServerOptions = Readonly<{
  env?: Readonly<Record<string, string>>
  /** A program with its arguments for Node to run instead of the built portal. */
  command?: readonly string[]
  /** A program with its options that runs and observes the server, such as strace. */
  tracer?: readonly string[]
  /** Replaces `POLL_MS`. */
  pollMs?: number
}>

/** Milliseconds between two health checks until the first answer. */
const POLL_MS = 2
/** Milliseconds after which a start counts as failed. */
const TIMEOUT_MS = 60_000

/**
 * Starts one of the two servers on the data directory and waits for its first answer.
 * @throws Error when it does not answer within `TIMEOUT_MS`
 */
export async function startServer(
  side: Side,
  dataDir: string,
  { env: extraEnv = {}, command = [BUILT_PROGRAM, 'serve'], tracer, pollMs = POLL_MS }: ServerOptions = {},
): Promise<RunningServer> {
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
  const args =
    side === 'ours' ? command : ['scripts/bench/reference.ts', String(port), join(dataDir, 'ordi.db')]
  const began = performance.now()
  const child = tracer === undefined ? startNode(args, { env }) : startTraced(tracer, args, env)
  while (performance.now() - began < TIMEOUT_MS) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return { url, child, firstAnswerMs: performance.now() - began }
    await setTimeout(pollMs)
  }
  child.kill('SIGKILL')
  throw new Error(`${side} does not answer`)
}

/** Starts Node with these arguments under the tracer. */
function startTraced(tracer: readonly string[], args: readonly string[], env: NodeJS.ProcessEnv) {
  const [program = '', ...options] = tracer
  return spawn(program, [...options, process.execPath, ...args], { env, stdio: 'inherit' })
}

/** Stops the server, if it still runs, and waits until it has exited. */
export async function stopServer(
  { child }: Pick<RunningServer, 'child'>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Returns the resident memory of the server in megabytes. */
export function memoryOf({ child }: RunningServer): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
