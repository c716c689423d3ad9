import { vi } from 'vitest'

/**
 * Waits until the assertion holds, as long as `expect.poll` does (vitest.config.ts). Unlike `expect.poll`, it
 * advances faked timers.
 */
export const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 30_000 })
