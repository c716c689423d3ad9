import { vi } from 'vitest'

/**
 * Waits until the assertion holds, which takes long on a busy machine. Faked timers advance meanwhile; where
 * they shall stand still, `expect.poll` waits.
 */
export const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 30_000 })
