import { describe, expect, it } from 'vitest'
import { calendarText, readText, timesOfEntry } from '../testing/calendar-text.ts'

/** Returns the days within the reading range on which the rule repeats an entry that begins on `start`. */
function daysOf(start: string, rule: string): string[] {
  const times = timesOfEntry(`DTSTART;TZID=Europe/Vienna:${start}T090000`, 'DURATION:PT1H', `RRULE:${rule}`)
  return times.map((time) => time.slice(0, 10))
}

describe('a rule', () => {
  it.each([
    // These rules are about the year. Days before the reading range, which begins on 7 January 2027, are not
    // found, but count (COUNT).
    {
      start: '20270430',
      rule: 'FREQ=YEARLY;BYMONTH=1,4;COUNT=4',
      days: ['2027-04-30', '2028-01-30', '2028-04-30'],
    },
    { start: '20240229', rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', days: ['2028-02-29'] },
    { start: '20240229', rule: 'FREQ=YEARLY;COUNT=2', days: ['2028-02-29'] },
    {
      start: '20270110',
      rule: 'FREQ=YEARLY;BYMONTHDAY=10;COUNT=3',
      days: ['2027-01-10', '2027-02-10', '2027-03-10'],
    },
    {
      start: '20271102',
      rule: 'FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYSETPOS=1',
      days: ['2027-11-02', '2028-11-07'],
    },
    { start: '20270109', rule: 'FREQ=YEARLY;BYDAY=SA;BYSETPOS=2', days: ['2027-01-09', '2028-01-08'] },
    { start: '20270125', rule: 'FREQ=YEARLY;BYDAY=-49MO', days: ['2027-01-25', '2028-01-24'] },
    {
      start: '20270409',
      rule: 'FREQ=YEARLY;BYYEARDAY=99,-1;COUNT=3',
      days: ['2027-04-09', '2027-12-31', '2028-04-08'],
    },
    // These rules are about the month, and skip months without the day.
    { start: '20270131', rule: 'FREQ=MONTHLY;COUNT=3', days: ['2027-01-31', '2027-03-31', '2027-05-31'] },
    {
      start: '20270131',
      rule: 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
      days: ['2027-01-31', '2027-02-28', '2027-03-31'],
    },
    {
      start: '20270129',
      rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2',
      days: ['2027-01-29', '2027-02-26'],
    },
    {
      start: '20270128',
      rule: 'FREQ=MONTHLY;BYDAY=-1TH,2TU;COUNT=3',
      days: ['2027-01-28', '2027-02-09', '2027-02-25'],
    },
    {
      start: '20270215',
      rule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTH=2,5,7',
      days: ['2027-02-15', '2027-05-15', '2028-02-15', '2028-05-15'],
    },
    // These rules are about days and weeks, which begin on Monday unless WKST names another day.
    { start: '20270131', rule: 'FREQ=DAILY;BYMONTHDAY=-1;COUNT=2', days: ['2027-01-31', '2027-02-28'] },
    {
      start: '20270110',
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=3',
      days: ['2027-01-10', '2027-01-18', '2027-01-24'],
    },
    {
      start: '20270110',
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=3',
      days: ['2027-01-10', '2027-01-11', '2027-01-24'],
    },
    // These rules are about weeks of the year, the first of which contains 4 January.
    { start: '20270517', rule: 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', days: ['2027-05-17', '2028-05-15'] },
    { start: '20280105', rule: 'FREQ=YEARLY;BYWEEKNO=1', days: ['2028-01-05', '2029-01-03'] },
    {
      start: '20270110',
      rule: 'FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=SU',
      days: ['2027-01-10', '2028-01-02', '2028-01-09', '2028-12-31'],
    },
    { start: '20241230', rule: 'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO', days: ['2029-01-01'] },
    // One rule has most of its days before the reading range, and one names only its first day.
    { start: '20240101', rule: 'FREQ=WEEKLY;COUNT=160', days: ['2027-01-11', '2027-01-18'] },
    { start: '20270112', rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', days: ['2027-01-12'] },
  ])('from $start on, $rule, names the days $days', ({ start, rule, days }) => {
    expect(daysOf(start, rule)).toEqual(days)
  })

  // With COUNT a rule is followed from its beginning, and must give the same days as without.
  it.each([
    { start: '19900103', rule: 'FREQ=DAILY;INTERVAL=7' },
    { start: '19900103', rule: 'FREQ=WEEKLY;INTERVAL=3;BYDAY=WE,SU' },
    { start: '19900131', rule: 'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=-1' },
    { start: '19880229', rule: 'FREQ=YEARLY;INTERVAL=5;BYMONTH=2,6;BYMONTHDAY=-1' },
    { start: '19890102', rule: 'FREQ=YEARLY;INTERVAL=4;BYWEEKNO=1;BYDAY=MO' },
  ])('from $start on, $rule, names the same days when followed from its beginning', ({ start, rule }) => {
    const days = daysOf(start, rule)
    expect(days).not.toEqual([])
    expect(days).toEqual(daysOf(start, `${rule};COUNT=9999`))
  })

  it('names present days of a series that spans centuries, without following all of it', () => {
    const birthday = ['DTSTART;VALUE=DATE:16040314', 'RRULE:FREQ=YEARLY']
    const everyFewMonths = ['DTSTART:18000101T090000', 'DURATION:PT5M', 'RRULE:FREQ=DAILY;INTERVAL=300']
    const birthdays = Array.from({ length: 300 }, () => birthday)
    const { unread, times } = readText(calendarText(...birthdays, everyFewMonths))
    expect(unread).toBe(0)
    // Equal times count once: both series have two times within the reading range.
    expect(times).toHaveLength(2 + 2)
  })
})
