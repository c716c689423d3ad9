import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber, dayNumber } from './day.ts'
import * as format from './format.ts'

const START = '2027-01-12T08:30:00+01:00'

describe('dates and times', () => {
  it.each([
    { name: 'longDay', formatter: format.longDay, text: 'Dienstag, 12.\u00a0Jänner' },
    { name: 'fullDay', formatter: format.fullDay, text: 'Dienstag, 12.\u00a0Jänner 2027' },
    { name: 'shortDay', formatter: format.shortDay, text: 'Di\u00a012.\u00a0Jänner' },
    { name: 'plainDay', formatter: format.plainDay, text: '12.\u00a0Jänner 2027' },
    { name: 'monthYear', formatter: format.monthYear, text: 'Jänner 2027' },
    { name: 'longWeekday', formatter: format.longWeekday, text: 'Dienstag' },
    { name: 'shortWeekday', formatter: format.shortWeekday, text: 'Di' },
    { name: 'monthName', formatter: format.monthName, text: 'Jänner' },
    { name: 'dayOfMonth', formatter: format.dayOfMonth, text: '12' },
    { name: 'timeOfDay', formatter: format.timeOfDay, text: '08:30' },
    { name: 'clockTime', formatter: format.clockTime, text: '08:30\u00a0Uhr' },
    { name: 'shortDayTime', formatter: format.shortDayTime, text: 'Di\u00a012.\u00a0Jänner, 08:30' },
    {
      name: 'shortDayClock',
      formatter: format.shortDayClock,
      text: 'Di\u00a012.\u00a0Jänner, 08:30\u00a0Uhr',
    },
    { name: 'dateTime', formatter: format.dateTime, text: 'Di\u00a012.\u00a0Jänner 2027, 08:30' },
    {
      name: 'dateTimeToTheSecond',
      formatter: format.dateTimeToTheSecond,
      text: 'Di\u00a012.\u00a0Jänner 2027, 08:30:00',
    },
    {
      name: 'fullDayTime',
      formatter: format.fullDayTime,
      text: 'Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr',
    },
  ])('are written the Austrian way by $name', ({ formatter, text }) => {
    expect(formatter(START)).toBe(text)
  })

  it('can include the second', () => {
    const second = '2027-01-12T08:30:05+01:00'
    expect(format.dateTimeToTheSecond(second)).toBe('Di\u00a012.\u00a0Jänner 2027, 08:30:05')
  })

  it('need no time', () => {
    expect(format.plainDay('1958-03-14')).toBe('14.\u00a0März 1958')
  })

  it('include the year unless it is the present one', () => {
    expect(format.longDay(START, '2027-12-31')).toBe('Dienstag, 12.\u00a0Jänner')
    expect(format.longDay(START, '2026-11-22')).toBe('Dienstag, 12.\u00a0Jänner 2027')
    expect(format.shortDay(START, '2028-01-01')).toBe('Di\u00a012.\u00a0Jänner 2027')
    expect(format.shortDayTime(START, '2026-12-31T23:30:00Z')).toBe('Di\u00a012.\u00a0Jänner, 08:30')
    expect(format.shortDayTime(START, '2026-12-31T22:30:00Z')).toBe('Di\u00a012.\u00a0Jänner 2027, 08:30')
  })

  it('are Vienna’s, whatever the offset of the instant', () => {
    expect(format.shortDayTime('2027-01-12T07:30:00Z')).toBe('Di\u00a012.\u00a0Jänner, 08:30')
    expect(format.shortDayTime('2027-01-11T23:30:00-08:00')).toBe('Di\u00a012.\u00a0Jänner, 08:30')
    expect(format.shortDayTime(Date.parse('2027-07-12T06:30:00Z'))).toBe('Mo\u00a012.\u00a0Juli, 08:30')
    expect(format.shortDayTime('2026-12-31T23:30:00Z')).toBe('Fr\u00a01.\u00a0Jänner, 00:30')
  })

  it('write midnight as 00:00', () => {
    expect(format.timeOfDay('2027-01-11T23:00:00Z')).toBe('00:00')
  })

  it('follow the clock change', () => {
    expect(format.timeOfDay('2027-03-28T00:59:00Z')).toBe('01:59')
    expect(format.timeOfDay('2027-03-28T01:00:00Z')).toBe('03:00')
    expect(format.timeOfDay('2027-10-31T00:30:00Z')).toBe('02:30')
    expect(format.timeOfDay('2027-10-31T01:30:00Z')).toBe('02:30')
  })

  it('agree with the platform’s format', () => {
    const platform = new Intl.DateTimeFormat('de-AT', {
      timeZone: 'Europe/Vienna',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    const from = Date.parse('1996-01-01T00:00:00Z')
    fc.assert(
      fc.property(fc.integer({ min: from, max: Date.parse('2100-01-01T00:00:00Z') }), (instant) => {
        const platformText = platform.format(instant).replace(' um ', ', ')
        expect(format.fullDayTime(instant).replaceAll('\u00a0', ' ')).toBe(`${platformText} Uhr`)
      }),
    )
  })

  it('refuse a text that is not a time', () => {
    expect(() => format.longDay('morgen')).toThrow(RangeError)
  })

  it('keep a day without a time on its date', () => {
    const number = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2100-12-31') })
    fc.assert(
      fc.property(number, (n) => {
        const day = dayFromNumber(n)
        expect(format.dayOfMonth(day)).toBe(String(Number(day.slice(8))))
        expect(format.plainDay(day).endsWith(day.slice(0, 4))).toBe(true)
      }),
    )
  })
})

describe('a countdown', () => {
  it.each([
    { milliseconds: 522_000, text: '8:42', words: '8 Minuten 42 Sekunden' },
    { milliseconds: 97_000, text: '1:37', words: '1 Minute 37 Sekunden' },
    { milliseconds: 96_001, text: '1:37', words: '1 Minute 37 Sekunden' },
    { milliseconds: 60_000, text: '1:00', words: '1 Minute' },
    { milliseconds: 59_999, text: '1:00', words: '1 Minute' },
    { milliseconds: 1, text: '0:01', words: '1 Sekunde' },
    { milliseconds: 0, text: '0:00', words: '0 Sekunden' },
    { milliseconds: -5_000, text: '0:00', words: '0 Sekunden' },
    { milliseconds: 3_600_000, text: '60:00', words: '60 Minuten' },
  ])('of $milliseconds ms shows $text and is read as "$words"', ({ milliseconds, text, words }) => {
    expect(format.countdown(milliseconds)).toBe(text)
    expect(format.countdownWords(milliseconds)).toBe(words)
  })
})
