import { expect, it } from 'vitest'
import { waitsFor } from './resource-wish.ts'

/** The appointment of somebody who waits for an earlier one, with a doctor. */
const bookedAt = (resource_id: string) =>
  ({ id: 'x', status: 'confirmed', start: '2027-01-12T08:00:00+01:00', resource_id }) as const

it.each([
  { wish: 'doctor b', entry: { resource: 'b', booking: null } },
  { wish: 'any doctor', entry: { resource: null, booking: null } },
  { wish: 'an earlier time at doctor b', entry: { booking: bookedAt('b') } },
  { wish: 'doctor b instead of a', entry: { resource: 'b', booking: bookedAt('a') } },
])('time of doctor b that becomes free counts for an entry that wishes for $wish', ({ entry }) => {
  expect(waitsFor(entry, 'b', ['a', 'b'])).toBe(true)
})

it.each([
  { wish: 'doctor a', entry: { resource: 'a', booking: null } },
  { wish: 'an earlier time at doctor a', entry: { booking: bookedAt('a') } },
  { wish: 'doctor a instead of b', entry: { resource: 'a', booking: bookedAt('b') } },
])('time of doctor b that becomes free does not count for an entry that wishes for $wish', ({ entry }) => {
  expect(waitsFor(entry, 'b', ['a', 'b'])).toBe(false)
})

it('time that becomes free does not count for an entry whose service the doctor does not offer', () => {
  expect(waitsFor({ booking: null }, 'b', ['a'])).toBe(false)
})
