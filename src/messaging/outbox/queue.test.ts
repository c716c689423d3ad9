import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { openDatabase } from '../../db/open.ts'
import { messages } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { outboxState } from './log.ts'
import { PENDING, queueEmail } from './queue.ts'

const NOW = Date.parse('2026-11-20T10:00:00+01:00')
const letter = { subject: 'Betreff', text: 'Text', html: '<p>Text</p>' }

const IDLE = { queued: 0, refused: 0, overdue: 0, failed: 0, unknown: 0 }

let ctx: Ctx
beforeEach(() => {
  const config = {
    ...readConfig({ BASE_URL: 'https://termine.praxis.example/portal' }),
    appSecret: 'x'.repeat(32),
  }
  ctx = { db: openDatabase(':memory:'), now: NOW, actor: { kind: 'job' }, config }
})

const rows = () => ctx.db.select().from(messages).all()

describe('a queued mail', () => {
  it('is due at once and keeps one Message-ID, under the name that the portal has outside', () => {
    queueEmail(ctx, { ...letter, kind: 'new-reservation', recipient: 'praxis@b.at' })
    writeSettings(ctx, 'urls', { PUBLIC_BASE_URL: 'https://buchen.example:8443' })
    queueEmail(ctx, { ...letter, kind: 'new-reservation', recipient: 'praxis@b.at' })
    const [first, second] = rows()
    expect(first).toMatchObject({
      ...letter,
      status: 'queued',
      attempts: 0,
      dueAt: NOW,
      createdAt: NOW,
      sentAt: null,
    })
    expect(first?.logUuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(first?.messageId).toBe(`<${first?.logUuid}@termine.praxis.example>`)
    expect(second?.messageId).toBe(`<${second?.logUuid}@buchen.example>`)
    expect(second?.logUuid).not.toBe(first?.logUuid)
  })

  it('takes its calendar entry along', () => {
    queueEmail(ctx, { ...letter, kind: 'confirmed', recipient: 'a@b.at', calendar: 'BEGIN:VCALENDAR' })
    queueEmail(ctx, { ...letter, kind: 'rejected', recipient: 'a@b.at' })
    expect(rows().map(({ kind, calendar }) => [kind, calendar])).toEqual([
      ['confirmed', 'BEGIN:VCALENDAR'],
      ['rejected', null],
    ])
  })

  it('goes with the transaction that it tells of', () => {
    expect(() =>
      inTx(ctx, () => {
        queueEmail(ctx, { ...letter, kind: 'new-reservation', recipient: 'praxis@b.at' })
        throw new Error('the booking failed')
      }),
    ).toThrow('the booking failed')
    expect(rows()).toEqual([])
  })

  it('that is muted stays, with the reason, and counts as nothing to do', () => {
    queueEmail(ctx, { ...letter, kind: 'new-reservation', recipient: 'praxis@b.at', suppressed: 'Urlaub' })
    expect(rows()).toMatchObject([{ status: 'suppressed', error: 'Urlaub' }])
    expect(outboxState(ctx).email).toEqual(IDLE)
  })
})

describe('the state of the outbox', () => {
  const insert = (values: Partial<typeof messages.$inferInsert>) => {
    const logUuid = crypto.randomUUID()
    const row = {
      ...letter,
      logUuid,
      channel: 'email',
      messageId: logUuid,
      kind: 'new-reservation',
      recipient: 'a@b.at',
      createdAt: NOW,
    } as const
    ctx.db
      .insert(messages)
      .values({ ...row, status: 'queued', dueAt: NOW, ...values })
      .run()
  }

  it('is empty at first', () => expect(outboxState(ctx).email).toEqual(IDLE))

  it('counts what waits and what is on its way, and how long the first is overdue', () => {
    insert({ dueAt: NOW + 30 * MINUTE })
    expect(outboxState(ctx).email).toEqual({ ...IDLE, queued: 1 })
    insert({ dueAt: NOW - 11 * MINUTE })
    insert({ dueAt: NOW - 2 * MINUTE, status: 'sending' })
    insert({ dueAt: NOW - 99 * MINUTE, status: 'sent' })
    expect(outboxState(ctx).email).toEqual({ ...IDLE, queued: 3, overdue: 11 * MINUTE })
  })

  it('counts what was given up, but not the addresses that visitors mistyped', () => {
    insert({ status: 'failed' })
    insert({ status: 'failed', kind: 'email-verification' })
    expect(outboxState(ctx).email.failed).toBe(1)
  })

  it('forgets what was given up once its appointment is over', () => {
    const { id, startsAt } = insertBooking(ctx.db)
    insert({ status: 'failed', bookingId: id })
    insert({ status: 'failed', bookingId: null })
    expect(outboxState({ ...ctx, now: startsAt - 1 }).email.failed).toBe(2)
    expect(outboxState({ ...ctx, now: startsAt }).email.failed).toBe(1)
  })

  it.each([
    ['confirmed', 'cancelled', 0],
    ['reminder', 'cancelled', 0],
    ['reservation-received', 'rejected', 0],
    ['cancelled', 'cancelled', 1],
    ['rejected', 'rejected', 1],
    ['reservation-received', 'confirmed', 1],
  ] as const)(
    'asks for nothing that would promise in vain: %s of one %s counts %i',
    (kind, status, failed) => {
      const { id } = insertBooking(ctx.db, { status })
      insert({ status: 'failed', kind, bookingId: id })
      expect(outboxState(ctx).email.failed).toBe(failed)
    },
  )

  it('is read from the index of pending mails, not from all that were ever sent', () => {
    const { sql } = ctx.db.select({ dueAt: messages.dueAt }).from(messages).where(PENDING).toSQL()
    const plan = ctx.db.$client.prepare(`explain query plan ${sql}`).all() as { detail: string }[]
    expect(plan.map(({ detail }) => detail).join()).toContain('messages_due')
  })
})
