import type { Message } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import { isNight, nextMorning } from '../../time/quiet-hours.ts'
import { rulesOf } from '../kinds.ts'
import { PAUSE_MS } from './faults.ts'
import { statusAfterFailure } from './retry-times.ts'
import type { DeliveryOutcome } from './transport.ts'

/** Returns the columns of a message that its outcome changes. */
export function columnsOfOutcome(
  row: Message,
  { result, error, columns, wrongRecipient = false }: DeliveryOutcome,
  now: Instant,
): Partial<Message> {
  // The lease has counted an attempt, which is undone.
  const notCounted = { status: 'queued', attempts: row.attempts - 1 } as const
  switch (result) {
    case 'sent':
      return { ...columns, status: 'sent', error: null, sentAt: now }
    case 'temporary':
      return {
        ...columns,
        error,
        ...(comesTooLate(row, now) ? { status: 'failed' } : statusAfterFailure(row.attempts, now)),
      }
    case 'configuration':
      // The message counts as due since it was queued, so that the alert about a standstill shows how long it
      // has waited.
      return { ...columns, ...notCounted, error, dueAt: row.createdAt }
    case 'away':
    case 'refused':
      return { ...columns, ...notCounted, error, dueAt: now + PAUSE_MS }
    case 'untried':
      return { ...notCounted, dueAt: now }
    default:
      return { ...columns, status: result, error, wrongRecipient }
  }
}

/** Returns whether the next attempt of an SMS would come only after its appointment has begun. */
function comesTooLate({ channel, kind, attempts, startsAt }: Message, now: Instant): boolean {
  const retry = statusAfterFailure(attempts, now)
  if (channel !== 'sms' || startsAt === null || retry.status === 'failed') return false
  const waitsForMorning = rulesOf(kind).waitsForDay && isNight(retry.dueAt)
  const nextAttemptAt = waitsForMorning ? nextMorning(retry.dueAt) : retry.dueAt
  return nextAttemptAt >= startsAt
}
