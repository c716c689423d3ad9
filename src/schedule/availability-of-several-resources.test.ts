import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { type FreeSlots, listFreeSlots, listNextFreeDays } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { saveResource } from './resources.ts'
import { getService, saveService } from './services.ts'
import type { SlotSearch } from './slot-search.ts'
import { isBookableStart } from './start-choices.ts'

const DAY = '2027-01-12'
const instantAt = (time: string) => Date.parse(`${DAY}T${time}:00+01:00`)

/**
 * Opens the demo practice with a second doctor `b`, who offers follow-ups too. They take half an hour, and
 * can start every quarter of an hour.
 */
function openWithSecondDoctor(secondDoctor: Parameters<typeof saveResource>[2] = {}) {
  const app = openTestApp()
  saveResource(app.ctx(), 'b', { name: 'Dr. B', ...secondDoctor })
  saveService(app.ctx(), { ...getService(app.ctx(), 'folgebehandlung'), otherResourceIds: ['b'] })
  const service = getService(app.ctx(), 'folgebehandlung')
  /** Lists the free wall times of `DAY`, of both doctors or of the wished one. The summary must agree. */
  const listFreeTimes = (wish?: string) => {
    const search = { service, wish }
    const { starts } = listFreeSlots(app.ctx(), DAY, search)
    const [summary] = summariseDays(app.ctx(), { from: DAY, to: DAY, search })
    expect(summary?.available_count).toBe(starts.length)
    return starts.map((start) => timeOfDay(start))
  }
  return {
    ...app,
    service,
    listFreeTimes,
    /** Returns the id of the doctor who gets an appointment at a time; undefined if that is not free. */
    takerAt: (time: string) => takerIn(listFreeSlots(app.ctx(), DAY, { service }), time),
    /** Books half an hour with a doctor. */
    book: (time: string, resourceId: string) =>
      insertBooking(app.ctx().db, {
        startsAt: instantAt(time),
        endsAt: instantAt(time) + 30 * MINUTE,
        resourceId,
      }),
  }
}

/** Returns the id of the doctor to whom an appointment at a time would go; undefined if it is not free. */
const takerIn = ({ starts, resourceIds }: FreeSlots, time: string) =>
  resourceIds[starts.indexOf(instantAt(time))]

describe('the free times of a service with two resources', () => {
  it('are those of both together or of the wished one, and the summary counts the same', () => {
    const { book, listFreeTimes } = openWithSecondDoctor()
    const timesAtFirst = listFreeTimes()
    const listLostTimes = (wish?: string) => {
      const timesNow = listFreeTimes(wish)
      return timesAtFirst.filter((time) => !timesNow.includes(time))
    }
    book('10:00', 'doctor-1')
    // The other doctor is still free then.
    expect(listFreeTimes()).toEqual(timesAtFirst)
    expect(listFreeTimes('b')).toEqual(timesAtFirst)
    expect(listLostTimes('doctor-1')).toEqual(['09:45', '10:00', '10:15'])
    book('10:15', 'b')
    expect(listLostTimes('b')).toEqual(['10:00', '10:15', '10:30'])
    // At 09:45 doctor b is free, and from 10:30 doctor-1.
    expect(listLostTimes()).toEqual(['10:00', '10:15'])
  })

  describe('with different working hours', () => {
    // Hours are in minutes after midnight, and the week begins on Sunday. `DAY` is a Tuesday.
    const MONDAY = [[8 * 60, 12 * 60]] as const
    const TUESDAY = [
      [7 * 60, 8.5 * 60],
      [18 * 60, 19 * 60],
    ] as const
    const WEEK_OF_B = [[], MONDAY, TUESDAY, [], [], [], []]
    /** The starts before doctor-1 begins at eight. */
    const BEFORE_PRACTICE = ['07:00', '07:15', '07:30', '07:45']
    /** The starts after the hours of doctor-1. */
    const EVENING = ['18:00', '18:15', '18:30']

    it('follow the working hours of each resource', () => {
      const { listFreeTimes } = openWithSecondDoctor({ week: WEEK_OF_B })
      expect(listFreeTimes('b')).toEqual([...BEFORE_PRACTICE, '08:00', ...EVENING])
      expect(listFreeTimes()).toEqual([...BEFORE_PRACTICE, ...listFreeTimes('doctor-1'), ...EVENING])
    })

    it('can be booked only at the resource that works then', () => {
      const { ctx, service } = openWithSecondDoctor({ week: WEEK_OF_B })
      expect(isBookableStart(ctx(), { ...service, resourceId: 'b' }, instantAt('18:00'))).toBe(true)
      expect(isBookableStart(ctx(), { ...service, resourceId: 'doctor-1' }, instantAt('18:00'))).toBe(false)
    })

    it('are those of the next free day', () => {
      const { ctx, service, listFreeTimes } = openWithSecondDoctor({ week: WEEK_OF_B })
      expect(listNextFreeDays(ctx(), DAY, { service }, { days: 1 })).toEqual([
        { date: DAY, starts: listFreeTimes().map(instantAt) },
      ])
      const isAfterQuarterPastSix = (start: number) => start > instantAt('18:15')
      expect(listNextFreeDays(ctx(), DAY, { service }, { days: 1, fits: isAfterQuarterPastSix })).toEqual([
        { date: DAY, starts: [instantAt('18:30')] },
      ])
    })
  })

  it('go to the resource with fewer appointments on the day, and between equals to the first', () => {
    const { book, takerAt } = openWithSecondDoctor()
    expect(takerAt('08:00')).toBe('doctor-1')

    book('10:00', 'doctor-1')
    expect(takerAt('08:00')).toBe('b')

    book('09:00', 'b')
    book('10:30', 'b')
    expect(takerAt('08:00')).toBe('doctor-1')
    // With two appointments, b is second choice, but doctor-1 is not free then.
    expect(takerAt('10:00')).toBe('b')
  })

  it('leave out an inactive resource', () => {
    const { ctx, listFreeTimes } = openWithSecondDoctor()
    const timesOfB = listFreeTimes('b')
    saveResource(ctx(), 'doctor-1', { active: false })
    expect(listFreeTimes()).toEqual(timesOfB)
    saveResource(ctx(), 'b', { active: false })
    expect(listFreeTimes()).toEqual([])
  })

  it('are refused for a wished resource that is inactive or does not offer the service', () => {
    const { ctx, listFreeTimes } = openWithSecondDoctor()
    saveResource(ctx(), 'doctor-1', { active: false })
    const message = 'Diese Wahl gibt es für diese Leistung nicht (mehr).'
    // There is no doctor c, and none without an id.
    for (const wish of ['doctor-1', 'c', ''])
      expect(refusalOf(() => listFreeTimes(wish))).toMatchObject({
        code: 'invalid',
        message,
        facts: { fields: { resource: message } },
      })
  })
})

