import { describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold, insertOffer } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { reserveWithoutPaddings } from './reservation-without-paddings.ts'
import {
  extendReservation,
  releaseBooking,
  releaseMove,
  releaseOffer,
  reserve,
  tryMoveReservation,
  tryReserveSecondTime,
} from './reservations.ts'
import { getService, type ServiceRow } from './services.ts'

const NINE = Date.parse('2027-01-12T09:00:00+01:00')

it('two resources can be reserved at the same time, but neither of them twice', () => {
  const { ctx } = openTestApp()
  const service = getService(ctx(), 'akupunktur')
  /** Reserves the time of a new booking. @returns the code of the refusal, if any */
  const reserveAt = (resourceId: string) => {
    // A cancelled booking has no reservation yet, so it can reserve a time.
    const { id, startsAt } = insertBooking(ctx().db, { status: 'cancelled' })
    return refusalCode(() => reserve(ctx(), { ...service, resourceId }, startsAt, { bookingId: id }))
  }
  expect(['doctor-1', 'b', 'b'].map(reserveAt)).toEqual([undefined, undefined, 'slot_taken'])
})

// The reserved time is in minutes after nine. The booking is at doctor-1 from minute 0 to minute 30.
it.each([
  { minutes: 15, resourceId: null, reserved: [30, 45] },
  { minutes: -15, resourceId: 'doctor-1', reserved: [-15, 0] },
  { minutes: 45, resourceId: null, reserved: [45, 75] },
  // At another doctor the whole new time is reserved.
  { minutes: 15, resourceId: 'b', reserved: [15, 45] },
  { minutes: 0, resourceId: 'b', reserved: [0, 30] },
])(
  'a move by $minutes minutes to $resourceId reserves only time that the booking does not have',
  ({ minutes, resourceId, reserved }) => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { startsAt: NINE, endsAt: NINE + 30 * MINUTE })
    expect(tryReserveSecondTime(app.ctx(), id, { shift: minutes * MINUTE, resourceId })).toBe(true)
    const minutesOf = (instants: readonly number[]) => instants.map((instant) => (instant - NINE) / MINUTE)
    const inOrder = [[0, 30], reserved].toSorted(([a = 0], [b = 0]) => a - b)
    expect(app.occupied().map(minutesOf)).toEqual(inOrder)
  },
)

it('a reservation moves to another time and resource', () => {
  const { ctx, rows } = openTestApp()
  const { id } = insertBooking(ctx().db, {
    startsAt: NINE,
    endsAt: NINE + 30 * MINUTE,
    resourceId: 'doctor-1',
  })
  expect(tryMoveReservation(ctx(), id, { shift: HOUR, resourceId: 'b' })).toBe(true)
  expect(rows('select resource_id, starts_at, ends_at from occupations')).toEqual([
    { resource_id: 'b', starts_at: NINE + HOUR, ends_at: NINE + HOUR + 30 * MINUTE },
  ])
})

it('a reservation does not move to an occupied time', () => {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { startsAt: NINE + HOUR, resourceId: 'b' })
  insertBooking(app.ctx().db, { startsAt: NINE, resourceId: 'doctor-1' })
  const occupiedAtFirst = app.occupied()
  expect(tryMoveReservation(app.ctx(), id, { shift: -HOUR, resourceId: 'doctor-1' })).toBe(false)
  expect(app.occupied()).toEqual(occupiedAtFirst)
})

