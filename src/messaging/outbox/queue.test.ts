import { beforeEach, describe, expect, it } from 'vitest'
import { type Ctx, inTx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { onWake } from '../../db/wake.ts'
import { writeSettings } from '../../practice/settings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { insertMessage, queueAgain, queueEmail } from './queue.ts'

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

  it('wakes the worker of its queue, a suppressed one none', () => {
    const woken: unknown[] = []
    onWake(ctx.db, (work) => woken.push(work))
    queueEmail(ctx, { ...email, suppressed: 'Urlaub' })
    queueEmail(ctx, email)
    queueEmail(ctx, { ...email, queuePosition: 1 })
    const { messageId } = insertMessage(ctx, { ...email, channel: 'sms', kind: 'confirmed' })
    expect(woken).toEqual(['email', 'verifications', 'sms'])
    expect(messageId, 'an SMS has none').toBeNull()
  })

  it('once more is a new message with the same content, or suppressed', () => {
    const first = insertMessage(ctx, { channel: 'email', ...email }, { status: 'sent', attempts: 2 })
    queueAgain(ctx, first, undefined)
    queueAgain(ctx, first, 'Urlaub')
    const [, again, suppressed] = rows()
    expect(again).toMatchObject({ ...email, status: 'queued', attempts: 0, error: null })
    expect(again?.messageId).not.toBe(first.messageId)
    expect(suppressed).toMatchObject({ ...email, status: 'suppressed', error: 'Urlaub' })
  })
})
