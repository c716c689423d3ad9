import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { tryMoveReservation, tryReserveMove } from './occupations.ts'

it.each([
  [15, null, [0, 30, 30, 45]],
  [-15, 'doctor-1', [-15, 0, 0, 30]],
  [45, null, [0, 30, 45, 75]],
  [15, 'b', [0, 30, 15, 45]],
  [0, 'b', [0, 30, 0, 30]],
])('a time %i minutes away at %s is reserved outside the booking’s own', (minutes, resourceId, expected) => {
  const app = openTestApp()
  const { id, startsAt } = insertBooking(app.ctx().db)
  expect(tryReserveMove(app.ctx(), id, { by: minutes * MINUTE, resourceId })).toBe(true)
  expect(app.occupied().flatMap((times) => times.map((at) => ((at ?? 0) - startsAt) / MINUTE))).toEqual(
    expected,
  )
})

it('a reservation moves to another time and resource, unless that is occupied', () => {
  const app = openTestApp()
  const { ctx } = app
  const { id, startsAt, endsAt } = insertBooking(ctx().db)
  expect(tryMoveReservation(ctx(), id, HOUR, 'b')).toBe(true)
  const moved = [startsAt + HOUR, endsAt + HOUR] as const
  expect(app.rows('select resource_id, starts_at, ends_at from occupations')).toEqual([
    { resource_id: 'b', starts_at: moved[0], ends_at: moved[1] },
  ])
  insertBooking(ctx().db)
  expect(tryMoveReservation(ctx(), id, -HOUR, 'doctor-1')).toBe(false)
  expect(app.occupied()).toEqual([[startsAt, endsAt], moved])
})
