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

let app: SmsApp
let bookingId: string
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
  bookingId = app.queue()
})

function queueMail(kind: KindOn<'email'>, changes: Partial<Message> = {}): void {
  const recipient = 'rosa@musterfrau.example'
  insertMessage(app.ctx(), { channel: 'email', kind, recipient, text: '', bookingId }, changes)
}

/** Corrects the contact of the booking, and returns what its messages are then. */
function correct(contact: Partial<Booking>) {
  app.db.update(bookings).set(contact).where(eq(bookings.id, bookingId)).run()
  inTx(app.ctx(), () => redirectWaiting(app.ctx(), findBooking(app.ctx(), bookingId) as Booking))
  return app.rows().map(({ recipient, status, error }) => [recipient, status, error])
}

it('waiting messages to the patient follow a correction, but not those that were sent, of others or to the practice', () => {
  queueMail('confirmed')
  queueMail('confirmed', { status: 'sent' })
  queueMail('new-reservation')
  app.queue()
  expect(correct({ email: 'rosa@neu.example', mobile: '0664 7654321' })).toEqual([
    ['+436647654321', 'queued', null],
    ['rosa@neu.example', 'queued', null],
    ['rosa@musterfrau.example', 'sent', null],
    ['rosa@musterfrau.example', 'queued', null],
    ['+436641234567', 'queued', null],
  ])
  expect(app.rows().map(({ calendar }) => calendar)).toEqual([null, null, null, null, null])
})

it.each([
  ['a landline', { mobile: '05572 12345' }, 'Festnetznummer: keine SMS möglich.'],
  [
    'a minor who booked alone',
    { mobile: '0664 7654321', birthOn: '2019-03-14' },
    'Keine SMS an Minderjährige (niemand anderer hat gebucht).',
  ],
])('an SMS to the number of %s is suppressed, and its e-mail goes out', (_, contact, why) => {
  const fallbackOf = app.row()?.id ?? 0
  queueMail('confirmed', { status: 'suppressed', fallbackOf })
  const [sms, email] = correct(contact)
  expect(sms?.slice(1)).toEqual(['suppressed', why])
  expect(email).toEqual(['rosa@musterfrau.example', 'queued', null])
})

it('an e-mail without an address is suppressed', () => {
  queueMail('confirmed')
  expect(correct({ email: '' })[1]).toEqual(['', 'suppressed', NO_ADDRESS.patient])
})

it('an SMS whose number stays waits on, also when no provider is set up any more', () => {
  app.setUpClicksend({ CLICKSEND_PWD: '' })
  expect(correct({ email: 'rosa@neu.example' })).toEqual([['+436641234567', 'queued', null]])
})

it('an SMS that goes to the corrected number leaves its e-mail where it is', () => {
  const fallbackOf = app.row()?.id ?? 0
  queueMail('confirmed', { status: 'suppressed', fallbackOf })
  expect(correct({ mobile: '0664 7654321' })).toEqual([
    ['+436647654321', 'queued', null],
    ['rosa@musterfrau.example', 'suppressed', null],
  ])
})
