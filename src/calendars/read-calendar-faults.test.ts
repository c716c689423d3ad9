import { describe, expect, it } from 'vitest'
import { MOST_BUSY_TIMES } from '../shared/other-calendar.ts'
import { calendarText, READING_RANGE, readText, textOfTime, timesOfEntry } from '../testing/calendar-text.ts'
import { readCalendar } from './read-calendar.ts'

describe('reading a calendar', () => {
  const READABLE = ['DTSTART:20270112T090000', 'DURATION:PT1H']

  it.each([
    { unreadable: ['DTSTART:morgen'] },
    { unreadable: ['DTSTART:20270112T090000', 'DTEND:20270112T080000'] },
    { unreadable: ['DTSTART:20270112T090000', 'DURATION:-PT1H'] },
    { unreadable: ['DTSTART:20270112T090000', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'] },
    { unreadable: ['DTSTART:20270112T090000', 'DURATION:PT1H', 'RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31'] },
    { unreadable: ['DTSTART:20270112T090000', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYWEEKNO=20;BYHOUR=9,14'] },
    { unreadable: ['DTSTART:19700101T090000', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'] },
    { unreadable: ['SUMMARY:ohne Beginn'] },
  ])('counts an unreadable entry, and reads the others: $unreadable', ({ unreadable }) => {
    const reading = readText(calendarText(READABLE, unreadable, READABLE))
    expect(reading).toMatchObject({ unread: 1, times: { length: 1 } })
  })

  it.each(['20270112T090000', '20270112T080000Z'])(
    'limits a time of any length to the year 9999: %s',
    (start) => {
      for (const length of ['DURATION:P99999999999W', `DURATION:PT${2 ** 53}S`, 'DTEND:99991231T235959']) {
        const [time = ''] = timesOfEntry(`DTSTART:${start}`, length)
        expect(time, length).toMatch(/^2027-01-12T09:00:00\+01:00\/9999-12-31T/)
      }
    },
  )

  it('ignores an unreadable line that it does not need', () => {
    expect(
      readText(calendarText([...READABLE, 'ATTENDEE;CN="offen:mailto', 'ohne Doppelpunkt'])),
    ).toMatchObject({
      unread: 0,
    })
  })

  it('stops at the greatest number of times', () => {
    // Both series together have a time every half hour, so the 5,000th is on 26 April.
    const series = (start: string) => [start, 'DURATION:PT5M', 'RRULE:FREQ=HOURLY;COUNT=3000']
    const { times, isCut } = readText(
      calendarText(series('DTSTART:20270112T090000'), series('DTSTART:20270112T093000')),
    )
    expect(times).toHaveLength(MOST_BUSY_TIMES)
    expect(isCut).toBe(true)
    expect(textOfTime(times.at(-1) ?? { startsAt: 0, endsAt: 0 })).toMatch(/^2027-04-26/)
  })
})

describe('a file', () => {
  const whole = calendarText(['DTSTART:20270112T090000', 'DURATION:PT1H'])

  it.each([
    '',
    '<!doctype html><title>Anmelden</title>',
    whole.slice(0, -20),
    whole.replace('END:VEVENT\r\n', ''),
    `HTTP ${whole}`,
  ])('is no calendar: %j', (text) => {
    expect(readCalendar(text, READING_RANGE, { busyOnly: true, ours: new Set() })).toBeUndefined()
  })

  it('is a calendar even with other line breaks, a byte order mark or lower case', () => {
    expect(readText(`\uFEFF${whole.replaceAll('\r\n', '\n')}`).times).toHaveLength(1)
    expect(readText(whole.replace('DTSTART:', 'DTS\r\n TART:')).times).toHaveLength(1)
    expect(readText(whole.replace('BEGIN:VEVENT', 'begin:vevent')).times).toHaveLength(1)
  })
})
