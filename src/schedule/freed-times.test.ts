import { expect, it, vi } from 'vitest'
import { onWake } from '../db/wake.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { saveAbsence } from './absences.ts'
import {
  dropAllFreedTimes,
  dropFreedTime,
  type FreedTime,
  firstFreedAfter,
  listFreedTimes,
  recordFreedTime,
  refillAndOffer,
} from './freed-times.ts'
import { releaseBooking } from './reservations.ts'

/** Returns an hour of the resource `b`. */
const hourFrom = (startsAt: number) => ({ startsAt, endsAt: startsAt + HOUR, resourceId: 'b' })

/** A time that ends a millisecond after `NOW`. */
const CURRENT_TIME = hourFrom(NOW - HOUR + 1)
/** A time that begins an hour after `NOW`, of all resources. */
const COMING_TIME = { ...hourFrom(NOW + HOUR), resourceId: null }

/** Opens an empty practice, or the demo practice, which has services to book. */
function openFreedTimes({ empty = true } = {}) {
  const app = openTestApp({ empty })
  /** Returns the times that were freed up to an instant: by default all since the first one. */
  const listUntil = (until: number, { after = 0, most = 9 } = {}) =>
    listFreedTimes(app.ctx(), { until, after, most })
  return {
    app,
    listUntil,
    /** Records `CURRENT_TIME` at `NOW` and `COMING_TIME` a minute later. @returns their rows */
    recordBoth: (): readonly [FreedTime, FreedTime] => {
      recordFreedTime(app.ctx(), [CURRENT_TIME])
      app.pass(MINUTE)
      recordFreedTime(app.ctx(), [COMING_TIME])
      const [first, second, ...others] = listUntil(NOW + MINUTE)
      if (first === undefined || second === undefined) throw new Error('Not both times were recorded.')
      expect(others).toEqual([])
      return [first, second]
    },
  }
}

it('freed time is recorded unless it is past, and wakes the waiting list', () => {
  const { app, listUntil } = openFreedTimes()
  const woken = vi.fn()
  onWake(app.ctx().db, woken)
  recordFreedTime(app.ctx(), [hourFrom(NOW - HOUR), CURRENT_TIME])
  expect(woken).toHaveBeenCalledWith('offers')
  expect(listUntil(NOW)).toMatchObject([{ ...CURRENT_TIME, freedAt: NOW }])
})

it('freed time goes to an absence that covers it, and is recorded too', () => {
  const { app, listUntil } = openFreedTimes({ empty: false })
  const { id, startsAt, endsAt } = insertBooking(app.ctx().db)
  saveAbsence(app.ctx(), { kind: 'block', title: '', start: startsAt, end: endsAt, resource_id: null })
  const freed = releaseBooking(app.ctx(), id)
  expect(app.occupied()).toEqual([])
  refillAndOffer(app.ctx(), freed)
  expect(app.occupied()).toEqual([[startsAt, endsAt]])
  expect(listUntil(NOW)).toMatchObject([{ startsAt, endsAt, freedAt: NOW }])
})

it('freed times are listed in the order in which they were freed, up to an instant and after an id', () => {
  const { listUntil, recordBoth } = openFreedTimes()
  const [first, second] = recordBoth()
  expect(first).toMatchObject({ ...CURRENT_TIME, freedAt: NOW })
  expect(second).toMatchObject({ ...COMING_TIME, freedAt: NOW + MINUTE })
  expect(listUntil(NOW)).toEqual([first])
  expect(listUntil(NOW + MINUTE, { most: 1 })).toEqual([first])
  expect(listUntil(NOW + MINUTE, { after: first.id })).toEqual([second])
})

it('the first instant after another at which time was freed is found', () => {
  const { app, recordBoth } = openFreedTimes()
  recordBoth()
  expect(firstFreedAfter(app.ctx(), NOW - 1)).toBe(NOW)
  expect(firstFreedAfter(app.ctx(), NOW)).toBe(NOW + MINUTE)
  expect(firstFreedAfter(app.ctx(), NOW + MINUTE)).toBeUndefined()
})

it('a clock that was ahead hides no freed time', () => {
  const { app, listUntil, recordBoth } = openFreedTimes()
  const freedTimes = recordBoth()
  app.pass(-2 * MINUTE)
  const { now } = app.ctx()
  expect(listUntil(now)).toEqual(freedTimes)
})

it('freed times are dropped one by one, or all', () => {
  const { app, listUntil, recordBoth } = openFreedTimes()
  const [first, second] = recordBoth()
  dropFreedTime(app.ctx(), first)
  expect(listUntil(NOW + MINUTE)).toEqual([second])
  dropAllFreedTimes(app.ctx())
  expect(listUntil(NOW + MINUTE)).toEqual([])
})
