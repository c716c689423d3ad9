import type { Instant } from '../shared/day.ts'
import type { Db } from './open.ts'
import { readSettingsRow, writeSettingsRow } from './settings-rows.ts'

/** The result of a task's last run, which a settings row stores for the practice. */
type TaskOutcome = Readonly<{
  at: Instant
  /** Name of the backup that the task made, copied or restored. */
  file: string
  /** The reason of a failure; undefined after a success. */
  error?: string
  /** The checksum of the file, which only the task `backup` stores. */
  sha256?: string
  /** The instant of the last success. */
  succeededAt?: Instant
}>

/** A task that runs automatically, and whose last outcome is stored. */
type Task = 'backup' | 'after-backup' | 'drill'

/** Returns the outcome of the last run of a task; undefined before the first run. */
export function readTaskOutcome(db: Db, task: Task): TaskOutcome | undefined {
  const value = readSettingsRow(db, `task.${task}`)
  return value === undefined ? undefined : JSON.parse(value)
}

/** Stores the outcome of a task. A failure keeps the instant of the last success. */
export function recordTaskOutcome(db: Db, task: Task, outcome: Omit<TaskOutcome, 'succeededAt'>): void {
  const succeededAt = outcome.error === undefined ? outcome.at : readTaskOutcome(db, task)?.succeededAt
  writeSettingsRow(db, `task.${task}`, JSON.stringify({ ...outcome, succeededAt }), outcome.at)
}
