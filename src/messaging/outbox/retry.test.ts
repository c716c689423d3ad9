import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { audit, bookings, type Message, messages } from '../../db/schema.ts'
import { onWake } from '../../db/wake.ts'
import { TEST_SENT } from '../../shared/admin-messages.de.ts'
import { HOUR } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import type { KindOn } from '../kinds.ts'
import { getMessage } from './log.ts'
import { queueEmail } from './queue.ts'
import { findRemedy } from './remedy.ts'
import { requeueFailures, retryMessage } from './retry.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

/** Queues an e-mail, by default to Rosa and about no booking. */
const queueMail = (kind: KindOn<'email'>, about: Partial<Pick<Message, 'bookingId' | 'recipient'>> = {}) => {
  const content = { subject: 'Betreff', text: 'Text', html: '<p>Text</p>' }
  queueEmail(app.ctx(), { kind, ...content, recipient: 'rosa@musterfrau.example', ...about })
}

const changeMessage = (changes: Partial<Message>) => app.db.update(messages).set(changes).run()

/** The id of the first message of an outbox. */
const FIRST_ID = 1

/** Retries a message, and returns the refusal if there is one. A refusal must change nothing. */
function refusalOfRetry(channel: Channel, id = FIRST_ID) {
  const rowsBefore = app.rows()
  const problem = refusalOf(() => retryMessage(app.ctx(), channel, id))
  if (problem !== undefined) expect(app.rows()).toEqual(rowsBefore)
  return problem && { code: problem.code, sentence: problem.message }
}
const conflict = (sentence: string) => ({ code: 'conflict', sentence })

describe('retrying a message', () => {
  it.each([
    { channel: 'email', status: 'failed', sendStatus: null },
    { channel: 'email', status: 'suppressed', sendStatus: null },
    { channel: 'sms', status: 'failed', sendStatus: null },
    { channel: 'sms', status: 'suppressed', sendStatus: null },
    // The first attempt may have succeeded, which must not be forgotten.
    { channel: 'sms', status: 'unknown', sendStatus: 'unknown' },
  ] as const)('queues the same $channel that was $status, due now', ({ channel, status, sendStatus }) => {
    if (channel === 'email') queueMail('confirmed')
    else app.queue()
    changeMessage({ status, error: 'Grund', attempts: 6, dueAt: 1, sendStatus: 'FAILED' })
    const stopped = app.row()
    app.pass(HOUR)
    retryMessage(app.ctx(), channel, FIRST_ID)
    const now = app.ctx().now
    expect(app.rows()).toEqual([
      { ...stopped, status: 'queued', error: null, attempts: 0, dueAt: now, sendStatus },
    ])
  })

  it('is recorded in the audit', () => {
    app.queue()
    changeMessage({ status: 'failed' })
    retryMessage(app.ctx(), 'sms', FIRST_ID)
    expect(app.db.select().from(audit).all()).toMatchObject([{ action: 'message-resent', subject: 'SMS 1' }])
  })

  it('reopens its failure, for the corrected number', () => {
    app.queue()
    const settlement = { settledAt: 1, settledBy: 'gerda@ordination.example' }
    changeMessage({ status: 'failed', wrongRecipient: true, ...settlement })
    app.db.update(bookings).set({ mobile: '0664 7654321' }).run()
    retryMessage(app.ctx(), 'sms', FIRST_ID)
    expect(app.row()).toMatchObject({
      wrongRecipient: false,
      settledAt: null,
      settledBy: null,
      recipient: '+436647654321',
    })
  })

  it.each(['email', 'sms'] as const)('sends at once an %s that waits after a failed attempt', (channel) => {
    if (channel === 'email') queueMail('confirmed')
    else app.queue()
    const dueAt = app.ctx().now + 12 * HOUR
    changeMessage({ status: 'queued', error: 'Grund', attempts: 5, dueAt })
    expect(findRemedy(app.ctx(), getMessage(app.ctx(), channel, FIRST_ID))).toEqual({
      remedy: 'resend',
      obstacle: null,
    })
    retryMessage(app.ctx(), channel, FIRST_ID)
    expect(app.row()).toMatchObject({ status: 'queued', attempts: 0, dueAt: app.ctx().now, error: null })
  })

  it('wakes the worker of its channel', () => {
    app.queue()
    changeMessage({ status: 'failed' })
    const woken: unknown[] = []
    onWake(app.db, (work) => woken.push(work))
    retryMessage(app.ctx(), 'sms', FIRST_ID)
    expect(woken).toEqual(['sms'])
  })

  it('is possible after a cancellation that the message reports', () => {
    const { id: bookingId } = insertBooking(app.db, { status: 'cancelled' })
    queueMail('cancelled', { bookingId })
    changeMessage({ status: 'failed' })
    expect(refusalOfRetry('email')).toBeUndefined()
  })
})

