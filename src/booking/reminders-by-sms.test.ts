import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import type { MailPort } from '../messaging/email/smtp.ts'
import { emailTransport } from '../messaging/email/transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { REPLACED_BY_SMS } from '../messaging/outbox/fallback.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { takePushedReport } from '../messaging/sms/delivery-reports.ts'
import { smsTransport } from '../messaging/sms/transport.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { type SimulatedFault, simulatedFetch } from '../testing/simulators/faults.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { openTestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { cancelByPatient } from './cancellation.ts'
import { storedContact } from './contact-columns.ts'
import { correctContact } from './contact-correction.ts'
import { remindDue } from './reminders.ts'

/** The start of the appointment, a Tuesday morning. */
const START = '2027-01-12T08:30:00+01:00'

/** When the reminder is due, by default 48 hours before the start. */
const DUE = '2027-01-10T08:30:00+01:00'

/** Another appointment, of which the reminder is due at `DUE` too. */
const EARLIER = { status: 'confirmed', startsAt: Date.parse(START) - HOUR, reminderBySms: true } as const

type Row = { id: number; channel: 'email' | 'sms'; status: string; error: string | null }

type Given = { booking?: Partial<Booking>; general?: Parameters<typeof writeSettings<'general'>>[2] }

/**
 * Opens an app with an appointment whose patient wants reminders by SMS, just after the reminder was queued.
 */
function openReminded({ booking, general = {} }: Given = {}) {
  const app = openTestApp()
  const sevenio = openSevenioSimulator()
  const httpFetch = simulatedFetch({ [app.ctx().config.smsBaseUrls.sevenio]: sevenio })
  const setUp = (key: string) =>
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: key, SEVENIO_FROM: 'Ordination' })
  setUp('demo-key')
  writeSettings(app.ctx(), 'general', general)
  const { id } = insertBooking(app.ctx().db, {
    status: 'confirmed',
    startsAt: Date.parse(START),
    reminderBySms: true,
    ...booking,
  })
  app.at(DUE)
  remindDue(app.ctx())
  const rows = () => app.rows<Row>(`select id, channel, status, error from messages where kind = 'reminder'`)
  return {
    app,
    id,
    sevenio,
    setUp,
    rows,
    /** The states of SMS and e-mail. */
    states: () => ['sms', 'email'].map((wanted) => rows().find(({ channel }) => channel === wanted)?.status),
    deliver: async (...faults: (SimulatedFault | undefined)[]) => {
      if (faults.length > 0) sevenio.faults.expect(...faults)
      await deliverDue(app.ctx, smsTransport({ httpFetch, log: app.log }), app.log)
    },
  }
}

