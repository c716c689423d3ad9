import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { DAY_LENGTH } from '../shared/day.ts'
import { casesOf } from '../testing/models.ts'
import { isoAt } from '../time/vienna.ts'
import { MOST_TIMES, readCalendar } from './read-calendar.ts'

const RANGE = { from: Date.parse('2027-01-07T12:40:00Z'), to: Date.parse('2029-01-06T12:40:00Z') }

function calendar(...entries: readonly (readonly string[])[]): string {
  const blocks = entries.map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'))
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...blocks, 'END:VCALENDAR', ''].join('\r\n')
}

function read(text: string, options: { busyOnly?: boolean; ours?: string[] } = {}) {
  const reading = readCalendar(text, RANGE, {
    busyOnly: options.busyOnly ?? true,
    ours: new Set(options.ours),
  })
  if (reading === undefined) throw new Error('no calendar')
  return reading
}

/** The times of one entry, as Vienna's clock shows them. */
function timesOf(...lines: readonly string[]): string[] {
  return read(calendar(lines)).times.map(wordsOf)
}

function wordsOf({ startsAt, endsAt }: { startsAt: number; endsAt: number }): string {
  return `${isoAt(startsAt)}/${isoAt(endsAt)}`
}

describe('the reading of a calendar gives', () => {
  it('a time in UTC, in a zone, and without a zone as Vienna’s', () => {
    const lines = (start: string) => [start, 'DURATION:PT30M', 'SUMMARY:Geheim']
    for (const start of [
      'DTSTART:20270112T080000Z',
      'DTSTART;TZID=Europe/Vienna:20270112T090000',
      'DTSTART;TZID="Europe/London":20270112T080000',
      'DTSTART;TZID=W. Europe Standard Time:20270112T090000',
      'DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Vienna:20270112T090000',
      'DTSTART;TZID=/mozilla.org/20050126_1/America/Argentina/Buenos_Aires:20270112T050000',
      'DTSTART;TZID=Tokyo Standard Time:20270112T170000',
      'DTSTART:20270112T090000',
    ])
      expect(timesOf(...lines(start)), start).toEqual(['2027-01-12T09:00:00+01:00/2027-01-12T09:30:00+01:00'])
  })

  it('a time in a zone that only the file describes', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Customized Time Zone',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ].join('\r\n')
    // Both clock changes are among these days, and the hours that are skipped and doubled.
    const days = [
      'DTSTART;TZID=XXXX:20270327T023000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;UNTIL=20271105T120000Z',
    ]
    const described = calendar(days)
      .replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`)
      .replace('XXXX', 'Customized Time Zone')
    const known = calendar(days).replace('XXXX', 'Europe/Vienna')
    expect(read(described)).toEqual(read(known))
    expect(read(described)).toMatchObject({ unread: 0, unknownZone: 0, times: { length: 224 } })
  })

  it('a time in a zone that nobody knows as Vienna’s, and counts it', () => {
    const reading = read(calendar(['DTSTART;TZID=Mars/Olympus:20270112T090000', 'DURATION:PT1H']))
    expect(reading).toMatchObject({ unknownZone: 1, unread: 0 })
    expect(reading.times.map(wordsOf)).toEqual(['2027-01-12T09:00:00+01:00/2027-01-12T10:00:00+01:00'])
  })

  it('days from midnight to midnight in Vienna, also when the clocks change', () => {
    expect(timesOf('DTSTART;VALUE=DATE:20270328')).toEqual([
      '2027-03-28T00:00:00+01:00/2027-03-29T00:00:00+02:00',
    ])
    expect(timesOf('DTSTART;VALUE=DATE:20271030', 'DTEND;VALUE=DATE:20271101')).toEqual([
      '2027-10-30T00:00:00+02:00/2027-11-01T00:00:00+01:00',
    ])
    expect(timesOf('DTSTART:20270501', 'DTEND:20270501')).toEqual([
      '2027-05-01T00:00:00+02:00/2027-05-02T00:00:00+02:00',
    ])
    expect(timesOf('DTSTART;VALUE=DATE:20270326', 'DURATION:P1W')).toEqual([
      '2027-03-26T00:00:00+01:00/2027-04-02T00:00:00+02:00',
    ])
  })

  it('the same time on the wall before and after the clocks change', () => {
    expect(
      timesOf('DTSTART;TZID=Europe/Vienna:20270321T023000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    ).toEqual([
      '2027-03-21T02:30:00+01:00/2027-03-21T03:30:00+01:00',
      // There is no 02:30 on this day.
      '2027-03-28T03:30:00+02:00/2027-03-28T04:30:00+02:00',
      '2027-04-04T02:30:00+02:00/2027-04-04T03:30:00+02:00',
    ])
    expect(timesOf('DTSTART:20271031T023000', 'DURATION:PT1H')).toEqual([
      '2027-10-31T02:30:00+02:00/2027-10-31T02:30:00+01:00',
    ])
  })

  it('times over midnight, and over a clock change by DTEND and by DURATION', () => {
    expect(timesOf('DTSTART:20270112T220000', 'DTEND:20270113T060000')).toEqual([
      '2027-01-12T22:00:00+01:00/2027-01-13T06:00:00+01:00',
    ])
    expect(timesOf('DTSTART:20270327T220000', 'DTEND:20270328T060000')).toEqual([
      '2027-03-27T22:00:00+01:00/2027-03-28T06:00:00+02:00',
    ])
    expect(timesOf('DTSTART:20270327T220000', 'DURATION:P1DT1H')).toEqual([
      '2027-03-27T22:00:00+01:00/2027-03-28T23:00:00+02:00',
    ])
    expect(timesOf('DTSTART:20270327T220000', 'DURATION:PT8H')).toEqual([
      '2027-03-27T22:00:00+01:00/2027-03-28T07:00:00+02:00',
    ])
  })

  it('a series with further times, without its exceptions, and with single times moved or cancelled', () => {
    const series = [
      'UID:reihe',
      'DTSTART;TZID=Europe/Vienna:20270112T180000',
      'DTEND;TZID=Europe/Vienna:20270112T190000',
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'RDATE;TZID=Europe/Vienna:20270114T180000',
      'RDATE;VALUE=PERIOD:20270115T170000Z/PT2H',
      'EXDATE;TZID=Europe/Vienna:20270119T180000',
    ]
    const moved = ['UID:reihe', 'RECURRENCE-ID:20270126T170000Z', 'DTSTART:20270127T200000', 'DURATION:PT45M']
    const cancelled = [
      'UID:reihe',
      'RECURRENCE-ID:20270202T180000',
      'DTSTART:20270202T180000',
      'STATUS:CANCELLED',
    ]
    const another = [
      'UID:andere',
      'RECURRENCE-ID:20270112T180000',
      'DTSTART:20270301T080000',
      'DURATION:PT1H',
    ]
    expect(read(calendar(moved, series, cancelled, another)).times.map(wordsOf)).toEqual([
      '2027-01-12T18:00:00+01:00/2027-01-12T19:00:00+01:00',
      '2027-01-14T18:00:00+01:00/2027-01-14T19:00:00+01:00',
      '2027-01-15T18:00:00+01:00/2027-01-15T20:00:00+01:00',
      '2027-01-27T20:00:00+01:00/2027-01-27T20:45:00+01:00',
      '2027-02-09T18:00:00+01:00/2027-02-09T19:00:00+01:00',
      '2027-03-01T08:00:00+01:00/2027-03-01T09:00:00+01:00',
    ])
  })

  it('a day that only leap years have in these only', () => {
    expect(timesOf('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY')).toEqual([
      '2028-02-29T00:00:00+01:00/2028-03-01T00:00:00+01:00',
    ])
  })

  it('a series of days without the days that it leaves out', () => {
    expect(
      timesOf('DTSTART;VALUE=DATE:20270112', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20270113'),
    ).toHaveLength(2)
    // Some programs name the day where they mean the time on it.
    expect(
      timesOf(
        'DTSTART:20270112T080000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;VALUE=DATE:20270113',
      ),
    ).toHaveLength(2)
  })

  it('a series that was changed from one time on', () => {
    const series = ['UID:a', 'DTSTART:20270112T180000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4']
    const later = [
      'UID:a',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20270126T180000',
      'DTSTART:20270126T170000',
      'DURATION:PT2H',
    ]
    expect(read(calendar(series, later)).times.map(wordsOf)).toEqual([
      '2027-01-12T18:00:00+01:00/2027-01-12T19:00:00+01:00',
      '2027-01-19T18:00:00+01:00/2027-01-19T19:00:00+01:00',
      '2027-01-26T17:00:00+01:00/2027-01-26T19:00:00+01:00',
      '2027-02-02T17:00:00+01:00/2027-02-02T19:00:00+01:00',
    ])
  })

  it.each([
    ['RRULE:FREQ=DAILY;UNTIL=20270114', 3],
    ['RRULE:FREQ=DAILY;UNTIL=20270114T223000Z', 3],
    ['RRULE:FREQ=DAILY;UNTIL=20270114T222959Z', 2],
    ['RRULE:FREQ=DAILY;UNTIL=20270114T233000', 3],
  ])('the last time of %s', (rule, count) => {
    expect(timesOf('DTSTART:20270112T233000', 'DURATION:PT1H', rule)).toHaveLength(count)
  })

  it('times of the next two years only, and what has begun but is not over', () => {
    const daily = read(calendar(['DTSTART:20200101T120000', 'DURATION:PT2H', 'RRULE:FREQ=DAILY'])).times
    expect(daily.map(wordsOf).at(0)).toBe('2027-01-07T12:00:00+01:00/2027-01-07T14:00:00+01:00')
    expect(daily.map(wordsOf).at(-1)).toBe('2029-01-06T12:00:00+01:00/2029-01-06T14:00:00+01:00')
    expect(timesOf('DTSTART:20270107T120000', 'DTEND:20270107T134000')).toEqual([])
  })
})

describe('the reading of what a program writes', () => {
  it.each([
    [
      'google',
      [
        '2027-01-12T18:00:00+01:00/2027-01-12T19:30:00+01:00',
        '2027-01-27T19:00:00+01:00/2027-01-27T20:30:00+01:00',
        '2027-02-02T18:00:00+01:00/2027-02-02T19:30:00+01:00',
        '2027-03-03T10:00:00+01:00/2027-03-03T11:00:00+01:00',
      ],
    ],
    [
      'outlook',
      [
        '2027-03-16T09:00:00+01:00/2027-03-16T09:30:00+01:00',
        '2027-03-23T09:00:00+01:00/2027-03-23T09:30:00+01:00',
        '2027-04-06T09:00:00+02:00/2027-04-06T09:30:00+02:00',
        '2027-05-03T00:00:00+02:00/2027-05-08T00:00:00+02:00',
      ],
    ],
    [
      'apple',
      [
        '2027-03-23T18:45:00+01:00/2027-03-23T20:15:00+01:00',
        '2027-03-31T18:45:00+02:00/2027-03-31T20:15:00+02:00',
        '2027-04-13T18:45:00+02:00/2027-04-13T20:15:00+02:00',
        '2027-10-30T00:00:00+02:00/2027-11-01T00:00:00+01:00',
      ],
    ],
    [
      'nextcloud',
      [
        '2027-01-13T14:00:00+01:00/2027-01-13T15:00:00+01:00',
        '2027-02-10T14:00:00+01:00/2027-02-10T15:00:00+01:00',
        '2027-03-10T14:00:00+01:00/2027-03-10T15:00:00+01:00',
      ],
    ],
  ])('is right for %s', (program, times) => {
    const file = join(import.meta.dirname, `../testing/calendar-files/${program}.ics`)
    const text = readFileSync(file, 'utf8')
    const reading = read(text)
    expect(reading).toMatchObject({ unread: 0, unknownZone: 0, isCut: false })
    expect(reading.times.map(wordsOf)).toEqual(times)
    expect(expandedByLibrary(text), 'what ical.js itself makes of it').toEqual(times)
  })

  /** Lets the library find the busy times, with its own series, exceptions and zones of the file. */
  function expandedByLibrary(text: string): string[] {
    const events = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((entry) => new ICAL.Event(entry))
    const isBusy = ({ component }: ICAL.Event) =>
      component.getFirstPropertyValue('transp') !== 'TRANSPARENT' &&
      component.getFirstPropertyValue('status') !== 'CANCELLED' &&
      component.getFirstPropertyValue('x-microsoft-cdo-busystatus') !== 'FREE'
    const instant = (time: ICAL.Time) =>
      time.isDate
        ? Temporal.PlainDate.from(time.toString()).toZonedDateTime('Europe/Vienna').epochMilliseconds
        : time.toUnixTime() * 1_000
    const times = events
      .filter((event) => isBusy(event) && !event.isRecurrenceException())
      .flatMap((event) => {
        for (const other of events)
          if (other.isRecurrenceException() && other.uid === event.uid) event.relateException(other)
        const iterator = event.iterator()
        const found: { startsAt: number; endsAt: number }[] = []
        for (let next = iterator.next(); next && found.length < 100; next = iterator.next()) {
          const { startDate, endDate } = event.getOccurrenceDetails(next)
          found.push({ startsAt: instant(startDate), endsAt: instant(endDate) })
        }
        return found
      })
    return times.toSorted((a, b) => a.startsAt - b.startsAt).map(wordsOf)
  }
})

describe('the reading of a calendar leaves out', () => {
  const at = ['DTSTART:20270112T090000', 'DURATION:PT1H']

  it.each(['TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'])('what is free: %s', (line) => {
    expect(timesOf(...at, line)).toEqual([])
    expect(read(calendar([...at, line]), { busyOnly: false }).times).toHaveLength(1)
  })

  it('what is cancelled', () => {
    expect(timesOf(...at, 'STATUS:CANCELLED')).toEqual([])
    expect(read(calendar([...at, 'STATUS:CANCELLED']), { busyOnly: false }).times).toEqual([])
    expect(timesOf(...at, 'STATUS:TENTATIVE')).toHaveLength(1)
  })

  it('our own entries, by UID and by the marker in the description, and only ours', () => {
    const ours = ['booking-abc@ordi', `ordi:${'0a'.repeat(16)}`]
    const text = calendar(
      [...at, 'UID:booking-abc@ordi'],
      [...at, 'UID:x', `DESCRIPTION:<p>ordi:${'0a'.repeat(16)}</p>`],
    )
    expect(read(text, { ours }).times).toEqual([])
    expect(read(text, { ours: [] }).times).toHaveLength(1)
    expect(read(calendar([...at, 'UID:booking-of-another-practice@ordi']), { ours }).times).toHaveLength(1)
  })

  it('what has no length', () => {
    expect(timesOf('DTSTART:20270112T090000')).toEqual([])
    expect(timesOf('DTSTART:20270112T090000', 'DTEND:20270112T090000')).toEqual([])
  })
})

describe('the reading of a calendar counts what it cannot read, and reads the rest:', () => {
  const good = ['DTSTART:20270112T090000', 'DURATION:PT1H']

  it.each([
    [['DTSTART:morgen']],
    [['DTSTART:20270112T090000', 'DTEND:20270112T080000']],
    [['DTSTART:20270112T090000', 'DURATION:-PT1H']],
    [['DTSTART:20270112T090000', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES']],
    [['DTSTART:20270112T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31']],
    [['DTSTART:20270112T090000', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO']],
    [['DTSTART:19700101T090000', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']],
    [['SUMMARY:ohne Beginn']],
  ])('%j', (bad) => {
    const reading = read(calendar(good, bad, good))
    expect(reading).toMatchObject({ unread: 1, times: { length: 1 } })
  })

  it('not a line that nobody needs', () => {
    expect(read(calendar([...good, 'ATTENDEE;CN="offen:mailto', 'ohne Doppelpunkt']))).toMatchObject({
      unread: 0,
    })
  })

  it('times beyond the most that are read', () => {
    const series = (start: string) => [start, 'DURATION:PT5M', 'RRULE:FREQ=HOURLY;COUNT=3000']
    const { times, isCut } = read(
      calendar(series('DTSTART:20270112T090000'), series('DTSTART:20270112T093000')),
    )
    expect([times.length, isCut]).toEqual([MOST_TIMES, true])
    expect(wordsOf(times.at(-1) ?? { startsAt: 0, endsAt: 0 })).toMatch(/^2027-04-26/)
  })
})

describe('no calendar at all', () => {
  const whole = calendar(['DTSTART:20270112T090000', 'DURATION:PT1H'])

  it.each([
    '',
    '<!doctype html><title>Anmelden</title>',
    whole.slice(0, -20),
    whole.replace('END:VEVENT\r\n', ''),
    `HTTP ${whole}`,
  ])('is %j', (text) => {
    expect(readCalendar(text, RANGE, { busyOnly: true, ours: new Set() })).toBeUndefined()
  })

  it('but a calendar with other line breaks and a byte order mark', () => {
    expect(read(`\uFEFF${whole.replaceAll('\r\n', '\n')}`).times).toHaveLength(1)
    expect(read(whole.replace('DTSTART:', 'DTS\r\n TART:')).times).toHaveLength(1)
    expect(read(whole.replace('BEGIN:VEVENT', 'begin:vevent')).times).toHaveLength(1)
  })
})

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
        expect(timesOf(...expected.lines)).toEqual(expected.times)
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
        .filter(({ startsAt, endsAt }) => endsAt > RANGE.from && startsAt < RANGE.to)
        .map(wordsOf),
    }
  }
})
