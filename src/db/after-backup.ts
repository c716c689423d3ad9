import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programEnvironment, withoutSecrets } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { HOUR } from '../shared/day.ts'
import { backupFolder, listBackups } from './nightly-backups.ts'
import type { Db } from './open.ts'
import { readOutcome, recordOutcome } from './task-outcomes.ts'

/** The program of AFTER_BACKUP, which takes each new backup out of the house. Rule: docs/behaviour.md 14.23. */

const TIME_LIMIT_MS = HOUR
/** Between the request to end and the end by force. */
const GRACE_MS = 5_000
/** Characters of the program's output that are logged. */
const OUTPUT_LENGTH = 2_000

/** `error` is undefined after a success. */
export type HandOver = Readonly<{ error?: string; output: string }>

/**
 * Hands the newest backup to the program, unless that has succeeded with this one already. After a failure it is tried again
 * with the next call.
 */
export async function handOverWhenDue(ctx: () => Ctx, log: Log, signal: AbortSignal): Promise<void> {
  const { db, now, config } = ctx()
  const folder = backupFolder(db)
  if (folder === undefined || config.afterBackup.length === 0) return
  const newest = listBackups(folder, now)[0]
  const last = readOutcome(db, 'after-backup')
  if (newest === undefined || (last?.file === newest.name && last.error === undefined)) return
  const { error, output } = await handOver(config.afterBackup, join(folder, newest.name), signal)
  if (signal.aborted) return
  recordHandOver(db, ctx().now, newest.name, error)
  if (error === undefined) log.info({ file: newest.name, output }, 'AFTER_BACKUP is done')
  else log.error({ file: newest.name, error, output }, 'AFTER_BACKUP failed')
}

export function recordHandOver(db: Db, at: number, file: string, error: string | undefined): void {
  recordOutcome(db, 'after-backup', { at, file, ...(error !== undefined && { error }) })
}

/**
 * Runs the program without a shell, with the backup's path as last argument and as ORDI_BACKUP_FILE, and without the secrets of
 * Ordi in its environment. It and what it started end when the time is up or `signal` aborts.
 */
export async function handOver(
  [program = '', ...args]: readonly string[],
  file: string,
  signal?: AbortSignal,
  timeLimit = TIME_LIMIT_MS,
): Promise<HandOver> {
  const child = spawn(program, [...args, file], {
    env: { ...programEnvironment(), ORDI_BACKUP_FILE: file },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that it can be ended with its children.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2 * OUTPUT_LENGTH)
    })
  let isLate = false
  let force: NodeJS.Timeout | undefined
  const end = () => {
    killGroup(child.pid, 'SIGTERM')
    force = setTimeout(() => killGroup(child.pid, 'SIGKILL'), GRACE_MS)
  }
  const limit = setTimeout(() => {
    isLate = true
    end()
  }, timeLimit)
  signal?.addEventListener('abort', end)
  try {
    const [status, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    const why = killedBy === null ? `status ${status}` : `ended by ${killedBy}`
    const error = isLate ? 'not done in time' : why
    return { output: tail(output), ...((isLate || status !== 0) && { error }) }
  } catch (error) {
    return { output: '', error: (error as Error).message }
  } finally {
    clearTimeout(limit)
    clearTimeout(force)
    signal?.removeEventListener('abort', end)
  }
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

function tail(output: string): string {
  return withoutSecrets(output).trim().slice(-OUTPUT_LENGTH)
}
