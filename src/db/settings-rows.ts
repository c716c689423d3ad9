import { eq } from 'drizzle-orm'
import type { Instant } from '../shared/day.ts'
import { type Db, prepared } from './open.ts'
import { settings } from './schema.ts'

const valueByName = prepared((db) =>
  db.$client.prepare<[string], string>('select value from settings where name = ?').pluck(),
)

/**
 * Returns the value of one row of the settings, which is JSON in most of them; undefined when it is not
 * stored.
 */
export function readRow(db: Db, name: string): string | undefined {
  return valueByName(db).get(name)
}

/** Inserts or replaces one row of the settings. */
export function writeRow(db: Db, name: string, value: string, updatedAt: Instant): void {
  const row = { value, updatedAt }
  db.insert(settings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: settings.name, set: row })
    .run()
}

/**
 * Works like `writeRow`, except that an existing row keeps its time, because the value has only been
 * encrypted anew.
 */
export function rewriteRow(db: Db, name: string, value: string, updatedAt: Instant): void {
  db.insert(settings)
    .values({ name, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run()
}

/** Deletes one row of the settings, if there is one. */
export function deleteRow(db: Db, name: string): void {
  db.delete(settings).where(eq(settings.name, name)).run()
}

/**
 * The result of a task's last run. It is stored as a row of the settings, because the practice has to know
 * it.
 */
type TaskOutcome = Readonly<{
  at: Instant
  /** Name of the backup that the task made, copied or restored. */
  file: string
  /** Undefined after a success. */
  error?: string
  /** The checksum of the file. Only the task `backup` stores it. */
  sha256?: string
  /** The instant of the last success. */
  succeededAt?: Instant
}>

/** A task that runs by itself, and whose last outcome is stored. */
type Task = 'backup' | 'after-backup' | 'drill'

/** Returns what became of a task the last time; undefined before its first run. */
export function readTask(db: Db, task: Task): TaskOutcome | undefined {
  const value = readRow(db, `task.${task}`)
  return value === undefined ? undefined : JSON.parse(value)
}

/** Stores what became of a task. The instant of its last success stays through failures. */
export function recordTask(db: Db, task: Task, outcome: Omit<TaskOutcome, 'succeededAt'>): void {
  const succeededAt = outcome.error === undefined ? outcome.at : readTask(db, task)?.succeededAt
  writeRow(db, `task.${task}`, JSON.stringify({ ...outcome, succeededAt }), outcome.at)
}
