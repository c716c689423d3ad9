import { describe, expect, it } from 'vitest'
import { queueEmail, queueSms } from '../../messaging/outbox/queue.ts'
import { writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { notificationsOffCheck } from './notifications-off.ts'

/** The reason of the practice for which messages are not sent. */
const REASON = 'Urlaubswoche'

/** A message about a booking that was not sent, with the reason that its row states. */
type SuppressedMessage = Readonly<{ bookingId: string; suppressed: string }>

/** Opens a practice that can send SMS, with a coming and a past appointment. */
function openPractice() {
  const app = openTestApp()
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })
  const { db } = app.ctx()
  const content = { kind: 'confirmed', text: 'Text' } as const
  const recipient = 'rosa@musterfrau.example'
  return {
    ...app,
    comingId: insertBooking(db, { status: 'confirmed' }).id,
    pastId: insertBooking(db, { status: 'confirmed', startsAt: NOW }).id,
    suppressEmail: (message: SuppressedMessage) =>
      queueEmail(app.ctx(), { ...content, ...message, recipient, subject: 'S', html: '' }),
    suppressSms: (message: SuppressedMessage) =>
      queueSms(app.ctx(), { ...content, ...message, mobile: '0664 1234567', country: 'AT' }),
  }
}

/** Opens a practice where `REASON` has suppressed an e-mail and two SMS about a coming appointment. */
function openPracticeInHolidays() {
  const app = openPractice()
  const message = { bookingId: app.comingId, suppressed: REASON }
  app.suppressEmail(message)
  app.suppressSms(message)
  app.suppressSms(message)
  return app
}

describe('notifications that are switched off', () => {
  it.each([
    { settings: { notify_muteSms: true }, what: 'SMS', count: 2 },
    { settings: { notify_muteEmail: true }, what: 'E-Mails', count: 1 },
    { settings: { notify_off: true }, what: 'Benachrichtigungen', count: 3 },
    { settings: { notify_muteEmail: true, notify_muteSms: true }, what: 'Benachrichtigungen', count: 3 },
  ])('count the messages of their channels by their reason: $settings', ({ settings, what, count }) => {
    const app = openPracticeInHolidays()
    writeSettings(app.ctx(), 'general', { ...settings, notify_reason: REASON })
    expect(notificationsOffCheck.read(app.ctx())).toEqual({ what, count, reason: REASON })
  })

  it('do not count messages that were suppressed for another reason', () => {
    const app = openPracticeInHolidays()
    const muted = { notify_muteEmail: true, notify_muteSms: true }
    writeSettings(app.ctx(), 'general', { ...muted, notify_reason: 'Umbau' })
    expect(notificationsOffCheck.read(app.ctx())).toEqual({
      what: 'Benachrichtigungen',
      count: 0,
      reason: 'Umbau',
    })
  })

  it('count the messages without a reason while they have none themselves', () => {
    const app = openPracticeInHolidays()
    app.suppressEmail({ bookingId: app.comingId, suppressed: 'Benachrichtigungen sind abgeschaltet.' })
    writeSettings(app.ctx(), 'general', { notify_off: true, notify_reason: '' })
    expect(notificationsOffCheck.read(app.ctx())).toEqual({
      what: 'Benachrichtigungen',
      count: 1,
      reason: '',
    })
  })

  it('do not count messages about past appointments', () => {
    const app = openPractice()
    app.suppressEmail({ bookingId: app.pastId, suppressed: REASON })
    app.suppressSms({ bookingId: app.pastId, suppressed: REASON })
    writeSettings(app.ctx(), 'general', { notify_off: true, notify_reason: REASON })
    expect(notificationsOffCheck.read(app.ctx())?.count).toBe(0)
  })

  it.each([
    { facts: { what: 'SMS', reason: 'Urlaub', count: 2 }, detail: '„Urlaub“, 2 nicht gesendet' },
    { facts: { what: 'E-Mails', reason: 'Umbau', count: 0 }, detail: '„Umbau“, noch nichts betroffen' },
    { facts: { what: 'Benachrichtigungen', reason: '', count: 1 }, detail: '1 nicht gesendet' },
  ])('have an alert with reason and count: $facts.what', ({ facts, detail }) => {
    const title = `${facts.what} sind abgeschaltet`
    expect(notificationsOffCheck.alerts?.(facts, NOW)).toEqual([
      {
        level: 'warning',
        kind: 'muted',
        banner: `${title}.`,
        card: { title, detail, href: '/admin/settings/general' },
      },
    ])
  })
})