describe('retrying a message is refused', () => {
  it.each([
    { status: 'queued', sentence: 'Diese Nachricht wartet bereits auf den Versand.' },
    { status: 'sending', sentence: 'Diese Nachricht wird gerade gesendet.' },
    { status: 'sent', sentence: 'Diese Nachricht wurde bereits gesendet.' },
  ] as const)('while it is $status', ({ status, sentence }) => {
    app.queue()
    changeMessage({ status })
    expect(refusalOfRetry('sms')).toEqual(conflict(sentence))
  })

  it('while a message without a failed attempt waits for its time', () => {
    app.queue()
    changeMessage({ status: 'queued', dueAt: app.ctx().now + HOUR })
    expect(refusalOfRetry('sms')).toEqual(conflict('Diese Nachricht wartet bereits auf den Versand.'))
  })

  it('for a sent test, saying where to start a new one', () => {
    app.queue()
    changeMessage({ status: 'sent', kind: 'test' })
    expect(refusalOfRetry('sms')).toEqual(conflict(TEST_SENT))
  })

  it('when what it says of the appointment is no longer true', () => {
    const { id: bookingId } = insertBooking(app.db, { status: 'cancelled' })
    queueMail('confirmed', { bookingId })
    changeMessage({ status: 'failed' })
    const sentence = 'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'
    expect(refusalOfRetry('email')).toEqual(conflict(sentence))
  })

  it.each([
    { mobile: '05572 12345' },
    { mobile: '05572 12345', suppressed: 'Urlaubswoche' },
    { mobile: '+43557212345' },
    { mobile: '12' },
  ])('for a number that cannot get SMS: %o', (changes) => {
    app.queue(changes)
    expect(refusalOfRetry('sms')).toEqual(conflict('Diese Nummer kann keine SMS empfangen.'))
  })

  it('for an SMS without an SMS provider', () => {
    app.queue()
    changeMessage({ status: 'failed' })
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    expect(refusalOfRetry('sms')).toEqual(conflict('Es ist kein SMS-Provider eingerichtet.'))
  })

  it('for an e-mail without an address', () => {
    queueMail('confirmed', { recipient: '' })
    changeMessage({ status: 'failed' })
    expect(refusalOfRetry('email')).toEqual(conflict('Für diese E-Mail ist keine Adresse bekannt.'))
  })

  it('if the channel has no such message', () => {
    app.queue()
    const notFound = { code: 'not found', sentence: 'Diese Nachricht gibt es nicht.' }
    expect(refusalOfRetry('sms', FIRST_ID + 1)).toEqual(notFound)
    expect(refusalOfRetry('email', FIRST_ID)).toEqual(notFound)
  })
})

it('the open failures of a channel are queued again together, and its worker wakes', () => {
  app.queue()
  for (const kind of ['confirmed', 'moved', 'test'] as const) queueMail(kind)
  changeMessage({ status: 'failed', attempts: 6, error: 'Grund', dueAt: 1 })
  app.db.update(messages).set({ status: 'unknown' }).where(eq(messages.kind, 'moved')).run()
  const woken: unknown[] = []
  onWake(app.db, (work) => woken.push(work))
  requeueFailures(app.ctx(), 'email')
  expect(woken).toEqual(['email'])
  expect(app.rows()).toMatchObject([
    { channel: 'sms', status: 'failed' },
    { kind: 'confirmed', status: 'queued', attempts: 0, error: null, dueAt: app.ctx().now },
    { kind: 'moved', status: 'unknown' },
    // A failed test is not an open failure.
    { kind: 'test', status: 'failed' },
  ])
})
