import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber, dayNumber } from './day.ts'
import * as format from './format.ts'

const START = '2027-01-12T08:30:00+01:00'

describe('dates and times', () => {
  it.each<[string, (at: string) => string, string]>([
    ['longDay', format.longDay, 'Dienstag, 12.\u00a0Jänner'],
    ['fullDay', format.fullDay, 'Dienstag, 12.\u00a0Jänner 2027'],
    ['shortDay', format.shortDay, 'Di\u00a012.\u00a0Jänner'],
    ['plainDay', format.plainDay, '12.\u00a0Jänner 2027'],
    ['monthYear', format.monthYear, 'Jänner 2027'],
    ['longWeekday', format.longWeekday, 'Dienstag'],
    ['shortWeekday', format.shortWeekday, 'Di'],
    ['monthName', format.monthName, 'Jänner'],
    ['dayOfMonth', format.dayOfMonth, '12'],
    ['timeOfDay', format.timeOfDay, '08:30'],
    ['clockTime', format.clockTime, '08:30\u00a0Uhr'],
    ['shortDayTime', format.shortDayTime, 'Di\u00a012.\u00a0Jänner, 08:30'],
    ['shortDayClock', format.shortDayClock, 'Di\u00a012.\u00a0Jänner, 08:30\u00a0Uhr'],
    ['dateTime', format.dateTime, 'Di\u00a012.\u00a0Jänner 2027, 08:30'],
    ['dateTimeToTheSecond', format.dateTimeToTheSecond, 'Di\u00a012.\u00a0Jänner 2027, 08:30:00'],
    ['fullDayTime', format.fullDayTime, 'Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr'],
  ])('are written the Austrian way by %s', (_, formatted, text) => {
    expect(formatted(START)).toBe(text)
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
    [522_000, '8:42', '8 Minuten 42 Sekunden'],
    [97_000, '1:37', '1 Minute 37 Sekunden'],
    [96_001, '1:37', '1 Minute 37 Sekunden'],
    [60_000, '1:00', '1 Minute'],
    [59_999, '1:00', '1 Minute'],
    [1, '0:01', '1 Sekunde'],
    [0, '0:00', '0 Sekunden'],
    [-5_000, '0:00', '0 Sekunden'],
    [3_600_000, '60:00', '60 Minuten'],
  ])('of %i ms shows %s and is read as "%s"', (milliseconds, text, words) => {
    expect(format.countdown(milliseconds)).toBe(text)
    expect(format.countdownWords(milliseconds)).toBe(words)
  })
})
