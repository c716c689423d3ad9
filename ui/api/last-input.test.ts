import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE } from '../../src/shared/day.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each(['pointerdown', 'keydown', 'wheel'])(
  'a page is unattended a minute after the last %s',
  async (event) => {
    const { isUnattended } = await import('./last-input.ts')
    vi.advanceTimersByTime(MINUTE)
    expect(isUnattended()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isUnattended()).toBe(true)
    document.dispatchEvent(new Event(event))
    expect(isUnattended()).toBe(false)
  },
)
