import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCall } from './start-request.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('the first good answer is the result', async () => {
  const call = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue('open')
  const { ask } = startCall(call, { timeout: 1000, pauses: [0, 0] })
  const result = ask()
  await vi.runAllTimersAsync()
  expect(await result).toEqual({ data: 'open', error: undefined })
  expect(call).toHaveBeenCalledTimes(2)
})

test('after the last try it has failed', async () => {
  const call = vi.fn().mockRejectedValue(new Error('down'))
  const { ask } = startCall(call, { timeout: 1000, pauses: [0, 0] })
  const result = ask()
  await vi.runAllTimersAsync()
  expect((await result).error?.message).toBe('down')
  expect(call).toHaveBeenCalledTimes(3)
})

test('it waits its pauses before each further try', async () => {
  const call = vi.fn().mockRejectedValue(new Error('down'))
  const { ask } = startCall(call, { timeout: 3500, pauses: [500, 1000] })
  void ask()
  await vi.advanceTimersByTimeAsync(499)
  expect(call).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(call).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(999)
  expect(call).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(call).toHaveBeenCalledTimes(3)
})

test('a try that takes too long is given up', async () => {
  vi.useRealTimers()
  const { ask } = startCall(never, { timeout: 5, pauses: [] })
  expect((await ask()).error?.name).toBe('TimeoutError')
})

test('asking twice at once is one call', async () => {
  const call = vi.fn().mockResolvedValue('open')
  const { ask } = startCall(call, { timeout: 1000, pauses: [] })
  await Promise.all([ask(), ask()])
  expect(call).toHaveBeenCalledTimes(1)
})

test('a later failure does not forget what was known', async () => {
  const call = vi.fn().mockResolvedValueOnce('open').mockRejectedValue(new Error('down'))
  const { ask } = startCall(call, { timeout: 1000, pauses: [] })
  await ask()
  expect(await ask()).toMatchObject({ data: 'open', error: { message: 'down' } })
})
