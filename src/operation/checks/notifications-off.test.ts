import { describe, expect, it } from 'vitest'
import { queueEmail, queueSms } from '../../messaging/outbox/queue.ts'
import { writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'
import { notificationsOffCheck } from './notifications-off.ts'

describe('notifications that are switched off', () => {
  type Suppressed = Readonly<{ bookingId: string; suppressed: string }>
  const CONTENT = { kind: 'confirmed', text: 'Text' } as const
  const suppressSms = (app: TestApp, row: Suppressed) =>
    queueSms(app.ctx(), { ...CONTENT, ...row, mobile: '0664 1234567', country: 'AT' })
  const suppressEmail = (app: TestApp, row: Suppressed) =>
    queueEmail(app.ctx(), {
      ...CONTENT,
      ...row,
      recipient: 'rosa@musterfrau.example',
      subject: 'S',
      html: '',
    })

  // About the appointment ahead, the test suppresses one e-mail without a reason, and one e-mail and two SMS
  // because of 'Urlaubswoche'.
  it.each([
    [{ notify_muteSms: true, notify_reason: 'Urlaubswoche' }, 'SMS', 2],
    [{ notify_muteEmail: true, notify_reason: 'Urlaubswoche' }, 'E-Mails', 1],
    [{ notify_off: true, notify_reason: 'Urlaubswoche' }, 'Benachrichtigungen', 3],
    [{ notify_muteEmail: true, notify_muteSms: true, notify_reason: 'Umbau' }, 'Benachrichtigungen', 0],
    [{ notify_off: true, notify_reason: '' }, 'Benachrichtigungen', 1],
  ])('count the messages about coming appointments that they suppressed: %j', (general, what, count) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })
    const ahead = insertBooking(app.ctx().db, { status: 'confirmed' }).id
    const over = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW }).id
    suppressEmail(app, { bookingId: ahead, suppressed: 'Benachrichtigungen sind abgeschaltet.' })
    const suppressed = 'Urlaubswoche'
    for (const bookingId of [ahead, over]) suppressEmail(app, { bookingId, suppressed })
    for (const bookingId of [ahead, ahead, over]) suppressSms(app, { bookingId, suppressed })
    writeSettings(app.ctx(), 'general', general)
    expect(notificationsOffCheck.read(app.ctx())).toEqual({ what, count, reason: general.notify_reason })
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