describe('the reminder of a patient who wants reminders by SMS', () => {
  it('is an SMS, and the suppressed e-mail has the reason', async () => {
    const { deliver, rows, states, sevenio, app } = openReminded()
    await deliver()
    expect(states()).toEqual(['sent', 'suppressed'])
    expect(rows().find(({ channel }) => channel === 'email')?.error).toBe(REPLACED_BY_SMS)
    expect(sevenio.taken[0]?.text).toContain('Di 12. Jänner, 08:30 Uhr')
    app.pass(HOUR)
    remindDue(app.ctx())
    expect(rows()).toHaveLength(2)
  })

  it('is an SMS and an e-mail when the patient has not asked for SMS', () => {
    expect(openReminded({ booking: { reminderBySms: false } }).states()).toEqual(['queued', 'queued'])
  })

  it.each<[string, Given, string]>([
    [
      'the number is no mobile phone',
      { booking: { mobile: '05572 12345' } },
      'Festnetznummer: keine SMS möglich.',
    ],
    [
      'its country gets no SMS',
      { booking: { mobile: '+33612345678' } },
      'SMS in dieses Land sind nicht freigegeben: Frankreich.',
    ],
    [
      'a minor has booked alone',
      { booking: { birthOn: '2015-01-01' } },
      'Keine SMS an Minderjährige (niemand anderer hat gebucht).',
    ],
    ['SMS are off', { general: { notify_muteSms: true, notify_reason: 'Umbau' } }, 'Umbau'],
  ])('is an e-mail at once when %s', (_, given, reason) => {
    const { states, rows } = openReminded(given)
    expect(states()).toEqual(['suppressed', 'queued'])
    expect(rows().find(({ channel }) => channel === 'sms')?.error).toBe(reason)
  })

  it('is an e-mail once the month has had its SMS', () => {
    const { app, rows } = openReminded({ general: { sms_monthly_cap: 1 } })
    insertBooking(app.ctx().db, EARLIER)
    remindDue(app.ctx())
    expect(rows().map(({ channel, status }) => [channel, status])).toEqual([
      ['sms', 'queued'],
      ['email', 'suppressed'],
      ['sms', 'suppressed'],
      ['email', 'queued'],
    ])
  })

  it('is an e-mail when the provider is removed meanwhile, while an SMS beside an e-mail waits', async () => {
    const { app, deliver, setUp, rows } = openReminded()
    insertBooking(app.ctx().db, { ...EARLIER, reminderBySms: false })
    remindDue(app.ctx())
    setUp('')
    await deliver()
    expect(rows().map(({ channel, status, error }) => [channel, status, error])).toEqual([
      ['sms', 'suppressed', 'Es ist kein SMS-Provider eingerichtet.'],
      ['email', 'queued', null],
      ['sms', 'queued', null],
      ['email', 'queued', null],
    ])
  })

  it.each<[string, SimulatedFault, string]>([
    ['has failed for good', '101:202', 'failed'],
    ['may have been sent', 'silence', 'unknown'],
  ])('is a single e-mail when the SMS %s', async (_, fault, status) => {
    const { app, deliver, rows, states } = openReminded()
    await deliver(fault)
    expect(states()).toEqual([status, 'queued'])
    const { id: email } = rows().find(({ channel }) => channel === 'email') as Row
    const { id: sms } = rows().find(({ channel }) => channel === 'sms') as Row
    app.change(`update messages set status = 'sent' where id = ?`, email)
    app.pass(MINUTE)
    retryMessage(app.ctx(), 'sms', sms)
    await deliver(fault)
    expect(states()).toEqual([status, 'sent'])
  })

  it('is an e-mail when the SMS is not delivered', async () => {
    const { app, deliver, states, sevenio } = openReminded()
    await deliver()
    const [message] = sevenio.taken
    if (message === undefined) throw new Error('nothing was accepted')
    takePushedReport(app.ctx(), 'sevenio', sevenio.report(message, 'EXPIRED'))
    expect(states()).toEqual(['sent', 'queued'])
  })

  it('is an e-mail as soon as the next attempt at an SMS would come after the start', async () => {
    const { app, deliver, states } = openReminded({ general: { reminder_hours: 12 } })
    app.at('2027-01-11T20:00:00+01:00')
    remindDue(app.ctx())
    expect(states()).toEqual([undefined, undefined])
    app.at('2027-01-12T08:00:00+01:00')
    remindDue(app.ctx())
    // The attempts are at 08:00, 08:01 and 08:06. The next one would be at 08:36, in the appointment.
    for (const minutes of [0, 1, 5]) {
      app.pass(minutes * MINUTE)
      expect(states()).toEqual(['queued', 'suppressed'])
      await deliver('unreachable')
    }
    expect(states()).toEqual(['failed', 'queued'])
  })

  it('is an e-mail as soon as the next attempt at an SMS would wait for a morning after the start', async () => {
    const early = Date.parse('2027-01-12T07:30:00+01:00')
    const { app, deliver, states } = openReminded({
      booking: { startsAt: early, endsAt: early + HOUR / 2 },
      general: { reminder_hours: 24 },
    })
    app.at('2027-01-11T08:00:00+01:00')
    remindDue(app.ctx())
    // The attempt after these would be in the evening, and would therefore wait for the morning.
    for (const minutes of [0, 1, 5, 30, 120]) {
      app.pass(minutes * MINUTE)
      expect(states()).toEqual(['queued', 'suppressed'])
      await deliver('unreachable')
    }
    expect(states()).toEqual(['failed', 'queued'])
  })

  it('is an e-mail when the worker died, and the rows of both messages change or neither', async () => {
    const { app, deliver, states } = openReminded()
    // A worker that has died leaves this state.
    app.change(`update messages set status = 'sending', attempts = 1 where channel = 'sms'`)
    app
      .ctx()
      .db.$client.exec(
        `create trigger power_cut before update on messages when new.channel = 'email' begin select raise(abort, 'power cut'); end`,
      )
    await expect(deliver()).rejects.toThrow()
    expect(states()).toEqual(['sending', 'suppressed'])
    app.ctx().db.$client.exec('drop trigger power_cut')
    await deliver()
    expect(states()).toEqual(['unknown', 'queued'])
  })

  it('is not sent at all once the appointment is cancelled, or to a patient without an address', async () => {
    const cancelled = openReminded()
    cancelByPatient(cancelled.app.ctx(), cancelled.id, '')
    await cancelled.deliver()
    expect(cancelled.states()).toEqual(['suppressed', 'suppressed'])

    const unknown = openReminded({ booking: { email: '' } })
    await unknown.deliver('101:202')
    expect(unknown.states()).toEqual(['failed', 'suppressed'])
  })

  it('is an e-mail to the new address when a corrected number takes no SMS', async () => {
    const { app, id, states } = openReminded()
    const contact = storedContact(getBooking(app.ctx(), id))
    const corrected = { ...contact, email: 'rosa@beispiel.example', mobile: '05572 12345', svn4: '' }
    correctContact(app.assistant(), id, corrected)
    expect(states()).toEqual(['suppressed', 'queued'])
    expect(app.rows(`select recipient from messages where channel = 'email' and kind = 'reminder'`)).toEqual([
      { recipient: 'rosa@beispiel.example' },
    ])
  })

  it('is no e-mail to a patient whose address was removed meanwhile', async () => {
    const { app, id, deliver, rows } = openReminded()
    correctContact(app.assistant(), id, { ...storedContact(getBooking(app.ctx(), id)), email: '', svn4: '' })
    await deliver('101:202')
    expect(rows().map(({ status, error }) => [status, error])).toEqual([
      ['failed', expect.stringContaining('seven.io')],
      ['suppressed', 'Es ist keine E-Mail-Adresse angegeben.'],
    ])
  })
})

