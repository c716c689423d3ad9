import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold, insertOffer } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  findHoldReservation,
  findOfferReservation,
  findReservation,
  isUnoccupied,
  listOccupied,
  listOffered,
  paddedInterval,
} from './occupations.ts'
import { saveResource } from './resources.ts'
import { getService } from './services.ts'

const START = Date.parse('2027-01-12T09:00:00+01:00')
const END = START + 30 * MINUTE

it('an appointment takes its paddings before and after', () => {
  const service = { ...getService(openTestApp().ctx(), 'akupunktur'), paddingAfterMin: 10 }
  // Acupuncture takes 40 minutes, and five minutes before.
  expect(paddedInterval(service, START)).toEqual({
    startsAt: START - 5 * MINUTE,
    endsAt: START + 50 * MINUTE,
  })
})

describe('the offered times', () => {
  /**
   * Opens an app with an offer at doctor-1 from START to END, and with two bookings at other times.
   * @returns a function that counts the offered times of a resource in an interval
   */
  function openWithOffer() {
    const ctx = openTestApp().ctx()
    const { id: bookingId } = insertBooking(ctx.db, { startsAt: START + 9 * HOUR, endsAt: START + 10 * HOUR })
    insertOffer(ctx.db, { bookingId, startsAt: START, expiresAt: START })
    insertBooking(ctx.db, { startsAt: START + HOUR, endsAt: START + 2 * HOUR })
    return (resourceId: string | null, startsAt: number, endsAt: number) =>
      listOffered(ctx, { resourceId, startsAt, endsAt }).length
  }

  it('are those of open offers, of one resource or of all', () => {
    const countOffered = openWithOffer()
    const day = [START - HOUR, START + 3 * HOUR] as const
    expect(countOffered(null, ...day)).toBe(1)
    expect(countOffered('doctor-1', ...day)).toBe(1)
    expect(countOffered('b', ...day)).toBe(0)
  })

  it('are only those that overlap the interval', () => {
    const countOffered = openWithOffer()
    expect(countOffered(null, START - HOUR, START)).toBe(0)
    expect(countOffered(null, START - HOUR, START + 1)).toBe(1)
    expect(countOffered(null, END - 1, END + HOUR)).toBe(1)
    expect(countOffered(null, END, END + HOUR)).toBe(0)
  })
})

it('occupied times are listed by resource, each with its booking, and without expired holds', () => {
  const app = openTestApp()
  const { db, now } = app.ctx()
  saveResource(app.ctx(), 'b', { name: 'Dr. B' })
  const first = insertBooking(db, { startsAt: START, endsAt: END })
  const ofB = insertBooking(db, { startsAt: START, endsAt: END, resourceId: 'b' })
  insertOffer(db, { bookingId: first.id, startsAt: START + HOUR, expiresAt: START })
  const expiresAt = now + 10 * MINUTE
  insertHold(db, { email: 'a', now, startsAt: START + 2 * HOUR, expiresAt })
  /** Returns the resource, the hours from START to the start, and the booking of each time. */
  const listTimes = () =>
    listOccupied(app.ctx(), START, START + 3 * HOUR).map(({ resourceId, startsAt, bookingId }) => [
      resourceId,
      (startsAt - START) / HOUR,
      bookingId,
    ])
  const ofBookings = [
    ['b', 0, ofB.id],
    ['doctor-1', 0, first.id],
    ['doctor-1', 1, first.id],
  ]
  expect(listTimes().toSorted()).toEqual([...ofBookings, ['doctor-1', 2, null]])
  app.pass(10 * MINUTE)
  expect(listTimes().toSorted()).toEqual(ofBookings)
})

it('a time is unoccupied when nothing overlaps it or its paddings', () => {
  const { ctx } = openTestApp()
  insertBooking(ctx().db, { startsAt: START, endsAt: END })
  const service = { ...getService(ctx(), 'folgebehandlung'), paddingBeforeMin: 5, paddingAfterMin: 10 }
  const isFreeAt = (minutes: number) => isUnoccupied(ctx(), service, START + minutes * MINUTE)
  // With its paddings the service takes the time from 5 minutes before its start to 40 minutes after it.
  expect([-41, -40, -39, 0, 34, 35].filter(isFreeAt)).toEqual([-41, -40, 35])
})

it('a reservation is found through its booking, hold or offer', () => {
  const app = openTestApp()
  const ctx = app.ctx()
  const { id: bookingId } = insertBooking(ctx.db, { startsAt: START, endsAt: END })
  const holdId = insertHold(ctx.db, { email: 'a', now: ctx.now, startsAt: START + HOUR })
  insertOffer(ctx.db, { bookingId, startsAt: START + 2 * HOUR, expiresAt: START })
  const offerId = app.rows<{ id: string }>('select id from offers')[0]?.id ?? ''
  expect(findReservation(ctx, bookingId)?.startsAt).toBe(START)
  expect(findHoldReservation(ctx, holdId)?.startsAt).toBe(START + HOUR)
  expect(findOfferReservation(ctx, offerId)?.startsAt).toBe(START + 2 * HOUR)
  expect(findOfferReservation(ctx, 'unknown')).toBeUndefined()
})
