import { beforeEach, expect, it, vi } from 'vitest'
import { onWake } from '../db/wake.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  dropFreedTime,
  dropFreedTimes,
  firstFreedAfter,
  listFreedTimes,
  recordFreedTime,
  refillAndOffer,
} from './freed-times.ts'

const time = (startsAt: number) => ({ startsAt, endsAt: startsAt + HOUR, resourceId: 'b' })

/** One that began an hour ago, and one that begins in an hour, freed a minute later at every resource. */
const CURRENT = time(NOW - HOUR + 1)
const COMING = { ...time(NOW + HOUR), resourceId: null }

let app: TestApp
beforeEach(() => {
  app = openTestApp({ empty: true })
})

const list = (until: number, after = 0, most = 9) => listFreedTimes(app.ctx(), { until, after, most })

/** Records both, and returns their rows. */
function recordBoth() {
  recordFreedTime(app.ctx(), [CURRENT])
  app.pass(MINUTE)
  refillAndOffer(app.ctx(), [COMING])
  return list(NOW + MINUTE)
}

it('freed time is recorded while it is not over, and wakes the waiting list', () => {
  const woken = vi.fn()
  onWake(app.ctx().db, woken)
  recordFreedTime(app.ctx(), [time(NOW - HOUR), CURRENT])
  expect(woken).toHaveBeenCalledWith('offers')
  expect(list(NOW)).toMatchObject([{ ...CURRENT, freedAt: NOW }])
})

it('freed times are listed in the order in which they were freed, until an instant and after an id', () => {
  const [first, second] = recordBoth()
  expect(first).toMatchObject({ ...CURRENT, freedAt: NOW })
  expect(second).toMatchObject({ ...COMING, freedAt: NOW + MINUTE })
  expect(list(NOW)).toEqual([first])
  expect(list(NOW + MINUTE, 0, 1)).toEqual([first])
  expect(list(NOW + MINUTE, first?.id)).toEqual([second])
})

it('the first time that was freed after an instant is known', () => {
  recordBoth()
  const firstAfter = (since: number) => firstFreedAfter(app.ctx(), since)
  expect([firstAfter(NOW - 1), firstAfter(NOW), firstAfter(NOW + MINUTE)]).toEqual([
    NOW,
    NOW + MINUTE,
    undefined,
  ])
})

it('a clock that was ahead hides no freed time', () => {
  const both = recordBoth()
  app.pass(-2 * MINUTE)
  expect(list(NOW - 5)).toEqual(both)
})

it('freed times are dropped one by one, or all', () => {
  const [first, second] = recordBoth()
  if (first) dropFreedTime(app.ctx(), first)
  expect(list(NOW + MINUTE)).toEqual([second])
  dropFreedTimes(app.ctx())
  expect(list(NOW + MINUTE)).toEqual([])
})
