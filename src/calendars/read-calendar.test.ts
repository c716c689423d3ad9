import { describe, expect, it } from 'vitest'
import { calendarText, readText, textOfTime, timesOfEntry } from '../testing/calendar-text.ts'

describe('reading a calendar', () => {
  it.each([
    'DTSTART:20270112T080000Z',
    'DTSTART;TZID=Europe/Vienna:20270112T090000',
    'DTSTART;TZID="Europe/London":20270112T080000',
    'DTSTART;TZID=W. Europe Standard Time:20270112T090000',
    'DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Vienna:20270112T090000',
    'DTSTART;TZID=/mozilla.org/20050126_1/America/Argentina/Buenos_Aires:20270112T050000',
    'DTSTART;TZID=Tokyo Standard Time:20270112T170000',
    // Exchange writes colons without the quotation marks that they need.
    'DTSTART;TZID=tzone://Microsoft/Utc:20270112T080000',
    'DTSTART;VALUE=DATE-TIME;TZID=tzone://Microsoft/Utc;X-VALUE=1:20270112T080000',
    'DTSTART:20270112T090000',
  ])('converts times in UTC and in zones, and takes times without a zone as Vienna’s: %s', (start) => {
    expect(timesOfEntry(start, 'DURATION:PT30M', 'SUMMARY:Geheim')).toEqual([
      '2027-01-12T09:00:00+01:00/2027-01-12T09:30:00+01:00',
    ])
  })

  it('understands times in a zone that only the file describes', () => {
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
    /** Returns a daily series over both clock changes, with the hours that are skipped and doubled. */
    const seriesIn = (zoneName: string) =>
      calendarText([
        `DTSTART;TZID=${zoneName}:20270327T023000`,
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;UNTIL=20271105T120000Z',
      ])
    const described = seriesIn('Customized Time Zone').replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`)
    expect(readText(described)).toEqual(readText(seriesIn('Europe/Vienna')))
    // The series is from 27 March to 5 November.
    const daysOfSeries = 224
    expect(readText(described)).toMatchObject({ unread: 0, unknownZone: 0, times: { length: daysOfSeries } })
  })

  it('finds the description of a zone whose name has commas, which are escaped there', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:(UTC+00:00) Dublin\\, London',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0000',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n')
    const file = calendarText(['DTSTART;TZID="(UTC+00:00) Dublin, London":20270112T080000', 'DURATION:PT1H'])
    const { times, unknownZone } = readText(file.replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`))
    expect(times.map(textOfTime)).toEqual(['2027-01-12T09:00:00+01:00/2027-01-12T10:00:00+01:00'])
    expect(unknownZone).toBe(0)
  })

  it('counts times in unknown zones, and takes them as Vienna’s', () => {
    const reading = readText(calendarText(['DTSTART;TZID=Mars/Olympus:20270112T090000', 'DURATION:PT1H']))
    expect(reading).toMatchObject({ unknownZone: 1, unread: 0 })
    expect(reading.times.map(textOfTime)).toEqual(['2027-01-12T09:00:00+01:00/2027-01-12T10:00:00+01:00'])
  })

  it.each([
    {
      day: 'of 23 hours',
      lines: ['DTSTART;VALUE=DATE:20270328'],
      time: '2027-03-28T00:00:00+01:00/2027-03-29T00:00:00+02:00',
    },
    {
      day: 'and the next one, of 25 hours',
      lines: ['DTSTART;VALUE=DATE:20271030', 'DTEND;VALUE=DATE:20271101'],
      time: '2027-10-30T00:00:00+02:00/2027-11-01T00:00:00+01:00',
    },
    {
      day: 'that ends on itself and is not marked as a day',
      lines: ['DTSTART:20270501', 'DTEND:20270501'],
      time: '2027-05-01T00:00:00+02:00/2027-05-02T00:00:00+02:00',
    },
    {
      day: 'and the rest of a week with a clock change',
      lines: ['DTSTART;VALUE=DATE:20270326', 'DURATION:P1W'],
      time: '2027-03-26T00:00:00+01:00/2027-04-02T00:00:00+02:00',
    },
  ])('takes whole days from midnight to midnight in Vienna: a day $day', ({ lines, time }) => {
    expect(timesOfEntry(...lines)).toEqual([time])
  })

  it.each([
    {
      night: 'an ordinary night',
      lines: ['DTSTART:20270112T220000', 'DTEND:20270113T060000'],
      time: '2027-01-12T22:00:00+01:00/2027-01-13T06:00:00+01:00',
    },
    {
      night: 'a clock change, up to a wall time',
      lines: ['DTSTART:20270327T220000', 'DTEND:20270328T060000'],
      time: '2027-03-27T22:00:00+01:00/2027-03-28T06:00:00+02:00',
    },
    {
      // Days count in wall time, and hours in elapsed time (`Length`).
      night: 'a clock change, for a day and an hour',
      lines: ['DTSTART:20270327T220000', 'DURATION:P1DT1H'],
      time: '2027-03-27T22:00:00+01:00/2027-03-28T23:00:00+02:00',
    },
    {
      night: 'a clock change, for eight hours',
      lines: ['DTSTART:20270327T220000', 'DURATION:PT8H'],
      time: '2027-03-27T22:00:00+01:00/2027-03-28T07:00:00+02:00',
    },
  ])('understands a time past midnight, across $night', ({ lines, time }) => {
    expect(timesOfEntry(...lines)).toEqual([time])
  })

  it('takes the first of two equal wall times as a start when the clocks are set back', () => {
    expect(timesOfEntry('DTSTART:20271031T023000', 'DURATION:PT1H')).toEqual([
      '2027-10-31T02:30:00+02:00/2027-10-31T02:30:00+01:00',
    ])
  })

  it('finds the entries of the next two years, and those that have begun but not ended', () => {
    // The reading takes place on 7 January 2027, at 13:40.
    const daily = timesOfEntry('DTSTART:20200101T120000', 'DURATION:PT2H', 'RRULE:FREQ=DAILY')
    expect(daily.at(0)).toBe('2027-01-07T12:00:00+01:00/2027-01-07T14:00:00+01:00')
    expect(daily.at(-1)).toBe('2029-01-06T12:00:00+01:00/2029-01-06T14:00:00+01:00')
    expect(timesOfEntry('DTSTART:20270107T120000', 'DTEND:20270107T134000')).toEqual([])
  })
})

