import { describe, expect, it } from 'vitest'
import { wallTime } from '../../../src/shared/day.ts'
import { layoutDay } from './day-layout.ts'

const DAY = '2027-01-12'

const isoOf = (text: string) => (text.includes('T') ? text : `${DAY}T${text}:00+01:00`)

/** Returns an active item that lasts from one time on `DAY` to another, or between ISO instants. */
const activeItem = (name: string, times: `${string}–${string}`) => {
  const [start = '', end = ''] = times.split('–').map(isoOf)
  return { name, start, end, isActive: true }
}

const cancelledItem = (...item: Parameters<typeof activeItem>) => ({
  ...activeItem(...item),
  isActive: false,
})

const percent = (share: number) => `${Math.round(share * 100)} %`

/** Returns the time and place of each item in reading order, in percent of the day's width. */
const layoutTexts = (day: string, ...items: ReturnType<typeof activeItem>[]) =>
  layoutDay(day, items).map(
    ({ item, from, to, left, share }) =>
      `${item.name} ${wallTime(from)}–${wallTime(to)} at ${percent(left)}, ${percent(share)} wide`,
  )

describe('the layout of a day', () => {
  it('gives the whole width to items that overlap nothing, in reading order', () => {
    expect(layoutTexts(DAY, activeItem('b', '08:30–09:00'), activeItem('a', '08:00–08:30'))).toEqual([
      'a 08:00–08:30 at 0 %, 100 % wide',
      'b 08:30–09:00 at 0 %, 100 % wide',
    ])
  })

  it('puts cancelled items to the right of the active ones and narrower, whichever begins earlier', () => {
    // The lanes are 1 and `SLIM_LANE_WIDTH` (0.7) wide: these are 59 and 41 percent of both together.
    expect(layoutTexts(DAY, cancelledItem('gone', '08:00–09:00'), activeItem('new', '08:30–09:30'))).toEqual([
      'gone 08:00–09:00 at 59 %, 41 % wide',
      'new 08:30–09:30 at 0 %, 59 % wide',
    ])
    expect(layoutTexts(DAY, cancelledItem('gone', '08:00–09:00'), activeItem('new', '08:00–09:00'))).toEqual([
      'new 08:00–09:00 at 0 %, 59 % wide',
      'gone 08:00–09:00 at 59 %, 41 % wide',
    ])
  })

  it('uses a lane again as soon as it is free', () => {
    expect(
      layoutTexts(
        DAY,
        activeItem('block', '08:00–12:00'),
        activeItem('a', '08:00–09:00'),
        activeItem('b', '09:00–10:00'),
      ),
    ).toEqual([
      'block 08:00–12:00 at 0 %, 50 % wide',
      'a 08:00–09:00 at 50 %, 50 % wide',
      'b 09:00–10:00 at 50 %, 50 % wide',
    ])
  })

  it('puts appointments of ten minutes one below the other, each with the whole width', () => {
    expect(layoutTexts(DAY, activeItem('a', '08:00–08:10'), activeItem('b', '08:10–08:20'))).toEqual([
      'a 08:00–08:10 at 0 %, 100 % wide',
      'b 08:10–08:20 at 0 %, 100 % wide',
    ])
  })

  it('draws the shortest items long enough to be read, and moves aside the items that they would cover', () => {
    expect(layoutTexts(DAY, activeItem('a', '08:00–08:05'), activeItem('b', '08:05–08:35'))).toEqual([
      'a 08:00–08:10 at 0 %, 50 % wide',
      'b 08:05–08:35 at 50 %, 50 % wide',
    ])
  })

  it('draws a short item at the end of the day earlier, so that it has room', () => {
    expect(layoutTexts(DAY, activeItem('late', '23:55–2027-01-13T00:00:00+01:00'))).toEqual([
      'late 23:50–24:00 at 0 %, 100 % wide',
    ])
  })

  it('cuts an item of several days at midnight, and leaves it out on other days', () => {
    const leave = activeItem('leave', '2027-01-11T14:00:00+01:00–2027-01-13T00:00:00+01:00')
    expect(layoutTexts('2027-01-11', leave)).toEqual(['leave 14:00–24:00 at 0 %, 100 % wide'])
    expect(layoutTexts('2027-01-12', leave)).toEqual(['leave 00:00–24:00 at 0 %, 100 % wide'])
    expect(layoutTexts('2027-01-13', leave)).toEqual([])
    expect(layoutTexts('2027-01-10', leave)).toEqual([])
  })

  it('follows the wall time when an hour is skipped', () => {
    expect(
      layoutTexts('2027-03-28', activeItem('a', '2027-03-28T01:30:00+01:00–2027-03-28T03:30:00+02:00')),
    ).toEqual(['a 01:30–03:30 at 0 %, 100 % wide'])
  })

  it('keeps the length of an item that ends earlier than it starts by the clock, when an hour occurs twice', () => {
    expect(
      layoutTexts('2027-10-31', activeItem('a', '2027-10-31T02:45:00+02:00–2027-10-31T02:15:00+01:00')),
    ).toEqual(['a 02:45–03:15 at 0 %, 100 % wide'])
  })

  it('puts items with the same wall time side by side when an hour occurs twice', () => {
    expect(
      layoutTexts(
        '2027-10-31',
        activeItem('first', '2027-10-31T02:00:00+02:00–2027-10-31T02:30:00+02:00'),
        activeItem('second', '2027-10-31T02:00:00+01:00–2027-10-31T02:30:00+01:00'),
      ),
    ).toEqual(['first 02:00–02:30 at 0 %, 50 % wide', 'second 02:00–02:30 at 50 %, 50 % wide'])
  })
})
