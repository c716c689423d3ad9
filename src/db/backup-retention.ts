import { dirname, join } from 'node:path'
import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { backupFolder, listBackups } from './backup-folder.ts'
import { namesIn } from './files.ts'

/** Milliseconds after midnight in UTC at which backups are made. In Vienna it is 02:15 or 03:15 then. */
const NIGHTLY_AT = 75 * MINUTE

/**
 * The number of months of which a backup is kept. Data that were deleted from the database are in no backup
 * after that time.
 */
export const BACKUP_MONTHS = 6

/** The newest backup of each of the last `most` days, weeks and months (UTC) is kept. */
const RETENTION: readonly { most: number; periodOf: (at: Instant) => number }[] = [
  { most: 7, periodOf: dayOf },
  // Day 0 was a Thursday, and weeks begin on Monday: with three days more, the first week is whole.
  { most: 4, periodOf: (at) => Math.floor((dayOf(at) + 3) / 7) },
  { most: BACKUP_MONTHS, periodOf: (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth() },
]

/** Returns which of the backups are to be deleted, by the instants at which they were made. */
export function expiredBackups(made: readonly Instant[]): Instant[] {
  const newestFirst = made.toSorted((a, b) => b - a)
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

/** A file with an earlier state of the database. Retention deletes it at `until`; undefined: never. */
export type OldCopy = Readonly<{ file: string; until: Instant | undefined }>

/**
 * Lists all copies of the database beside it: the nightly backups, the newest first, with the night in which
 * each is deleted if a backup is made every night, and then the others.
 */
export function listOldCopies({ db, now }: Pick<Ctx, 'db' | 'now'>): OldCopy[] {
  const folder = backupFolder(db)
  if (folder === undefined) return []
  const backups = listBackups(folder, now)
  const untilOf = expiryOf(
    backups.map(({ at }) => at),
    now,
  )
  // Copies that were made for another reason than the night: before an upgrade, a restore or a rescue.
  const others = [folder, dirname(folder)].flatMap((place) =>
    namesIn(place)
      .filter((name) => /^(before|pre|rescued)-.*\.db(\.age)?$/.test(name))
      .map((name) => join(place, name)),
  )
  return [
    ...backups.map(({ name, at }) => ({ file: join(folder, name), until: untilOf.get(at) })),
    ...others.map((file) => ({ file, until: undefined })),
  ]
}

/** Returns the night in which each backup will be deleted, found by going through the coming nights. */
function expiryOf(made: readonly Instant[], now: Instant): ReadonlyMap<Instant, Instant> {
  const untilOf = new Map<Instant, Instant>()
  let remaining = [...made]
  let night = lastNight(now)
  while (!made.every((at) => untilOf.has(at))) {
    night += DAY_LENGTH
    const withTonight = [...remaining, night]
    const expired = new Set(expiredBackups(withTonight))
    for (const at of expired) untilOf.set(at, night)
    remaining = withTonight.filter((at) => !expired.has(at))
  }
  return untilOf
}

/** Returns the number of the day in UTC, from 1970-01-01 on. */
function dayOf(at: Instant): number {
  return Math.floor(at / DAY_LENGTH)
}

/** Returns the instant at which the backup of the last night was due. */
export function lastNight(now: Instant): Instant {
  return now - ((now - NIGHTLY_AT) % DAY_LENGTH)
}
