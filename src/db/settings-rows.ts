import { eq } from 'drizzle-orm'
import type { Instant } from '../shared/day.ts'
import { type Db, prepared } from './open.ts'
import { settings } from './schema.ts'

const valueByName = prepared((db) =>
  db.$client.prepare<[string], string>('select value from settings where name = ?').pluck(),
)

/** Returns the value of a settings row, which is JSON in most rows; undefined if it is not stored. */
export function readRow(db: Db, name: string): string | undefined {
  return valueByName(db).get(name)
}

/** Inserts or replaces a settings row. */
export function writeRow(db: Db, name: string, value: string, updatedAt: Instant): void {
  const row = { value, updatedAt }
  db.insert(settings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: settings.name, set: row })
    .run()
}

/** Works like `writeRow`, but an existing row keeps its time, because the value was only encrypted again. */
export function rewriteRow(db: Db, name: string, value: string, updatedAt: Instant): void {
  db.insert(settings)
    .values({ name, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run()
}

/** Deletes a settings row, if there is one. */
export function deleteRow(db: Db, name: string): void {
  db.delete(settings).where(eq(settings.name, name)).run()
}

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
export function readTask(db: Db, task: Task): TaskOutcome | undefined {
  const value = readRow(db, `task.${task}`)
  return value === undefined ? undefined : JSON.parse(value)
}

/** Stores the outcome of a task. A failure keeps the instant of the last success. */
export function recordTask(db: Db, task: Task, outcome: Omit<TaskOutcome, 'succeededAt'>): void {
  const succeededAt = outcome.error === undefined ? outcome.at : readTask(db, task)?.succeededAt
  writeRow(db, `task.${task}`, JSON.stringify({ ...outcome, succeededAt }), outcome.at)
}
