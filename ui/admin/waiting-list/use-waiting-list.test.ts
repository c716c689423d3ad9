import { expect, it } from 'vitest'
import { waitsFor } from './use-waiting-list.ts'

/** An appointment that somebody has already, with doctor `resource_id`. */
const bookedAt = (resource_id: string) =>
  ({ id: 'x', status: 'confirmed', start: '2027-01-12T08:00:00+01:00', resource_id }) as const

it.each([
  [{ resource: 'b', booking: null }, true],
  [{ resource: 'a', booking: null }, false],
  [{ resource: null, booking: null }, true],
  [{ booking: bookedAt('b') }, true],
  [{ booking: bookedAt('a') }, false],
  [{ resource: 'b', booking: bookedAt('a') }, true],
  [{ resource: 'a', booking: bookedAt('b') }, false],
])('freed time of b counts for %j: %s', (entry, counts) => {
  expect(waitsFor(entry, 'b', ['a', 'b'])).toBe(counts)
})

it('freed time does not count for somebody who waits for a service that its doctor does not offer', () => {
  expect(waitsFor({ booking: null }, 'b', ['a'])).toBe(false)
})
