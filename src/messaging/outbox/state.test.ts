import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { PENDING } from './leases.ts'
import { countSuppressed, outboxState } from './state.ts'

const IDLE = { queued: 0, refused: 0, age: 0, overdue: 0, failed: 0, unknown: 0, fault: null }

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

/** Stores a message, by default an e-mail to the practice that is due now. */
function storeMessage(values: Partial<typeof messages.$inferInsert>): void {
  const row = {
    channel: 'email',
    kind: 'new-reservation',
    recipient: 'a@b.at',
    text: 'Text',
    createdAt: ctx.now,
  } as const
  ctx.db
    .insert(messages)
    .values({ ...row, logUuid: crypto.randomUUID(), status: 'queued', dueAt: ctx.now, ...values })
    .run()
}

describe('the state of the outbox', () => {
  it('is idle without messages', () => {
    expect(outboxState(ctx)).toEqual({ email: IDLE, sms: IDLE, erp: IDLE })
  })

  it('counts the waiting messages of each channel, with the age of the oldest and the longest delay', () => {
    storeMessage({ dueAt: ctx.now + 30 * MINUTE })
    expect(outboxState(ctx).email).toEqual({ ...IDLE, queued: 1 })
    storeMessage({ dueAt: ctx.now - 11 * MINUTE })
    storeMessage({ dueAt: ctx.now - 2 * MINUTE, status: 'sending', createdAt: ctx.now - 20 * MINUTE })
    storeMessage({ dueAt: ctx.now - 99 * MINUTE, status: 'sent' })
    storeMessage({ channel: 'sms', kind: 'confirmed', error: 'Störung', dueAt: ctx.now - MINUTE })
    expect(outboxState(ctx)).toEqual({
      email: { ...IDLE, queued: 3, age: 20 * MINUTE, overdue: 11 * MINUTE },
      sms: { ...IDLE, queued: 1, refused: 1, overdue: MINUTE },
      erp: IDLE,
    })
  })

  it.each(['email-verification', 'test'] as const)(
    'counts no failed %s before an e-mail that was sent, and nothing suppressed',
    (kind) => {
      storeMessage({ status: 'failed', kind })
      storeMessage({ status: 'muted' })
      storeMessage({ status: 'sent', sentAt: ctx.now })
      expect(outboxState(ctx)).toMatchObject({ email: IDLE, sms: IDLE })
    },
  )

  it('counts failed and uncertain messages until their appointment begins', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db)
    storeMessage({ status: 'failed', bookingId })
    storeMessage({ status: 'failed', bookingId: null })
    storeMessage({ channel: 'sms', kind: 'confirmed', status: 'unknown', bookingId })
    expect(outboxState({ ...ctx, now: startsAt - 1 })).toMatchObject({
      email: { failed: 2 },
      sms: { unknown: 1 },
    })
    expect(outboxState({ ...ctx, now: startsAt })).toMatchObject({
      email: { failed: 1 },
      sms: { unknown: 0, fault: null },
    })
  })

  it.each([
    { kind: 'cancelled', status: 'cancelled' },
    { kind: 'rejected', status: 'rejected' },
    { kind: 'reservation-received', status: 'confirmed' },
  ] as const)('counts a failed $kind of an appointment that is $status', ({ kind, status }) => {
    const { id: bookingId } = insertBooking(ctx.db, { status })
    storeMessage({ status: 'failed', kind, bookingId })
    expect(outboxState(ctx).email.failed).toBe(1)
  })

  it.each([
    { kind: 'confirmed', status: 'cancelled' },
    { kind: 'reminder', status: 'cancelled' },
    { kind: 'reservation-received', status: 'rejected' },
  ] as const)('counts no failed $kind of an appointment that was $status later', ({ kind, status }) => {
    const { id: bookingId } = insertBooking(ctx.db, { status })
    storeMessage({ status: 'failed', kind, bookingId })
    expect(outboxState(ctx).email.failed).toBe(0)
  })

  it('is overdue since the oldest refused message was stored, unless one was sent later', () => {
    const overdue = () => {
      const { email, sms } = outboxState(ctx)
      return { email: email.overdue, sms: sms.overdue }
    }
    const sms = { channel: 'sms', kind: 'confirmed' } as const
    storeMessage({ error: '451', createdAt: ctx.now - 20 * MINUTE, dueAt: ctx.now + MINUTE })
    storeMessage({ ...sms, error: '5', createdAt: ctx.now - 30 * MINUTE, dueAt: ctx.now + MINUTE })
    // A failed message does not count as sent.
    storeMessage({ ...sms, status: 'failed', sentAt: ctx.now })
    expect(overdue()).toEqual({ email: 20 * MINUTE, sms: 30 * MINUTE })

    storeMessage({ ...sms, status: 'sent', sentAt: ctx.now - 10 * MINUTE })
    expect(overdue()).toEqual({ email: 20 * MINUTE, sms: 0 })
    storeMessage({ status: 'sent', sentAt: ctx.now - 10 * MINUTE })
    storeMessage({ dueAt: ctx.now + MINUTE })
    expect(overdue()).toEqual({ email: 0, sms: 0 })
  })

  it('ignores the delay of e-mails about a danger, which wait while e-mail is broken', () => {
    storeMessage({
      kind: 'danger',
      error: '451',
      createdAt: ctx.now - 30 * MINUTE,
      dueAt: ctx.now - 30 * MINUTE,
    })
    expect(outboxState(ctx).email).toEqual({ ...IDLE, queued: 1, age: 30 * MINUTE })
    storeMessage({ error: '451', createdAt: ctx.now - 20 * MINUTE, dueAt: ctx.now - MINUTE })
    expect(outboxState(ctx).email).toMatchObject({ queued: 2, refused: 1, overdue: 20 * MINUTE })
  })

  it('is read from the index of waiting messages, not from all messages', () => {
    const { sql } = ctx.db.select({ dueAt: messages.dueAt }).from(messages).where(PENDING).toSQL()
    const plan = ctx.db.$client.prepare(`explain query plan ${sql}`).all() as { detail: string }[]
    expect(plan.map(({ detail }) => detail).join()).toContain('messages_due')
  })
})

describe('the number of suppressed messages', () => {
  it('includes those with the given reason, by channel, until their appointment begins', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db)
    const suppressed = { status: 'muted', error: 'Urlaub', bookingId } as const
    storeMessage(suppressed)
    storeMessage({ ...suppressed, channel: 'sms', kind: 'confirmed' })
    storeMessage({ ...suppressed, channel: 'sms', kind: 'reminder' })
    storeMessage({ ...suppressed, error: 'Anderer Grund' })
    storeMessage({ ...suppressed, status: 'failed' })
    expect(countSuppressed(ctx, 'Urlaub')).toEqual({ email: 1, sms: 2 })
    expect(countSuppressed({ ...ctx, now: startsAt }, 'Urlaub')).toEqual({ email: 0, sms: 0 })
  })
})
