import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { audit, type Booking, type Message, messages } from '../../db/schema.ts'
import { TEST_SENT } from '../../shared/admin-messages.de.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import type { KindOn } from '../kinds.ts'
import { queueEmail } from './queue.ts'
import { requeueFailures, retryMessage } from './retry.ts'
import { afterFailure, latestDue } from './retry-times.ts'
import { reopenFailure, settleFailure } from './settlement.ts'
import { outboxState } from './state.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

const queueMail = (kind: KindOn<'email'>, bookingId?: string, recipient = 'rosa@musterfrau.example') =>
  queueEmail(app.ctx(), { kind, recipient, bookingId, subject: 'Betreff', text: 'Text', html: '<p>Text</p>' })

const set = (changes: Partial<Message>) => app.db.update(messages).set(changes).run()

function refusal(channel: Channel, id = 1) {
  const before = app.rows()
  const problem = refusalOf(() => retryMessage(app.ctx(), channel, id))
  if (problem !== undefined) expect(app.rows()).toEqual(before)
  return problem && [problem.code, problem.message]
}

describe('retrying a message', () => {
  it.each([
    ['email', 'failed', null],
    ['email', 'suppressed', null],
    ['sms', 'failed', null],
    ['sms', 'suppressed', null],
    ['sms', 'unknown', 'unknown'],
  ] as const)('queues the same %s that was %s, due now', (channel, status, sendStatus) => {
    if (channel === 'email') queueMail('confirmed')
    else app.queue()
    set({ status, error: 'Grund', attempts: 6, dueAt: 1, sendStatus: 'FAILED' })
    const before = app.row()
    app.pass(HOUR)
    retryMessage(app.ctx(), channel, 1)
    const now = app.ctx().now
    expect(app.rows()).toEqual([
      { ...before, status: 'queued', error: null, attempts: 0, dueAt: now, sendStatus },
    ])
    expect(refusal(channel)).toEqual(['conflict', 'Diese Nachricht wartet bereits auf den Versand.'])
  })

  it.each([
    ['queued', 'Diese Nachricht wartet bereits auf den Versand.'],
    ['sending', 'Diese Nachricht wird gerade gesendet.'],
    ['sent', 'Diese Nachricht wurde bereits gesendet.'],
  ] as const)('is refused while it is %s', (status, sentence) => {
    app.queue()
    set({ status })
    expect(refusal('sms')).toEqual(['conflict', sentence])
  })

  it('is refused for a test that was sent, with the place of a new one', () => {
    app.queue()
    set({ status: 'sent', kind: 'test' })
    expect(refusal('sms')).toEqual(['conflict', TEST_SENT])
  })

  it.each<[KindOn<'email'>, Booking['status'], boolean]>([
    ['confirmed', 'cancelled', false],
    ['cancelled', 'cancelled', true],
  ])('that says %s of an appointment that is %s: %s', (kind, status, possible) => {
    queueMail(kind, insertBooking(app.db, { status }).id)
    set({ status: 'failed' })
    const sentence = 'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'
    expect(refusal('email')).toEqual(possible ? undefined : ['conflict', sentence])
  })

  it.each([
    ['05572 12345', undefined],
    ['05572 12345', 'Urlaubswoche'],
    ['+43557212345', undefined],
    ['12', undefined],
  ])('is refused for the number %s, which cannot get SMS', (mobile, suppressed) => {
    app.queue({ mobile, ...(suppressed !== undefined && { suppressed }) })
    expect(refusal('sms')).toEqual(['conflict', 'Diese Nummer kann keine SMS empfangen.'])
  })

  it('is refused without an SMS provider or an e-mail address', () => {
    app.queue()
    queueMail('confirmed', undefined, '')
    set({ status: 'failed' })
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    expect(refusal('sms')).toEqual(['conflict', 'Es ist kein SMS-Provider eingerichtet.'])
    expect(refusal('email', 2)).toEqual(['conflict', 'Für diese E-Mail ist keine Adresse bekannt.'])
  })

  it('is refused for another id or channel', () => {
    app.queue()
    const unknown = ['not found', 'Diese Nachricht gibt es nicht.']
    expect([refusal('sms', 7), refusal('email', 1)]).toEqual([unknown, unknown])
  })
})

