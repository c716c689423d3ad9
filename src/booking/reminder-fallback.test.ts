import { describe, expect, it } from 'vitest'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { takePushedReport } from '../messaging/sms/delivery-reports.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { ALSO_REMINDED, FAILED_FOR_GOOD, openRemindedApp } from '../testing/reminded-app.ts'
import { remindDue } from './reminders.ts'

describe('the e-mail that replaces a reminder by SMS', () => {
  it.each([
    { what: 'has failed for good', fault: FAILED_FOR_GOOD, status: 'failed' },
    { what: 'may have been sent', fault: 'silence', status: 'unknown' },
  ])('is sent once when the SMS $what, even if the SMS is tried again', async ({ fault, status }) => {
    const app = openRemindedApp()
    await app.deliverSms(fault)
    expect(app.reminderStatus()).toEqual({ sms: status, email: 'queued' })
    app.changeRows(`update messages set status = 'sent' where id = ?`, app.getReminder('email').id)
    app.pass(MINUTE)
    retryMessage(app.ctx(), 'sms', app.getReminder('sms').id)
    await app.deliverSms(fault)
    expect(app.reminderStatus()).toEqual({ sms: status, email: 'sent' })
  })

  it('is sent when the provider reports that the SMS was not delivered', async () => {
    const app = openRemindedApp()
    await app.deliverSms()
    const [message] = app.sevenio.taken
    if (message === undefined) throw new Error('The provider has accepted no SMS.')
    takePushedReport(app.ctx(), 'sevenio', app.sevenio.report(message, 'EXPIRED'))
    expect(app.reminderStatus()).toEqual({ sms: 'sent', email: 'queued' })
  })

  it('is sent when the provider is removed, while an SMS beside an e-mail keeps waiting', async () => {
    const app = openRemindedApp()
    insertBooking(app.ctx().db, { ...ALSO_REMINDED, reminderBySms: false })
    remindDue(app.ctx())
    app.removeProvider()
    await app.deliverSms()
    expect(app.listReminders().map(({ channel, status, error }) => [channel, status, error])).toEqual([
      ['sms', 'muted', 'Es ist kein SMS-Provider eingerichtet.'],
      ['email', 'queued', null],
      ['sms', 'queued', null],
      ['email', 'queued', null],
    ])
  })

  it('is sent as soon as the next attempt to send the SMS would come after the start', async () => {
    const app = openRemindedApp({ general: { reminder_hours: 12 } })
    app.setClock('2027-01-11T20:00:00+01:00')
    remindDue(app.ctx())
    expect(app.reminderStatus()).toEqual({ sms: undefined, email: undefined })
    app.setClock('2027-01-12T08:00:00+01:00')
    remindDue(app.ctx())
    // The attempts are at 08:00, 08:01 and 08:06. The next one would be at 08:36, during the appointment.
    for (const minutes of [0, 1, 5]) {
      app.pass(minutes * MINUTE)
      expect(app.reminderStatus()).toEqual({ sms: 'queued', email: 'muted' })
      await app.deliverSms('unreachable')
    }
    expect(app.reminderStatus()).toEqual({ sms: 'failed', email: 'queued' })
  })

  it('is sent as soon as the next attempt to send the SMS would come only in the morning after the start', async () => {
    const early = Date.parse('2027-01-12T07:30:00+01:00')
    const app = openRemindedApp({
      booking: { startsAt: early, endsAt: early + HOUR / 2 },
      general: { reminder_hours: 24 },
    })
    app.setClock('2027-01-11T08:00:00+01:00')
    remindDue(app.ctx())
    // The next attempt would be in the evening, so it would have to wait for the morning.
    for (const minutes of [0, 1, 5, 30, 120]) {
      app.pass(minutes * MINUTE)
      expect(app.reminderStatus()).toEqual({ sms: 'queued', email: 'muted' })
      await app.deliverSms('unreachable')
    }
    expect(app.reminderStatus()).toEqual({ sms: 'failed', email: 'queued' })
  })

  it('is sent after the worker died, and its row never changes without that of the SMS', async () => {
    const app = openRemindedApp()
    // A worker that dies while sending leaves this state.
    app.changeRows(`update messages set status = 'sending', attempts = 1 where channel = 'sms'`)
    const runSql = (sql: string) => app.ctx().db.$client.exec(sql)
    // If the row of the e-mail cannot be written, the row of the SMS must not change either.
    runSql(`create trigger power_cut before update on messages when new.channel = 'email'
      begin select raise(abort, 'power cut'); end`)
    await expect(app.deliverSms()).rejects.toThrow()
    expect(app.reminderStatus()).toEqual({ sms: 'sending', email: 'muted' })
    runSql('drop trigger power_cut')
    await app.deliverSms()
    expect(app.reminderStatus()).toEqual({ sms: 'unknown', email: 'queued' })
  })
})
