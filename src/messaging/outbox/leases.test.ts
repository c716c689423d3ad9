import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { claimDue, type Lane, nextDue, tryRecordOutcome } from './leases.ts'
import { insertLeased, insertMessage, type NewMessage } from './queue.ts'

const EMAIL: NewMessage = {
  channel: 'email',
  kind: 'new-reservation',
  recipient: 'praxis@b.at',
  subject: 'Betreff',
  text: 'Text',
}
const SMS: NewMessage = { ...EMAIL, channel: 'sms', kind: 'confirmed' }
/** Returns a message of the lane `verifications`, to which a position in the queue assigns it. */
const verificationAt = (queuePosition: number): NewMessage => ({ ...EMAIL, queuePosition })

const OTHER_EMAILS = { channel: 'email', lane: 'others' } as const

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

const storedMessages = () => ctx.db.select().from(messages).all()

/** Inserts a message that is due at `dueAt`, and returns its id. */
const insertDue = (dueAt: Instant, message: NewMessage) => insertMessage(ctx, message, { dueAt }).id

describe('the next message that is leased', () => {
  /** Leases one message after the other until none is left, and returns their ids. */
  const claimAll = (lane: Lane) => {
    const ids: number[] = []
    for (;;) {
      const claimed = claimDue(ctx, { channel: 'email', lane }, MINUTE)
      if (claimed === undefined) return ids
      ids.push(claimed.id)
    }
  }

  it('is the one that has been due the longest, or the first of two due at the same time', () => {
    const lateId = insertDue(ctx.now, EMAIL)
    const firstId = insertDue(ctx.now - 1, EMAIL)
    const secondId = insertDue(ctx.now - 1, EMAIL)
    expect(claimAll('others')).toEqual([firstId, secondId, lateId])
  })

  it('is the verification with the lowest position', () => {
    const secondId = insertDue(ctx.now - 8, verificationAt(2))
    const firstId = insertDue(ctx.now - 7, verificationAt(1))
    expect(claimAll('verifications')).toEqual([firstId, secondId])
  })

  it('belongs to the given lane and channel', () => {
    insertDue(ctx.now - 9, SMS)
    const verificationId = insertDue(ctx.now - 8, verificationAt(1))
    const otherId = insertDue(ctx.now, EMAIL)
    expect(claimAll('others')).toEqual([otherId])
    expect(claimAll('verifications')).toEqual([verificationId])
  })
})

describe('the time at which the next message becomes due', () => {
  it('belongs to the first message of the lane and channel that is not due yet', () => {
    insertDue(ctx.now + 1 * MINUTE, SMS)
    insertDue(ctx.now + 2 * MINUTE, verificationAt(0))
    insertDue(ctx.now + 3 * MINUTE, EMAIL)
    insertDue(ctx.now + 4 * MINUTE, EMAIL)
    insertDue(ctx.now - 1 * MINUTE, EMAIL)
    expect(nextDue(ctx, OTHER_EMAILS)).toBe(ctx.now + 3 * MINUTE)
    expect(nextDue(ctx, { channel: 'email', lane: 'verifications' })).toBe(ctx.now + 2 * MINUTE)
  })

  it('is undefined once all messages are sent', () => {
    insertDue(ctx.now + MINUTE, EMAIL)
    ctx.db.update(messages).set({ status: 'sent' }).run()
    expect(nextDue(ctx, OTHER_EMAILS)).toBeUndefined()
  })
})

describe('a leased message', () => {
  it('is tried by its worker alone until the lease ends', () => {
    const leased = insertLeased(ctx, EMAIL, MINUTE)
    expect(leased).toMatchObject({ status: 'sending', attempts: 1, dueAt: ctx.now + MINUTE })
    expect(claimDue(ctx, OTHER_EMAILS, MINUTE)).toBeUndefined()
    expect(nextDue(ctx, OTHER_EMAILS)).toBe(ctx.now + MINUTE)
    const atEndOfLease = { ...ctx, now: ctx.now + MINUTE }
    expect(claimDue(atEndOfLease, OTHER_EMAILS, MINUTE)).toMatchObject({
      attempts: 2,
      dueAt: ctx.now + 2 * MINUTE,
    })
  })

  it('takes only one outcome of its attempt, and only while it has an expected status', () => {
    const leased = insertLeased(ctx, EMAIL, MINUTE)
    const laterAttempt = { ...leased, attempts: 2 }
    expect(tryRecordOutcome(ctx, laterAttempt, { status: 'sent' })).toBe(false)
    expect(tryRecordOutcome(ctx, leased, { status: 'sent' }, ['unknown'])).toBe(false)
    expect(tryRecordOutcome(ctx, leased, { status: 'sent' })).toBe(true)
    expect(tryRecordOutcome(ctx, leased, { status: 'failed' })).toBe(false)
    expect(storedMessages()).toMatchObject([{ status: 'sent' }])
  })

  it('stores its own outcome while another message is being tried', () => {
    const leased = insertLeased(ctx, EMAIL, MINUTE)
    const otherMessage = insertLeased(ctx, EMAIL, MINUTE)
    expect(tryRecordOutcome(ctx, leased, { status: 'sent' })).toBe(true)
    expect(storedMessages()).toMatchObject([
      { id: leased.id, status: 'sent' },
      { ...otherMessage, status: 'sending' },
    ])
  })
})
