import { describe, expect, it } from 'vitest'
import { calendarText, readText, textOfTime, timesOfEntry } from '../testing/calendar-text.ts'

/** Returns the times of a calendar with these entries, in Vienna's wall time. */
const timesOfEntries = (...entries: readonly string[][]) =>
  readText(calendarText(...entries)).times.map(textOfTime)

describe('reading a series', () => {
  it('keeps the wall time when the clocks change', () => {
    expect(
      timesOfEntry(
        'DTSTART;TZID=Europe/Vienna:20270321T023000',
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ),
    ).toEqual([
      '2027-03-21T02:30:00+01:00/2027-03-21T03:30:00+01:00',
      // There is no 02:30 on this day.
      '2027-03-28T03:30:00+02:00/2027-03-28T04:30:00+02:00',
      '2027-04-04T02:30:00+02:00/2027-04-04T03:30:00+02:00',
    ])
  })

  it('finds additional times, and skips excluded, moved and cancelled ones', () => {
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
    // An entry with another UID replaces no time of the series.
    const ofOtherSeries = [
      'UID:andere',
      'RECURRENCE-ID:20270112T180000',
      'DTSTART:20270301T080000',
      'DURATION:PT1H',
    ]
    expect(timesOfEntries(moved, series, cancelled, ofOtherSeries)).toEqual([
      '2027-01-12T18:00:00+01:00/2027-01-12T19:00:00+01:00',
      '2027-01-14T18:00:00+01:00/2027-01-14T19:00:00+01:00',
      '2027-01-15T18:00:00+01:00/2027-01-15T20:00:00+01:00',
      '2027-01-27T20:00:00+01:00/2027-01-27T20:45:00+01:00',
      '2027-02-09T18:00:00+01:00/2027-02-09T19:00:00+01:00',
      '2027-03-01T08:00:00+01:00/2027-03-01T09:00:00+01:00',
    ])
  })

  it('finds a moved time even if a marker precedes the UID', () => {
    const series = [
      `DESCRIPTION:ordi:${'0a'.repeat(16)}`,
      'UID:a',
      'DTSTART:20270112T180000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ]
    const moved = ['UID:a', 'RECURRENCE-ID:20270119T180000', 'DTSTART:20270120T180000', 'DURATION:PT1H']
    expect(timesOfEntries(series, moved)).toEqual([
      '2027-01-12T18:00:00+01:00/2027-01-12T19:00:00+01:00',
      '2027-01-20T18:00:00+01:00/2027-01-20T19:00:00+01:00',
    ])
  })

  it('finds 29 February only in leap years', () => {
    // The reading covers two years, and one of their Februaries is in a leap year.
    expect(timesOfEntry('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY')).toEqual([
      '2028-02-29T00:00:00+01:00/2028-03-01T00:00:00+01:00',
    ])
  })

  it('skips excluded days', () => {
    expect(
      timesOfEntry('DTSTART;VALUE=DATE:20270112', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20270113'),
    ).toHaveLength(2)
    // Some programs exclude the whole day instead of the time.
    expect(
      timesOfEntry(
        'DTSTART:20270112T080000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;VALUE=DATE:20270113',
      ),
    ).toHaveLength(2)
  })

  it('skips excluded and moved days that are given by their midnight, as Outlook does', () => {
    const series = [
      'UID:a',
      'DTSTART;VALUE=DATE:20270112',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;TZID=W. Europe Standard Time:20270113T000000',
    ]
    const moved = ['UID:a', 'RECURRENCE-ID:20270113T230000Z', 'DTSTART;VALUE=DATE:20270120']
    expect(timesOfEntries(series, moved)).toEqual([
      '2027-01-12T00:00:00+01:00/2027-01-13T00:00:00+01:00',
      '2027-01-15T00:00:00+01:00/2027-01-16T00:00:00+01:00',
      '2027-01-20T00:00:00+01:00/2027-01-21T00:00:00+01:00',
    ])
  })

  it('follows a change of one time and all later ones', () => {
    const series = ['UID:a', 'DTSTART:20270112T180000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4']
    const fromThirdOn = [
      'UID:a',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20270126T180000',
      'DTSTART:20270126T170000',
      'DURATION:PT2H',
    ]
    expect(timesOfEntries(series, fromThirdOn)).toEqual([
      '2027-01-12T18:00:00+01:00/2027-01-12T19:00:00+01:00',
      '2027-01-19T18:00:00+01:00/2027-01-19T19:00:00+01:00',
      '2027-01-26T17:00:00+01:00/2027-01-26T19:00:00+01:00',
      '2027-02-02T17:00:00+01:00/2027-02-02T19:00:00+01:00',
    ])
  })

  it.each([
    // The third time begins at 23:30 in Vienna, which is 22:30 in UTC.
    { rule: 'RRULE:FREQ=DAILY;UNTIL=20270114', count: 3 },
    { rule: 'RRULE:FREQ=DAILY;UNTIL=20270114T223000Z', count: 3 },
    { rule: 'RRULE:FREQ=DAILY;UNTIL=20270114T222959Z', count: 2 },
    { rule: 'RRULE:FREQ=DAILY;UNTIL=20270114T233000', count: 3 },
  ])('finds $count times until the last one of $rule', ({ rule, count }) => {
    expect(timesOfEntry('DTSTART:20270112T233000', 'DURATION:PT1H', rule)).toHaveLength(count)
  })
})
