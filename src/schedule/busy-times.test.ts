import { expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { saveAbsence } from './absences.ts'
import { dropBusyTimes, partsOfBusyTimes, replaceBusyTimes } from './busy-times.ts'

/** The starts in one part at most (`STARTS_AT_ONCE` in busy-times.ts), restated. */
const STARTS_AT_ONCE = 500

const ODOO_SOURCE = { kind: 'erp' } as const

it('replacing a part of the busy times replaces only those that start within it', () => {
  const { ctx, rows } = openTestApp()
  /** Returns busy times of a millisecond that start so many milliseconds after `NOW`. */
  const busyAfterNow = (...offsets: number[]) =>
    offsets.map((offset) => ({ startsAt: NOW + offset, endsAt: NOW + offset + 1 }))
  /** Lists how many milliseconds after `NOW` the stored busy times start. */
  const listStoredOffsets = () =>
    rows<{ starts_at: number }>('select starts_at from absences order by starts_at').map(
      (row) => row.starts_at - NOW,
    )
  const part = { startsAt: NOW + 10, endsAt: NOW + 20 }
  replaceBusyTimes(ctx(), ODOO_SOURCE, busyAfterNow(0))
  expect(listStoredOffsets()).toEqual([0])
  replaceBusyTimes(ctx(), ODOO_SOURCE, busyAfterNow(0, 10, 20, 30))
  expect(listStoredOffsets()).toEqual([0, 10, 20, 30])
  // The times at 5 and 25 start outside the part, so they are ignored.
  replaceBusyTimes(ctx(), ODOO_SOURCE, busyAfterNow(5, 12, 25), part)
  expect(listStoredOffsets()).toEqual([0, 12, 20, 30])
  replaceBusyTimes(ctx(), ODOO_SOURCE, busyAfterNow(10, 20), part)
  expect(listStoredOffsets()).toEqual([0, 10, 20, 30])
})

it('a part of the busy times has at most 500 starts, and those with the same start share a part', () => {
  const ctx = openTestApp().ctx()
  /** Divides busy times of a millisecond with these starts into parts. */
  const listParts = (starts: number[]) => {
    const busy = starts.map((startsAt) => ({ startsAt, endsAt: startsAt + 1 }))
    return partsOfBusyTimes(ctx, ODOO_SOURCE, busy)
  }
  const [allTime, ...others] = listParts([])
  if (allTime === undefined) throw new Error('There is no part.')
  expect(others).toEqual([])
  const upTo = (endsAt: number) => ({ startsAt: allTime.startsAt, endsAt })
  const from = (startsAt: number) => ({ startsAt, endsAt: allTime.endsAt })

  const ascending = Array.from({ length: 2 * STARTS_AT_ONCE + 1 }, (_, i) => i)
  expect(listParts(ascending.slice(0, STARTS_AT_ONCE))).toEqual([allTime])
  expect(listParts(ascending.toReversed())).toEqual([
    upTo(STARTS_AT_ONCE),
    { startsAt: STARTS_AT_ONCE, endsAt: 2 * STARTS_AT_ONCE },
    from(2 * STARTS_AT_ONCE),
  ])
  expect(listParts(ascending.map(() => 7))).toEqual([upTo(7), from(7)])
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
