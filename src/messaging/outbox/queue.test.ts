import { beforeEach, describe, expect, it } from 'vitest'
import { type Ctx, inTx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { onWake } from '../../db/wake.ts'
import { writeSettings } from '../../practice/settings.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { insertMessage, queueAgain, queueEmail, queueSms } from './queue.ts'

const EMAIL = {
  kind: 'new-reservation',
  recipient: 'praxis@b.at',
  subject: 'Betreff',
  text: 'Text',
  html: '<p>Text</p>',
} as const

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true, config: { baseUrl: 'https://termine.praxis.example/portal' } }).ctx()
})

const storedMessages = () => ctx.db.select().from(messages).all()

describe('a queued e-mail', () => {
  it('is due at once', () => {
    queueEmail(ctx, EMAIL)
    expect(storedMessages()).toMatchObject([
      { ...EMAIL, status: 'queued', attempts: 0, dueAt: ctx.now, createdAt: ctx.now, sentAt: null },
    ])
  })

  it('has a Message-ID of a random id and the present host of the portal', () => {
    const first = queueEmail(ctx, EMAIL)
    writeSettings(ctx, 'urls', { PUBLIC_BASE_URL: 'https://buchen.example:8443' })
    const second = queueEmail(ctx, EMAIL)
    expect(first.logUuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.logUuid).not.toBe(first.logUuid)
    expect(storedMessages()).toMatchObject([
      { messageId: `<${first.logUuid}@termine.praxis.example>` },
      { messageId: `<${second.logUuid}@buchen.example>` },
    ])
  })

  it('is rolled back with the transaction of its change', () => {
    expect(() =>
      inTx(ctx, () => {
        queueEmail(ctx, EMAIL)
        throw new Error('the booking failed')
      }),
    ).toThrow('the booking failed')
    expect(storedMessages()).toEqual([])
  })

  it('that must not be sent is stored as suppressed, with the reason', () => {
    queueEmail(ctx, { ...EMAIL, suppressed: 'Urlaub' })
    expect(storedMessages()).toMatchObject([{ status: 'muted', error: 'Urlaub' }])
  })

  it('is queued again as a new message with the same content', () => {
    const first = insertMessage(ctx, { channel: 'email', ...EMAIL }, { status: 'sent', attempts: 2 })
    queueAgain(ctx, first, undefined)
    const [, second] = storedMessages()
    expect(second).toMatchObject({ ...EMAIL, status: 'queued', attempts: 0, error: null })
    expect(second?.messageId).not.toBe(first.messageId)
  })

  it('that is queued again but must not be sent is stored as suppressed, with the reason', () => {
    const first = insertMessage(ctx, { channel: 'email', ...EMAIL }, { status: 'sent' })
    queueAgain(ctx, first, 'Urlaub')
    const [, second] = storedMessages()
    expect(second).toMatchObject({ ...EMAIL, status: 'muted', error: 'Urlaub' })
  })
})

it('an SMS is suppressed for the first reason that applies: a landline, SMS switched off, no provider', () => {
  const sms = { kind: 'confirmed', bookingId: null, country: 'AT', text: 'Text' } as const
  const errorOf = (mobile: string, suppressed?: string) => queueSms(ctx, { ...sms, mobile, suppressed }).error
  expect(errorOf('05572 123456', 'Urlaub')).toBe('Festnetznummer: keine SMS möglich.')
  expect(errorOf('0664 1234567', 'Urlaub')).toBe('Urlaub')
  expect(errorOf('0664 1234567')).toBe('Es ist kein SMS-Provider eingerichtet.')
})

it('an SMS has no Message-ID', () => {
  const { messageId } = insertMessage(ctx, { ...EMAIL, channel: 'sms', kind: 'confirmed' })
  expect(messageId).toBeNull()
})

describe('a queued message', () => {
  /** Returns the names of the jobs that are woken while the messages are queued. */
  const wokenBy = (queueMessage: () => unknown) => {
    const woken: (string | undefined)[] = []
    onWake(ctx.db, (work) => woken.push(work))
    queueMessage()
    return woken
  }

  it('wakes the worker of its queue', () => {
    expect(wokenBy(() => queueEmail(ctx, EMAIL))).toEqual(['email'])
    expect(wokenBy(() => insertMessage(ctx, { ...EMAIL, channel: 'sms', kind: 'confirmed' }))).toEqual([
      'sms',
    ])
    // An e-mail with a position in the queue is a verification, which has workers of its own.
    expect(wokenBy(() => queueEmail(ctx, { ...EMAIL, queuePosition: 1 }))).toEqual(['verifications'])
  })

  it('wakes no worker if it is suppressed', () => {
    expect(wokenBy(() => queueEmail(ctx, { ...EMAIL, suppressed: 'Urlaub' }))).toEqual([])
  })
})
