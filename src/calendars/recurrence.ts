import ICAL from 'ical.js'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import type { Moment } from './entry.ts'

/** This module follows the rules of series, and works around what the library gets wrong there. */

/** Steps in search of the next time of a series. A daily one since 1970 needs 20,000 of them. */
const STEPS_OF_SERIES = 50_000
/** Steps for all series of a file, which take a few seconds at most. */
export const STEPS_OF_FILE = 250_000

/** Until when series are followed. `stepsLeft` counts down for all series of a file. */
export type SeriesSearch = Readonly<{ to: Instant }> & { stepsLeft: number }

/**
 * Yields the wall times at which a rule starts the entry that begins at `start`, up to `search.to`.
 * @throws Error when it takes too many steps
 */
export function* startsOf(rule: ICAL.Recur, start: Moment, search: SeriesSearch): Generator<number> {
  // The library takes a rule about weeks of the year for one about every week.
  if (rule.parts.BYWEEKNO !== undefined) throw new Error('a rule about weeks of the year')
  const first = timeOf(start.wall, start.isDay)
  const last = Math.min(lastStart(rule, start), start.zone.wallOf(search.to))
  if (last < start.wall) return
  const bounded = rule.clone()
  bounded.until = timeOf(last, start.isDay)
  const iterator = bounded.iterator(first)
  const isPlainlyYearly = rule.freq === 'YEARLY' && Object.keys(rule.parts).length === 0
  let steps = 0
  const step = () => {
    search.stepsLeft -= 1
    if (++steps > STEPS_OF_SERIES || search.stepsLeft < 0) throw new Error('too many steps')
  }
  // A rule may ask for a day that does not exist, such as 31 February. The library looks for it for ever, and
  // asks this method about each day, so the steps are counted here too.
  const isWithinRule = iterator.check_contracting_rules
  iterator.check_contracting_rules = () => {
    step()
    return isWithinRule.call(iterator)
  }
  for (let next = iterator.next(); next; next = iterator.next()) {
    step()
    const { year, month, day, hour, minute, second } = next
    // The library moves 29 February to 1 March in other years, in which there is no such day.
    if (isPlainlyYearly && day !== first.day) continue
    yield Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

/**
 * Returns the wall time after which the rule starts no entry. An end that is a day includes all its times.
 */
function lastStart({ until }: ICAL.Recur, { isDay, zone }: Moment): number {
  if (!until) return Number.POSITIVE_INFINITY
  const { year, month, day, hour, minute, second } = until
  if (until.isDate) return Date.UTC(year, month - 1, day) + (isDay ? 0 : DAY_LENGTH - 1)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return until.zone === ICAL.Timezone.utcTimezone ? zone.wallOf(wall) : wall
}

/** Returns a wall time as the library has it. */
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
