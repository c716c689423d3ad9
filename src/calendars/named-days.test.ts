import { describe, expect, it } from 'vitest'
import { calendarText, readText, timesOfEntry } from '../testing/calendar-text.ts'

/** Returns the days within the reading range on which the rule repeats an entry that begins on `start`. */
function daysOf(start: string, rule: string): string[] {
  const times = timesOfEntry(`DTSTART;TZID=Europe/Vienna:${start}T090000`, 'DURATION:PT1H', `RRULE:${rule}`)
  return times.map((time) => time.slice(0, 10))
}

describe('a rule', () => {
  it.each([
    ['20270430', 'FREQ=YEARLY;BYMONTH=1,4;COUNT=4', ['2027-04-30', '2028-01-30', '2028-04-30']],
    ['20240229', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', ['2028-02-29']],
    ['20240229', 'FREQ=YEARLY;COUNT=2', ['2028-02-29']],
    ['20270110', 'FREQ=YEARLY;BYMONTHDAY=10;COUNT=3', ['2027-01-10', '2027-02-10', '2027-03-10']],
    ['20271102', 'FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYSETPOS=1', ['2027-11-02', '2028-11-07']],
    ['20270109', 'FREQ=YEARLY;BYDAY=SA;BYSETPOS=2', ['2027-01-09', '2028-01-08']],
    ['20270125', 'FREQ=YEARLY;BYDAY=-49MO', ['2027-01-25', '2028-01-24']],
    ['20270409', 'FREQ=YEARLY;BYYEARDAY=99,-1;COUNT=3', ['2027-04-09', '2027-12-31', '2028-04-08']],
    ['20270131', 'FREQ=MONTHLY;COUNT=3', ['2027-01-31', '2027-03-31', '2027-05-31']],
    ['20270131', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', ['2027-01-31', '2027-02-28', '2027-03-31']],
    ['20270129', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2', ['2027-01-29', '2027-02-26']],
    ['20270128', 'FREQ=MONTHLY;BYDAY=-1TH,2TU;COUNT=3', ['2027-01-28', '2027-02-09', '2027-02-25']],
    [
      '20270215',
      'FREQ=MONTHLY;INTERVAL=3;BYMONTH=2,5,7',
      ['2027-02-15', '2027-05-15', '2028-02-15', '2028-05-15'],
    ],
    ['20270131', 'FREQ=DAILY;BYMONTHDAY=-1;COUNT=2', ['2027-01-31', '2027-02-28']],
    ['20270110', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=3', ['2027-01-10', '2027-01-18', '2027-01-24']],
    [
      '20270110',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=3',
      ['2027-01-10', '2027-01-11', '2027-01-24'],
    ],
    ['20270517', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', ['2027-05-17', '2028-05-15']],
    ['20280105', 'FREQ=YEARLY;BYWEEKNO=1', ['2028-01-05', '2029-01-03']],
    [
      '20270110',
      'FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=SU',
      ['2027-01-10', '2028-01-02', '2028-01-09', '2028-12-31'],
    ],
    ['20241230', 'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO', ['2029-01-01']],
    ['20240101', 'FREQ=WEEKLY;COUNT=160', ['2027-01-11', '2027-01-18']],
    ['20270112', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', ['2027-01-12']],
  ])('from %s on, %s, names the days %j', (start, rule, days) => {
    expect(daysOf(start, rule)).toEqual(days)
  })

  // With COUNT a rule is followed from its beginning, and must give the same days as without.
  it.each([
    ['19900103', 'FREQ=DAILY;INTERVAL=7'],
    ['19900103', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=WE,SU'],
    ['19900131', 'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=-1'],
    ['19880229', 'FREQ=YEARLY;INTERVAL=5;BYMONTH=2,6;BYMONTHDAY=-1'],
    ['19890102', 'FREQ=YEARLY;INTERVAL=4;BYWEEKNO=1;BYDAY=MO'],
  ])('from %s on, %s, names the same days when followed from its beginning', (start, rule) => {
    const days = daysOf(start, rule)
    expect(days).not.toEqual([])
    expect(days).toEqual(daysOf(start, `${rule};COUNT=9999`))
  })

  it('names present days of a series that spans centuries, without following all of it', () => {
    const birthday = ['DTSTART;VALUE=DATE:16040314', 'RRULE:FREQ=YEARLY']
    const daily = ['DTSTART:18000101T090000', 'DURATION:PT5M', 'RRULE:FREQ=DAILY;INTERVAL=300']
    const reading = readText(calendarText(...Array.from({ length: 300 }, () => birthday), daily))
    // Equal times count once: both series have two times within the reading range.
    expect([reading.unread, reading.times.length]).toEqual([0, 2 + 2])
  })
})
