import { describe, expect, it } from 'vitest'
import { hourHeight, hoursShown, layoutDay, roomFor } from './day-layout.ts'

const DAY = '2027-01-12'
const on = (name: string, start: string, end: string, standing = true) => ({
  name,
  start: start.includes('T') ? start : `${DAY}T${start}:00+01:00`,
  end: end.includes('T') ? end : `${DAY}T${end}:00+01:00`,
  standing,
})
const placed = (day: string, ...items: ReturnType<typeof on>[]) =>
  layoutDay(day, items).map(
    ({ item, from, to, lane, lanes }) => `${item.name} ${from}-${to} ${lane + 1}/${lanes}`,
  )

describe('the layout of a day', () => {
  it('gives the whole width to what touches nothing, in reading order', () => {
    expect(placed(DAY, on('b', '08:30', '09:00'), on('a', '08:00', '08:30'))).toEqual([
      'a 480-510 1/1',
      'b 510-540 1/1',
    ])
  })

  it('puts what was called off to the right of what stands, whichever began earlier', () => {
    expect(placed(DAY, on('gone', '08:00', '09:00', false), on('new', '08:30', '09:30'))).toEqual([
      'gone 480-540 2/2',
      'new 510-570 1/2',
    ])
    expect(placed(DAY, on('gone', '08:00', '09:00', false), on('new', '08:00', '09:00'))).toEqual([
      'new 480-540 1/2',
      'gone 480-540 2/2',
    ])
  })

  it('uses a lane again as soon as it is free', () => {
    expect(
      placed(DAY, on('block', '08:00', '12:00'), on('a', '08:00', '09:00'), on('b', '09:00', '10:00')),
    ).toEqual(['block 480-720 1/2', 'a 480-540 2/2', 'b 540-600 2/2'])
  })

  it('draws the shortest things long enough to be read, and moves aside what they then cover', () => {
    expect(placed(DAY, on('a', '08:00', '08:05'), on('b', '08:10', '08:40'))).toEqual([
      'a 480-495 1/2',
      'b 490-520 2/2',
    ])
    expect(placed(DAY, on('late', '23:55', '2027-01-13T00:00:00+01:00'))).toEqual(['late 1425-1440 1/1'])
  })

  it('cuts at midnight what lasts for days, and leaves other days alone', () => {
    const leave = on('leave', '2027-01-11T14:00:00+01:00', '2027-01-13T00:00:00+01:00')
    expect(placed('2027-01-11', leave)).toEqual(['leave 840-1440 1/1'])
    expect(placed('2027-01-12', leave)).toEqual(['leave 0-1440 1/1'])
    expect(placed('2027-01-13', leave)).toEqual([])
    expect(placed('2027-01-10', leave)).toEqual([])
  })

  it('goes by the clock on the wall where an hour is skipped', () => {
    expect(placed('2027-03-28', on('a', '2027-03-28T01:30:00+01:00', '2027-03-28T03:30:00+02:00'))).toEqual([
      'a 90-210 1/1',
    ])
  })

  it('keeps the length of what ends before it began by the clock, where an hour comes twice', () => {
    expect(placed('2027-10-31', on('a', '2027-10-31T02:45:00+02:00', '2027-10-31T02:15:00+01:00'))).toEqual([
      'a 165-195 1/1',
    ])
    expect(
      placed(
        '2027-10-31',
        on('first', '2027-10-31T02:00:00+02:00', '2027-10-31T02:30:00+02:00'),
        on('second', '2027-10-31T02:00:00+01:00', '2027-10-31T02:30:00+01:00'),
      ),
    ).toEqual(['first 120-150 1/2', 'second 120-150 2/2'])
  })
})

describe('the hours shown', () => {
  it('are those of work with half an hour around', () => {
    expect(
      hoursShown([
        { from: 480, to: 720 },
        { from: 840, to: 1050 },
      ]),
    ).toEqual({ from: 450, to: 1080 })
  })

  it('reach as far as what lies outside them', () => {
    expect(
      hoursShown([
        { from: 480, to: 720 },
        { from: 1180, to: 1215 },
      ]),
    ).toEqual({ from: 450, to: 1260 })
    expect(hoursShown([{ from: 10, to: 1430 }])).toEqual({ from: 0, to: 1440 })
  })

  it('are not stretched by what begins or ends at midnight', () => {
    expect(
      hoursShown([
        { from: 480, to: 720 },
        { from: 0, to: 1440 },
      ]),
    ).toEqual({ from: 450, to: 750 })
    expect(
      hoursShown([
        { from: 480, to: 720 },
        { from: 840, to: 1440 },
      ]),
    ).toEqual({ from: 450, to: 870 })
  })

  it('are those of a usual day where nothing is', () => {
    expect(hoursShown([])).toEqual({ from: 480, to: 1080 })
    expect(hoursShown([{ from: 0, to: 1440 }])).toEqual({ from: 480, to: 1080 })
  })
})

it('draws an hour taller where its parts could else not be hit', () => {
  expect(hourHeight(58, [])).toBe(58)
  expect(hourHeight(58, [{ from: 480, to: 510 }])).toBe(58)
  expect(
    hourHeight(58, [
      { from: 480, to: 540 },
      { from: 480, to: 500 },
    ]),
  ).toBe(78)
  expect(hourHeight(58, [{ from: 480, to: 495 }])).toBe(104)
})

it('finds room for a note where nothing lies', () => {
  expect(roomFor(60, 450, [])).toBe(450)
  expect(roomFor(60, 450, [{ from: 510, to: 540 }])).toBe(450)
  expect(
    roomFor(60, 450, [
      { from: 540, to: 600 },
      { from: 480, to: 510 },
    ]),
  ).toBe(600)
})
