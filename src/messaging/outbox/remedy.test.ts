import { beforeEach, describe, expect, it } from 'vitest'
import { type Booking, bookings, type ListedMessage, type Message } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { VERIFICATION_MINUTES } from '../kinds/email-verification.ts'
import type { KindOn } from '../kinds.ts'
import { listLog } from './log.ts'
import { insertMessage } from './queue.ts'
import { findRemedy, type Remedy } from './remedy.ts'
import { retryMessage } from './retry.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

const FAILED = { status: 'failed', wrongRecipient: false } as const

type Changes = { message?: Partial<Message>; booking?: Partial<Booking> }

/** Stores a failed e-mail about a confirmed booking, to the e-mail address of the booking. */
function addEmail(kind: KindOn<'email'>, { message, booking }: Changes = {}) {
  const { id: bookingId, email: recipient } = insertBooking(app.db, { status: 'confirmed', ...booking })
  app.queueMail(kind, { recipient, bookingId })
  app.changeMessages({ ...FAILED, ...message })
}

/** Stores a failed SMS about a confirmed booking, to the number of the booking. */
function addSms({ message, booking }: Changes = {}) {
  app.queue({ mobile: booking?.mobile ?? '0664 1234567' }, booking)
  app.changeMessages({ ...FAILED, ...message })
}

/** Returns the only message, as the log lists it. */
function listedMessage(): ListedMessage {
  const [message] = listLog(app.ctx(), app.findFirstMessage()?.channel ?? 'email', { limit: 1 }).rows
  if (message === undefined) throw new Error('no message is stored')
  return message
}

/**
 * Expects this remedy for the only message, and tries to send the message again: the attempt must be refused
 * with the obstacle that was found, or queue the message if there is none.
 */
function expectRemedy(expected: Remedy | null) {
  const message = listedMessage()
  const { obstacle, remedy } = findRemedy(app.ctx(), message)
  const retry = () => retryMessage(app.ctx(), message.channel, message.id)
  if (obstacle === null) expect(retry).not.toThrow()
  else expect(retry).toThrow(obstacle)
  expect(remedy).toBe(expected)
}

describe('a message that has stopped', () => {
  it.each(['failed', 'muted'] as const)('is sent again if it is an e-mail that is %s', (status) => {
    addEmail('confirmed', { message: { status } })
    expectRemedy('resend')
  })

  it.each(['failed', 'muted', 'unknown'] as const)('is sent again if it is an SMS that is %s', (status) => {
    addSms({ message: { status } })
    expectRemedy('resend')
  })

  it('is tried again if it is a push to Odoo, although that has no recipient', () => {
    const { id: bookingId } = insertBooking(app.db, { status: 'confirmed' })
    insertMessage(app.ctx(), { channel: 'erp', kind: 'erp-push', recipient: '', text: '', bookingId })
    app.changeMessages(FAILED)
    expectRemedy('resend')
  })

  it('is sent again, if it is a verification, until its link expires', () => {
    app.queueMail('email-verification')
    app.changeMessages({ ...FAILED, wrongRecipient: true })
    expectRemedy('resend')
    // The retry has queued it again.
    app.changeMessages(FAILED)
    app.pass(VERIFICATION_MINUTES * MINUTE)
    expectRemedy(null)
  })
})

describe('a message that cannot reach its recipient', () => {
  it('has the address of its appointment corrected, if that was refused, and is then tried', () => {
    addEmail('confirmed', { message: { wrongRecipient: true } })
    expectRemedy('correct')
    app.changeMessages({ ...FAILED, wrongRecipient: true })
    app.db.update(bookings).set({ email: 'rosa@neu.example' }).run()
    expectRemedy('resend-corrected')
    expect(app.findFirstMessage()).toMatchObject({
      status: 'queued',
      recipient: 'rosa@neu.example',
      wrongRecipient: false,
    })
  })

  it.each(['05572 12345', '12'])('has its number %s corrected, which cannot get SMS', (mobile) => {
    addSms({ message: { status: 'muted' }, booking: { mobile } })
    expectRemedy('correct')
  })

  it('has its missing e-mail address entered first', () => {
    addEmail('confirmed', { booking: { email: '' } })
    expectRemedy('correct')
  })

  it('has the practice’s own address corrected in the settings, if that was refused, and is then tried', () => {
    writeSettings(app.ctx(), 'urls', { ADMIN_EMAIL: 'rosa@musterfrau.example' })
    addEmail('new-reservation', {
      message: { wrongRecipient: true },
      booking: { status: 'requested', email: 'rosa@musterfrau.example' },
    })
    expectRemedy('correct-own')
    writeSettings(app.ctx(), 'urls', { ADMIN_EMAIL: 'termine@ordination.example' })
    app.changeMessages({ ...FAILED, wrongRecipient: true, recipient: 'rosa@musterfrau.example' })
    expectRemedy('resend-corrected')
  })

  it('has an obstacle that names the missing address of an e-mail', () => {
    addEmail('confirmed', { booking: { email: '' } })
    expect(findRemedy(app.ctx(), listedMessage())).toEqual({
      remedy: 'correct',
      obstacle: 'Für diese E-Mail ist keine Adresse bekannt.',
    })
  })

  it('has an obstacle that names the missing number of an SMS', () => {
    addSms({ message: { status: 'muted', recipient: '' }, booking: { mobile: '' } })
    expect(findRemedy(app.ctx(), listedMessage())).toEqual({
      remedy: 'correct',
      obstacle: 'Für diese SMS ist keine Nummer bekannt.',
    })
  })

  it('is replaced by a call if it is an SMS to a minor', () => {
    addSms({ booking: { birthOn: '2015-03-01' } })
    expectRemedy('call')
  })

  it('is replaced by a call if it is an SMS, while no provider is set up', () => {
    addSms()
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    expectRemedy('call')
  })
})

describe('nothing is offered', () => {
  it('about an e-mail that is no longer true', () => {
    addEmail('confirmed', { booking: { status: 'cancelled' } })
    expectRemedy(null)
  })

  it('about an e-mail whose appointment is over', () => {
    addEmail('reminder', { booking: { startsAt: app.ctx().now - HOUR, endsAt: app.ctx().now - 1 } })
    expectRemedy(null)
  })

  it('about an e-mail without content', () => {
    addEmail('confirmed', { message: { emptied: 'Inhalt gelöscht.' } })
    expectRemedy(null)
  })

  it.each(['queued', 'sending', 'sent'] as const)('while the message is %s', (status) => {
    addEmail('confirmed', { message: { status } })
    expect(findRemedy(app.ctx(), listedMessage())).toEqual({ remedy: null, obstacle: null })
  })
})
