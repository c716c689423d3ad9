import { describe, expect, it } from 'vitest'
import { MOST_BUSY_TIMES } from '../shared/other-calendar.ts'
import { calendarText, READING_RANGE, readText, textOfTime, timesOfEntry } from '../testing/calendar-text.ts'
import { readCalendar } from './read-calendar.ts'

/** The lines of an entry that can be read. */
const READABLE = ['DTSTART:20270112T090000', 'DURATION:PT1H']
/** A whole calendar file. */
const WHOLE = calendarText(READABLE)

describe('reading a calendar', () => {
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
    const entry = [...READABLE, 'ATTENDEE;CN="offen:mailto', 'ohne Doppelpunkt']
    expect(readText(calendarText(entry))).toMatchObject({ unread: 0 })
  })

  it('stops at the greatest number of times, of which it keeps the earliest', () => {
    const hourlyFrom = (start: string) => [start, 'DURATION:PT5M', 'RRULE:FREQ=HOURLY;COUNT=3000']
    const { times, isCut } = readText(
      calendarText(hourlyFrom('DTSTART:20270112T090000'), hourlyFrom('DTSTART:20270112T093000')),
    )
    expect(times).toHaveLength(MOST_BUSY_TIMES)
    expect(isCut).toBe(true)
    // Both series together have a time every half hour, so the 5,000th is on 26 April.
    expect(times.map(textOfTime).at(-1)).toMatch(/^2027-04-26/)
  })
})

describe('a file', () => {
  it.each([
    { fault: 'is empty', text: '' },
    { fault: 'is a web page', text: '<!doctype html><title>Anmelden</title>' },
    { fault: 'is truncated', text: WHOLE.slice(0, -20) },
    { fault: 'has an entry without an end', text: WHOLE.replace('END:VEVENT\r\n', '') },
    { fault: 'begins with something else', text: `HTTP ${WHOLE}` },
  ])('is no calendar if it $fault', ({ text }) => {
    expect(readCalendar(text, READING_RANGE, { busyOnly: true, ours: new Set() })).toBeUndefined()
  })

  it.each([
    { form: 'other line breaks and a byte order mark', text: `\uFEFF${WHOLE.replaceAll('\r\n', '\n')}` },
    { form: 'a folded line', text: WHOLE.replace('DTSTART:', 'DTS\r\n TART:') },
    { form: 'lower case', text: WHOLE.replace('BEGIN:VEVENT', 'begin:vevent') },
  ])('is a calendar even with $form', ({ text }) => {
    expect(readText(text).times).toHaveLength(1)
  })
})
