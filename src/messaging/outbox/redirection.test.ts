import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { inTx } from '../../ctx.ts'
import { findBooking } from '../../db/booking-rows.ts'
import { type Booking, bookings, type Message } from '../../db/schema.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import type { KindOn } from '../kinds.ts'
import { insertMessage } from './queue.ts'
import { redirectWaiting } from './redirection.ts'
import { NO_ADDRESS } from './suppression.ts'

const OLD_NUMBER = '+436641234567'
const OLD_ADDRESS = 'rosa@musterfrau.example'

let app: SmsApp
/** The booking whose contact is corrected. The first waiting message is an SMS about it. */
let bookingId: string
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
  bookingId = app.queue({ mobile: OLD_NUMBER })
})

/** Queues an e-mail about the booking to its old address. */
function queueMail(kind: KindOn<'email'>, changes: Partial<Message> = {}): void {
  const content = { kind, recipient: OLD_ADDRESS, text: '', bookingId }
  insertMessage(app.ctx(), { channel: 'email', ...content }, changes)
}

/** Stores the e-mail that is sent only if the SMS about the booking fails. */
function queueFallback(): void {
  const [sms] = app.listMessages()
  queueMail('confirmed', { status: 'muted', fallbackOf: sms?.id ?? null })
}

/** Corrects the contact of the booking. @returns recipient, status and error of all messages afterwards */
function correctContact(contact: Partial<Booking>) {
  app.db.update(bookings).set(contact).where(eq(bookings.id, bookingId)).run()
  inTx(app.ctx(), () => redirectWaiting(app.ctx(), findBooking(app.ctx(), bookingId) as Booking))
  return app.listMessages().map(({ recipient, status, error }) => ({ recipient, status, error }))
}

it('waiting messages to the patient follow a correction', () => {
  queueMail('confirmed')
  expect(correctContact({ email: 'rosa@neu.example', mobile: '0664 7654321' })).toEqual([
    { recipient: '+436647654321', status: 'queued', error: null },
    { recipient: 'rosa@neu.example', status: 'queued', error: null },
  ])
  // None of them had an invitation to rewrite.
  expect(app.listMessages().map(({ calendar }) => calendar)).toEqual([null, null])
})

it('sent messages, and those to the practice or about other bookings, do not follow a correction', () => {
  queueMail('confirmed', { status: 'sent' })
  queueMail('new-reservation')
  app.queue({ mobile: OLD_NUMBER })
  const [, ...otherMessages] = correctContact({ email: 'rosa@neu.example', mobile: '0664 7654321' })
  expect(otherMessages).toEqual([
    { recipient: OLD_ADDRESS, status: 'sent', error: null },
    { recipient: OLD_ADDRESS, status: 'queued', error: null },
    { recipient: OLD_NUMBER, status: 'queued', error: null },
  ])
  // None of them had an invitation to rewrite.
  expect(app.listMessages().map(({ calendar }) => calendar)).toEqual([null, null, null, null])
})

it.each([
  {
    recipient: 'a landline',
    contact: { mobile: '05572 12345' },
    error: 'Festnetznummer: keine SMS möglich.',
  },
  {
    recipient: 'a minor who booked alone',
    contact: { mobile: '0664 7654321', birthOn: '2019-03-14' },
    error: 'Keine SMS an Minderjährige (niemand anderer hat gebucht).',
  },
])('an SMS to $recipient is suppressed, and its e-mail is sent', ({ contact, error }) => {
  queueFallback()
  const [sms, email] = correctContact(contact)
  expect(sms).toMatchObject({ status: 'muted', error })
  expect(email).toEqual({ recipient: OLD_ADDRESS, status: 'queued', error: null })
})

it('an e-mail without an address is suppressed', () => {
  queueMail('confirmed')
  expect(correctContact({ email: '' })[1]).toEqual({
    recipient: '',
    status: 'muted',
    error: NO_ADDRESS.patient,
  })
})

it('an SMS whose number stays the same keeps waiting, even without a provider', () => {
  app.setUpClicksend({ CLICKSEND_PWD: '' })
  expect(correctContact({ email: 'rosa@neu.example' })).toEqual([
    { recipient: OLD_NUMBER, status: 'queued', error: null },
  ])
})

it('an SMS that is redirected leaves its e-mail suppressed', () => {
  queueFallback()
  expect(correctContact({ mobile: '0664 7654321' })).toEqual([
    { recipient: '+436647654321', status: 'queued', error: null },
    { recipient: OLD_ADDRESS, status: 'muted', error: null },
  ])
})