it('a reminder that was not sent by day waits for the next day', async () => {
  const { app, sevenio, deliver } = openReminded({ booking: { reminderBySms: false } })
  writeSettings(app.ctx(), 'smtp', { SMTP_HOST: 'mail.example' })
  const posted: string[] = []
  const send: MailPort['send'] = async ({ subject }) => {
    posted.push(subject)
    return { ok: true }
  }
  const deliverAt = async (iso: string) => {
    app.at(iso)
    await deliverDue(app.ctx, emailTransport({ mail: { send }, log: app.log }), app.log)
    await deliver()
    return [posted.length, sevenio.taken.length]
  }

  expect(await deliverAt('2027-01-10T20:00:00+01:00')).toEqual([0, 0])
  expect(await deliverAt('2027-01-11T03:00:00+01:00')).toEqual([0, 0])
  const waiting = { status: 'queued', attempts: 0, due_at: Date.parse('2027-01-11T08:00:00+01:00') }
  expect(app.rows('select channel, status, attempts, due_at from messages')).toEqual([
    { channel: 'sms', ...waiting },
    { channel: 'email', ...waiting },
  ])
  expect(await deliverAt('2027-01-11T08:00:00+01:00')).toEqual([1, 1])
  expect(await deliverAt('2027-01-11T08:01:00+01:00')).toEqual([1, 1])
})
