import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listFreeSlots, listNextFreeDays } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { saveResource } from './resources.ts'
import { getService, saveService } from './services.ts'
import type { SlotSearch } from './slot-search.ts'
import { isBookableStart } from './start-choices.ts'

const DAY = '2027-01-12'
const instantAt = (time: string) => Date.parse(`${DAY}T${time}:00+01:00`)

/** Opens the demo practice with a second doctor `b`, who offers follow-ups too. */
function openWithSecondDoctor(secondDoctor: Parameters<typeof saveResource>[2] = {}) {
  const app = openTestApp()
  saveResource(app.ctx(), 'b', { name: 'Dr. B', ...secondDoctor })
  const service = getService(app.ctx(), 'folgebehandlung')
  saveService(app.ctx(), { ...service, otherResourceIds: ['b'] })
  /** Returns the search for follow-ups; a wish is the only doctor to be searched. */
  const searchFor = (wish?: string) => ({ service: getService(app.ctx(), 'folgebehandlung'), wish })
  const listSlots = (wish?: string) => listFreeSlots(app.ctx(), DAY, searchFor(wish))
  return {
    ...app,
    freeTimes: (wish?: string) => listSlots(wish).starts.map((start) => timeOfDay(start)),
    countFreeTimes: (wish?: string) =>
      summariseDays(app.ctx(), DAY, DAY, searchFor(wish))[0]?.available_count,
    /** Returns the doctor who gets an appointment at a time. */
    takerAt: (time: string) => {
      const { starts, resourceIds } = listSlots()
      return resourceIds[starts.indexOf(instantAt(time))]
    },
    book: (time: string, resourceId: string) =>
      insertBooking(app.ctx().db, {
        startsAt: instantAt(time),
        endsAt: instantAt(time) + 30 * MINUTE,
        resourceId,
      }),
  }
}

describe('the free times of a service with two resources', () => {
  it('are those of both together or of the wished one, and the summary counts the same', () => {
    const { book, freeTimes, countFreeTimes } = openWithSecondDoctor()
    const timesAtFirst = freeTimes()
    const timesLost = (wish?: string) => timesAtFirst.filter((time) => !freeTimes(wish).includes(time))
    book('10:00', 'doctor-1')
    expect(freeTimes()).toEqual(timesAtFirst)
    expect(freeTimes('b')).toEqual(timesAtFirst)
    expect(timesLost('doctor-1')).toEqual(['09:45', '10:00', '10:15'])
    book('10:15', 'b')
    expect(timesLost()).toEqual(['10:00', '10:15'])
    for (const wish of [undefined, 'doctor-1', 'b']) expect(countFreeTimes(wish)).toBe(freeTimes(wish).length)
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
      const { freeTimes, countFreeTimes } = openWithSecondDoctor({ week: WEEK_OF_B })
      expect(freeTimes('b')).toEqual([...BEFORE_PRACTICE, '08:00', ...EVENING])
      expect(freeTimes()).toEqual([...BEFORE_PRACTICE, ...freeTimes('doctor-1'), ...EVENING])
      for (const wish of [undefined, 'b']) expect(countFreeTimes(wish)).toBe(freeTimes(wish).length)
    })

    it('can be booked only at the resource that works then', () => {
      const { ctx } = openWithSecondDoctor({ week: WEEK_OF_B })
      const service = getService(ctx(), 'folgebehandlung')
      expect(isBookableStart(ctx(), { ...service, resourceId: 'b' }, instantAt('18:00'))).toBe(true)
      expect(isBookableStart(ctx(), { ...service, resourceId: 'doctor-1' }, instantAt('18:00'))).toBe(false)
    })

    it('are those of the next free day', () => {
      const { freeTimes, ctx } = openWithSecondDoctor({ week: WEEK_OF_B })
      const service = getService(ctx(), 'folgebehandlung')
      expect(listNextFreeDays(ctx(), DAY, { service }, { days: 1 })).toEqual([
        { date: DAY, starts: freeTimes().map(instantAt) },
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
    expect(takerAt('10:00')).toBe('b')
  })

  it('leave out an inactive resource', () => {
    const { ctx, freeTimes } = openWithSecondDoctor()
    const timesOfB = freeTimes('b')
    saveResource(ctx(), 'doctor-1', { active: false })
    expect(freeTimes()).toEqual(timesOfB)
    saveResource(ctx(), 'b', { active: false })
    expect(freeTimes()).toEqual([])
  })

  it('are refused for a wished resource that is inactive or does not offer the service', () => {
    const { ctx, freeTimes } = openWithSecondDoctor()
    saveResource(ctx(), 'doctor-1', { active: false })
    const fields = { resource: 'Diese Wahl gibt es für diese Leistung nicht (mehr).' }
    for (const wish of ['doctor-1', 'c', ''])
      expect(refusalOf(() => freeTimes(wish))?.facts).toEqual({ fields })
  })
})

describe('the free times for a move of a booking', () => {
  it('count the time of a moving booking as free only at its own resource', () => {
    const { book, ctx } = openWithSecondDoctor()
    const service = getService(ctx(), 'folgebehandlung')
    for (const resource of ['doctor-1', 'b']) book('10:00', resource)
    const searchForMoveAt = (resourceId: string) => ({
      service,
      countsAsFree: [{ resourceId, startsAt: instantAt('10:00') }],
    })
    /** Returns the doctor who is free at 10:00 when the time of this doctor's booking counts as free. */
    const takerWhenMoving = (ownDoctor: string) => {
      const { starts, resourceIds } = listFreeSlots(ctx(), DAY, searchForMoveAt(ownDoctor))
      return resourceIds[starts.indexOf(instantAt('10:00'))]
    }
    expect(['doctor-1', 'b', 'c'].map(takerWhenMoving)).toEqual(['doctor-1', 'b', undefined])
    const [firstDay] = listNextFreeDays(ctx(), DAY, searchForMoveAt('b'), { days: 1 })
    expect(firstDay?.starts).toContain(instantAt('10:00'))
  })

  it('leave out the time that a move counts as occupied', () => {
    const { ctx } = openWithSecondDoctor()
    const service = getService(ctx(), 'folgebehandlung')
    const freeStarts = (criteria: Omit<SlotSearch, 'service'>) =>
      listNextFreeDays(ctx(), DAY, { service, ...criteria }, { days: 1 })[0]?.starts ?? []
    const usualStarts = freeStarts({})
    const taken = { startsAt: instantAt('11:00'), endsAt: instantAt('11:30') }
    expect(usualStarts).toContain(taken.startsAt)
    expect(freeStarts({ countsAsOccupied: [taken] })).toEqual(
      usualStarts.filter((start) => start + 30 * MINUTE <= taken.startsAt || start >= taken.endsAt),
    )
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
