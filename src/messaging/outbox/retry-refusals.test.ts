import { beforeEach, expect, it } from 'vitest'
import { TEST_SENT } from '../../shared/admin-messages.de.ts'
import { HOUR } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { retryMessage } from './retry.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

/** The id of the first message of an outbox. */
const FIRST_ID = 1

/** Returns why a message is not tried again, which must leave all messages as they are. */
function refusalOfRetry(channel: Channel, id = FIRST_ID) {
  const rowsBefore = app.listMessages()
  const problem = refusalOf(() => retryMessage(app.ctx(), channel, id))
  expect(app.listMessages()).toEqual(rowsBefore)
  return problem && { code: problem.code, sentence: problem.message }
}
const conflict = (sentence: string) => ({ code: 'conflict', sentence })

it.each([
  { status: 'queued', sentence: 'Diese Nachricht wartet bereits auf den Versand.' },
  { status: 'sending', sentence: 'Diese Nachricht wird gerade gesendet.' },
  { status: 'sent', sentence: 'Diese Nachricht wurde bereits gesendet.' },
] as const)('a retry is refused while the message is $status', ({ status, sentence }) => {
  app.queue()
  app.changeMessages({ status })
  expect(refusalOfRetry('sms')).toEqual(conflict(sentence))
})

it('a retry is refused while a message without a failed attempt waits for its time', () => {
  app.queue()
  app.changeMessages({ status: 'queued', dueAt: app.ctx().now + HOUR })
  expect(refusalOfRetry('sms')).toEqual(conflict('Diese Nachricht wartet bereits auf den Versand.'))
})

it('a retry is refused for a sent test, saying where to start a new one', () => {
  app.queue()
  app.changeMessages({ status: 'sent', kind: 'test' })
  expect(refusalOfRetry('sms')).toEqual(conflict(TEST_SENT))
})

it('a retry is refused when what the message says of the appointment is no longer true', () => {
  const { id: bookingId } = insertBooking(app.db, { status: 'cancelled' })
  app.queueMail('confirmed', { bookingId })
  app.changeMessages({ status: 'failed' })
  const sentence = 'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'
  expect(refusalOfRetry('email')).toEqual(conflict(sentence))
})

it.each([
  { mobile: '05572 12345' },
  { mobile: '05572 12345', suppressed: 'Urlaubswoche' },
  { mobile: '+43557212345' },
  { mobile: '12' },
])('a retry is refused for a number that cannot get SMS: %o', (changes) => {
  app.queue(changes)
  expect(refusalOfRetry('sms')).toEqual(conflict('Diese Nummer kann keine SMS empfangen.'))
})

it('a retry is refused for an SMS without an SMS provider', () => {
  app.queue()
  app.changeMessages({ status: 'failed' })
  app.setUpClicksend({ CLICKSEND_PWD: '' })
  expect(refusalOfRetry('sms')).toEqual(conflict('Es ist kein SMS-Provider eingerichtet.'))
})

it('a retry is refused for an e-mail without an address', () => {
  app.queueMail('confirmed', { recipient: '' })
  app.changeMessages({ status: 'failed' })
  expect(refusalOfRetry('email')).toEqual(conflict('Für diese E-Mail ist keine Adresse bekannt.'))
})

it('a retry is refused if the channel has no such message', () => {
  app.queue()
  const notFound = { code: 'not found', sentence: 'Diese Nachricht gibt es nicht.' }
  expect(refusalOfRetry('sms', FIRST_ID + 1)).toEqual(notFound)
  expect(refusalOfRetry('email', FIRST_ID)).toEqual(notFound)
})
