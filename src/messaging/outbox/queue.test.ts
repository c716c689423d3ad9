import { beforeEach, describe, expect, it } from 'vitest'
import { type Ctx, inTx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { onWake } from '../../db/wake.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import {
  claimDue,
  insertLeased,
  insertMessage,
  type Lane,
  nextDue,
  queueAgain,
  queueEmail,
  tryRecordOutcome,
} from './queue.ts'

const content = { subject: 'Betreff', text: 'Text', html: '<p>Text</p>' }
const email = { ...content, kind: 'new-reservation', recipient: 'praxis@b.at' } as const

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true, config: { baseUrl: 'https://termine.praxis.example/portal' } }).ctx()
})

const rows = () => ctx.db.select().from(messages).all()

describe('a queued e-mail', () => {
  it('is due at once and keeps one Message-ID, with the host of the public address', () => {
    queueEmail(ctx, email)
    writeSettings(ctx, 'urls', { PUBLIC_BASE_URL: 'https://buchen.example:8443' })
    queueEmail(ctx, email)
    const [first, second] = rows()
    expect(first).toMatchObject({
      ...email,
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

  it('is rolled back with the transaction of its change', () => {
    expect(() =>
      inTx(ctx, () => {
        queueEmail(ctx, email)
        throw new Error('the booking failed')
      }),
    ).toThrow('the booking failed')
    expect(rows()).toEqual([])
  })

  it('that must not be sent is stored as suppressed, with the reason', () => {
    queueEmail(ctx, { ...email, suppressed: 'Urlaub' })
    expect(rows()).toMatchObject([{ status: 'suppressed', error: 'Urlaub' }])
  })

  it('wakes the worker of its queue, and no worker if it is suppressed', () => {
    const woken: unknown[] = []
    onWake(ctx.db, (work) => woken.push(work))
    queueEmail(ctx, { ...email, suppressed: 'Urlaub' })
    queueEmail(ctx, email)
    queueEmail(ctx, { ...email, queuePosition: 1 })
    const { messageId } = insertMessage(ctx, { ...email, channel: 'sms', kind: 'confirmed' })
    expect(woken).toEqual(['email', 'verifications', 'sms'])
    expect(messageId, 'an SMS has none').toBeNull()
  })

  it('that is queued again is a new message with the same content, or suppressed', () => {
    const first = insertMessage(ctx, { channel: 'email', ...email }, { status: 'sent', attempts: 2 })
    queueAgain(ctx, first, undefined)
    queueAgain(ctx, first, 'Urlaub')
    const [, again, suppressed] = rows()
    expect(again).toMatchObject({ ...email, status: 'queued', attempts: 0, error: null })
    expect(again?.messageId).not.toBe(first.messageId)
    expect(suppressed).toMatchObject({ ...email, status: 'suppressed', error: 'Urlaub' })
  })
})

describe('a leased message', () => {
  const queue = { channel: 'email', lane: 'others' } as const

  it('is tried by its worker alone until the lease ends', () => {
    const leased = insertLeased(ctx, { channel: 'email', ...email }, MINUTE)
    expect(leased).toMatchObject({ status: 'sending', attempts: 1, dueAt: NOW + MINUTE })
    expect([claimDue(ctx, queue, 1), nextDue(ctx, queue)]).toEqual([undefined, NOW + MINUTE])
    const later = { ...ctx, now: NOW + MINUTE }
    expect(claimDue(later, queue, MINUTE)).toMatchObject({ attempts: 2, dueAt: NOW + 2 * MINUTE })
  })

  it('is the one of its lane and channel that is due for the longest time', () => {
    insertMessage(ctx, { channel: 'sms', ...email, kind: 'confirmed' }, { dueAt: NOW - 9 })
    insertMessage(ctx, { channel: 'email', ...email, queuePosition: 2 }, { dueAt: NOW - 8 })
    insertMessage(ctx, { channel: 'email', ...email, queuePosition: 1 }, { dueAt: NOW - 7 })
    for (const dueAt of [NOW, NOW - 1, NOW - 1]) insertMessage(ctx, { channel: 'email', ...email }, { dueAt })
    const claimId = (lane: Lane) => claimDue(ctx, { channel: 'email', lane }, MINUTE)?.id
    expect([1, 2, 3, 4].map(() => claimId('others'))).toEqual([5, 6, 4, undefined])
    expect([1, 2, 3].map(() => claimId('verifications'))).toEqual([3, 2, undefined])
  })

  it('becomes due next in its own lane and channel', () => {
    const insertDueIn = (minutes: number, changes: object) =>
      insertMessage(ctx, { channel: 'email', ...email, ...changes }, { dueAt: NOW + minutes * MINUTE })
    insertDueIn(1, { channel: 'sms', kind: 'confirmed' })
    insertDueIn(2, { queuePosition: 0 })
    insertDueIn(3, {})
    insertDueIn(4, {})
    // This message is due already.
    insertDueIn(-1, {})
    const next = (lane: Lane) => ((nextDue(ctx, { channel: 'email', lane }) ?? 0) - NOW) / MINUTE
    expect([next('others'), next('verifications')]).toEqual([3, 2])
    ctx.db.update(messages).set({ status: 'sent' }).run()
    expect(nextDue(ctx, { channel: 'email', lane: 'others' })).toBeUndefined()
  })

  it('takes an outcome of its attempt once, and only in an expected status', () => {
    const leased = insertLeased(ctx, { channel: 'email', ...email }, MINUTE)
    expect(tryRecordOutcome(ctx, { ...leased, attempts: 2 }, { status: 'sent' })).toBe(false)
    expect(tryRecordOutcome(ctx, leased, { status: 'sent' }, ['unknown'])).toBe(false)
    expect(tryRecordOutcome(ctx, leased, { status: 'sent' })).toBe(true)
    expect(tryRecordOutcome(ctx, leased, { status: 'failed' })).toBe(false)
    expect(rows()).toMatchObject([{ status: 'sent' }])
  })

  it('takes its own outcome, while another message is tried at the same time', () => {
    const [leased, other] = [1, 2].map(() => insertLeased(ctx, { channel: 'email', ...email }, MINUTE))
    expect(leased && tryRecordOutcome(ctx, leased, { status: 'sent' })).toBe(true)
    expect(rows()).toMatchObject([
      { id: leased?.id, status: 'sent' },
      { ...other, status: 'sending' },
    ])
  })
})
