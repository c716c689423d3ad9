import ICAL from 'ical.js'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import type { Moment } from './entry.ts'
import { libraryTime } from './entry-zones.ts'
import { choosesDays, namedDays } from './named-days.ts'

/**
 * This module follows the rules of series. The library gets many rules about days wrong, so it is used only
 * for rules that choose times of day.
 */

/** Steps allowed for one series. An hourly series needs 17,500 for two years. */
const STEPS_OF_SERIES = 50_000
/** Steps allowed for all series of a file, which take a few seconds at most. */
export const STEPS_OF_FILE = 250_000
/** Days before the range from which entries are followed, because long ones may reach into it. */
const LOOK_BACK_DAYS = 400

/** The range in which series are followed. `stepsLeft` is counted down for all series of a file. */
export type SeriesSearch = Readonly<{ from: Instant; to: Instant }> & { stepsLeft: number }

/** Counts one step, or several, of a series. @throws Error when there are too many */
type CountSteps = (count?: number) => void

/** The wall times between which a series is followed. `countSteps` is called for each step. */
type Bounds = Readonly<{ fromWall: number; lastWall: number; countSteps: CountSteps }>

/**
 * Yields the wall times at which a rule starts the entry that begins at `start`, up to `search.to`.
 * @throws Error when it takes too many steps
 */
export function* startsOfSeries(rule: ICAL.Recur, start: Moment, search: SeriesSearch): Generator<number> {
  const isAboutDays = choosesDays(rule)
  // The library treats a rule about weeks of the year as one about every week.
  if (rule.parts.BYWEEKNO && !isAboutDays) throw new Error('a rule about weeks of the year')
  const lastWall = Math.min(lastStart(rule, start), start.zone.wallOf(search.to))
  if (lastWall < start.wall) return
  let steps = 0
  const countSteps: CountSteps = (count = 1) => {
    steps += count
    search.stepsLeft -= count
    if (steps > STEPS_OF_SERIES || search.stepsLeft < 0) throw new Error('too many steps')
  }
  const fromWall = start.zone.wallOf(search.from) - LOOK_BACK_DAYS * DAY_LENGTH
  yield* isAboutDays
    ? startsOnDays(rule, start, { fromWall, lastWall, countSteps })
    : startsOfLibrary(rule, start, { lastWall, countSteps })
}

/** Yields the wall times of a rule that chooses days, all at the time of day of the first one. */
function* startsOnDays(
  rule: ICAL.Recur,
  { wall: firstWall }: Moment,
  { fromWall, lastWall, countSteps }: Bounds,
): Generator<number> {
  const first = dayOf(firstWall)
  let timeCount = 0
  for (const days of namedDays(rule, { first, from: dayOf(fromWall), last: dayOf(lastWall) })) {
    countSteps(Math.max(1, days.length))
    for (const day of days) {
      const wall = firstWall + (day - first) * DAY_LENGTH
      timeCount += 1
      if (wall > lastWall || (rule.count && timeCount > rule.count)) return
      yield wall
    }
  }
}

/** Returns the `dayNumber` of a wall time. */
function dayOf(wall: number): number {
  return Math.floor(wall / DAY_LENGTH)
}

/** Yields the wall times up to `lastWall` that the library finds for a rule. */
function* startsOfLibrary(
  rule: ICAL.Recur,
  start: Moment,
  { lastWall, countSteps }: Omit<Bounds, 'fromWall'>,
): Generator<number> {
  const bounded = rule.clone()
  bounded.until = libraryTime(lastWall, { isDate: start.isDay })
  const iterator = bounded.iterator(libraryTime(start.wall, { isDate: start.isDay }))
  // A rule may ask for a day that does not exist, such as 31 February. The library then searches for ever,
  // but it calls this method for each day, so the steps are counted here too.
  const isWithinRule = iterator.check_contracting_rules
  iterator.check_contracting_rules = () => {
    countSteps()
    return isWithinRule.call(iterator)
  }
  for (let next = iterator.next(); next; next = iterator.next()) {
    countSteps()
    const { year, month, day, hour, minute, second } = next
    yield Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

/** Returns the wall time of the last possible start. An UNTIL that is a day includes all its times. */
function lastStart({ until }: ICAL.Recur, { isDay, zone }: Moment): number {
  if (!until) return Number.POSITIVE_INFINITY
  const { year, month, day, hour, minute, second } = until
  if (until.isDate) return Date.UTC(year, month - 1, day) + (isDay ? 0 : DAY_LENGTH - 1)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return until.zone === ICAL.Timezone.utcTimezone ? zone.wallOf(wall) : wall
}
