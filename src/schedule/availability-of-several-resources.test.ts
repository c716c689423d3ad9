import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { listFreeSlots, listNextFreeDays } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { saveResource } from './resources.ts'
import { getService, saveService } from './services.ts'
import type { SlotSearch } from './slot-search.ts'
import { isBookableStart } from './start-choices.ts'

describe('the free times of a service with two resources', () => {
  const DAY = '2027-01-12'
  const instantAt = (time: string) => Date.parse(`${DAY}T${time}:00+01:00`)

  /**
   * Opens the demo practice with a second doctor `b`, who offers follow-ups too. A `wish` is the only doctor
   * that is searched; `takerAt` returns the doctor who gets an appointment at a time.
   */
  function openTwo(secondDoctor: Parameters<typeof saveResource>[2] = {}) {
    const app = openTestApp()
    saveResource(app.ctx(), 'b', { name: 'Dr. B', ...secondDoctor })
    const service = getService(app.ctx(), 'folgebehandlung')
    saveService(app.ctx(), { ...service, otherResourceIds: ['b'] })
    const slots = (wish?: string) =>
      listFreeSlots(app.ctx(), DAY, { service: getService(app.ctx(), 'folgebehandlung'), wish })
    return {
      ...app,
      times: (wish?: string) => slots(wish).starts.map((start) => isoAt(start).slice(11, 16)),
      takerAt: (time: string) => slots().resourceIds[slots().starts.indexOf(instantAt(time))],
      count: (wish?: string) => {
        const search = { service: getService(app.ctx(), 'folgebehandlung'), wish }
        return summariseDays(app.ctx(), DAY, DAY, search)[0]?.available_count
      },
      book: (time: string, resourceId: string) =>
        insertBooking(app.ctx().db, {
          startsAt: instantAt(time),
          endsAt: instantAt(time) + 30 * MINUTE,
          resourceId,
        }),
    }
  }

  it('are those of both together or of the wished one, and the summary counts the same', () => {
    const { book, times, count } = openTwo()
    const all = times()
    book('10:00', 'doctor-1')
    expect([times(), times('b')]).toEqual([all, all])
    expect(all.filter((time) => !times('doctor-1').includes(time))).toEqual(['09:45', '10:00', '10:15'])
    book('10:15', 'b')
    expect(all.filter((time) => !times().includes(time))).toEqual(['10:00', '10:15'])
    for (const wish of [undefined, 'doctor-1', 'b']) expect(count(wish)).toBe(times(wish).length)
  })

  describe('with different working hours', () => {
    const MONDAY = [[8 * 60, 12 * 60]] as const
    const TUESDAY = [
      [7 * 60, 8.5 * 60],
      [18 * 60, 19 * 60],
    ] as const
    const WEEK_OF_B = [[], MONDAY, TUESDAY, [], [], [], []]
    const BEFORE_PRACTICE = ['07:00', '07:15', '07:30', '07:45']
    const EVENING = ['18:00', '18:15', '18:30']

    it('follow the working hours of each resource', () => {
      const { times, count } = openTwo({ week: WEEK_OF_B })
      expect(times('b')).toEqual([...BEFORE_PRACTICE, '08:00', ...EVENING])
      expect(times()).toEqual([...BEFORE_PRACTICE, ...times('doctor-1'), ...EVENING])
      for (const wish of [undefined, 'b']) expect(count(wish)).toBe(times(wish).length)
    })

    it('can be booked only at the resource that works then', () => {
      const { ctx } = openTwo({ week: WEEK_OF_B })
      const service = getService(ctx(), 'folgebehandlung')
      expect(isBookableStart(ctx(), { ...service, resourceId: 'b' }, instantAt('18:00'))).toBe(true)
      expect(isBookableStart(ctx(), { ...service, resourceId: 'doctor-1' }, instantAt('18:00'))).toBe(false)
    })

    it('are those of the next free day', () => {
      const { times, ctx } = openTwo({ week: WEEK_OF_B })
      const service = getService(ctx(), 'folgebehandlung')
      expect(listNextFreeDays(ctx(), DAY, { service }, { days: 1 })).toEqual([
        { date: DAY, starts: times().map(instantAt) },
      ])
      const isLast = (start: number) => start > instantAt('18:15')
      expect(listNextFreeDays(ctx(), DAY, { service }, { days: 1, fits: isLast })).toEqual([
        { date: DAY, starts: [instantAt('18:30')] },
      ])
    })
  })

  it('count the time of a moving booking as free only at its own resource', () => {
    const { book, ctx } = openTwo()
    const service = getService(ctx(), 'folgebehandlung')
    for (const resource of ['doctor-1', 'b']) book('10:00', resource)
    /** Returns the doctor who is free at 10:00 when the time of this doctor's booking counts as free. */
    const takerWhenMoving = (ownDoctor: string) => {
      const search = { service, countsAsFree: [{ resourceId: ownDoctor, startsAt: instantAt('10:00') }] }
      const { starts, resourceIds } = listFreeSlots(ctx(), DAY, search)
      return resourceIds[starts.indexOf(instantAt('10:00'))]
    }
    expect(['doctor-1', 'b', 'c'].map(takerWhenMoving)).toEqual(['doctor-1', 'b', undefined])
    const moving = { service, countsAsFree: [{ resourceId: 'b', startsAt: instantAt('10:00') }] }
    expect(listNextFreeDays(ctx(), DAY, moving, { days: 1 })[0]?.starts).toContain(instantAt('10:00'))
  })

  it('leave out the time that a move counts as occupied', () => {
    const { ctx } = openTwo()
    const service = getService(ctx(), 'folgebehandlung')
    const freeStarts = (criteria: Omit<SlotSearch, 'service'>) =>
      listNextFreeDays(ctx(), DAY, { service, ...criteria }, { days: 1 })[0]?.starts ?? []
    const all = freeStarts({})
    const taken = { startsAt: instantAt('11:00'), endsAt: instantAt('11:30') }
    expect(all).toContain(taken.startsAt)
    expect(freeStarts({ countsAsOccupied: [taken] })).toEqual(
      all.filter((start) => start + 30 * MINUTE <= taken.startsAt || start >= taken.endsAt),
    )
  })

  it('go to the resource with fewer appointments on the day, and between equals to the first', () => {
    const { book, takerAt } = openTwo()
    expect(takerAt('08:00')).toBe('doctor-1')
    book('10:00', 'doctor-1')
    expect(takerAt('08:00')).toBe('b')
    book('09:00', 'b')
    book('10:30', 'b')
    expect([takerAt('08:00'), takerAt('10:00')]).toEqual(['doctor-1', 'b'])
  })

  it('leave out an inactive resource', () => {
    const { ctx, times } = openTwo()
    const timesOfB = times('b')
    saveResource(ctx(), 'doctor-1', { active: false })
    expect(times()).toEqual(timesOfB)
    saveResource(ctx(), 'b', { active: false })
    expect(times()).toEqual([])
  })

  it('are refused for a wished resource that is inactive or does not offer the service', () => {
    const { ctx, times } = openTwo()
    saveResource(ctx(), 'doctor-1', { active: false })
    const fields = { resource: 'Diese Wahl gibt es für diese Leistung nicht (mehr).' }
    for (const wish of ['doctor-1', 'c', '']) expect(refusalOf(() => times(wish))?.facts).toEqual({ fields })
  })
})

it('a held start is free again once the hold expires, also when the other doctor is booked', () => {
  const app = openTestApp()
  const ctx = app.ctx()
  const start = Date.parse('2027-01-12T08:30:00+01:00')
  saveResource(ctx, 'b', { name: 'Dr. B' })
  saveService(ctx, { ...getService(ctx, 'folgebehandlung'), otherResourceIds: ['b'] })
  insertBooking(ctx.db, {
    startsAt: start,
    endsAt: start + 30 * MINUTE,
    resourceId: 'b',
    status: 'confirmed',
  })
  insertHold(ctx.db, { email: 'rosa@musterfrau.example', now: ctx.now, startsAt: start })
  const isFree = () => listFreeSlots(app.ctx(), '2027-01-12', 'folgebehandlung').starts.includes(start)
  app.pass(10 * MINUTE - 1)
  expect(isFree()).toBe(false)
  app.pass(1)
  expect(isFree()).toBe(true)
})
