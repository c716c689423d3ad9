import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRequest } from './start-request.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** How a request is tried; without pauses there is one attempt. */
const ONE_ATTEMPT = { timeout: 1000, pauses: [] }
const THREE_ATTEMPTS = { timeout: 1000, pauses: [0, 0] }

/** A call that never answers and ends only when it is aborted. */
const callWithoutAnswer = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** A call that fails as one does that has taken too long. */
const callThatTimesOut = () => Promise.reject<string>(new DOMException('', 'TimeoutError'))

/** Sends a request, and lets all pauses between its attempts pass. */
async function sendToEnd<Result>(send: () => Promise<Result>): Promise<Result> {
  const result = send()
  await vi.runAllTimersAsync()
  return result
}

test('a request has the result of its first attempt that succeeds', async () => {
  const call = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue('open')
  const { send } = startRequest(call, THREE_ATTEMPTS)
  expect(await sendToEnd(send)).toEqual({ data: 'open', error: undefined })
  expect(call).toHaveBeenCalledTimes(2)
})

test('a request fails after its last attempt', async () => {
  const call = vi.fn().mockRejectedValue(new Error('down'))
  const { send } = startRequest(call, THREE_ATTEMPTS)
  const { error } = await sendToEnd(send)
  expect(error?.message).toBe('down')
  expect(call).toHaveBeenCalledTimes(3)
})

test('a request waits before each further attempt', async () => {
  const call = vi.fn().mockRejectedValue(new Error('down'))
  const { send } = startRequest(call, { timeout: 3500, pauses: [500, 1000] })
  void send()
  await vi.advanceTimersByTimeAsync(499)
  expect(call).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(call).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(999)
  expect(call).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(call).toHaveBeenCalledTimes(3)
})

test('an attempt that takes too long is aborted', async () => {
  // The timeout is an `AbortSignal.timeout`, which ignores fake timers.
  vi.useRealTimers()
  const { send } = startRequest(callWithoutAnswer, { timeout: 5, pauses: [] })
  expect((await send()).error?.name).toBe('TimeoutError')
})

test('a request that is sent twice at once makes only one call', async () => {
  const call = vi.fn().mockResolvedValue('open')
  const { send } = startRequest(call, ONE_ATTEMPT)
  await Promise.all([send(), send()])
  expect(call).toHaveBeenCalledTimes(1)
})

test('data that came with the page stay the same object when the answer is equal', async () => {
  const dataOfPage = { open: true }
  const { seed, send } = startRequest(async () => ({ open: true }), ONE_ATTEMPT)
  seed(dataOfPage)
  const result = await send()
  expect(result).toEqual({ data: { open: true }, error: undefined })
  expect(result.data).toBe(dataOfPage)
})

test('the data of an earlier answer stay after a later failure', async () => {
  const call = vi.fn().mockResolvedValueOnce('open').mockRejectedValue(new Error('down'))
  const { send } = startRequest(call, ONE_ATTEMPT)
  await send()
  expect(await send()).toMatchObject({ data: 'open', error: { message: 'down' } })
})

test('a timeout is reported besides the data that came with the page, and a later answer replaces both', async () => {
  // The timeout is an `AbortSignal.timeout`, which ignores fake timers.
  vi.useRealTimers()
  const call = vi.fn<(signal: AbortSignal) => Promise<string>>(callWithoutAnswer)
  const { seed, send } = startRequest(call, { timeout: 5, pauses: [] })
  seed('open')
  expect(await send()).toMatchObject({ data: 'open', error: { name: 'TimeoutError' } })
  call.mockResolvedValueOnce('closed')
  expect(await send()).toEqual({ data: 'closed', error: undefined })
})

test('a failure is reported besides the data that came with the page', async () => {
  const call = () => Promise.reject<string>(new Error('down'))
  const { seed, send } = startRequest(call, ONE_ATTEMPT)
  seed('open')
  expect(await send()).toEqual({ data: 'open', error: new Error('down') })
})

test('a last attempt is made when all others have timed out', async () => {
  const { send } = startRequest(callThatTimesOut, {
    ...THREE_ATTEMPTS,
    lastAttempt: async () => 'open',
  })
  expect(await sendToEnd(send)).toEqual({ data: 'open', error: undefined })
})

test('no last attempt is made after a failure that is no timeout', async () => {
  const lastAttempt = vi.fn<() => Promise<string>>()
  const call = () => Promise.reject<string>(new Error('down'))
  const { send } = startRequest(call, { ...ONE_ATTEMPT, lastAttempt })
  expect((await send()).error?.message).toBe('down')
  expect(lastAttempt).not.toHaveBeenCalled()
})

test('a failed last attempt is reported besides the data that came with the page', async () => {
  const { seed, send } = startRequest(callThatTimesOut, {
    ...ONE_ATTEMPT,
    lastAttempt: () => Promise.reject(new Error('not well')),
  })
  seed('open')
  expect(await send()).toEqual({ data: 'open', error: new Error('not well') })
})
