import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold, insertOffer } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listOccupied } from './occupations.ts'
import {
  extendReservation,
  releaseBooking,
  releaseMove,
  releaseOffer,
  reserve,
  reserveWithoutPaddings,
  tryMoveReservation,
  tryReserveMove,
} from './reservations.ts'
import { getService } from './services.ts'

it('two resources can be reserved at the same time, but neither of them twice', () => {
  const { ctx } = openTestApp()
  const service = getService(ctx(), 'akupunktur')
  const reserveAt = (resourceId: string) => {
    // A cancelled booking has no reservation yet, so it can reserve a time.
    const { id, startsAt } = insertBooking(ctx().db, { status: 'cancelled' })
    return refusalCode(() => reserve(ctx(), { ...service, resourceId }, startsAt, { bookingId: id }))
  }
  expect(['doctor-1', 'b', 'b'].map(reserveAt)).toEqual([undefined, undefined, 'slot_taken'])
})

it.each([
  { by: 15, resourceId: null, occupied: [0, 30, 30, 45] },
  { by: -15, resourceId: 'doctor-1', occupied: [-15, 0, 0, 30] },
  { by: 45, resourceId: null, occupied: [0, 30, 45, 75] },
  // At another doctor the whole new time is reserved.
  { by: 15, resourceId: 'b', occupied: [0, 30, 15, 45] },
  { by: 0, resourceId: 'b', occupied: [0, 30, 0, 30] },
])(
  'a move by $by minutes to $resourceId reserves only time that the booking does not have',
  ({ by, resourceId, occupied }) => {
    const app = openTestApp()
    const { id, startsAt } = insertBooking(app.ctx().db)
    expect(tryReserveMove(app.ctx(), id, { by: by * MINUTE, resourceId })).toBe(true)
    const minutes = app.occupied().flatMap((times) => times.map((at = 0) => (at - startsAt) / MINUTE))
    expect(minutes).toEqual(occupied)
  },
)

it('a reservation moves to another time and resource unless it is occupied there', () => {
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

it('a reservation without paddings shortens the paddings around it, and is refused within an appointment', () => {
  const app = openTestApp()
  const { startsAt, endsAt } = insertBooking(app.ctx().db)
  app.change('update occupations set starts_at = starts_at - ?, ends_at = ends_at + ?', HOUR, HOUR)
  const service = { ...getService(app.ctx(), 'akupunktur'), durationMin: 30 }
  const reserveAt = (start: number) => {
    const { id } = insertBooking(app.ctx().db, { startsAt: start, status: 'cancelled' })
    return refusalCode(() => reserveWithoutPaddings(app.ctx(), service, start, id))
  }
  expect([startsAt - 29 * MINUTE, endsAt - MINUTE].map(reserveAt)).toEqual(['slot_taken', 'slot_taken'])
  expect([startsAt - 30 * MINUTE, endsAt].map(reserveAt)).toEqual([undefined, undefined])

  const times = listOccupied(app.ctx(), startsAt - HOUR, endsAt + HOUR).map((each) => [
    each.startsAt,
    each.endsAt,
  ])
  expect(times).toEqual([
    [startsAt - 30 * MINUTE, startsAt],
    [startsAt, endsAt],
    [endsAt, endsAt + 30 * MINUTE],
  ])
})

it('a reservation without paddings changes neither earlier and later ones nor other resources', () => {
  const app = openTestApp()
  const { startsAt, endsAt } = insertBooking(app.ctx().db)
  const from = endsAt + HOUR
  const later = insertBooking(app.ctx().db, { startsAt: from + 2 * HOUR })
  const ofOther = insertBooking(app.ctx().db, { startsAt: from + 10 * MINUTE, resourceId: 'b' })
  const { id } = insertBooking(app.ctx().db, { startsAt: from, status: 'cancelled' })
  reserveWithoutPaddings(app.ctx(), getService(app.ctx(), 'folgebehandlung'), from, id)
  expect(app.occupied()).toEqual([
    [startsAt, endsAt],
    [from, from + 30 * MINUTE],
    [ofOther.startsAt, ofOther.endsAt],
    [later.startsAt, later.endsAt],
  ])
})

it('a held time can be reserved without paddings once the hold has expired', () => {
  const app = openTestApp()
  const startsAt = Date.parse('2027-01-12T09:00:00+01:00')
  insertHold(app.ctx().db, { email: 'rosa@beispiel.example', now: app.ctx().now, startsAt })
  const service = getService(app.ctx(), 'folgebehandlung')
  const { id } = insertBooking(app.ctx().db, { startsAt, status: 'cancelled' })
  const reserveNow = () => refusalCode(() => reserveWithoutPaddings(app.ctx(), service, startsAt, id))
  app.pass(10 * MINUTE - 1)
  expect(reserveNow()).toBe('slot_taken')
  app.pass(1)
  expect(reserveNow()).toBeUndefined()
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
  expect(tryReserveMove(ctx(), id, { by: HOUR, resourceId: null })).toBe(false)
})

it('releasing frees the time of the booking, of its move or of the offer, and nothing else', () => {
  const app = openTestApp()
  const { ctx } = app
  const { id, startsAt } = insertBooking(ctx().db)
  insertOffer(ctx().db, { bookingId: id, startsAt: startsAt + 2 * HOUR, expiresAt: startsAt })
  tryReserveMove(ctx(), id, { by: HOUR, resourceId: null })
  insertBooking(ctx().db, { startsAt: startsAt + 3 * HOUR, endsAt: startsAt + 4 * HOUR })
  const [{ id: offerId = '' } = {}] = app.rows<{ id: string }>('select id from offers')
  const startsOf = (released: readonly { startsAt: number }[]) =>
    released.map((reserved) => (reserved.startsAt - startsAt) / HOUR)
  expect([startsOf(releaseOffer(ctx(), offerId)), startsOf(releaseMove(ctx(), id))]).toEqual([[2], [1]])
  tryReserveMove(ctx(), id, { by: HOUR, resourceId: null })
  expect(startsOf(releaseBooking(ctx(), id)).toSorted()).toEqual([0, 1])
  expect(app.occupied()).toEqual([[startsAt + 3 * HOUR, startsAt + 4 * HOUR]])
})

it('extending the reservation of a hold leaves other holds alone', () => {
  const { ctx, rows } = openTestApp()
  const { now } = ctx()
  const startsAt = Date.parse('2027-01-12T09:00:00+01:00')
  const first = insertHold(ctx().db, { email: 'first', now, startsAt })
  insertHold(ctx().db, { email: 'second', now, startsAt: startsAt + HOUR })
  extendReservation(ctx(), first, now + HOUR)
  const ends = rows<{ expires_at: number }>('select expires_at from occupations order by starts_at')
  expect(ends.map((row) => (row.expires_at - now) / MINUTE)).toEqual([60, 10])
})
