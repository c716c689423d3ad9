import { expect, it } from 'vitest'
import { hasLength, mergeIntervals, subtractIntervals, totalLength } from './intervals.ts'

/** Returns intervals from their starts and ends. */
const intervals = (...pairs: [number, number][]) => pairs.map(([startsAt, endsAt]) => ({ startsAt, endsAt }))

it('intervals that overlap or touch are merged, in order of time', () => {
  expect(mergeIntervals(intervals([5, 7], [0, 2], [2, 3], [4, 6], [0, 1]))).toEqual(intervals([0, 3], [4, 7]))
  expect(mergeIntervals([])).toEqual([])
})

it('taken time splits intervals, and leaves no empty part', () => {
  expect(
    subtractIntervals(intervals([0, 10], [20, 30]), intervals([0, 2], [4, 6], [10, 22], [29, 40])),
  ).toEqual(intervals([2, 4], [6, 10], [22, 29]))
})

it('thousands of taken times are subtracted at once, in any order', () => {
  // Every second interval of length 1 is taken.
  const taken = Array.from({ length: 50_000 }, (_, index) => ({ startsAt: index * 2, endsAt: index * 2 + 1 }))
  const remaining = subtractIntervals(intervals([0, 100_000]), taken.toReversed())
  expect(remaining).toHaveLength(50_000)
  expect(totalLength(remaining)).toBe(50_000)
})

it('the total length of intervals leaves out the time between them', () => {
  expect(totalLength(intervals([0, 10], [20, 25]))).toBe(15)
})

it('an interval has a length when it ends after it starts', () => {
  expect(intervals([0, 1], [1, 1], [2, 1]).map(hasLength)).toEqual([true, false, false])
})
