import type { Message } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import { isNight, nextMorning } from '../../time/quiet-hours.ts'
import { rulesOf } from '../kinds.ts'
import { PAUSE_MS } from './faults.ts'
import { afterFailure } from './retry-times.ts'
import type { DeliveryOutcome } from './transport.ts'

/** Returns the columns of a message that change by the outcome of its attempt. */
export function changesOf(
  row: Message,
  { result, error, columns, wrongRecipient = false }: DeliveryOutcome,
  now: Instant,
): Partial<Message> {
  // The lease has counted an attempt, which is taken back.
  const notCounted = { status: 'queued', attempts: row.attempts - 1 } as const
  switch (result) {
    case 'sent':
      return { ...columns, status: 'sent', error: null, sentAt: now }
    case 'temporary':
      return {
        ...columns,
        error,
        ...(isLastChance(row, now) ? { status: 'failed' } : afterFailure(row.attempts, now)),
      }
    case 'configuration':
      // The message stays due since it was queued, so that the alert about a standstill shows how long it has
      // waited.
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

/** Returns true for an SMS that would be tried again only after the appointment has begun. */
function isLastChance({ channel, kind, attempts, startsAt }: Message, now: Instant): boolean {
  const next = afterFailure(attempts, now)
  if (channel !== 'sms' || startsAt === null || next.status === 'failed') return false
  const { dueAt } = next
  return (rulesOf(kind).waitsForDay && isNight(dueAt) ? nextMorning(dueAt) : dueAt) >= startsAt
}
