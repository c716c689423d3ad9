import { describe, expect, it } from 'vitest'
import { HOUR, type Interval, MINUTE } from '../shared/day.ts'
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

/** Start and end of half an hour at doctor-1. */
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
   * Opens an app with an offer at doctor-1 from `START` to `END`, and with two bookings at other times.
   * @returns a function that counts the offered times in an interval, by default of all resources
   */
  function openWithOffer() {
    const ctx = openTestApp().ctx()
    const { id: bookingId } = insertBooking(ctx.db, { startsAt: START + 9 * HOUR, endsAt: START + 10 * HOUR })
    insertOffer(ctx.db, { bookingId, startsAt: START, expiresAt: START })
    insertBooking(ctx.db, { startsAt: START + HOUR, endsAt: START + 2 * HOUR })
    return (interval: Interval, resourceId: string | null = null) =>
      listOffered(ctx, { ...interval, resourceId }).length
  }

  it('are those of open offers, of one resource or of all', () => {
    const countOffered = openWithOffer()
    const aroundIt = { startsAt: START - HOUR, endsAt: END + HOUR }
    expect(countOffered(aroundIt)).toBe(1)
    expect(countOffered(aroundIt, 'doctor-1')).toBe(1)
    expect(countOffered(aroundIt, 'b')).toBe(0)
  })

  it('are only those that overlap the interval', () => {
    const countOffered = openWithOffer()
    expect(countOffered({ startsAt: START - HOUR, endsAt: START })).toBe(0)
    expect(countOffered({ startsAt: START - HOUR, endsAt: START + 1 })).toBe(1)
    expect(countOffered({ startsAt: END - 1, endsAt: END + HOUR })).toBe(1)
    expect(countOffered({ startsAt: END, endsAt: END + HOUR })).toBe(0)
  })
})

it('occupied times are listed by resource, each with its booking, and without expired holds', () => {
  const app = openTestApp()
  const { db, now } = app.ctx()
  saveResource(app.ctx(), 'b', { name: 'Dr. B' })
  const [OFFERED, HELD] = [START + HOUR, START + 2 * HOUR]
  const first = insertBooking(db, { startsAt: START, endsAt: END })
  const ofB = insertBooking(db, { startsAt: START, endsAt: END, resourceId: 'b' })
  insertOffer(db, { bookingId: first.id, startsAt: OFFERED, expiresAt: START })
  insertHold(db, { email: 'a', now, startsAt: HELD, expiresAt: now + 10 * MINUTE })
  const listOfResource = (id: string) =>
    listOccupied(app.ctx(), START, HELD + HOUR)
      .filter(({ resourceId }) => resourceId === id)
      .map(({ startsAt, bookingId }) => ({ startsAt, bookingId }))
  const booked = { startsAt: START, bookingId: first.id }
  const offered = { startsAt: OFFERED, bookingId: first.id }
  const held = { startsAt: HELD, bookingId: null }
  expect(listOfResource('doctor-1')).toEqual([booked, offered, held])
  expect(listOfResource('b')).toEqual([{ startsAt: START, bookingId: ofB.id }])
  expect(listOccupied(app.ctx(), START, HELD + HOUR)).toHaveLength(3 + 1)
  app.pass(10 * MINUTE)
  expect(listOfResource('doctor-1')).toEqual([booked, offered])
  expect(listOccupied(app.ctx(), START, HELD + HOUR)).toHaveLength(2 + 1)
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
