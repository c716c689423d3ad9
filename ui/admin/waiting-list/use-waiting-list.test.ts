import { expect, it } from 'vitest'
import { waitsFor } from './use-waiting-list.ts'

/** The appointment of somebody who waits for an earlier one, with a doctor. */
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
])('whether time of doctor b that becomes free counts for the entry %j: %s', (entry, counts) => {
  expect(waitsFor(entry, 'b', ['a', 'b'])).toBe(counts)
})

it('time that becomes free does not count for an entry whose service the doctor does not offer', () => {
  expect(waitsFor({ booking: null }, 'b', ['a'])).toBe(false)
})
