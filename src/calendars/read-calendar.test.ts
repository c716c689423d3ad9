import { describe, expect, it } from 'vitest'
import { calendarText, readText, textOfTime, timesOfEntry } from '../testing/calendar-text.ts'

describe('reading a calendar', () => {
  it('converts times in UTC and in zones, and takes times without a zone as Vienna’s', () => {
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
      expect(timesOfEntry(...lines(start)), start).toEqual([
        '2027-01-12T09:00:00+01:00/2027-01-12T09:30:00+01:00',
      ])
  })

  it('reads times in a zone that only the file describes', () => {
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
    // The days include both clock changes, with the hours that are skipped and doubled.
    const days = [
      'DTSTART;TZID=XXXX:20270327T023000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;UNTIL=20271105T120000Z',
    ]
    const described = calendarText(days)
      .replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`)
      .replace('XXXX', 'Customized Time Zone')
    const known = calendarText(days).replace('XXXX', 'Europe/Vienna')
    expect(readText(described)).toEqual(readText(known))
    const daysOfSeries = 224
    expect(readText(described)).toMatchObject({ unread: 0, unknownZone: 0, times: { length: daysOfSeries } })
  })

  it('counts a time in an unknown zone, and takes it as Vienna’s', () => {
    const reading = readText(calendarText(['DTSTART;TZID=Mars/Olympus:20270112T090000', 'DURATION:PT1H']))
    expect(reading).toMatchObject({ unknownZone: 1, unread: 0 })
    expect(reading.times.map(textOfTime)).toEqual(['2027-01-12T09:00:00+01:00/2027-01-12T10:00:00+01:00'])
  })

  it('reads whole days from midnight to midnight in Vienna, even when the clocks change', () => {
    expect(timesOfEntry('DTSTART;VALUE=DATE:20270328')).toEqual([
      '2027-03-28T00:00:00+01:00/2027-03-29T00:00:00+02:00',
    ])
    expect(timesOfEntry('DTSTART;VALUE=DATE:20271030', 'DTEND;VALUE=DATE:20271101')).toEqual([
      '2027-10-30T00:00:00+02:00/2027-11-01T00:00:00+01:00',
    ])
    expect(timesOfEntry('DTSTART:20270501', 'DTEND:20270501')).toEqual([
      '2027-05-01T00:00:00+02:00/2027-05-02T00:00:00+02:00',
    ])
    expect(timesOfEntry('DTSTART;VALUE=DATE:20270326', 'DURATION:P1W')).toEqual([
      '2027-03-26T00:00:00+01:00/2027-04-02T00:00:00+02:00',
    ])
  })

  it('keeps the wall time of a series when the clocks change', () => {
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
    expect(timesOfEntry('DTSTART:20271031T023000', 'DURATION:PT1H')).toEqual([
      '2027-10-31T02:30:00+02:00/2027-10-31T02:30:00+01:00',
    ])
  })

  it('reads times past midnight, and across a clock change with DTEND and DURATION', () => {
    expect(timesOfEntry('DTSTART:20270112T220000', 'DTEND:20270113T060000')).toEqual([
      '2027-01-12T22:00:00+01:00/2027-01-13T06:00:00+01:00',
    ])
    expect(timesOfEntry('DTSTART:20270327T220000', 'DTEND:20270328T060000')).toEqual([
      '2027-03-27T22:00:00+01:00/2027-03-28T06:00:00+02:00',
    ])
    expect(timesOfEntry('DTSTART:20270327T220000', 'DURATION:P1DT1H')).toEqual([
      '2027-03-27T22:00:00+01:00/2027-03-28T23:00:00+02:00',
    ])
    expect(timesOfEntry('DTSTART:20270327T220000', 'DURATION:PT8H')).toEqual([
      '2027-03-27T22:00:00+01:00/2027-03-28T07:00:00+02:00',
    ])
  })

  it('reads a series with additional, excluded, moved and cancelled times', () => {
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
    expect(readText(calendarText(moved, series, cancelled, another)).times.map(textOfTime)).toEqual([
      '2027-01-12T18:00:00+01:00/2027-01-12T19:00:00+01:00',
      '2027-01-14T18:00:00+01:00/2027-01-14T19:00:00+01:00',
      '2027-01-15T18:00:00+01:00/2027-01-15T20:00:00+01:00',
      '2027-01-27T20:00:00+01:00/2027-01-27T20:45:00+01:00',
      '2027-02-09T18:00:00+01:00/2027-02-09T19:00:00+01:00',
      '2027-03-01T08:00:00+01:00/2027-03-01T09:00:00+01:00',
    ])
  })

  it('reads a series with a moved time even if a marker precedes its UID', () => {
    const series = [
      `DESCRIPTION:ordi:${'0a'.repeat(16)}`,
      'UID:a',
      'DTSTART:20270112T180000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ]
    const moved = ['UID:a', 'RECURRENCE-ID:20270119T180000', 'DTSTART:20270120T180000', 'DURATION:PT1H']
    expect(readText(calendarText(series, moved)).times.map(textOfTime)).toEqual([
      '2027-01-12T18:00:00+01:00/2027-01-12T19:00:00+01:00',
      '2027-01-20T18:00:00+01:00/2027-01-20T19:00:00+01:00',
    ])
  })

  it('reads 29 February only in leap years', () => {
    expect(timesOfEntry('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY')).toEqual([
      '2028-02-29T00:00:00+01:00/2028-03-01T00:00:00+01:00',
    ])
  })

  it('reads a series without its excluded days', () => {
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

  it('reads a series that was changed from one time on', () => {
    const series = ['UID:a', 'DTSTART:20270112T180000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4']
    const later = [
      'UID:a',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20270126T180000',
      'DTSTART:20270126T170000',
      'DURATION:PT2H',
    ]
    expect(readText(calendarText(series, later)).times.map(textOfTime)).toEqual([
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
  ])('finds the last time of %s', (rule, count) => {
    expect(timesOfEntry('DTSTART:20270112T233000', 'DURATION:PT1H', rule)).toHaveLength(count)
  })

  it('reads the next two years, and entries that have begun but not ended', () => {
    const daily = readText(
      calendarText(['DTSTART:20200101T120000', 'DURATION:PT2H', 'RRULE:FREQ=DAILY']),
    ).times
    expect(daily.map(textOfTime).at(0)).toBe('2027-01-07T12:00:00+01:00/2027-01-07T14:00:00+01:00')
    expect(daily.map(textOfTime).at(-1)).toBe('2029-01-06T12:00:00+01:00/2029-01-06T14:00:00+01:00')
    expect(timesOfEntry('DTSTART:20270107T120000', 'DTEND:20270107T134000')).toEqual([])
  })
})

describe('reading a calendar skips', () => {
  const at = ['DTSTART:20270112T090000', 'DURATION:PT1H']

  it.each(['TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'])('free entries: %s', (line) => {
    expect(timesOfEntry(...at, line)).toEqual([])
    expect(readText(calendarText([...at, line]), { busyOnly: false }).times).toHaveLength(1)
  })

  it('cancelled entries', () => {
    expect(timesOfEntry(...at, 'STATUS:CANCELLED')).toEqual([])
    expect(readText(calendarText([...at, 'STATUS:CANCELLED']), { busyOnly: false }).times).toEqual([])
    expect(timesOfEntry(...at, 'STATUS:TENTATIVE')).toHaveLength(1)
  })

  it('only our own entries, by UID or by the marker in the description', () => {
    const ours = ['booking-abc@ordi', `ordi:${'0a'.repeat(16)}`]
    const text = calendarText(
      [...at, 'UID:booking-abc@ordi'],
      [...at, 'UID:x', `DESCRIPTION:<p>ordi:${'0a'.repeat(16)}</p>`],
    )
    expect(readText(text, { ours }).times).toEqual([])
    expect(readText(text, { ours: [] }).times).toHaveLength(1)
    expect(
      readText(calendarText([...at, 'UID:booking-of-another-practice@ordi']), { ours }).times,
    ).toHaveLength(1)
  })

  it('entries without a length', () => {
    expect(timesOfEntry('DTSTART:20270112T090000')).toEqual([])
    expect(timesOfEntry('DTSTART:20270112T090000', 'DTEND:20270112T090000')).toEqual([])
  })
})
