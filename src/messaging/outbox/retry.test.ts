import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { audit, bookings, messages } from '../../db/schema.ts'
import { onWake } from '../../db/wake.ts'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { getMessage } from './log.ts'
import { findRemedy } from './remedy.ts'
import { requeueFailures, retryMessage } from './retry.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

/** The id of the first message of an outbox. */
const FIRST_ID = 1

describe('retrying a message', () => {
  it.each([
    { channel: 'email', status: 'failed', sendStatus: null },
    { channel: 'email', status: 'muted', sendStatus: null },
    { channel: 'sms', status: 'failed', sendStatus: null },
    { channel: 'sms', status: 'muted', sendStatus: null },
    // The first attempt may have succeeded, which must not be forgotten.
    { channel: 'sms', status: 'unknown', sendStatus: 'unknown' },
  ] as const)('queues the same $channel that was $status, due now', ({ channel, status, sendStatus }) => {
    if (channel === 'email') app.queueMail('confirmed')
    else app.queue()
    const dueAt = app.ctx().now
    app.changeMessages({ status, error: 'Grund', attempts: 6, dueAt, sendStatus: 'FAILED' })
    const stopped = app.findFirstMessage()
    app.pass(HOUR)
    retryMessage(app.ctx(), channel, FIRST_ID)
    expect(app.listMessages()).toEqual([
      { ...stopped, status: 'queued', error: null, attempts: 0, dueAt: app.ctx().now, sendStatus },
    ])
  })

  it('is recorded in the audit', () => {
    app.queue()
    app.changeMessages({ status: 'failed' })
    retryMessage(app.ctx(), 'sms', FIRST_ID)
    expect(app.db.select().from(audit).all()).toMatchObject([{ action: 'message-resent', subject: 'SMS 1' }])
  })

  it('reopens its failure, for the corrected number', () => {
    app.queue()
    const settlement = { settledAt: 1, settledBy: 'gerda@ordination.example' }
    app.changeMessages({ status: 'failed', wrongRecipient: true, ...settlement })
    app.db.update(bookings).set({ mobile: '0664 7654321' }).run()
    retryMessage(app.ctx(), 'sms', FIRST_ID)
    expect(app.findFirstMessage()).toMatchObject({
      wrongRecipient: false,
      settledAt: null,
      settledBy: null,
      recipient: '+436647654321',
    })
  })

  it.each(['email', 'sms'] as const)('sends at once an %s that waits after a failed attempt', (channel) => {
    if (channel === 'email') app.queueMail('confirmed')
    else app.queue()
    const dueAt = app.ctx().now + 12 * HOUR
    app.changeMessages({ status: 'queued', error: 'Grund', attempts: 5, dueAt })
    expect(findRemedy(app.ctx(), getMessage(app.ctx(), channel, FIRST_ID))).toEqual({
      remedy: 'resend',
      obstacle: null,
    })
    retryMessage(app.ctx(), channel, FIRST_ID)
    expect(app.findFirstMessage()).toMatchObject({
      status: 'queued',
      attempts: 0,
      dueAt: app.ctx().now,
      error: null,
    })
  })

  it('wakes the worker of its channel', () => {
    app.queue()
    app.changeMessages({ status: 'failed' })
    const woken: unknown[] = []
    onWake(app.db, (work) => woken.push(work))
    retryMessage(app.ctx(), 'sms', FIRST_ID)
    expect(woken).toEqual(['sms'])
  })

  it('is possible after a cancellation that the message reports', () => {
    const { id: bookingId } = insertBooking(app.db, { status: 'cancelled' })
    app.queueMail('cancelled', { bookingId })
    app.changeMessages({ status: 'failed' })
    retryMessage(app.ctx(), 'email', FIRST_ID)
    expect(app.findFirstMessage()?.status).toBe('queued')
  })
})

it('the open failures of a channel are queued again together, and its worker wakes', () => {
  app.queue()
  for (const kind of ['confirmed', 'moved', 'test'] as const) app.queueMail(kind)
  app.changeMessages({ status: 'failed', attempts: 6, error: 'Grund', dueAt: 1 })
  app.db.update(messages).set({ status: 'unknown' }).where(eq(messages.kind, 'moved')).run()
  const woken: unknown[] = []
  onWake(app.db, (work) => woken.push(work))
  requeueFailures(app.ctx(), 'email')
  expect(woken).toEqual(['email'])
  expect(app.listMessages()).toMatchObject([
    { channel: 'sms', status: 'failed' },
    { kind: 'confirmed', status: 'queued', attempts: 0, error: null, dueAt: app.ctx().now },
    { kind: 'moved', status: 'unknown' },
    // A failed test is not an open failure.
    { kind: 'test', status: 'failed' },
  ])
})
