import { expect, it } from 'vitest'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { partsOfBusyTimes, replaceBusyTimes } from './busy-times.ts'

const SOURCE = { kind: 'erp' } as const

it('busy times are replaced that start within a part, its begin included', () => {
  const { ctx, rows } = openTestApp()
  const busy = (starts: number[]) => starts.map((at) => ({ startsAt: NOW + at, endsAt: NOW + at + 1 }))
  const stored = () => rows<{ starts_at: number }>('select * from absences').map((row) => row.starts_at - NOW)
  replaceBusyTimes(ctx(), SOURCE, busy([0]))
  expect(stored()).toEqual([0])
  replaceBusyTimes(ctx(), SOURCE, busy([0, 10, 20, 30]))
  replaceBusyTimes(ctx(), SOURCE, busy([5, 12, 25]), { startsAt: NOW + 10, endsAt: NOW + 20 })
  expect(stored().toSorted((a, b) => a - b)).toEqual([0, 12, 20, 30])
  replaceBusyTimes(ctx(), SOURCE, busy([10, 20]), { startsAt: NOW + 10, endsAt: NOW + 20 })
  expect(stored().toSorted((a, b) => a - b)).toEqual([0, 10, 20, 30])
})

it('busy times are read in parts of 500 starts, and those with one start are in one part', () => {
  const ctx = openTestApp().ctx()
  const busy = (starts: number[]) => starts.map((startsAt) => ({ startsAt, endsAt: startsAt + 1 }))
  const bounds = (starts: number[]) =>
    partsOfBusyTimes(ctx, SOURCE, busy(starts)).flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
  const [first, last] = bounds([]) as [number, number]
  const ascending = Array.from({ length: 1001 }, (_, i) => i)
  expect(bounds(ascending.slice(0, 500))).toEqual([first, last])
  expect(bounds(ascending.toReversed())).toEqual([first, 500, 500, 1000, 1000, last])
  expect(bounds(Array(1001).fill(7))).toEqual([first, 7, 7, last])
})
