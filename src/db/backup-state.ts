import { statSync } from 'node:fs'
import { gt, min } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { findNewestBackup } from './backup-folder.ts'
import type { Db } from './open.ts'
import { settings } from './schema.ts'
import { readTaskOutcome } from './task-outcomes.ts'

/** Age at which the last backup counts as late. */
const LATE_AFTER = 36 * HOUR

type BackupState = Readonly<{
  /** The instant at which the last backup was made. */
  at: Instant | undefined
  encrypted: boolean
  bytes: number | undefined
  /** Milliseconds since the last backup, or since the portal's first start while there is none. */
  age: number
  late: boolean
}>

/** Returns the state of the nightly backups; undefined for a database in memory, which has none. */
export function readBackupState({ db, now }: Ctx): BackupState | undefined {
  if (db.$client.memory) return undefined
  const last = findNewestBackup(db, now)
  const age = now - (last?.at ?? findFirstStart(db) ?? now)
  const bytes = last && statSync(last.path, { throwIfNoEntry: false })?.size
  return { at: last?.at, encrypted: last?.encrypted ?? false, bytes, age, late: age > LATE_AFTER }
}

/** Returns the outcome of the last run of AFTER_BACKUP; undefined if no program is set. */
export function readLastAfterBackup({ db, config }: Ctx): ReturnType<typeof readTaskOutcome> {
  return config.afterBackup.length > 0 ? readTaskOutcome(db, 'after-backup') : undefined
}

/** Excludes rows stored in 1970, when the clock was not yet set. */
const CLOCK_IS_SET = gt(settings.updatedAt, 365 * DAY_LENGTH)

/** Returns the time of the oldest setting, which `openApp` writes at the first start. */
export function findFirstStart(db: Db): Instant | undefined {
  const oldest = db
    .select({ at: min(settings.updatedAt) })
    .from(settings)
    .where(CLOCK_IS_SET)
    .get()
  return oldest?.at ?? undefined
}
