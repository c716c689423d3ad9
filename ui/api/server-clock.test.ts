import type { ClientResponse } from 'hono/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../src/shared/day.ts'
import { request } from './http.ts'
import { serverNow, setServerTime } from './server-clock.ts'

/** The browser's clock. */
const NOW = Date.parse('2027-01-07T12:40:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  // Resets the correction for the next test.
  setServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

test.each([
  { clock: 'slow', serverTime: 'Thu, 07 Jan 2027 12:45:00 GMT', minutesAhead: 5 },
  { clock: 'fast', serverTime: 'Thu, 07 Jan 2027 12:20:00 GMT', minutesAhead: -20 },
])('a browser’s clock that is minutes $clock is corrected', ({ serverTime, minutesAhead }) => {
  setServerTime(serverTime)
  expect(serverNow() - NOW).toBe(minutesAhead * MINUTE)
})

test('a difference of a few seconds between the clocks is not corrected', () => {
  setServerTime('Thu, 07 Jan 2027 12:40:09 GMT')
  expect(serverNow()).toBe(NOW)
})

test('a response without a readable date changes nothing', () => {
  setServerTime('Thu, 07 Jan 2027 12:45:00 GMT')
  setServerTime(null)
  setServerTime('gestern')
  expect(serverNow() - NOW).toBe(5 * MINUTE)
})

/** Waits for an answer that the server has given at this time, and that arrives an hour after the call. */
async function receiveLate(date: string) {
  const arrival = Promise.withResolvers<ClientResponse<unknown>>()
  const received = request(arrival.promise)
  vi.setSystemTime(NOW + HOUR)
  const headers = { date, 'content-type': 'application/json' }
  arrival.resolve(new Response('{}', { headers }) as ClientResponse<unknown>)
  await received
}

test('a right clock is not corrected by an answer that arrives after a phone has slept for an hour', async () => {
  await receiveLate('Thu, 07 Jan 2027 12:40:01 GMT')
  expect(serverNow()).toBe(NOW + HOUR)
})

test('a wrong clock is corrected by the time of the call when its answer arrives late', async () => {
  await receiveLate('Thu, 07 Jan 2027 12:35:00 GMT')
  expect(serverNow()).toBe(NOW + HOUR - 5 * MINUTE)
})