describe('the free times to which a booking can move', () => {
  it('include the time of the moving booking, but only at its own resource', () => {
    const { ctx, service, book } = openWithSecondDoctor()
    for (const resource of ['doctor-1', 'b']) book('10:00', resource)
    const searchForMoveAt = (resourceId: string) => ({
      service,
      countsAsFree: [{ resourceId, startsAt: instantAt('10:00') }],
    })
    /** Returns the doctor who is free at 10:00 when the time of this doctor's booking counts as free. */
    const takerWhenMoving = (ownDoctor: string) =>
      takerIn(listFreeSlots(ctx(), DAY, searchForMoveAt(ownDoctor)), '10:00')
    expect(takerWhenMoving('doctor-1')).toBe('doctor-1')
    expect(takerWhenMoving('b')).toBe('b')
    expect(takerWhenMoving('c')).toBeUndefined()
    const [firstDay] = listNextFreeDays(ctx(), DAY, searchForMoveAt('b'), { days: 1 })
    expect(firstDay?.starts).toContain(instantAt('10:00'))
  })

  it('leave out the time that a move counts as occupied', () => {
    const { ctx, service } = openWithSecondDoctor()
    const freeStarts = (criteria: Omit<SlotSearch, 'service'>) =>
      listNextFreeDays(ctx(), DAY, { service, ...criteria }, { days: 1 })[0]?.starts ?? []
    const usualStarts = freeStarts({})
    const taken = { startsAt: instantAt('11:00'), endsAt: instantAt('11:30') }
    expect(usualStarts).toContain(taken.startsAt)
    const isBeside = (start: number) => start + 30 * MINUTE <= taken.startsAt || start >= taken.endsAt
    expect(freeStarts({ countsAsOccupied: [taken] })).toEqual(usualStarts.filter(isBeside))
  })
})

it('a held start is free again once the hold expires, also when the other doctor is booked', () => {
  const app = openWithSecondDoctor()
  const { db, now } = app.ctx()
  app.book('08:30', 'b')
  const expiresAt = now + 10 * MINUTE
  insertHold(db, { email: 'rosa@musterfrau.example', now, startsAt: instantAt('08:30'), expiresAt })
  app.pass(10 * MINUTE - 1)
  expect(app.listFreeTimes()).not.toContain('08:30')
  app.pass(1)
  expect(app.listFreeTimes()).toContain('08:30')
})