it.each([
  {
    how: 'with',
    reserveAt: (ctx: Ctx, service: ServiceRow, bookingId: string) =>
      reserve(ctx, service, NINE, { bookingId }),
  },
  {
    how: 'without',
    reserveAt: (ctx: Ctx, service: ServiceRow, bookingId: string) =>
      reserveWithoutPaddings(ctx, { service, start: NINE, bookingId }),
  },
])('a held time can be reserved $how paddings once the hold has expired', ({ reserveAt }) => {
  const app = openTestApp()
  const { db, now } = app.ctx()
  insertHold(db, { email: 'rosa@beispiel.example', now, startsAt: NINE, expiresAt: now + 10 * MINUTE })
  const service = getService(app.ctx(), 'folgebehandlung')
  // A cancelled booking has no reservation, so it can reserve a time.
  const { id } = insertBooking(db, { startsAt: NINE, status: 'cancelled' })
  const refusal = () => refusalCode(() => reserveAt(app.ctx(), service, id))
  app.pass(10 * MINUTE - 1)
  expect(refusal()).toBe('slot_taken')
  app.pass(1)
  expect(refusal()).toBeUndefined()
})

it('a reservation that fails for another reason than occupied time does not say `slot_taken`', () => {
  const { ctx } = openTestApp()
  const { startsAt } = insertBooking(ctx().db, { status: 'cancelled' })
  const service = getService(ctx(), 'akupunktur')
  expect(() => reserve(ctx(), service, startsAt, { bookingId: 'nobody' })).toThrow('FOREIGN KEY')
})

it('a booking without a reservation cannot reserve a move', () => {
  const { ctx } = openTestApp()
  const { id } = insertBooking(ctx().db, { status: 'cancelled' })
  expect(tryReserveSecondTime(ctx(), id, { shift: HOUR, resourceId: null })).toBe(false)
})

describe('a booking with a requested move and an offer', () => {
  const [BOOKED, ASKED, OFFERED, OTHER] = [NINE, NINE + HOUR, NINE + 2 * HOUR, NINE + 3 * HOUR]

  /** Opens an app with the three reserved times, and with the time of another booking. */
  function openWithThreeTimes() {
    const app = openTestApp()
    const { id: bookingId } = insertBooking(app.ctx().db, { startsAt: BOOKED })
    tryReserveSecondTime(app.ctx(), bookingId, { shift: ASKED - BOOKED, resourceId: null })
    const offerId = insertOffer(app.ctx().db, { bookingId, startsAt: OFFERED, expiresAt: BOOKED })
    insertBooking(app.ctx().db, { startsAt: OTHER })
    return { ctx: app.ctx, bookingId, offerId, occupiedStarts: () => app.occupied().map(([start]) => start) }
  }

  const startsOf = (released: readonly { startsAt: number }[]) => released.map(({ startsAt }) => startsAt)

  it('keeps its time and the move when the offer is released', () => {
    const { ctx, offerId, occupiedStarts } = openWithThreeTimes()
    expect(startsOf(releaseOffer(ctx(), offerId))).toEqual([OFFERED])
    expect(occupiedStarts()).toEqual([BOOKED, ASKED, OTHER])
  })

  it('keeps its time and the offer when the move is released', () => {
    const { ctx, bookingId, occupiedStarts } = openWithThreeTimes()
    expect(startsOf(releaseMove(ctx(), bookingId))).toEqual([ASKED])
    expect(occupiedStarts()).toEqual([BOOKED, OFFERED, OTHER])
  })

  it('loses its time and the move, but not the offer, when it is released', () => {
    const { ctx, bookingId, occupiedStarts } = openWithThreeTimes()
    expect(startsOf(releaseBooking(ctx(), bookingId)).toSorted()).toEqual([BOOKED, ASKED])
    expect(occupiedStarts()).toEqual([OFFERED, OTHER])
  })
})

it('extending the reservation of a hold leaves other holds alone', () => {
  const { ctx, rows } = openTestApp()
  const { db, now } = ctx()
  const expiresAt = now + 10 * MINUTE
  const firstHoldId = insertHold(db, { email: 'first', now, startsAt: NINE, expiresAt })
  insertHold(db, { email: 'second', now, startsAt: NINE + HOUR, expiresAt })
  extendReservation(ctx(), firstHoldId, now + HOUR)
  const holds = rows<{ expires_at: number }>('select expires_at from occupations order by starts_at')
  expect(holds.map((hold) => hold.expires_at)).toEqual([now + HOUR, expiresAt])
})
