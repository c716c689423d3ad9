import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverNow, setServerTime } from './server-clock.ts'

const now = Date.parse('2027-01-07T12:40:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  setServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

test('a clock that is minutes wrong is corrected, in both directions', () => {
  setServerTime('Thu, 07 Jan 2027 12:45:00 GMT')
  expect(serverNow() - now).toBe(5 * 60_000)
  setServerTime('Thu, 07 Jan 2027 12:20:00 GMT')
  expect(serverNow() - now).toBe(-20 * 60_000)
})

test('a difference of a few seconds is not corrected', () => {
  setServerTime('Thu, 07 Jan 2027 12:40:09 GMT')
  expect(serverNow()).toBe(now)
})

test('a response without a readable date changes nothing', () => {
  setServerTime('Thu, 07 Jan 2027 12:45:00 GMT')
  setServerTime(null)
  setServerTime('gestern')
  expect(serverNow() - now).toBe(5 * 60_000)
})
