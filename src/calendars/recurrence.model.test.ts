import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_LENGTH } from '../shared/day.ts'
import { READING_RANGE, textOfTime, timesOfEntry } from '../testing/calendar-text.ts'
import { casesOf } from '../testing/models.ts'

describe('a series', () => {
  const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

  it('has the times that counting day by day gives', () => {
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
    const cases = casesOf(150)
    let times = 0
    fc.assert(
      fc.property(rules, (drawn) => {
        const expected = naive(drawn)
        times += expected.times.length
        expect(timesOfEntry(...expected.lines)).toEqual(expected.times)
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

  /** Looks at each day whether the rule names it, and gives its time to Temporal. */
  function naive(drawn: Drawn) {
    const { frequency, interval, end, except } = drawn
    const first = Temporal.PlainDate.from('2026-12-01').add({ days: drawn.day })
    const clock = Temporal.PlainTime.from({ hour: Math.floor(drawn.minute / 60), minute: drawn.minute % 60 })
    const weekdays = frequency === 'WEEKLY' ? drawn.weekdays : []
    const monthDays = frequency === 'MONTHLY' ? drawn.monthDays : []
    const monday = first.subtract({ days: first.dayOfWeek - 1 })
    const isNamed = (day: Temporal.PlainDate): boolean => {
      const months = (day.year - first.year) * 12 + day.month - first.month
      const weekday = DAYS[day.dayOfWeek % 7] ?? 'SU'
      if (frequency === 'DAILY') return first.until(day).days % interval === 0
      if (frequency === 'WEEKLY')
        return (
          Math.floor(monday.until(day).days / 7) % interval === 0 &&
          (weekdays.length === 0 ? day.dayOfWeek === first.dayOfWeek : weekdays.includes(weekday))
        )
      if (frequency === 'MONTHLY')
        return months % interval === 0 && (monthDays.length === 0 ? [first.day] : monthDays).includes(day.day)
      return months % (12 * interval) === 0 && day.day === first.day
    }
    const last = end.until === undefined ? undefined : first.add({ days: end.until })
    const starts = [first]
    // DTSTART counts as the first time only if the rule names it too.
    let count = isNamed(first) ? 1 : 0
    for (let day = first.add({ days: 1 }); day.year < 2030; day = day.add({ days: 1 })) {
      if (end.count !== undefined && count >= end.count) break
      if (last !== undefined && Temporal.PlainDate.compare(day, last) > 0) break
      if (!isNamed(day)) continue
      count += 1
      starts.push(day)
    }
    const left = starts.filter((_, at) => !except.includes(at))
    const text = (day: Temporal.PlainDate) =>
      `${day.toString().replaceAll('-', '')}T${clock.toString().replaceAll(':', '')}`
    const limit = last === undefined ? '' : `;UNTIL=${last.toString().replaceAll('-', '')}`
    const parts = [
      `RRULE:FREQ=${frequency};INTERVAL=${interval}`,
      weekdays.length === 0 ? '' : `;BYDAY=${weekdays}`,
      monthDays.length === 0 ? '' : `;BYMONTHDAY=${monthDays}`,
      end.count === undefined ? limit : `;COUNT=${end.count}`,
    ]
    const excluded = starts.filter((_, at) => except.includes(at)).map(text)
    return {
      lines: [
        `DTSTART;TZID=Europe/Vienna:${text(first)}`,
        'DURATION:PT30M',
        parts.join(''),
        ...(excluded.length === 0 ? [] : [`EXDATE;TZID=Europe/Vienna:${excluded}`]),
      ],
      times: left
        .map((day) => day.toZonedDateTime({ timeZone: 'Europe/Vienna', plainTime: clock }).epochMilliseconds)
        .map((startsAt) => ({ startsAt, endsAt: startsAt + DAY_LENGTH / 48 }))
        .filter(({ startsAt, endsAt }) => endsAt > READING_RANGE.from && startsAt < READING_RANGE.to)
        .map(textOfTime),
    }
  }
})
