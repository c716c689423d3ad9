import { QueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { expect, it, vi } from 'vitest'
import type { PublicApi } from '../../src/http/app.ts'
import { publicQuery } from './public-query.ts'
import { keyOf } from './query-key.ts'

it.each([
  { path: '/feeds', key: ['admin', 'feeds'] },
  {
    path: '/bookings/a%2Fb/slots?from=2027-01-12',
    key: ['admin', 'bookings', 'a%2Fb', 'slots', 'from=2027-01-12'],
  },
  {
    path: '/calendar?from=2027-01-11&to=2027-01-17',
    key: ['admin', 'calendar', 'from=2027-01-11&to=2027-01-17'],
  },
])('the key of the path $path is $key', ({ path, key }) => {
  expect(keyOf('admin', path)).toEqual(key)
})

it('invalidating a path invalidates all paths below it, and no others', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const { admin, adminQuery } = await import('./admin.ts')
  const client = new QueryClient()
  const booking = adminQuery(admin.bookings[':id'], { param: { id: 'one' } })
  const slots = adminQuery(admin.bookings[':id'].slots, {
    param: { id: 'one' },
    query: { from: '2027-01-12' },
  })
  const otherBooking = adminQuery(admin.bookings[':id'], { param: { id: 'other' } })
  const list = adminQuery(admin.bookings, { query: { limit: '50', offset: '0' } })
  for (const { queryKey } of [booking, slots, otherBooking, list]) client.setQueryData<unknown>(queryKey, {})

  await client.invalidateQueries({ queryKey: booking.queryKey })
  const isInvalidated = (queryKey: readonly string[]) => client.getQueryState(queryKey)?.isInvalidated
  expect(isInvalidated(booking.queryKey)).toBe(true)
  expect(isInvalidated(slots.queryKey)).toBe(true)
  expect(isInvalidated(otherBooking.queryKey)).toBe(false)
  expect(isInvalidated(list.queryKey)).toBe(false)
  vi.unstubAllGlobals()
})

it('a query of a patient’s page has a key of its own, made from its URL', () => {
  const api = hc<PublicApi>('/api')
  const { queryKey } = publicQuery(api['waiting-list'], { query: { booking_id: 'one' } })
  expect(queryKey).toEqual(['public', 'waiting-list', 'booking_id=one'])
})
