import { DAY_LENGTH, type Instant, type Interval } from '../shared/day.ts'
import { MOST_BUSY_TIMES } from '../shared/other-calendar.ts'
import { splitIntoEntries } from './entries-text.ts'
import { type Entry, endOfEntry, instantOfMoment, type Length, type Moment, readEntry } from './entry.ts'
import { zonesOfFile } from './entry-zones.ts'
import { type SeriesSearch, STEPS_OF_FILE, startsOfSeries } from './recurrence.ts'

/** The range of a reading, which finds the busy times that overlap it. */
export type ReadingRange = Readonly<{ from: Instant; to: Instant }>

/** The busy times of a calendar file, and how much of the file could not be read. */
export type CalendarReading = Readonly<{
  /** The busy times, by start, without duplicates. */
  times: readonly Interval[]
  /** Number of unreadable entries. */
  unread: number
  /** Number of entries with an unknown time zone, which were read in the practice's zone. */
  unknownZone: number
  /** True if there are more than `MOST_BUSY_TIMES`, of which the later ones are missing. */
  isCut: boolean
}>

/**
 * Returns the busy times of a calendar file within the range (docs/behaviour.md 20.5 to 20.8). Skips
 * cancelled entries and our own.
 * @param options `ours`: UIDs and markers of our own entries; `busyOnly`: skips entries marked as free too
 * @returns undefined for anything but a complete calendar
 */
export function readCalendar(
  text: string,
  { from, to }: ReadingRange,
  { busyOnly, ours }: Readonly<{ busyOnly: boolean; ours: ReadonlySet<string> }>,
): CalendarReading | undefined {
  const parts = splitIntoEntries(text)
  if (parts === undefined) return undefined
  const findZone = zonesOfFile(parts.zones)
  const readEntries = parts.entries.flatMap(
    (lines) => undefinedIfUnreadable(() => readEntry(lines, findZone)) ?? [],
  )
  const entriesOfOthers = readEntries.filter(({ uid, marker }) => !ours.has(uid) && !ours.has(marker))
  const search = { from, to, busyOnly, stepsLeft: STEPS_OF_FILE }
  const { times, failedCount } = timesOfEntries(entriesOfOthers, search)
  return {
    times: times.slice(0, MOST_BUSY_TIMES),
    unread: parts.entries.length - readEntries.length + failedCount,
    unknownZone: readEntries.filter(({ hasUnknownZone }) => hasUnknownZone).length,
    isCut: times.length > MOST_BUSY_TIMES,
  }
}

/**
 * The search in a file. All entries share it, because `startsOfSeries` counts down `stepsLeft` for all series
 * together.
 */
type Search = SeriesSearch & Readonly<{ busyOnly: boolean }>

/**
 * Returns the times of all entries, by start, without duplicates. `failedCount` is the number of series that
 * cannot be followed.
 */
function timesOfEntries(
  entries: readonly Entry[],
  search: Search,
): { times: Interval[]; failedCount: number } {
  const replacements = Map.groupBy(
    entries.filter(({ replaces }) => replaces !== undefined),
    ({ uid }) => uid,
  )
  const unique = new Map<string, Interval>()
  let failedCount = 0
  for (const entry of entries) {
    if (isSkipped(entry, search)) continue
    const itsReplacements = entry.replaces === undefined ? (replacements.get(entry.uid) ?? []) : []
    const times = undefinedIfUnreadable(() => timesOfEntry(entry, itsReplacements, search))
    if (times === undefined) failedCount += 1
    for (const time of times ?? []) unique.set(`${time.startsAt} ${time.endsAt}`, time)
  }
  const times = [...unique.values()].sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
  return { times, failedCount }
}

/** Returns whether the entry is cancelled, or free when only busy ones are wanted. */
function isSkipped({ isCancelled, isFree }: Entry, { busyOnly }: Search): boolean {
  return isCancelled || (isFree && busyOnly)
}

