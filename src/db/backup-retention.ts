import { dirname, join } from 'node:path'
import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { backupFolder, listBackups } from './backup-folder.ts'
import { namesIn } from './files.ts'

/** Milliseconds from midnight UTC to the nightly backup: 02:15 or 03:15 in Vienna. */
const NIGHTLY_AT = 75 * MINUTE

/**
 * The newest months with a backup, each of which keeps one. If a backup is made every night, deleted data are
 * therefore in no backup after six months; months without any backup prolong that time.
 */
export const BACKUP_MONTHS = 6

/**
 * Retention keeps the newest backup of each of the last `most` days, weeks and months (UTC) that have one.
 * Those without a backup do not count, so that a pause deletes nothing.
 */
const RETENTION: readonly { most: number; periodOf: (at: Instant) => number }[] = [
  { most: 7, periodOf: dayOf },
  // Day 0 was a Thursday. Three more days make the weeks begin on Monday.
  { most: 4, periodOf: (at) => Math.floor((dayOf(at) + 3) / 7) },
  { most: BACKUP_MONTHS, periodOf: (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth() },
]

/**
 * Returns those of the backups that retention deletes. Backups are given by the time at which they were made.
 */
export function expiredBackups(madeAt: readonly Instant[]): Instant[] {
  const newestFirst = madeAt.toSorted((a, b) => b - a)
  const keep = new Set(
    RETENTION.flatMap(({ most, periodOf }) => newestOfPeriods(newestFirst, periodOf).slice(0, most)),
  )
  return newestFirst.filter((at) => !keep.has(at))
}

/** Returns the newest backup of each period that has one. */
function newestOfPeriods(newestFirst: readonly Instant[], periodOf: (at: Instant) => number): Instant[] {
  const newestOf = new Map<number, Instant>()
  for (const at of newestFirst) {
    const period = periodOf(at)
    if (!newestOf.has(period)) newestOf.set(period, at)
  }
  return [...newestOf.values()]
}

/**
 * A file with an earlier state of the database. Retention deletes it at `until`, or never if that is
 * undefined.
 */
export type OldCopy = Readonly<{ file: string; until: Instant | undefined }>

/** The name of a copy, also of one that somebody has made by hand. */
const COPY_NAME = /\.db(\.age)?$/

/**
 * Lists all copies beside the database: first the nightly backups, the newest first, each with the night in
 * which it will be deleted if no backup fails until then; then the permanent copies.
 */
export function listOldCopies({ db, now }: Pick<Ctx, 'db' | 'now'>): OldCopy[] {
  const folder = backupFolder(db)
  if (folder === undefined) return []
  const backups = listBackups(folder, now)
  const untilOf = expiryOf(
    backups.map(({ at }) => at),
    now,
  )
  const nightlyCopies = backups.map(({ name, at }) => ({ file: join(folder, name), until: untilOf.get(at) }))
  const otherFiles = new Set([db.$client.name, ...nightlyCopies.map(({ file }) => file)])
  const permanentCopies = [folder, dirname(folder)].flatMap((place) =>
    namesIn(place)
      .filter((name) => COPY_NAME.test(name))
      .map((name) => join(place, name))
      .filter((file) => !otherFiles.has(file)),
  )
  return [...nightlyCopies, ...permanentCopies.map((file) => ({ file, until: undefined }))]
}

/**
 * Returns the night in which each backup will be deleted, by simulating the coming nights. After at most
 * `BACKUP_MONTHS` months, every period that retention counts has a backup of those nights, so none of the
 * given ones is left.
 */
function expiryOf(madeAt: readonly Instant[], now: Instant): ReadonlyMap<Instant, Instant> {
  const untilOf = new Map<Instant, Instant>()
  let remaining = [...madeAt]
  let night = lastNightlyBackupDue(now)
  while (!madeAt.every((at) => untilOf.has(at))) {
    night += DAY_LENGTH
    const withTonight = [...remaining, night]
    const expired = new Set(expiredBackups(withTonight))
    for (const at of expired) untilOf.set(at, night)
    remaining = withTonight.filter((at) => !expired.has(at))
  }
  return untilOf
}

/** Returns the number of days since 1970-01-01 (UTC). */
function dayOf(at: Instant): number {
  return Math.floor(at / DAY_LENGTH)
}

/** Returns the instant at which the backup of the last night was due. */
export function lastNightlyBackupDue(now: Instant): Instant {
  return now - ((now - NIGHTLY_AT) % DAY_LENGTH)
}
