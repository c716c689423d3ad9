import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { READING_RANGE, textOfTime, timesOfEntry } from '../testing/calendar-text.ts'
import { caseCount } from '../testing/model-tests.ts'

describe('a series', () => {
  const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

  it('has the times that counting day by day finds', () => {
    const rules = fc.record({
      frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      interval: fc.integer({ min: 1, max: 4 }),
      weekdays: fc.uniqueArray(fc.constantFrom(...DAYS), { maxLength: 4 }),
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
    const cases = caseCount(150)
    let times = 0
    fc.assert(
      fc.property(rules, (drawn) => {
        const { lines, times: counted } = countDayByDay(drawn)
        times += counted.length
        expect(timesOfEntry(...lines)).toEqual(counted)
      }),
      { numRuns: cases },
    )
    expect(times).toBeGreaterThan(cases)
  })

  type Drawn = Readonly<{
    frequency: string
    interval: number
    weekdays: readonly (typeof DAYS)[number][]
    monthDays: readonly number[]
    day: number
    minute: number
    end: { count?: number; until?: number }
    except: readonly number[]
  }>

  /** A rule, its first day, the last day that it may name, and its time of day. */
  type Series = ReturnType<typeof seriesOf>

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
    const excluded = days.filter((_, at) => drawn.except.includes(at))
    const left = days.filter((_, at) => !drawn.except.includes(at))
    return { lines: linesOf(series, excluded), times: timesOn(left, series.clock) }
  }

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

  function isNamed(
    day: Temporal.PlainDate,
    { frequency, interval, first, weekdays, monthDays }: Series,
  ): boolean {
    const months = (day.year - first.year) * 12 + day.month - first.month
    const monday = first.subtract({ days: first.dayOfWeek - 1 })
    const weeks = Math.floor(monday.until(day).days / 7)
    const weekday = DAYS[day.dayOfWeek % 7] ?? 'SU'
    if (frequency === 'DAILY') return first.until(day).days % interval === 0
    if (frequency === 'WEEKLY' && weeks % interval !== 0) return false
    if (frequency === 'WEEKLY')
      return weekdays.length === 0 ? day.dayOfWeek === first.dayOfWeek : weekdays.includes(weekday)
    if (frequency === 'MONTHLY')
      return months % interval === 0 && (monthDays.length === 0 ? [first.day] : monthDays).includes(day.day)
    return months % (12 * interval) === 0 && day.day === first.day
  }

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
})
