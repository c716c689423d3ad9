import ICAL from 'ical.js'
import { DAY_LENGTH, type Instant, type Interval } from '../shared/day.ts'
import { cutIntoEntries } from './entries-text.ts'
import { type Entry, endOf, instantOfMoment, type Length, type Moment, readEntry } from './entry.ts'
import { zonesOfFile } from './entry-zones.ts'

// Some programs write a day where the standard asks for `VALUE=DATE`.
ICAL.design.strict = false

/** The most busy times that are read from one calendar. */
export const MOST_TIMES = 5_000

/** Steps in search of the next time of a series. A daily one since 1970 needs 20,000 of them. */
const STEPS_OF_SERIES = 50_000
/** Steps for all series of a file, which take a few seconds at most. */
const STEPS_OF_FILE = 250_000

export type ReadingRange = Readonly<{ from: Instant; to: Instant }>

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
  const file = cutIntoEntries(text)
  if (file === undefined) return undefined
  let unread = 0
  let unknownZone = 0
  let isUnknown = false
  const zones = zonesOfFile(file.zones, () => {
    isUnknown = true
  })
  const read = file.entries.flatMap((lines) => {
    isUnknown = false
    const entry = attempt(() => readEntry(lines, zones))
    if (entry === undefined) unread += 1
    else if (isUnknown) unknownZone += 1
    return entry ?? []
  })
  const entries = read.filter(({ names }) => !names.some((name) => ours.has(name)))
  const replacements = Map.groupBy(
    entries.filter(({ replaces }) => replaces !== undefined),
    ({ names: [uid = ''] }) => uid,
  )
  const found = new Map<string, Interval>()
  const add = (time: Interval) => found.set(`${time.startsAt} ${time.endsAt}`, time)
  const search = { from, to, busyOnly, stepsLeft: STEPS_OF_FILE }
  for (const entry of entries) {
    if (isLeftOut(entry, search)) continue
    const others = entry.replaces === undefined ? (replacements.get(entry.names[0] ?? '') ?? []) : []
    const times = attempt(() => timesOf(entry, others, search))
    if (times === undefined) unread += 1
    for (const time of times ?? []) add(time)
  }
  const times = [...found.values()].sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
  return { times: times.slice(0, MOST_TIMES), unread, unknownZone, isCut: times.length > MOST_TIMES }
}

function isLeftOut({ isCancelled, isFree }: Entry, { busyOnly }: Search): boolean {
  return isCancelled || (isFree && busyOnly)
}

/** An entry that cannot be understood is counted, and the others are read. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

type Search = { from: Instant; to: Instant; busyOnly: boolean; stepsLeft: number }
type Occurrence = Readonly<{ start: Moment; length: Length }>

/**
 * Returns the times of an entry and its series within the range, except for those that others replace.
 * @throws Error when the series takes too many steps
 */
function timesOf(entry: Entry, replacements: readonly Entry[], search: Search): Interval[] {
  const except = new Set([
    ...entry.except.map(nameOfMoment),
    ...replacements.flatMap(({ replaces }) => (replaces ? nameOfMoment(replaces) : [])),
  ])
  const later = replacements
    .filter(({ andLater }) => andLater)
    .toSorted((a, b) => replacedAt(b) - replacedAt(a))
  const times: Interval[] = []
  const add = ({ start, length }: Occurrence) => {
    if (except.has(nameOfMoment(start)) || except.has(dayOfMoment(start))) return
    const at = instantOfMoment(start)
    const change = later.find((replacement) => replacedAt(replacement) < at)
    const time = change === undefined ? intervalOf(start, length) : changed(start, change, search)
    if (time !== undefined && isInside(time, search)) times.push(time)
  }
  add(entry)
  for (const { start, length = entry.length } of entry.more) add({ start, length })
  for (const rule of entry.rules)
    for (const wall of startsOf(rule, entry, search))
      if (wall !== entry.start.wall) add({ start: { ...entry.start, wall }, length: entry.length })
  return times
}

function replacedAt({ replaces }: Entry): Instant {
  return replaces === undefined ? 0 : instantOfMoment(replaces)
}

/** Returns a time of a series as an entry changes it that replaces this and all later ones (RANGE). */
function changed(start: Moment, change: Entry, search: Search): Interval | undefined {
  const { start: to, replaces, length } = change
  if (isLeftOut(change, search) || replaces === undefined) return undefined
  return intervalOf({ ...start, wall: start.wall + to.wall - replaces.wall }, length)
}

function intervalOf(start: Moment, length: Length): Interval {
  return { startsAt: instantOfMoment(start), endsAt: endOf(start, length) }
}

function isInside({ startsAt, endsAt }: Interval, { from, to }: Search): boolean {
  return endsAt > startsAt && endsAt > from && startsAt < to
}

/** Names a time of a series, for finding it among exceptions. A day names all times on it. */
function nameOfMoment(moment: Moment): string {
  return moment.isDay ? dayOfMoment(moment) : `at ${instantOfMoment(moment)}`
}

function dayOfMoment({ wall }: Moment): string {
  return `on ${Math.floor(wall / DAY_LENGTH)}`
}

/**
 * Yields the wall times at which a rule starts an entry, up to the end of the range.
 * @throws Error when it takes too many steps
 */
function* startsOf(rule: ICAL.Recur, { start }: Entry, search: Search): Generator<number> {
  // The library takes a rule about weeks of the year for one about every week.
  if (rule.parts.BYWEEKNO !== undefined) throw new Error('a rule about weeks of the year')
  const first = timeOf(start.wall, start.isDay)
  const last = Math.min(lastStart(rule, start), start.zone.wallOf(search.to))
  if (last < start.wall) return
  const bounded = rule.clone()
  bounded.until = timeOf(last, start.isDay)
  const iterator = bounded.iterator(first)
  const isEachYear = rule.freq === 'YEARLY' && Object.keys(rule.parts).length === 0
  let steps = 0
  const step = () => {
    search.stepsLeft -= 1
    if (++steps > STEPS_OF_SERIES || search.stepsLeft < 0) throw new Error('too many steps')
  }
  // A rule may ask for a day that does not exist, such as 31 February. The library looks for it for ever.
  const isWithinRule = iterator.check_contracting_rules
  iterator.check_contracting_rules = () => {
    step()
    return isWithinRule.call(iterator)
  }
  for (let next = iterator.next(); next; next = iterator.next()) {
    step()
    const { year, month, day, hour, minute, second } = next
    // The library moves 29 February to 1 March in other years, in which there is no such day.
    if (isEachYear && day !== first.day) continue
    yield Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

/** Returns the wall time after which the rule starts no entry. A day includes all its times. */
function lastStart({ until }: ICAL.Recur, { isDay, zone }: Moment): number {
  if (!until) return Number.POSITIVE_INFINITY
  const { year, month, day, hour, minute, second } = until
  if (until.isDate) return Date.UTC(year, month - 1, day) + (isDay ? 0 : DAY_LENGTH - 1)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return until.zone === ICAL.Timezone.utcTimezone ? zone.wallOf(wall) : wall
}

function timeOf(wall: number, isDate: boolean): ICAL.Time {
  const at = new Date(wall)
  return ICAL.Time.fromData({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    ...(isDate
      ? { isDate }
      : { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() }),
  })
}
