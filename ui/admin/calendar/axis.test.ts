import { expect, it } from 'vitest'
import { evenAxis, heightOf, layAxis, minutesAt, yOf } from './axis.ts'

const HOURS = { from: 450, to: 1170 }
const WORKING = [
  { from: 480, to: 720 },
  { from: 840, to: 1140 },
]
const HALF_HOURS = Array.from({ length: 18 }, (_, i) => {
  const from = (i < 8 ? 480 : 600) + i * 30
  return { from, to: from + 30, roomTo: from + 30 }
})
const inTens = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ from: 480 + i * 10, to: 490 + i * 10, roomTo: 490 + i * 10 }))
const lay = (input: Partial<Parameters<typeof layAxis>[0]> = {}) =>
  layAxis({
    ...{ hours: HOURS, main: HOURS, items: HALF_HOURS, working: WORKING, room: 640, density: 'compact' },
    ...input,
  })

it('a whole working day fills the room evenly', () => {
  const axis = lay()
  expect(heightOf(axis)).toBeCloseTo(640)
  expect(yOf(axis, 540) - yOf(axis, 510)).toBeCloseTo(640 / 24)
  expect(yOf(axis, 780) - yOf(axis, 750)).toBeCloseTo(640 / 24)
  expect(heightOf(lay({ room: 1200 }))).toBeCloseTo(1200)
})

it('ten minutes have room for a line among ten-minute appointments, and the day still fits', () => {
  const short = inTens(12)
  const axis = lay({ items: [...short, ...HALF_HOURS.slice(8)] })
  for (const { from, to } of short) expect(yOf(axis, to) - yOf(axis, from)).toBeCloseTo(25)
  expect(yOf(axis, 1080) - yOf(axis, 1050)).toBeGreaterThanOrEqual(25)
  expect(heightOf(axis)).toBeCloseTo(640)
  expect(yOf(axis, 780) - yOf(axis, 750)).toBeLessThan(12)
})

it('a short appointment that nothing follows stretches nothing', () => {
  const alone = { from: 480, to: 490, roomTo: 540 }
  expect(yOf(lay({ items: [alone] }), 510)).toBeCloseTo((2 * 640) / 24)
})

it('what does not fit makes the day longer than its room, and no box smaller', () => {
  const short = inTens(54)
  const axis = lay({ items: short })
  expect(heightOf(axis)).toBeGreaterThan(1200)
  expect(yOf(axis, 490)).toBeCloseTo(yOf(axis, 480) + 25)
})

it('hours before the main ones lie above the room, and are short where nothing stands', () => {
  const axis = lay({
    hours: { from: 150, to: 1170 },
    items: [...HALF_HOURS, { from: 180, to: 210, roomTo: 1440 }],
  })
  expect(yOf(axis, 450)).toBeCloseTo(12 + 9 * 6)
  expect(heightOf(axis) - yOf(axis, 450)).toBeCloseTo(640)
})

it('a comfortable day has room for two lines in half an hour', () => {
  const axis = lay({ density: 'comfortable' })
  expect(yOf(axis, 510) - yOf(axis, 480)).toBeCloseTo(40)
  expect(heightOf(axis)).toBeGreaterThan(640)
})

it.each([lay(), evenAxis(HOURS, 500)])('a place on the axis leads back to its time', (axis) => {
  for (const at of [450, 480, 497, 715, 780, 1169]) expect(minutesAt(axis, yOf(axis, at))).toBeCloseTo(at)
  expect(yOf(axis, 0)).toBe(0)
  expect(yOf(axis, 1440)).toBeCloseTo(heightOf(axis))
})
