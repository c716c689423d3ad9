import { expect, it } from 'vitest'
import { waitsFor } from './waits-for.ts'

const DOCTOR_B = 'b'
/** The doctors who offer the service. */
const BOTH_DOCTORS = ['a', DOCTOR_B]

/** The present appointment of a patient who waits for an earlier time. */
const bookingAt = (resource_id: string) =>
  ({ id: 'x', status: 'confirmed', start: '2027-01-12T08:00:00+01:00', resource_id }) as const

it.each([
  { wish: 'doctor b', entry: { resource: 'b', booking: null } },
  { wish: 'any doctor', entry: { resource: null, booking: null } },
  { wish: 'an earlier time at doctor b', entry: { booking: bookingAt('b') } },
  { wish: 'doctor b instead of a', entry: { resource: 'b', booking: bookingAt('a') } },
])('a patient who wishes for $wish waits for time of doctor b', ({ entry }) => {
  expect(waitsFor(entry, DOCTOR_B, BOTH_DOCTORS)).toBe(true)
})

it.each([
  { wish: 'doctor a', entry: { resource: 'a', booking: null } },
  { wish: 'an earlier time at doctor a', entry: { booking: bookingAt('a') } },
  { wish: 'doctor a instead of b', entry: { resource: 'a', booking: bookingAt('b') } },
])('a patient who wishes for $wish does not wait for time of doctor b', ({ entry }) => {
  expect(waitsFor(entry, DOCTOR_B, BOTH_DOCTORS)).toBe(false)
})

it('nobody waits for time of a doctor who does not offer the service', () => {
  expect(waitsFor({ booking: null }, DOCTOR_B, ['a'])).toBe(false)
})
