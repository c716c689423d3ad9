import { expect, it } from 'vitest'
import type { Message } from '../../db/schema.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { PAUSE_MS } from './faults.ts'
import { columnsOfOutcome } from './outcome.ts'
import { RETRY_AFTER_MINUTES } from './retry-times.ts'
import type { DeliveryOutcome } from './transport.ts'

/** A Tuesday at noon in Vienna. */
const NOON = Date.parse('2027-01-12T12:00:00+01:00')

/** An SMS at its second attempt, about no appointment. */
const SMS = {
  channel: 'sms',
  kind: 'confirmed',
  attempts: 2,
  createdAt: NOON - HOUR,
  startsAt: null,
} as const

/** The time of the third attempt at a message whose second one fails at noon. */
const NEXT_ATTEMPT = NOON + (RETRY_AFTER_MINUTES[1] ?? 0) * MINUTE

/** Four minutes before the night: the third attempt, five minutes after the second, would be in it. */
const EVENING = Date.parse('2027-01-12T19:56:00+01:00')
/** The end of that night, at which messages that wait for the day are tried. */
const MORNING = Date.parse('2027-01-13T08:00:00+01:00')

const ERROR = 'Störung'

/** The columns that the transport adds to every outcome that it has reached a provider for. */
const PROVIDER_COLUMNS = { provider: 'sevenio' } as const

/** Returns the changes by an outcome to an SMS that differs from `SMS` in this. */
function changesBy(outcome: DeliveryOutcome, message: Partial<Message> = {}, now = NOON) {
  return columnsOfOutcome({ ...SMS, ...message } as Message, outcome, now)
}

it.each<{ result: DeliveryOutcome['result']; changes: Partial<Message> }>([
  { result: 'sent', changes: { ...PROVIDER_COLUMNS, status: 'sent', error: null, sentAt: NOON } },
  {
    result: 'temporary',
    changes: { ...PROVIDER_COLUMNS, status: 'queued', error: ERROR, dueAt: NEXT_ATTEMPT },
  },
  {
    result: 'configuration',
    // The attempt is not counted, and the message counts as due since it was created.
    changes: { ...PROVIDER_COLUMNS, status: 'queued', error: ERROR, attempts: 1, dueAt: SMS.createdAt },
  },
  {
    result: 'away',
    changes: { ...PROVIDER_COLUMNS, status: 'queued', error: ERROR, attempts: 1, dueAt: NOON + PAUSE_MS },
  },
  {
    result: 'refused',
    changes: { ...PROVIDER_COLUMNS, status: 'queued', error: ERROR, attempts: 1, dueAt: NOON + PAUSE_MS },
  },
  { result: 'untried', changes: { status: 'queued', attempts: 1, dueAt: NOON } },
  {
    result: 'failed',
    changes: { ...PROVIDER_COLUMNS, status: 'failed', error: ERROR, wrongRecipient: false },
  },
  {
    result: 'muted',
    changes: { ...PROVIDER_COLUMNS, status: 'muted', error: ERROR, wrongRecipient: false },
  },
  {
    result: 'unknown',
    changes: { ...PROVIDER_COLUMNS, status: 'unknown', error: ERROR, wrongRecipient: false },
  },
])('an attempt that ends as $result changes the columns $changes', ({ result, changes }) => {
  expect(changesBy({ result, error: ERROR, columns: PROVIDER_COLUMNS })).toEqual(changes)
})

it('a wrong recipient is remembered', () => {
  expect(changesBy({ result: 'failed', error: ERROR, wrongRecipient: true })).toMatchObject({
    wrongRecipient: true,
  })
})

it.each<{ what: string; message: Partial<Message>; status: Message['status'] }>([
  {
    what: 'an SMS that can still arrive before its appointment',
    message: { startsAt: NEXT_ATTEMPT + 1 },
    status: 'queued',
  },
  {
    what: 'an SMS that would arrive once its appointment has begun',
    message: { startsAt: NEXT_ATTEMPT },
    status: 'failed',
  },
  { what: 'an SMS about no appointment', message: { startsAt: null }, status: 'queued' },
  {
    what: 'an e-mail whose appointment has begun',
    message: { channel: 'email', startsAt: NOON },
    status: 'queued',
  },
  {
    what: 'a message at its last attempt',
    message: { attempts: RETRY_AFTER_MINUTES.length + 1, startsAt: NOON + 9 * HOUR },
    status: 'failed',
  },
])('after a temporary fault $what is $status', ({ message, status }) => {
  expect(changesBy({ result: 'temporary', error: ERROR }, message).status).toBe(status)
})

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
  expect(changesBy({ result: 'temporary', error: ERROR }, message, EVENING).status).toBe(status)
})
