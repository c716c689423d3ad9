import type { Message } from '../../db/schema.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { nextMorning } from '../../time/quiet-hours.ts'
import { rulesOf } from '../kinds.ts'

/** Minutes to wait after the first, second … fifth failed attempt. After the sixth the message has failed. */
export const RETRY_AFTER_MINUTES: readonly number[] = [1, 5, 30, 120, 720]

/** Returns when to try again after this number of failed attempts, or that the message has failed. */
export function statusAfterFailure(
  attempts: number,
  now: Instant,
): Readonly<{ status: 'queued'; dueAt: Instant }> | Readonly<{ status: 'failed' }> {
  const minutes = RETRY_AFTER_MINUTES[attempts - 1]
  return minutes === undefined ? { status: 'failed' } : { status: 'queued', dueAt: now + minutes * MINUTE }
}

/** Minutes of the longest lease, and of the longest wait after a refused attempt that was not counted. */
const LONGEST_WAIT_MINUTES = 5

/** Returns the latest instant at which a waiting message can be due if the clock has always been right. */
export function latestDueAt(
  { status, attempts, kind, error }: Pick<Message, 'status' | 'attempts' | 'kind' | 'error'>,
  now: Instant,
): Instant {
  // A message without a counted attempt waits no longer than after the first one.
  const retryMinutes = RETRY_AFTER_MINUTES[Math.max(0, attempts - 1)] ?? 0
  const wasTried = status === 'sending' || error !== null
  const waitMinutes = wasTried ? Math.max(retryMinutes, LONGEST_WAIT_MINUTES) : retryMinutes
  const dueAt = now + waitMinutes * MINUTE
  return rulesOf(kind).waitsForDay ? Math.max(dueAt, nextMorning(now)) : dueAt
}