/**
 * Returns undefined if `read` throws, so that an unreadable entry can be counted and the others read. Any
 * error counts, because the library throws errors of all kinds for what strangers write.
 */
function undefinedIfUnreadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** One time of an entry or of its series. */
type Occurrence = Readonly<{ start: Moment; length: Length }>

/**
 * Returns the times of an entry and its series within the range, except those that other entries replace.
 * @throws Error when the series takes too many steps
 */
function timesOfEntry(entry: Entry, replacements: readonly Entry[], search: Search): Interval[] {
  const replacedStarts = replacements.flatMap(({ replaces }) => replaces ?? [])
  const skipped = new Set(
    [...entry.exceptions, ...replacedStarts].map((exception) => keyOfException(exception, entry)),
  )
  // The latest change comes first, because a time follows the last change before it.
  const lastingChanges = replacements
    .filter(({ replacesLater }) => replacesLater)
    .toSorted((a, b) => replacedAt(b) - replacedAt(a))
  return occurrencesOf(entry, search)
    .filter(({ start }) => !skipped.has(keyOfMoment(start)) && !skipped.has(keyOfDay(start)))
    .map(({ start, length }) => {
      const startsAt = instantOfMoment(start)
      const change = lastingChanges.find((replacement) => replacedAt(replacement) < startsAt)
      return change === undefined ? intervalOf(start, length) : changedTime(start, change, search)
    })
    .filter((time) => time !== undefined)
    .filter((time) => overlapsRange(time, search))
    .toArray()
}

/**
 * Yields an entry and the times of its series, following its rules to the end of the range.
 * @throws Error when the series takes too many steps
 */
function* occurrencesOf(entry: Entry, search: Search): Generator<Occurrence> {
  yield entry
  for (const { start, length = entry.length } of entry.furtherStarts) yield { start, length }
  // The first start was yielded with the entry, whether or not the rule includes it.
  for (const rule of entry.rules)
    for (const wall of startsOfSeries(rule, entry.start, search))
      if (wall !== entry.start.wall) yield { start: { ...entry.start, wall }, length: entry.length }
}

/** Returns the start of the time that the entry replaces; 0 for an independent entry. */
function replacedAt({ replaces }: Entry): Instant {
  return replaces === undefined ? 0 : instantOfMoment(replaces)
}

/**
 * Returns a time of a series after a change of this and all later times (RANGE), shifted as the change shifts
 * the time that it replaces. Undefined if the change cancels them.
 */
function changedTime(start: Moment, change: Entry, search: Search): Interval | undefined {
  const { start: newStart, replaces, length } = change
  if (isSkipped(change, search) || replaces === undefined) return undefined
  return intervalOf({ ...start, wall: start.wall + newStart.wall - replaces.wall }, length)
}

/** Returns a time as the instants of its start and end. */
function intervalOf(start: Moment, length: Length): Interval {
  return { startsAt: instantOfMoment(start), endsAt: endOfEntry(start, length) }
}

/** Returns whether a time has a length and overlaps the range. */
function overlapsRange({ startsAt, endsAt }: Interval, { from, to }: Search): boolean {
  return endsAt > startsAt && endsAt > from && startsAt < to
}

/** Returns the key of an exception. Outlook gives the midnight at which a whole day of a series begins. */
function keyOfException(exception: Moment, { start }: Entry): string {
  if (!start.isDay) return keyOfMoment(exception)
  return keyOfDay({ wall: start.zone.wallOf(instantOfMoment(exception)) })
}

/** Returns a key for looking up a time among exceptions. The key of a whole day covers all its times. */
function keyOfMoment(moment: Moment): string {
  return moment.isDay ? keyOfDay(moment) : `at ${instantOfMoment(moment)}`
}

/** Returns a key for the day of a time, by wall time. */
function keyOfDay({ wall }: Pick<Moment, 'wall'>): string {
  return `on ${Math.floor(wall / DAY_LENGTH)}`
}