describe('reading a calendar skips', () => {
  const ENTRY = ['DTSTART:20270112T090000', 'DURATION:PT1H']

  it.each(['TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'])('free entries: %s', (line) => {
    expect(timesOfEntry(...ENTRY, line)).toEqual([])
    expect(readText(calendarText([...ENTRY, line]), { busyOnly: false }).times).toHaveLength(1)
  })

  it('cancelled entries', () => {
    expect(timesOfEntry(...ENTRY, 'STATUS:CANCELLED')).toEqual([])
    expect(readText(calendarText([...ENTRY, 'STATUS:CANCELLED']), { busyOnly: false }).times).toEqual([])
    expect(timesOfEntry(...ENTRY, 'STATUS:TENTATIVE')).toHaveLength(1)
  })

  it('only our own entries, by UID or by the marker in the description', () => {
    const uid = 'booking-abc@ordi'
    const marker = `ordi:${'0a'.repeat(16)}`
    const withOurs = calendarText(
      [...ENTRY, `UID:${uid}`],
      [...ENTRY, 'UID:x', `DESCRIPTION:<p>${marker}</p>`],
    )
    const ofAnotherPractice = calendarText([...ENTRY, 'UID:booking-of-another-practice@ordi'])
    expect(readText(withOurs, { ours: [uid, marker] }).times).toEqual([])
    // Both entries have the same time, which is listed once.
    expect(readText(withOurs, { ours: [] }).times).toHaveLength(1)
    expect(readText(ofAnotherPractice, { ours: [uid, marker] }).times).toHaveLength(1)
  })

  it('entries without a length', () => {
    expect(timesOfEntry('DTSTART:20270112T090000')).toEqual([])
    expect(timesOfEntry('DTSTART:20270112T090000', 'DTEND:20270112T090000')).toEqual([])
  })
})
