import { describe, expect, it } from 'vitest'
import type { MailPort } from '../messaging/email/smtp.ts'
import { emailTransport } from '../messaging/email/transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { smsTransport } from '../messaging/sms/transport.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { moveBooking } from './moves.ts'
import { remindDue, remindPracticeOfUnanswered } from './reminders.ts'

/** Tuesday morning; the practice has confirmed it on the Thursday before. */
const START = '2027-01-12T08:30:00+01:00'

function booked(confirmed = true) {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START), createdAt: NOW })
  if (confirmed) decideBooking(app.ctx(), id, 'confirm', '')
  return { app, id }
}

const sent = (app: TestApp, kind: string) =>
  app.rows(`select id from messages where channel = 'email' and kind = ?`, kind).length

function remindAt(app: TestApp, iso: string): number {
  app.at(iso)
  remindDue(app.ctx())
  return sent(app, 'reminder')
}

describe('a reminder', () => {
  it('is sent once, 48 hours before a confirmed appointment', () => {
    const { app } = booked()
    expect(remindAt(app, '2027-01-10T08:29:00+01:00')).toBe(0)
    expect(remindAt(app, '2027-01-10T08:30:00+01:00')).toBe(1)
    expect(remindAt(app, '2027-01-10T08:31:00+01:00')).toBe(1)
    expect(remindAt(app, '2027-01-11T12:00:00+01:00')).toBe(1)
  })

  it('waits for the morning when it is due at night', () => {
    const { app } = booked()
    writeSettings(app.ctx(), 'general', { reminder_hours: 30 })
    expect(remindAt(app, '2027-01-11T02:30:00+01:00')).toBe(0)
    expect(remindAt(app, '2027-01-11T07:59:00+01:00')).toBe(0)
    expect(remindAt(app, '2027-01-11T08:00:00+01:00')).toBe(1)
  })

  it('is never sent after 20:00', () => {
    const { app } = booked()
    expect(remindAt(app, '2027-01-10T20:00:00+01:00')).toBe(0)
    expect(remindAt(app, '2027-01-10T19:59:00+01:00')).toBe(1)
  })

  it('that was not sent by day waits for the next day', async () => {
    const { app } = booked()
    app.rows(`update messages set status = 'sent' where channel = 'email' returning id`)
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    expect(remindAt(app, '2027-01-10T19:59:00+01:00')).toBe(1)
    const sevenio = openSevenioSimulator()
    const httpFetch = simulatedFetch({ [app.ctx().config.smsBaseUrls.sevenio]: sevenio })
    writeSettings(app.ctx(), 'smtp', { SMTP_HOST: 'mail.example' })
    const posted: string[] = []
    const mail: MailPort = {
      send: async ({ subject }) => {
        posted.push(subject)
        return { ok: true }
      },
    }
    const deliverAt = async (iso: string) => {
      app.at(iso)
      await deliverDue(app.ctx, emailTransport({ mail, log: app.log }), app.log)
      await deliverDue(app.ctx, smsTransport({ httpFetch, log: app.log }), app.log)
      return [posted.length, sevenio.taken.length]
    }
    expect(await deliverAt('2027-01-10T20:00:00+01:00')).toEqual([0, 0])
    expect(await deliverAt('2027-01-11T03:00:00+01:00')).toEqual([0, 0])
    const waiting = { status: 'queued', attempts: 0, due_at: Date.parse('2027-01-11T08:00:00+01:00') }
    expect(
      app.rows(`select channel, status, attempts, due_at from messages where kind = 'reminder'`),
    ).toEqual([
      { channel: 'sms', ...waiting },
      { channel: 'email', ...waiting },
    ])
    expect(await deliverAt('2027-01-11T08:00:00+01:00')).toEqual([1, 1])
    expect(await deliverAt('2027-01-11T08:01:00+01:00')).toEqual([1, 1])
  })

  it.each([
    [24, '2027-01-11T08:29:00+01:00', '2027-01-11T08:30:00+01:00'],
    [72, '2027-01-09T08:29:00+01:00', '2027-01-09T08:30:00+01:00'],
  ])('is sent reminder_hours ahead: %i', (hours, before, then) => {
    const { app } = booked()
    writeSettings(app.ctx(), 'general', { reminder_hours: hours })
    expect(remindAt(app, before)).toBe(0)
    expect(remindAt(app, then)).toBe(1)
  })

  it('is sent late after an interruption, until the appointment begins', () => {
    const { app } = booked()
    expect(remindAt(app, '2027-01-12T08:29:00+01:00')).toBe(1)
    const late = booked()
    expect(remindAt(late.app, '2027-01-12T08:30:00+01:00')).toBe(0)
  })

  it('is not sent for cancelled or requested appointments', () => {
    const cancelled = booked()
    cancelByPatient(cancelled.app.ctx(), cancelled.id, '')
    expect(remindAt(cancelled.app, '2027-01-10T09:00:00+01:00')).toBe(0)
    const open = booked(false)
    expect(remindAt(open.app, '2027-01-10T09:00:00+01:00')).toBe(0)
  })

  it('is not sent when the confirmation came after it was due', () => {
    const { app, id } = booked(false)
    app.at('2027-01-11T10:00:00+01:00')
    decideBooking(app.ctx(), id, 'confirm', '')
    expect(remindAt(app, '2027-01-11T11:00:00+01:00')).toBe(0)
  })

  it.each([
    ['is sent after a move of which the patient heard nothing', false, 1],
    ['is not sent when a message about a move came after it was due', true, 0],
  ])('%s', (_, notify, reminders) => {
    const { app, id } = booked()
    app.at('2027-01-11T10:00:00+01:00')
    moveBooking(app.ctx(), id, { start: Date.parse('2027-01-12T10:30:00+01:00'), message: '', notify })
    expect(remindAt(app, '2027-01-11T11:00:00+01:00')).toBe(reminders)
  })

  it('is not sent when reminder_hours is 0', () => {
    const { app } = booked()
    writeSettings(app.ctx(), 'general', { reminder_hours: 0 })
    expect(remindAt(app, '2027-01-11T12:00:00+01:00')).toBe(0)
  })
})

