import { expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { saveAbsence } from './absences.ts'
import { dropBusyTimes, partsOfBusyTimes, replaceBusyTimes } from './busy-times.ts'

const ODOO_SOURCE = { kind: 'erp' } as const

it('replacing a part of the busy times replaces only those that start within it', () => {
  const { ctx, rows } = openTestApp()
  /** Returns busy times of a millisecond that start so many milliseconds after NOW. */
  const busyAt = (...offsets: number[]) =>
    offsets.map((offset) => ({ startsAt: NOW + offset, endsAt: NOW + offset + 1 }))
  const storedOffsets = () =>
    rows<{ starts_at: number }>('select starts_at from absences order by starts_at').map(
      (row) => row.starts_at - NOW,
    )
  const part = { startsAt: NOW + 10, endsAt: NOW + 20 }
  replaceBusyTimes(ctx(), ODOO_SOURCE, busyAt(0))
  expect(storedOffsets()).toEqual([0])
  replaceBusyTimes(ctx(), ODOO_SOURCE, busyAt(0, 10, 20, 30))
  expect(storedOffsets()).toEqual([0, 10, 20, 30])
  // The times at 5 and 25 start outside the part, so they are ignored.
  replaceBusyTimes(ctx(), ODOO_SOURCE, busyAt(5, 12, 25), part)
  expect(storedOffsets()).toEqual([0, 12, 20, 30])
  replaceBusyTimes(ctx(), ODOO_SOURCE, busyAt(10, 20), part)
  expect(storedOffsets()).toEqual([0, 10, 20, 30])
})

it('a part of the busy times has at most 500 starts, and those with the same start share a part', () => {
  const ctx = openTestApp().ctx()
  /** Divides busy times with these starts. @returns start and end of each part, one after the other */
  const bounds = (starts: number[]) => {
    const busy = starts.map((startsAt) => ({ startsAt, endsAt: startsAt + 1 }))
    return partsOfBusyTimes(ctx, ODOO_SOURCE, busy).flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
  }
  const [first, last] = bounds([]) as [number, number]
  const ascending = Array.from({ length: 1001 }, (_, i) => i)
  expect(bounds(ascending.slice(0, 500))).toEqual([first, last])
  expect(bounds(ascending.toReversed())).toEqual([first, 500, 500, 1000, 1000, last])
  expect(bounds(Array(1001).fill(7))).toEqual([first, 7, 7, last])
})

it('dropping a busy time lets an absence occupy its time again', () => {
  const app = openTestApp()
  const [startsAt, endsAt] = [NOW + HOUR, NOW + 2 * HOUR]
  const block = { kind: 'block', title: '', resource_id: null, start: startsAt, end: endsAt } as const
  replaceBusyTimes(app.ctx(), ODOO_SOURCE, [{ startsAt, endsAt }])
  saveAbsence(app.ctx(), block)
  expect(dropBusyTimes(app.ctx(), ODOO_SOURCE)).toMatchObject([{ startsAt, endsAt, resourceId: null }])
  expect(app.occupied()).toEqual([[startsAt, endsAt]])
  expect(dropBusyTimes(app.ctx(), ODOO_SOURCE)).toEqual([])
})

it('a busy time belongs to the doctor of its calendar; in Odoo, to the doctor that it names, or to all', () => {
  const { ctx, rows, changeRows } = openTestApp()
  changeRows(`
    insert into calendars (id, name, url, resource_id, busy_only, created_at, tried_at)
    values (1, 'Privat', 'x', 'b', 1, 0, 0)`)
  const time = { startsAt: NOW + HOUR, endsAt: NOW + 2 * HOUR }
  replaceBusyTimes(ctx(), { kind: 'calendar', calendarId: 1, resourceId: 'b' }, [time])
  replaceBusyTimes(ctx(), ODOO_SOURCE, [
    { ...time, eventId: 1 },
    { ...time, eventId: 2, resourceId: 'c' },
  ])
  expect(rows('select kind, resource_id from absences order by id')).toEqual([
    { kind: 'calendar', resource_id: 'b' },
    { kind: 'erp', resource_id: null },
    { kind: 'erp', resource_id: 'c' },
  ])
})
