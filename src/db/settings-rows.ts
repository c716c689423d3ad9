import { eq } from 'drizzle-orm'
import type { Instant } from '../shared/day.ts'
import { type Db, prepared } from './open.ts'
import { settings } from './schema.ts'

const stored = prepared((db) =>
  db.$client.prepare<[string], string>('select value from settings where name = ?').pluck(),
)

/** The text of one row of the settings, which is JSON in most of them. */
export function readRow(db: Db, name: string): string | undefined {
  return stored(db).get(name)
}

/** Inserts or replaces one row of the settings. */
export function writeRow(db: Db, name: string, value: string, updatedAt: Instant): void {
  const row = { value, updatedAt }
  db.insert(settings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: settings.name, set: row })
    .run()
}

/** As `writeRow`, for a value that says the same as before in another form: the row keeps its time. */
export function rewriteRow(db: Db, name: string, value: string, updatedAt: Instant): void {
  db.insert(settings)
    .values({ name, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run()
}

export function deleteRow(db: Db, name: string): void {
  db.delete(settings).where(eq(settings.name, name)).run()
}

/** How the last run of a task ended that the practice has to know of. Kept as a row of the settings. */
type TaskOutcome = Readonly<{
  at: Instant
  /** The name of the backup that it was about. */
  file: string
  /** Undefined after a success. */
  error?: string
  /** Of the file, for `backup`. */
  sha256?: string
  /** When it last succeeded. */
  succeededAt?: Instant
}>

type Task = 'backup' | 'after-backup' | 'drill'

export function readTask(db: Db, task: Task): TaskOutcome | undefined {
  const value = readRow(db, `task.${task}`)
  return value === undefined ? undefined : JSON.parse(value)
}

export function recordTask(db: Db, task: Task, outcome: Omit<TaskOutcome, 'succeededAt'>): void {
  const succeededAt = outcome.error === undefined ? outcome.at : readTask(db, task)?.succeededAt
  writeRow(db, `task.${task}`, JSON.stringify({ ...outcome, succeededAt }), outcome.at)
}
