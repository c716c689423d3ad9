import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, openSync, type ReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { onTestFinished, vi } from 'vitest'
import { openApp } from '../app.ts'
import { run } from '../cli/run.ts'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { freePort } from './free-port.ts'
import { tempDir } from './temp-dir.ts'

/** The path of the built program. */
export const MAIN = join(import.meta.dirname, '../dist/main.js')

/** Node keeps the compiled program here, which saves a third of the processor time of a start. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/compiled')

/** Starts `ordi` with the given environment only. It ends with the test at the latest. */
function spawnOrdi(
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

/** Starts the server on a free port, and waits until it answers. */
export async function startOrdi(env: Record<string, string>, args: readonly string[] = []) {
  const port = await freePort()
  const child = spawnOrdi(['serve', ...args], { PORT: String(port), HOST: '127.0.0.1', ...env })
  const exit = once(child, 'exit').then(([status]) => status as number | null)
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.includes('Ordi is open')) ready()
    })
    exit.then(() => fail(new Error(`no server: ${err}`)))
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    output: () => ({ out, err }),
    /** Sends the signal, and returns the exit status. */
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      return exit
    },
    exit,
  }
}

/** Does the work in this process on the data of a portal, creating them if they are missing. */
export function withPortal<T>(env: Record<string, string>, work: (ctx: Ctx) => T): T {
  const { ctx, close } = openApp(readConfig({ LOG_LEVEL: 'silent', ...env }))
  try {
    return work(ctx({ kind: 'cli' }))
  } finally {
    close()
  }
}

/** Returns how the last run of a task ended: `done`, or why it failed. The list is empty without a run. */
export function outcomesOf(DATA_DIR: string, task: string): string[] {
  const rows = rowsIn(DATA_DIR, `select value from settings where name = 'task.${task}'`)
  return (rows as { value: string }[]).map(({ value }) => JSON.parse(value).error ?? 'done')
}

/** Returns the rows that the query finds in the database of a data directory. */
export function rowsIn(DATA_DIR: string, sql: string): unknown[] {
  const db = new Database(join(DATA_DIR, 'ordi.db'), { readonly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

/** Signs in to a running server, and returns its answer. */
export function signInAt(url: string, email: string, password: string, headers: Record<string, string> = {}) {
  return fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  })
}

/** Returns the lines that a server has logged. Without ADMIN_PASSWORD it would print others too. */
export function readLog(server: Awaited<ReturnType<typeof startOrdi>>) {
  const lines = server.output().out.trim().split('\n')
  return lines.map((line) => JSON.parse(line) as { level: string; msg: string })
}