describe('an unanswered request', () => {
  function remindPracticeAt(app: TestApp, iso: string): number {
    app.at(iso)
    remindPracticeOfUnanswered(app.ctx())
    return sent(app, 'unanswered')
  }

  it('is reminded of once after 24 hours, and stays open', () => {
    const { app } = booked(false)
    expect(remindPracticeAt(app, '2027-01-08T13:39:00+01:00')).toBe(0)
    expect(remindPracticeAt(app, '2027-01-08T13:40:00+01:00')).toBe(1)
    expect(remindPracticeAt(app, '2027-01-10T13:40:00+01:00')).toBe(1)
    expect(app.rows('select status from bookings')).toEqual([{ status: 'requested' }])
  })

  it('is not reminded of after a decision, a cancellation or the start of the appointment', () => {
    for (const end of [
      (app: TestApp, id: string) => decideBooking(app.ctx(), id, 'confirm', ''),
      (app: TestApp, id: string) => decideBooking(app.ctx(), id, 'reject', ''),
      (app: TestApp, id: string) => cancelByPatient(app.ctx(), id, ''),
      (app: TestApp) => app.at(START),
    ]) {
      const { app, id } = booked(false)
      app.at('2027-01-08T14:00:00+01:00')
      end(app, id)
      remindPracticeOfUnanswered(app.ctx())
      expect(sent(app, 'unanswered')).toBe(0)
    }
  })

  it('is reminded of by day only', () => {
    const { app } = booked(false)
    app.rows('update bookings set created_at = ? returning id', Date.parse('2027-01-07T22:00:00+01:00'))
    expect(remindPracticeAt(app, '2027-01-08T22:30:00+01:00')).toBe(0)
    expect(remindPracticeAt(app, '2027-01-09T07:59:00+01:00')).toBe(0)
    expect(remindPracticeAt(app, '2027-01-09T08:00:00+01:00')).toBe(1)
  })

  it('is decided by the links of its reminder', async () => {
    const { app, id } = booked(false)
    remindPracticeAt(app, '2027-01-08T13:40:00+01:00')
    const [mail] = app.rows<{ text: string }>(
      `select text from messages where channel = 'email' and kind = 'unanswered'`,
    )
    const [, sig] = /\/admin\/confirm\?id=[\w-]+&sig=(\S+)/.exec(mail?.text ?? '') ?? []
    const answer = await app.browser().post('/api/admin/confirm', { id, message: '', sig })
    expect([answer.status, answer.json.status]).toEqual([200, 'confirmed'])
  })
})
