import { expect, it } from 'vitest'
import type { Message } from '../../db/schema.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { columnsOfOutcome } from './outcome.ts'
import type { DeliveryOutcome } from './transport.ts'

/** A Tuesday at noon in Vienna. */
const NOON = Date.parse('2027-01-12T12:00:00+01:00')

/** Returns the changes by an outcome to an SMS at its second attempt, by default about no appointment. */
function changesBy(outcome: DeliveryOutcome, message: Partial<Message> = {}, now = NOON) {
  const sms = { channel: 'sms', kind: 'confirmed', attempts: 2, createdAt: NOON - HOUR, startsAt: null }
  return columnsOfOutcome({ ...sms, ...message } as Message, outcome, now)
}

const columns = { provider: 'sevenio' } as const
const error = 'Störung'
const FIVE_MINUTES_LATER = NOON + 5 * MINUTE

it.each<{ result: DeliveryOutcome['result']; changes: Partial<Message> }>([
  { result: 'sent', changes: { ...columns, status: 'sent', error: null, sentAt: NOON } },
  { result: 'temporary', changes: { ...columns, status: 'queued', error, dueAt: FIVE_MINUTES_LATER } },
  {
    result: 'configuration',
    // The message counts as due since it was created.
    changes: { ...columns, status: 'queued', error, attempts: 1, dueAt: NOON - HOUR },
  },
  {
    result: 'away',
    changes: { ...columns, status: 'queued', error, attempts: 1, dueAt: FIVE_MINUTES_LATER },
  },
  {
    result: 'refused',
    changes: { ...columns, status: 'queued', error, attempts: 1, dueAt: FIVE_MINUTES_LATER },
  },
  { result: 'untried', changes: { status: 'queued', attempts: 1, dueAt: NOON } },
  { result: 'failed', changes: { ...columns, status: 'failed', error, wrongRecipient: false } },
  { result: 'suppressed', changes: { ...columns, status: 'suppressed', error, wrongRecipient: false } },
  { result: 'unknown', changes: { ...columns, status: 'unknown', error, wrongRecipient: false } },
])('an attempt that ends as $result changes the columns $changes', ({ result, changes }) => {
  expect(changesBy({ result, error, columns })).toEqual(changes)
})

it('a wrong recipient is remembered', () => {
  expect(changesBy({ result: 'failed', error, wrongRecipient: true })).toMatchObject({ wrongRecipient: true })
})

it.each<{ what: string; message: Partial<Message>; status: Message['status'] }>([
  {
    what: 'an SMS that can still arrive before its appointment',
    message: { startsAt: NOON + 5 * MINUTE + 1 },
    status: 'queued',
  },
  {
    what: 'an SMS that would arrive once its appointment has begun',
    message: { startsAt: NOON + 5 * MINUTE },
    status: 'failed',
  },
  { what: 'an SMS about no appointment', message: { startsAt: null }, status: 'queued' },
  {
    what: 'an e-mail whose appointment has begun',
    message: { channel: 'email', startsAt: NOON },
    status: 'queued',
  },
  {
    what: 'a message at its sixth attempt',
    message: { attempts: 6, startsAt: NOON + 9 * HOUR },
    status: 'failed',
  },
])('after a temporary fault $what is $status', ({ message, status }) => {
  expect(changesBy({ result: 'temporary', error }, message).status).toBe(status)
})

/** Four minutes before the night. After the second attempt, the next one would be a minute into it. */
const EVENING = Date.parse('2027-01-12T19:56:00+01:00')
const MORNING = Date.parse('2027-01-13T08:00:00+01:00')

it.each<{ what: string; message: Partial<Message>; status: Message['status'] }>([
  {
    what: 'a reminder, which would wait until its appointment begins',
    message: { kind: 'reminder', startsAt: MORNING },
    status: 'failed',
  },
  {
    what: 'a reminder of a later appointment',
    message: { kind: 'reminder', startsAt: MORNING + 1 },
    status: 'queued',
  },
  {
    what: 'a reminder whose next attempt is still by day',
    message: { kind: 'reminder', startsAt: MORNING, attempts: 1 },
    status: 'queued',
  },
  {
    what: 'a confirmation, which is also sent at night',
    message: { kind: 'confirmed', startsAt: MORNING },
    status: 'queued',
  },
])('after a temporary fault in the evening $what is $status', ({ message, status }) => {
  expect(changesBy({ result: 'temporary', error }, message, EVENING).status).toBe(status)
})
