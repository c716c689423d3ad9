import type { Instant } from '../shared/day.ts'
import { type Db, prepared } from './open.ts'
import { settings } from './schema.ts'

/** How the last run of a task ended that the practice has to know of. Kept as a row of the settings. */
export type TaskOutcome = Readonly<{
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

const stored = prepared((db) =>
  db.$client.prepare<[string], string>('select value from settings where name = ?').pluck(),
)

export function readTask(db: Db, task: Task): TaskOutcome | undefined {
  const value = stored(db).get(nameOf(task))
  return value === undefined ? undefined : JSON.parse(value)
}

export function recordTask(db: Db, task: Task, outcome: Omit<TaskOutcome, 'succeededAt'>): void {
  const succeededAt = outcome.error === undefined ? outcome.at : readTask(db, task)?.succeededAt
  const value = JSON.stringify({ ...outcome, succeededAt })
  db.insert(settings)
    .values({ name: nameOf(task), value, updatedAt: outcome.at })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: outcome.at } })
    .run()
}

function nameOf(task: Task): string {
  return `task.${task}`
}
