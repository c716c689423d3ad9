import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, openSync, type ReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { run } from '../cli/run.ts'
import { tempDir } from './temp-dir.ts'

/** The path of the built program. */
export const MAIN = join(import.meta.dirname, '../dist/main.js')

/** Node keeps the compiled program here, which saves a third of the processor time of a start. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/compiled')

/** Starts `ordi` with the given environment only. It ends with the test at the latest. */
export function spawnOrdi(
  args: readonly string[],
  env: Record<string, string>,
  stdin: 'ignore' | 'pipe' = 'ignore',
) {
  const spawned = spawn(process.execPath, [MAIN, ...args], {
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })
  // The type does not say which streams are pipes: the output always, the input on demand.
  const child = spawned as ChildProcessByStdio<Writable | null, Readable, Readable>
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

/**
 * Runs a command of `ordi` in this process, which takes a tenth of the time of a separate process. `out`
 * contains no lines of the log.
 * @param env the whole environment
 * @param input the content of standard input, which is then a file; without it, standard input is /dev/null
 */
export async function ordi(args: readonly string[], env: Record<string, string> = {}, input?: string) {
  const printed = { out: '', err: '' }
  const stdin = standardInput(input)
  const printTo = (stream: keyof typeof printed, text: unknown) => {
    printed[stream] += `${text}\n`
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => printTo('out', text)),
    vi.spyOn(console, 'error').mockImplementation((text) => printTo('err', text)),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin),
  ]
  const environment = process.env
  process.env = { ...env }
  // The program makes its files inaccessible to other users (main.ts).
  const mask = process.umask(0o077)
  try {
    // The type is that of `ordiProcess`, whose status is null when a signal has ended the process.
    return { status: (await run(args)) as number | null, ...printed }
  } finally {
    process.env = environment
    process.umask(mask)
    for (const spy of spies) spy.mockRestore()
    stdin.destroy()
  }
}

/** Returns a stream of a real file, because a command examines the file behind its standard input. */
function standardInput(input: string | undefined): ReadStream {
  let path = '/dev/null'
  if (input !== undefined) {
    path = join(tempDir(), 'input')
    writeFileSync(path, input)
  }
  return createReadStream(path, { fd: openSync(path, 'r') })
}

/** Runs a command of `ordi` in a separate process. Without `input`, standard input is not a pipe. */
export async function ordiProcess(args: readonly string[], env: Record<string, string> = {}, input?: string) {
  const child = spawnOrdi(args, env, input === undefined ? 'ignore' : 'pipe')
  child.stdin?.end(input)
  return outcomeOf(child)
}

/**
 * Runs a command of `ordi` that cannot write files longer than `limit` bytes, as if the disk were full. Its
 * output is longer than that in no test.
 */
export async function ordiWithSmallFiles(
  limit: number,
  args: readonly string[],
  env: Record<string, string>,
) {
  // The shell counts in blocks.
  const limited = `trap '' XFSZ; ulimit -f ${Math.ceil(limit / 512)}; exec "$0" "$@"`
  const child = spawn('sh', ['-c', limited, process.execPath, MAIN, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return outcomeOf(child)
}

/** Waits for the end of a process. Its status is null when a signal has ended it. */
async function outcomeOf(child: ChildProcessByStdio<Writable | null, Readable, Readable>) {
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { status: status as number | null, out, err }
}

/** Returns what `ordi` returns when it succeeds with this output. */
export const success = (out: string) => ({ status: 0, out, err: '' })

/** Returns what `ordi` returns when it refuses with this sentence. */
export const failure = (err: string) => ({ status: 1, out: '', err })
