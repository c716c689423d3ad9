import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../db/schema.ts'
import { onWake } from '../../db/wake.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { insertMessage } from './queue.ts'
import { delayWaitingMessages, deleteMessages, queueOnce, suppressWaitingMessages } from './waiting.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

/** A push to Odoo, whose messages wait at most once for each booking. */
const PUSH = { channel: 'erp', kind: 'erp-push', recipient: 'Odoo', text: '' } as const
/** Queues a push of the booking, unless one waits already. */
const queuePush = (bookingId: string, subject: string) =>
  queueOnce(app.ctx(), { ...PUSH, bookingId, subject })
const addBooking = (start: string) => insertBooking(app.db, { startsAt: Date.parse(start) }).id

it('only one message waits for each booking, with the newest subject', () => {
  const firstId = addBooking('2027-01-12T09:00:00+01:00')
  const secondId = addBooking('2027-01-12T10:00:00+01:00')
  queuePush(firstId, 'Termin um 9')
  queuePush(secondId, 'Termin um 10')
  queuePush(firstId, 'Termin um 8')
  expect(app.listMessages()).toMatchObject([
    { bookingId: firstId, subject: 'Termin um 8' },
    { bookingId: secondId, subject: 'Termin um 10' },
  ])
})

it('messages of different kinds and channels wait separately for the same booking', () => {
  const bookingId = addBooking('2027-01-12T09:00:00+01:00')
  queuePush(bookingId, 'Termin um 9')
  const testMessage = { kind: 'test', recipient: 'Odoo', text: '', bookingId, subject: 'Test' } as const
  queueOnce(app.ctx(), { ...testMessage, channel: 'erp' })
  queueOnce(app.ctx(), { ...testMessage, channel: 'email' })
  expect(app.listMessages()).toHaveLength(3)
})

describe('a change of all waiting messages', () => {
  beforeEach(() => {
    insertMessage(app.ctx(), PUSH)
    insertMessage(app.ctx(), PUSH, { status: 'sending', dueAt: app.ctx().now + 1 })
  })

  it('delays all but a message that is being sent, and wakes the workers', () => {
    const woken = vi.fn()
    onWake(app.db, woken)
    const { now } = app.ctx()
    delayWaitingMessages(app.ctx(), undefined, now + MINUTE)
    expect(app.listMessages()).toMatchObject([
      { status: 'queued', dueAt: now + MINUTE },
      { status: 'sending', dueAt: now + 1 },
    ])
    // Undefined wakes all workers.
    expect(woken).toHaveBeenCalledWith(undefined)
  })

  it('suppresses all but a message that is being sent', () => {
    suppressWaitingMessages(app.ctx(), undefined, 'Abgeschaltet.')
    expect(app.listMessages()).toMatchObject([
      { status: 'muted', error: 'Abgeschaltet.' },
      { status: 'sending', error: null },
    ])
  })
})

it('only messages that match the condition are delayed, suppressed or deleted', () => {
  const { now } = app.ctx()
  for (const kind of ['confirmed', 'reminder', 'moved'] as const)
    insertMessage(app.ctx(), { channel: 'email', kind, recipient: 'a@b.at', text: '' })
  delayWaitingMessages(app.ctx(), eq(messages.kind, 'reminder'), now + MINUTE)
  suppressWaitingMessages(app.ctx(), eq(messages.kind, 'confirmed'), 'Abgeschaltet.')
  deleteMessages(app.ctx(), eq(messages.kind, 'moved'))
  expect(app.listMessages()).toMatchObject([
    { kind: 'confirmed', status: 'muted', dueAt: now },
    { kind: 'reminder', status: 'queued', dueAt: now + MINUTE },
  ])
})
