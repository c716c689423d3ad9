import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { withoutSecrets } from './config.ts'

/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000
/** Characters of a program's output that are kept. */
const OUTPUT_LENGTH = 2_000

/** `error` is undefined after a success; `output` is the end of what was written, without passwords. */
export type ProgramResult = Readonly<{ error?: string; output: string }>

/**
 * Runs a program without a shell, at the lowest priority. The program and all its children are ended when the
 * time is up or `signal` aborts.
 * @param timeLimit milliseconds
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  {
    env,
    timeLimit,
    signal,
  }: { env?: NodeJS.ProcessEnv; timeLimit: number; signal?: AbortSignal | undefined },
): Promise<ProgramResult> {
  const child = spawn(program, args, {
    ...(env && { env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // The program leads a process group of its own, so that it can be ended together with its children.
    detached: true,
  })
  yieldToOthers(child.pid)
  const readOutput = collectOutput([child.stdout, child.stderr])
  const supervision = endWhenOver(child.pid, { timeLimit, signal })
  try {
    const [status, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    const error = supervision.wasLate() ? 'not done in time' : errorOf(status, killedBy)
    return { output: readOutput(), ...(error !== undefined && { error }) }
  } catch (error) {
    return { output: '', error: (error as Error).message }
  } finally {
    supervision.stop()
  }
}

/** Ends the process and its children when the time is up or the signal aborts, at first by asking. */
function endWhenOver(
  pid: number | undefined,
  { timeLimit, signal }: { timeLimit: number; signal: AbortSignal | undefined },
) {
  let isLate = false
  let killTimer: NodeJS.Timeout | undefined
  const endProcesses = () => {
    killGroup(pid, 'SIGTERM')
    killTimer ??= setTimeout(() => killGroup(pid, 'SIGKILL'), GRACE_MS)
  }
  const limitTimer = setTimeout(() => {
    isLate = true
    endProcesses()
  }, timeLimit)
  signal?.addEventListener('abort', endProcesses)
  // An already aborted signal sends no event.
  if (signal?.aborted) endProcesses()
  return {
    wasLate: () => isLate,
    /** Forgets limit and signal, once the process has ended. */
    stop: () => {
      clearTimeout(limitTimer)
      clearTimeout(killTimer)
      signal?.removeEventListener('abort', endProcesses)
    },
  }
}

/** Keeps the end of what a program writes. @returns a function that gives it, without passwords */
function collectOutput(streams: readonly Readable[]): () => string {
  let output = ''
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (text: string) => {
      // More is kept than is returned, because a password whose beginning is cut off could not be recognised.
      output = (output + text).slice(-2 * OUTPUT_LENGTH)
    })
  return () => withoutSecrets(output).trim().slice(-OUTPUT_LENGTH)
}

/**
 * Returns why a program has failed; undefined after a success.
 * @param killedBy the signal that ended the program; null when it exited with a status
 */
function errorOf(status: number | null, killedBy: string | null): string | undefined {
  if (killedBy !== null) return `ended by ${killedBy}`
  return status === 0 ? undefined : `status ${status}`
}

/** Gives the process the lowest priority. */
function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has ended already.
  }
}

/** Sends the signal to the process and all its children. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    // A negative id means the whole process group.
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // The processes have ended meanwhile.
  }
}
