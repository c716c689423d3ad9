import { type Ctx, inTx } from '../ctx.ts'
import type { Instant } from '../shared/day.ts'
import { type DatabaseFault, databaseFaultIn } from './database-fault.ts'
import { withoutWaitingForLock } from './lock.ts'
import { type Db, prepared } from './open.ts'
import { wake } from './wake.ts'

/**
 * This module determines whether a booking could be written, and what is wrong with the database file. Rules:
 * docs/behaviour.md 14.15.
 */

/** The result of a trial write counts for this long. */
const TRIAL_VALID_MS = 5_000
/** A lock of another process that lasts longer is a fault. */
const LONGEST_LOCK_MS = 10_000
/**
 * The table `attempts` and its index each store this text. Together they take about as much room as a request
 * with its two e-mails.
 */
const FILLER = 'x'.repeat(16_384)

/** The known state of a database. `fault` and `writable` are the outcome of the last trial write. */
type Health = {
  /** Whether damage was ever found; true until the next start, because lost data do not come back. */
  damaged: boolean
  fault: DatabaseFault | undefined
  writable: boolean
  checkedAt: Instant
  /** The time of the first trial in a row that met the lock of another process. */
  lockedSince: Instant | undefined
}

const healthByDatabase = new WeakMap<Db, Health>()

/** Returns whether a booking could be written, by a trial that is at most a few seconds old. */
export function canWrite(ctx: Pick<Ctx, 'db' | 'now'>): boolean {
  const health = currentHealth(ctx)
  return health.writable && !health.damaged
}

/**
 * Returns the current fault of the file, by a trial that is at most a few seconds old; undefined without one.
 */
export function currentDatabaseFault(ctx: Pick<Ctx, 'db' | 'now'>): DatabaseFault | undefined {
  const { damaged, fault } = currentHealth(ctx)
  return damaged ? 'damaged' : fault
}

/**
 * Returns the fault of the file that an error reports. Remembers damage, makes the next health check repeat
 * its trial, and starts the rescue of a database whose file is gone.
 * @returns undefined for any other error
 */
export function recordDatabaseError(db: Db, error: unknown): DatabaseFault | undefined {
  const fault = databaseFaultIn(error)
  if (fault === undefined) return undefined
  const health = healthOf(db)
  health.checkedAt = Number.NEGATIVE_INFINITY
  if (fault === 'damaged') health.damaged = true
  if (fault === 'moved') wake({ db }, 'rescue')
  return fault
}

/**
 * Runs a write that may fail without harm.
 * @returns false when the disk is full, the file cannot be written, or another process has locked it
 */
export function tryToWrite(db: Db, write: () => unknown): boolean {
  try {
    withoutWaitingForLock(db, write)
    return true
  } catch (error) {
    if (recordDatabaseError(db, error) === undefined) throw error
    return false
  }
}

/** Returns the last known health; a database that was not tried yet counts as sound. */
function healthOf(db: Db): Health {
  const health = healthByDatabase.get(db) ?? {
    damaged: false,
    fault: undefined,
    writable: true,
    checkedAt: Number.NEGATIVE_INFINITY,
    lockedSince: undefined,
  }
  healthByDatabase.set(db, health)
  return health
}

/** Returns the health, after a new trial if the last one is too old. */
function currentHealth({ db, now }: Pick<Ctx, 'db' | 'now'>): Health {
  const health = healthOf(db)
  // A trial that meets a lock is cheap, so it is repeated each time, and the fault is noticed as soon as the
  // lock has lasted too long.
  const isDue = health.lockedSince !== undefined || Math.abs(now - health.checkedAt) >= TRIAL_VALID_MS
  if (!isDue) return health
  const outcome = tryBooking(db, now, health.lockedSince)
  // The time is set after the trial, because recording an error resets it.
  return Object.assign(health, outcome, { checkedAt: now })
}

/**
 * Writes as much as a booking does, and takes it back. An error that is no fault of the file counts as
 * unwritable too, because a booking would meet it as well.
 */
function tryBooking(
  db: Db,
  now: Instant,
  lockedBefore: Instant | undefined,
): Pick<Health, 'fault' | 'writable' | 'lockedSince'> {
  try {
    withoutWaitingForLock(db, () => inTx({ db }, () => writeAndTakeBack(db)))
    return { fault: undefined, writable: true, lockedSince: undefined }
  } catch (error) {
    const fault = recordDatabaseError(db, error)
    if (fault !== 'locked') return { fault, writable: false, lockedSince: undefined }
    const lockedSince = lockedBefore ?? now
    // A booking waits for a short lock and is then written.
    const isShort = Math.abs(now - lockedSince) < LONGEST_LOCK_MS
    return { fault: isShort ? undefined : fault, writable: isShort, lockedSince }
  }
}

/** The statements of the trial, which leave nothing behind. */
const trial = prepared(({ $client }) => ({
  reserve: $client.prepare(`insert into occupations (resource_id, starts_at, ends_at) values ('', 0, 1)`),
  release: $client.prepare(`delete from occupations where resource_id = ''`),
  fill: $client.prepare(`insert into attempts (subject, at) values (?, 0)`),
  empty: $client.prepare('delete from attempts where subject = ?'),
}))

/** Inserts an occupation and as much text as a booking has, and deletes both again. */
function writeAndTakeBack(db: Db): void {
  const { reserve, release, fill, empty } = trial(db)
  reserve.run()
  fill.run(FILLER)
  release.run()
  empty.run(FILLER)
}
