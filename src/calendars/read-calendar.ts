import { DAY_LENGTH, type Instant, type Interval } from '../shared/day.ts'
import { splitIntoEntries } from './entries-text.ts'
import { type Entry, endOf, instantOfMoment, type Length, type Moment, readEntry } from './entry.ts'
import { zonesOfFile } from './entry-zones.ts'
import { type SeriesSearch, STEPS_OF_FILE, startsOf } from './recurrence.ts'

/** The most busy times that are read from one calendar. */
export const MOST_TIMES = 5_000

/** The busy times that are wanted: those that overlap the time from `from` to `to`. */
export type ReadingRange = Readonly<{ from: Instant; to: Instant }>

/** The busy times of a calendar file, and how much of the file could not be read. */
export type CalendarReading = Readonly<{
  /** The busy times, by start, each once. They have no title. */
  times: readonly Interval[]
  /** Entries that cannot be understood. */
  unread: number
  /** Entries with a time zone that nobody knows, which were read as the practice's. */
  unknownZone: number
  /** True if there are more than `MOST_TIMES`; the later ones are missing. */
  isCut: boolean
}>

/**
 * Returns the busy times of a calendar file within the range (docs/behaviour.md 20.5 to 20.8). Left out are
 * cancelled entries, our own, and what does not make busy.
 * @param options `ours` are UIDs and markers of our own entries; `busyOnly` leaves out entries that are free
 * @returns undefined for a text that is no whole calendar
 */
export function readCalendar(
  text: string,
  { from, to }: ReadingRange,
  { busyOnly, ours }: Readonly<{ busyOnly: boolean; ours: ReadonlySet<string> }>,
): CalendarReading | undefined {
  const file = splitIntoEntries(text)
  if (file === undefined) return undefined
  const zones = zonesOfFile(file.zones)
  const read = file.entries.flatMap((lines) => tryToRead(() => readEntry(lines, zones)) ?? [])
  const entries = read.filter(({ uid, marker }) => !ours.has(uid) && !ours.has(marker))
  const search = { from, to, busyOnly, stepsLeft: STEPS_OF_FILE }
  const { times, failed } = timesOfAll(entries, search)
  return {
    times: times.slice(0, MOST_TIMES),
    unread: file.entries.length - read.length + failed,
    unknownZone: read.filter(({ hasUnknownZone }) => hasUnknownZone).length,
    isCut: times.length > MOST_TIMES,
  }
}

/**
 * The search in a file. All its entries share one, because `startsOf` counts `stepsLeft` down for all series
 * together.
 */
type Search = SeriesSearch & Readonly<{ busyOnly: boolean }>

/** Returns the times of all entries, by start, each once. `failed` counts series that cannot be followed. */
function timesOfAll(entries: readonly Entry[], search: Search): { times: Interval[]; failed: number } {
  const replacements = Map.groupBy(
    entries.filter(({ replaces }) => replaces !== undefined),
    ({ uid }) => uid,
  )
  const found = new Map<string, Interval>()
  let failed = 0
  for (const entry of entries) {
    if (isLeftOut(entry, search)) continue
    const others = entry.replaces === undefined ? (replacements.get(entry.uid) ?? []) : []
    const times = tryToRead(() => timesOf(entry, others, search))
    if (times === undefined) failed += 1
    for (const time of times ?? []) found.set(`${time.startsAt} ${time.endsAt}`, time)
  }
  const times = [...found.values()].sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
  return { times, failed }
}

/** Returns whether the entry makes nobody busy: it is cancelled, or free where only busy ones are wanted. */
function isLeftOut({ isCancelled, isFree }: Entry, { busyOnly }: Search): boolean {
  return isCancelled || (isFree && busyOnly)
}

/**
 * Returns undefined when the work throws: an entry that cannot be understood is counted, and the others are
 * read.
 */
function tryToRead<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** One time of an entry or of its series. */
type Occurrence = Readonly<{ start: Moment; length: Length }>

/**
 * Returns the times of an entry and its series within the range, except for those that others replace.
 * @throws Error when the series takes too many steps
 */
function timesOf(entry: Entry, replacements: readonly Entry[], search: Search): Interval[] {
  const leftOut = new Set([
    ...entry.exceptions.map(nameOfMoment),
    ...replacements.flatMap(({ replaces }) => (replaces ? nameOfMoment(replaces) : [])),
  ])
  // The newest come first, because the last change before a time counts for it.
  const lastingChanges = replacements
    .filter(({ replacesLater }) => replacesLater)
    .toSorted((a, b) => replacedAt(b) - replacedAt(a))
  return occurrencesOf(entry, search)
    .filter(({ start }) => !leftOut.has(nameOfMoment(start)) && !leftOut.has(dayOfMoment(start)))
    .map(({ start, length }) => {
      const at = instantOfMoment(start)
      const change = lastingChanges.find((replacement) => replacedAt(replacement) < at)
      return change === undefined ? intervalOf(start, length) : changedTime(start, change, search)
    })
    .filter((time) => time !== undefined)
    .filter((time) => isInside(time, search))
    .toArray()
}

/**
 * Yields an entry and the times of its series, of its rules those until the end of the range.
 * @throws Error when the series takes too many steps
 */
function* occurrencesOf(entry: Entry, search: Search): Generator<Occurrence> {
  yield entry
  for (const { start, length = entry.length } of entry.furtherStarts) yield { start, length }
  // The first start comes with the entry, even where the rule leaves it out.
  for (const rule of entry.rules)
    for (const wall of startsOf(rule, entry.start, search))
      if (wall !== entry.start.wall) yield { start: { ...entry.start, wall }, length: entry.length }
}

/** Returns the start of the time that the entry replaces; 0 for an entry of its own. */
function replacedAt({ replaces }: Entry): Instant {
  return replaces === undefined ? 0 : instantOfMoment(replaces)
}

/**
 * Returns a later time of a series under a change of this and all later times (RANGE): moved by as much as
 * the change moves the time that it replaces. Undefined when the change cancels them.
 */
function changedTime(start: Moment, change: Entry, search: Search): Interval | undefined {
  const { start: newStart, replaces, length } = change
  if (isLeftOut(change, search) || replaces === undefined) return undefined
  return intervalOf({ ...start, wall: start.wall + newStart.wall - replaces.wall }, length)
}

function intervalOf(start: Moment, length: Length): Interval {
  return { startsAt: instantOfMoment(start), endsAt: endOf(start, length) }
}

/** Returns whether a time has a length and overlaps the range. */
function isInside({ startsAt, endsAt }: Interval, { from, to }: Search): boolean {
  return endsAt > startsAt && endsAt > from && startsAt < to
}

/**
 * Names a time of a series, to find the time among exceptions. The name of a day stands for all its times.
 */
function nameOfMoment(moment: Moment): string {
  return moment.isDay ? dayOfMoment(moment) : `at ${instantOfMoment(moment)}`
}

/** Names the day of a time by its wall time. */
function dayOfMoment({ wall }: Moment): string {
  return `on ${Math.floor(wall / DAY_LENGTH)}`
}