it('the failures of a channel that are still open are queued again together', () => {
  app.queue()
  for (const kind of ['confirmed', 'moved', 'test'] as const) queueMail(kind)
  set({ status: 'failed', attempts: 6, error: 'Grund', dueAt: 1 })
  app.db.update(messages).set({ status: 'unknown' }).where(eq(messages.kind, 'moved')).run()
  requeueFailures(app.ctx(), 'email')
  expect(app.rows().map(({ kind, status }) => [kind, status])).toEqual([
    ['confirmed', 'failed'],
    ['confirmed', 'queued'],
    ['moved', 'unknown'],
    ['test', 'failed'],
  ])
  expect(app.rows()[1]).toMatchObject({ attempts: 0, error: null, dueAt: app.ctx().now })
})

describe('settling a failure', () => {
  const now = () => app.ctx().now
  const admin = () => ({
    ...app.ctx(),
    actor: { kind: 'admin', id: 1, email: 'gerda@ordination.example' } as const,
  })

  it('stores who and when, once, and takes it out of what is open', () => {
    queueMail('confirmed')
    set({ status: 'failed' })
    expect(outboxState(app.ctx()).email.failed).toBe(1)
    settleFailure(admin(), 'email', 1)
    const settled = { settledAt: now(), settledBy: 'gerda@ordination.example' }
    app.pass(HOUR)
    settleFailure(app.ctx(), 'email', 1)
    expect(app.row()).toMatchObject({ status: 'failed', ...settled })
    expect(outboxState(app.ctx()).email.failed).toBe(0)
    expect(app.db.select().from(audit).all()).toMatchObject([
      { action: 'failure-settled', subject: 'E-Mail 1', actorName: 'gerda@ordination.example' },
    ])
  })

  it('is taken back, and ends when the message is sent again', () => {
    app.queue()
    set({ status: 'unknown' })
    settleFailure(app.ctx(), 'sms', 1)
    reopenFailure(app.ctx(), 'sms', 1)
    expect(app.row()).toMatchObject({ settledAt: null, settledBy: null })
    expect(outboxState(app.ctx()).sms.unknown).toBe(1)
    reopenFailure(app.ctx(), 'sms', 1)
    expect(app.db.select().from(audit).all()).toHaveLength(2)
    settleFailure(app.ctx(), 'sms', 1)
    retryMessage(app.ctx(), 'sms', 1)
    expect(app.row()).toMatchObject({ status: 'queued', settledAt: null, settledBy: null })
  })

  it.each(['queued', 'sending', 'sent'] as const)('is refused for a message that is %s', (status) => {
    queueMail('confirmed')
    set({ status })
    const problem = refusalOf(() => settleFailure(app.ctx(), 'email', 1))
    expect([problem?.code, app.row()?.settledAt]).toEqual(['conflict', null])
  })
})

it('a failed attempt is repeated after 1, 5, 30, 120 and 720 minutes, and the sixth was the last', () => {
  expect([1, 2, 3, 4, 5, 6].map((attempts) => afterFailure(attempts, 0))).toEqual([
    ...[1, 5, 30, 120, 720].map((minutes) => ({ status: 'queued', dueAt: minutes * MINUTE })),
    { status: 'failed' },
  ])
})

describe('a waiting message, if the clock has always been right, is due at the latest', () => {
  const evening = Date.parse('2026-11-20T19:00:00+01:00')
  const waiting = { status: 'queued', attempts: 0, kind: 'confirmed', error: null } as const

  it.each([
    ['one minute', 'untried', {}, 1],
    ['five minutes', 'being sent', { status: 'sending', attempts: 1 }, 5],
    ['five minutes', 'refused without being counted', { error: '421' }, 5],
    ['thirty minutes', 'tried three times', { attempts: 3, error: '421' }, 30],
    ['half a day', 'tried five times', { attempts: 5, error: '421' }, 720],
  ] as const)('in %s when it is %s', (_, _state, changes, minutes) => {
    expect(latestDue({ ...waiting, ...changes }, evening)).toBe(evening + minutes * MINUTE)
  })

  it('in the morning when it is one that waits for the day', () => {
    expect(latestDue({ ...waiting, kind: 'reminder' }, evening)).toBe(Date.parse('2026-11-21T08:00:00+01:00'))
  })
})
