import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { openDatabase } from '../../db/open.ts'
import { messages } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { queueEmail } from './queue.ts'

const NOW = Date.parse('2026-11-20T10:00:00+01:00')
const email = { subject: 'Betreff', text: 'Text', html: '<p>Text</p>' }

let ctx: Ctx
beforeEach(() => {
  const config = {
    ...readConfig({ BASE_URL: 'https://termine.praxis.example/portal' }),
    appSecret: 'x'.repeat(32),
  }
  ctx = { db: openDatabase(':memory:'), now: NOW, actor: { kind: 'job' }, config }
})

const rows = () => ctx.db.select().from(messages).all()

describe('a queued e-mail', () => {
  it('is due at once and keeps one Message-ID, with the host of the public address', () => {
    queueEmail(ctx, { ...email, kind: 'new-reservation', recipient: 'praxis@b.at' })
    writeSettings(ctx, 'urls', { PUBLIC_BASE_URL: 'https://buchen.example:8443' })
    queueEmail(ctx, { ...email, kind: 'new-reservation', recipient: 'praxis@b.at' })
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
        queueEmail(ctx, { ...email, kind: 'new-reservation', recipient: 'praxis@b.at' })
        throw new Error('the booking failed')
      }),
    ).toThrow('the booking failed')
    expect(rows()).toEqual([])
  })

  it('that must not be sent is stored as suppressed, with the reason', () => {
    queueEmail(ctx, { ...email, kind: 'new-reservation', recipient: 'praxis@b.at', suppressed: 'Urlaub' })
    expect(rows()).toMatchObject([{ status: 'suppressed', error: 'Urlaub' }])
  })
})
