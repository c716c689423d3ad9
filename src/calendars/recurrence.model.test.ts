import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { READING_RANGE, textOfTime, timesOfEntry } from '../testing/calendar-text.ts'
import { caseCount } from '../testing/model-test-commands.ts'

/** The weekdays as rules name them, from Sunday on. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/** A drawn series. A weekly one uses the weekdays, a monthly one the days of the month. */
type Drawn = Readonly<{
  frequency: string
  interval: number
  weekdays: readonly (typeof WEEKDAYS)[number][]
  monthDays: readonly number[]
  /** Days from 1 December 2026 to the first time. */
  day: number
  /** Minutes from midnight to the start of each time. */
  minute: number
  /** The number of times, or the days from the first time to the last possible one. */
  end: { count?: number; until?: number }
  /** The positions of the times that are excluded, from 0 on. */
  except: readonly number[]
}>

/** Draws series. */
const DRAWN_SERIES = fc.record({
  frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
  interval: fc.integer({ min: 1, max: 4 }),
  weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { maxLength: 4 }),
  monthDays: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { maxLength: 3 }),
  day: fc.integer({ min: 0, max: 400 }),
  minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
  end: fc.oneof(
    fc.record({ count: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ until: fc.integer({ min: 0, max: 700 }) }),
    fc.constant({}),
  ),
  except: fc.uniqueArray(fc.integer({ min: 0, max: 10 }), { maxLength: 3 }),
})

it('a series has the times that counting day by day finds', () => {
  const cases = caseCount(150)
  let countedTimes = 0
  fc.assert(
    fc.property(DRAWN_SERIES, (drawn) => {
      const { lines, times } = countDayByDay(drawn)
      countedTimes += times.length
      expect(timesOfEntry(...lines)).toEqual(times)
    }),
    { numRuns: cases },
  )
  expect(countedTimes).toBeGreaterThan(cases)
})

/**
 * A drawn series with its dates: the rule, its first day, the last day that it may name, and its time of day.
 */
type Series = ReturnType<typeof seriesOf>

/** Returns the series with the dates and the time of day that the drawn numbers stand for. */
function seriesOf({ frequency, interval, end, ...drawn }: Drawn) {
  const first = Temporal.PlainDate.from('2026-12-01').add({ days: drawn.day })
  return {
    frequency,
    interval,
    first,
    weekdays: frequency === 'WEEKLY' ? drawn.weekdays : [],
    monthDays: frequency === 'MONTHLY' ? drawn.monthDays : [],
    count: end.count,
    last: end.until === undefined ? undefined : first.add({ days: end.until }),
    clock: Temporal.PlainTime.from({ hour: Math.floor(drawn.minute / 60), minute: drawn.minute % 60 }),
  }
}

/** Writes the entry of the series, and finds its times by checking each day against the rule. */
function countDayByDay(drawn: Drawn): { lines: string[]; times: string[] } {
  const series = seriesOf(drawn)
  const days = daysOf(series)
  const excluded = days.filter((_, index) => drawn.except.includes(index))
  const remaining = days.filter((_, index) => !drawn.except.includes(index))
  return { lines: linesOf(series, excluded), times: timesOn(remaining, series.clock) }
}

/** Returns the days of the series until 2030, by checking each one. */
function daysOf(series: Series): Temporal.PlainDate[] {
  const { first, last, count } = series
  const days = [first]
  // DTSTART counts as a time of the rule only if the rule names it too.
  let counted = isNamed(first, series) ? 1 : 0
  for (let day = first.add({ days: 1 }); day.year < 2030; day = day.add({ days: 1 })) {
    if (count !== undefined && counted >= count) break
    if (last !== undefined && Temporal.PlainDate.compare(day, last) > 0) break
    if (!isNamed(day, series)) continue
    counted += 1
    days.push(day)
  }
  return days
}

/** Returns whether the rule names the day. */
function isNamed(
  day: Temporal.PlainDate,
  { frequency, interval, first, weekdays, monthDays }: Series,
): boolean {
  switch (frequency) {
    case 'DAILY':
      return first.until(day).days % interval === 0
    case 'WEEKLY': {
      const monday = first.subtract({ days: first.dayOfWeek - 1 })
      const weeks = Math.floor(monday.until(day).days / 7)
      const weekday = WEEKDAYS[day.dayOfWeek % 7] ?? 'SU'
      const isWeekday = weekdays.length === 0 ? day.dayOfWeek === first.dayOfWeek : weekdays.includes(weekday)
      return weeks % interval === 0 && isWeekday
    }
    case 'MONTHLY': {
      const days = monthDays.length === 0 ? [first.day] : monthDays
      return monthsBetween(first, day) % interval === 0 && days.includes(day.day)
    }
    default:
      return monthsBetween(first, day) % (12 * interval) === 0 && day.day === first.day
  }
}

/** Returns how many calendar months later than the month of the first day the month of the other one is. */
function monthsBetween(first: Temporal.PlainDate, day: Temporal.PlainDate): number {
  return (day.year - first.year) * 12 + day.month - first.month
}

/** Writes the series as lines of a calendar file. */
function linesOf(series: Series, excluded: readonly Temporal.PlainDate[]): string[] {
  const { frequency, interval, first, weekdays, monthDays, count, last, clock } = series
  const dayText = (day: Temporal.PlainDate) => day.toString().replaceAll('-', '')
  const text = (day: Temporal.PlainDate) => `${dayText(day)}T${clock.toString().replaceAll(':', '')}`
  const rule = [
    `RRULE:FREQ=${frequency};INTERVAL=${interval}`,
    weekdays.length > 0 && `BYDAY=${weekdays}`,
    monthDays.length > 0 && `BYMONTHDAY=${monthDays}`,
    count !== undefined && `COUNT=${count}`,
    last !== undefined && `UNTIL=${dayText(last)}`,
  ]
  return [
    `DTSTART;TZID=Europe/Vienna:${text(first)}`,
    'DURATION:PT30M',
    rule.filter(Boolean).join(';'),
    ...(excluded.length > 0 ? [`EXDATE;TZID=Europe/Vienna:${excluded.map(text)}`] : []),
  ]
}

/** Returns half-hour times on these days, within the reading range. */
function timesOn(days: readonly Temporal.PlainDate[], clock: Temporal.PlainTime): string[] {
  return days
    .map((day) => day.toZonedDateTime({ timeZone: 'Europe/Vienna', plainTime: clock }).epochMilliseconds)
    .map((startsAt) => ({ startsAt, endsAt: startsAt + 30 * MINUTE }))
    .filter(({ startsAt, endsAt }) => endsAt > READING_RANGE.from && startsAt < READING_RANGE.to)
    .map(textOfTime)
}
