import { expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { saveResource } from './resources.ts'
import { getService, saveService } from './services.ts'
import { searchForMove } from './slot-search.ts'

it('the search for a move uses the length, the resource and the reserved paddings of the booking', () => {
  const { ctx, changeRows } = openTestApp()
  const booking = insertBooking(ctx().db, { durationMin: 30, resourceId: 'doctor-1' })
  const { id, startsAt, endsAt } = booking
  const reserved = [startsAt - 10 * MINUTE, endsAt + 20 * MINUTE] as const
  changeRows('update occupations set starts_at = ?, ends_at = ?', ...reserved)
  const search = searchForMove(ctx(), booking)
  expect(search.service).toMatchObject({
    id: 'akupunktur',
    resourceId: 'doctor-1',
    durationMin: 30,
    paddingBeforeMin: 10,
    paddingAfterMin: 20,
  })
  expect(search.countsAsFree).toMatchObject([{ bookingId: id, startsAt: reserved[0] }])
})

it('the search for a move of a cancelled booking has no paddings and no time of its own', () => {
  const { ctx } = openTestApp()
  const booking = insertBooking(ctx().db, { status: 'cancelled', durationMin: 30 })
  const search = searchForMove(ctx(), booking)
  expect(search.service).toMatchObject({ durationMin: 30, paddingBeforeMin: 0, paddingAfterMin: 0 })
  expect(search.countsAsFree).toEqual([])
})

it('the search for a move takes another doctor only if that doctor offers the service', () => {
  const { ctx } = openTestApp()
  const booking = insertBooking(ctx().db)
  expect(refusalCode(() => searchForMove(ctx(), booking, 'b'))).toBe('invalid')
  saveResource(ctx(), 'b', { name: 'Dr. B' })
  saveService(ctx(), { ...getService(ctx(), 'akupunktur'), otherResourceIds: ['b'] })
  expect(searchForMove(ctx(), booking, 'b').service).toMatchObject({ resourceId: 'b', otherResourceIds: [] })
})
