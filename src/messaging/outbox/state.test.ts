import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { PENDING } from './leases.ts'
import { countSuppressed, outboxState } from './state.ts'

const IDLE = { queued: 0, refused: 0, age: 0, overdue: 0, failed: 0, unknown: 0, fault: null }

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

function insertMessage(values: Partial<typeof messages.$inferInsert>): void {
  const row = {
    channel: 'email',
    kind: 'new-reservation',
    recipient: 'a@b.at',
    text: 'T',
    createdAt: NOW,
  } as const
  ctx.db
    .insert(messages)
    .values({ ...row, logUuid: crypto.randomUUID(), status: 'queued', dueAt: NOW, ...values })
    .run()
}

describe('the state of the outbox', () => {
  it('is idle without messages', () => {
    expect(outboxState(ctx)).toEqual({ email: IDLE, sms: IDLE, erp: IDLE })
  })

  it('counts the waiting messages of each channel, with the age of the oldest and the longest delay', () => {
    insertMessage({ dueAt: NOW + 30 * MINUTE })
    expect(outboxState(ctx).email).toEqual({ ...IDLE, queued: 1 })
    insertMessage({ dueAt: NOW - 11 * MINUTE })
    insertMessage({ dueAt: NOW - 2 * MINUTE, status: 'sending', createdAt: NOW - 20 * MINUTE })
    insertMessage({ dueAt: NOW - 99 * MINUTE, status: 'sent' })
    insertMessage({ channel: 'sms', kind: 'confirmed', error: 'Störung', dueAt: NOW - MINUTE })
    expect(outboxState(ctx)).toEqual({
      email: { ...IDLE, queued: 3, age: 20 * MINUTE, overdue: 11 * MINUTE },
      sms: { ...IDLE, queued: 1, refused: 1, overdue: MINUTE },
      erp: IDLE,
    })
  })

  it.each(['email-verification', 'test'] as const)(
    'counts no failed %s before an e-mail that was sent, and nothing suppressed',
    (kind) => {
      insertMessage({ status: 'failed', kind })
      insertMessage({ status: 'suppressed' })
      insertMessage({ status: 'sent', sentAt: NOW })
      expect(outboxState(ctx)).toMatchObject({ email: IDLE, sms: IDLE })
    },
  )

  it('counts failed and uncertain messages until their appointment begins', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db)
    insertMessage({ status: 'failed', bookingId })
    insertMessage({ status: 'failed', bookingId: null })
    insertMessage({ channel: 'sms', kind: 'confirmed', status: 'unknown', bookingId })
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
    ['cancelled', 'cancelled'],
    ['rejected', 'rejected'],
    ['reservation-received', 'confirmed'],
  ] as const)('counts a failed %s of an appointment that is %s', (kind, status) => {
    const { id } = insertBooking(ctx.db, { status })
    insertMessage({ status: 'failed', kind, bookingId: id })
    expect(outboxState(ctx).email.failed).toBe(1)
  })

  it.each([
    ['confirmed', 'cancelled'],
    ['reminder', 'cancelled'],
    ['reservation-received', 'rejected'],
  ] as const)('counts no failed %s of an appointment that was %s later', (kind, status) => {
    const { id } = insertBooking(ctx.db, { status })
    insertMessage({ status: 'failed', kind, bookingId: id })
    expect(outboxState(ctx).email.failed).toBe(0)
  })

  it('is overdue since the oldest refused message was stored, unless one was sent later', () => {
    const overdue = () => {
      const { email, sms } = outboxState(ctx)
      return { email: email.overdue, sms: sms.overdue }
    }
    const sms = { channel: 'sms', kind: 'confirmed' } as const
    insertMessage({ error: '451', createdAt: NOW - 20 * MINUTE, dueAt: NOW + MINUTE })
    insertMessage({ ...sms, error: '5', createdAt: NOW - 30 * MINUTE, dueAt: NOW + MINUTE })
    // A failed message does not count as sent.
    insertMessage({ ...sms, status: 'failed', sentAt: NOW })
    expect(overdue()).toEqual({ email: 20 * MINUTE, sms: 30 * MINUTE })

    insertMessage({ ...sms, status: 'sent', sentAt: NOW - 10 * MINUTE })
    expect(overdue()).toEqual({ email: 20 * MINUTE, sms: 0 })
    insertMessage({ status: 'sent', sentAt: NOW - 10 * MINUTE })
    insertMessage({ dueAt: NOW + MINUTE })
    expect(overdue()).toEqual({ email: 0, sms: 0 })
  })

  it('ignores the delay of e-mails about a danger, which wait while e-mail is broken', () => {
    insertMessage({ kind: 'danger', error: '451', createdAt: NOW - 30 * MINUTE, dueAt: NOW - 30 * MINUTE })
    expect(outboxState(ctx).email).toEqual({ ...IDLE, queued: 1, age: 30 * MINUTE })
    insertMessage({ error: '451', createdAt: NOW - 20 * MINUTE, dueAt: NOW - MINUTE })
    expect(outboxState(ctx).email).toMatchObject({ queued: 2, refused: 1, overdue: 20 * MINUTE })
  })

  it('counts messages suppressed for a reason, by channel, until their appointment begins', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db)
    const suppressed = { status: 'suppressed', error: 'Urlaub', bookingId } as const
    insertMessage(suppressed)
    insertMessage({ ...suppressed, channel: 'sms', kind: 'confirmed' })
    insertMessage({ ...suppressed, channel: 'sms', kind: 'reminder' })
    insertMessage({ ...suppressed, error: 'Anderer Grund' })
    insertMessage({ ...suppressed, status: 'failed' })
    expect(countSuppressed(ctx, 'Urlaub')).toEqual({ email: 1, sms: 2 })
    expect(countSuppressed({ ...ctx, now: startsAt }, 'Urlaub')).toEqual({ email: 0, sms: 0 })
  })

  it('is read from the index of waiting messages, not from all messages', () => {
    const { sql } = ctx.db.select({ dueAt: messages.dueAt }).from(messages).where(PENDING).toSQL()
    const plan = ctx.db.$client.prepare(`explain query plan ${sql}`).all() as { detail: string }[]
    expect(plan.map(({ detail }) => detail).join()).toContain('messages_due')
  })
})
