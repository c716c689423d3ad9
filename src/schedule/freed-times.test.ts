import { expect, it, vi } from 'vitest'
import { onWake } from '../db/wake.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import {
  dropFreedTime,
  dropFreedTimes,
  firstFreedAfter,
  listFreedTimes,
  recordFreedTime,
  refillAndOffer,
} from './freed-times.ts'

const time = (startsAt: number) => ({ startsAt, endsAt: startsAt + HOUR, resourceId: 'b' })

it('freed time is recorded while it is not over, and wakes the waiting list', () => {
  const { ctx, pass } = openTestApp({ empty: true })
  const woken = vi.fn()
  onWake(ctx().db, woken)
  recordFreedTime(ctx(), [time(NOW - HOUR), time(NOW - HOUR + 1)])
  expect(woken).toHaveBeenCalledWith('offers')
  pass(MINUTE)
  refillAndOffer(ctx(), [{ ...time(NOW + HOUR), resourceId: null }])
  const list = (until: number, after = 0, most = 9) => listFreedTimes(ctx(), { until, after, most })
  const [first, second] = list(NOW + MINUTE)
  expect(first).toMatchObject({ ...time(NOW - HOUR + 1), freedAt: NOW })
  expect(second).toMatchObject({ ...time(NOW + HOUR), resourceId: null, freedAt: NOW + MINUTE })
  expect([list(NOW), list(NOW + MINUTE, 0, 1), list(NOW + MINUTE, first?.id)]).toEqual([
    [first],
    [first],
    [second],
  ])
  expect([NOW - 1, NOW, NOW + MINUTE].map((since) => firstFreedAfter(ctx(), since))).toEqual([
    NOW,
    NOW + MINUTE,
    undefined,
  ])
  pass(-2 * MINUTE)
  expect(list(NOW - 5), 'a clock that was ahead hides nothing').toEqual([first, second])
  if (first) dropFreedTime(ctx(), first)
  expect(list(NOW + MINUTE)).toEqual([second])
  dropFreedTimes(ctx())
  expect(list(NOW + MINUTE)).toEqual([])
})
