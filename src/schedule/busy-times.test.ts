import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { partsOfBusyTimes } from './busy-times.ts'

it('busy times are read in parts of 500 starts, and those with one start are in one part', () => {
  const ctx = openTestApp().ctx()
  const source = { kind: 'calendar', calendarId: 1, resourceId: null } as const
  const busy = (starts: number[]) => starts.map((startsAt) => ({ startsAt, endsAt: startsAt + 1 }))
  const bounds = (starts: number[]) =>
    partsOfBusyTimes(ctx, source, busy(starts)).flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
  const [first, last] = bounds([]) as [number, number]
  const ascending = Array.from({ length: 1001 }, (_, i) => i)
  expect(bounds(ascending.slice(0, 500))).toEqual([first, last])
  expect(bounds(ascending.toReversed())).toEqual([first, 500, 500, 1000, 1000, last])
  expect(bounds(Array(1001).fill(7))).toEqual([first, 7, 7, last])
})
