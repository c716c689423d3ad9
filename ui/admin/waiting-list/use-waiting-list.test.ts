import { expect, it } from 'vitest'
import { waitsFor } from './use-waiting-list.ts'

const at = (resource_id: string) =>
  ({ id: 'x', status: 'confirmed', start: '2027-01-12T08:00:00+01:00', resource_id }) as const

it.each([
  [{ resource: 'b', booking: null }, true],
  [{ resource: 'a', booking: null }, false],
  [{ resource: null, booking: null }, true],
  [{ booking: at('b') }, true],
  [{ booking: at('a') }, false],
  [{ resource: 'b', booking: at('a') }, true],
  [{ resource: 'a', booking: at('b') }, false],
])('freed time of b counts for %j: %s', (entry, counts) => {
  expect(waitsFor(entry, 'b', ['a', 'b'])).toBe(counts)
})

it('freed time does not count for who waits for anybody with a service that is not offered there', () => {
  expect(waitsFor({ booking: null }, 'b', ['a'])).toBe(false)
})
