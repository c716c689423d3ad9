import { expect, it } from 'vitest'
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

it('offered times are those of open offers that overlap an interval, of one resource or of all', () => {
  const ctx = openTestApp().ctx()
  const { id: bookingId } = insertBooking(ctx.db, { startsAt: START + 9 * HOUR, endsAt: START + 10 * HOUR })
  insertOffer(ctx.db, { bookingId, startsAt: START, expiresAt: START })
  insertBooking(ctx.db, { startsAt: START + HOUR, endsAt: START + 2 * HOUR })
  const countOffered = (resourceId: string | null, startsAt: number, endsAt: number) =>
    listOffered(ctx, { resourceId, startsAt, endsAt }).length
  const day = [START - HOUR, START + 3 * HOUR] as const
  expect([countOffered(null, ...day), countOffered('doctor-1', ...day), countOffered('b', ...day)]).toEqual([
    1, 1, 0,
  ])
  expect([countOffered(null, START - HOUR, START), countOffered(null, END, END + HOUR)]).toEqual([0, 0])
  expect([countOffered(null, START - HOUR, START + 1), countOffered(null, END - 1, END + HOUR)]).toEqual([
    1, 1,
  ])
})

it('occupied times are listed by resource, each with its booking, and without expired holds', () => {
  const app = openTestApp()
  const { db, now } = app.ctx()
  saveResource(app.ctx(), 'b', { name: 'Dr. B' })
  const own = insertBooking(db, { startsAt: START, endsAt: END })
  const other = insertBooking(db, { startsAt: START, endsAt: END, resourceId: 'b' })
  insertOffer(db, { bookingId: own.id, startsAt: START + HOUR, expiresAt: START })
  insertHold(db, { email: 'a', now, startsAt: START + 2 * HOUR })
  const listTimes = () =>
    listOccupied(app.ctx(), START, START + 3 * HOUR).map(({ resourceId, startsAt, bookingId }) => [
      resourceId,
      (startsAt - START) / HOUR,
      bookingId,
    ])
  const ofBookings = [
    ['b', 0, other.id],
    ['doctor-1', 0, own.id],
    ['doctor-1', 1, own.id],
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
  expect([-41, -40, -39, 0, 34, 35].map(isFreeAt)).toEqual([true, true, false, false, false, true])
})

it('a reservation is found through its booking, hold or offer', () => {
  const ctx = openTestApp().ctx()
  const { id } = insertBooking(ctx.db, { startsAt: START, endsAt: END })
  const hold = insertHold(ctx.db, { email: 'a', now: ctx.now, startsAt: START + HOUR })
  insertOffer(ctx.db, { bookingId: id, startsAt: START + 2 * HOUR, expiresAt: START })
  expect(findReservation(ctx, id)?.startsAt).toBe(START)
  expect(findHoldReservation(ctx, hold)?.startsAt).toBe(START + HOUR)
  expect(findOfferReservation(ctx, 'none')).toBeUndefined()
})
