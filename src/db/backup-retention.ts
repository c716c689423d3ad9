import { DAY_LENGTH, type Instant } from '../shared/day.ts'

/** Of so many days, weeks and months that have a backup, the newest one of each is kept. */
const SHELVES: readonly { most: number; periodOf: (at: Instant) => number }[] = [
  { most: 7, periodOf: dayOf },
  // Day 0 was a Thursday; weeks begin on Monday.
  { most: 4, periodOf: (at) => Math.floor((dayOf(at) + 3) / 7) },
  { most: 6, periodOf: (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth() },
]

/** Which of the backups have served their time, by the moments at which they were made (UTC, as their names say). */
export function expiredBackups(made: readonly Instant[]): Instant[] {
  const newestFirst = made.toSorted((a, b) => b - a)
  const cached = new Set(
    SHELVES.flatMap(({ most, periodOf }) => {
      const newestOf = new Map<number, Instant>()
      for (const at of newestFirst) if (!newestOf.has(periodOf(at))) newestOf.set(periodOf(at), at)
      return [...newestOf.values()].slice(0, most)
    }),
  )
  return newestFirst.filter((at) => !cached.has(at))
}

function dayOf(at: Instant): number {
  return Math.floor(at / DAY_LENGTH)
}
