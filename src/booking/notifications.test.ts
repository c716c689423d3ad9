import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { replaceBusyTimes } from '../schedule/busy-times.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { notifyMoved } from './move-notifications.ts'
import {
  notifyBusyConflicts,
  notifyCancelledByPatient,
  notifyCancelledByStaff,
  notifyConfirmed,
  notifyEmailVerification,
  notifyRejected,
  notifyReminder,
  notifyRequested,
  notifyUnanswered,
} from './notifications.ts'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

/** An e-mail to the patient or the practice, or an SMS to the patient. */
type To = 'patient' | 'practice' | 'sms'
/** A message, and the method of the calendar file attached to it. */
type Expected = Readonly<{ to: To; kind: string; calendar?: 'REQUEST' }>
type Event = Readonly<{ event: string; notify: (ctx: Ctx, booking: Booking) => void; sends: Expected[] }>

const MOVE_BY_PRACTICE = { wantedBy: 'practice', fromResource: 'doctor-1', message: '' } as const

/** The messages of each event (docs/behaviour.md 10). */
const EVENTS: readonly Event[] = [
  {
    event: 'a request',
    notify: notifyRequested,
    sends: [
      { to: 'patient', kind: 'reservation-received' },
      { to: 'practice', kind: 'new-reservation' },
    ],
  },
  {
    event: 'a confirmation',
    notify: (ctx, booking) => notifyConfirmed(ctx, booking, ''),
    sends: [
      { to: 'patient', kind: 'confirmed', calendar: 'REQUEST' },
      { to: 'sms', kind: 'confirmed' },
    ],
  },
  {
    event: 'a request moved by the practice',
    notify: (ctx, booking) =>
      notifyMoved(ctx, booking, { ...MOVE_BY_PRACTICE, from: booking.startsAt - HOUR }),
    sends: [
      { to: 'patient', kind: 'moved' },
      { to: 'sms', kind: 'moved' },
    ],
  },
  {
    event: 'an appointment moved by the practice',
    notify: (ctx, booking) =>
      notifyMoved(
        ctx,
        { ...booking, status: 'confirmed' },
        { ...MOVE_BY_PRACTICE, from: booking.startsAt - HOUR },
      ),
    sends: [
      { to: 'patient', kind: 'moved', calendar: 'REQUEST' },
      { to: 'sms', kind: 'moved' },
    ],
  },
  {
    event: 'a rejection',
    notify: (ctx, booking) => notifyRejected(ctx, booking, ''),
    sends: [
      { to: 'patient', kind: 'rejected' },
      { to: 'sms', kind: 'rejected' },
    ],
  },
  {
    event: 'a request cancelled by the patient',
    notify: (ctx, booking) => notifyCancelledByPatient(ctx, booking, { wasConfirmed: false, reason: '' }),
    sends: [
      { to: 'patient', kind: 'cancelled' },
      { to: 'practice', kind: 'cancelled-by-patient' },
    ],
  },
  {
    event: 'an appointment cancelled by the patient',
    notify: (ctx, booking) => notifyCancelledByPatient(ctx, booking, { wasConfirmed: true, reason: '' }),
    sends: [
      { to: 'patient', kind: 'cancelled' },
      { to: 'practice', kind: 'cancelled-by-patient' },
    ],
  },
  {
    event: 'a request cancelled by the practice',
    notify: (ctx, booking) => notifyCancelledByStaff(ctx, booking, { wasConfirmed: false, message: '' }),
    sends: [
      { to: 'patient', kind: 'cancelled' },
      { to: 'sms', kind: 'cancelled' },
    ],
  },
  {
    event: 'an appointment cancelled by the practice',
    notify: (ctx, booking) => notifyCancelledByStaff(ctx, booking, { wasConfirmed: true, message: '' }),
    sends: [
      { to: 'patient', kind: 'cancelled' },
      { to: 'sms', kind: 'cancelled' },
    ],
  },
  {
    event: 'a reminder',
    notify: notifyReminder,
    sends: [
      { to: 'sms', kind: 'reminder' },
      { to: 'patient', kind: 'reminder' },
    ],
  },
  {
    event: 'a request unanswered for a day',
    notify: notifyUnanswered,
    sends: [{ to: 'practice', kind: 'unanswered' }],
  },
]

const PATIENT = 'rosa@musterfrau.example'
const ADMIN = 'admin@ordination.example'
const RECIPIENTS = { patient: PATIENT, practice: ADMIN, sms: '+436641234567' }

const NOTIFICATIONS_OFF = 'Benachrichtigungen sind abgeschaltet.'
const PRACTICE_OFF = 'E-Mails an die Ordination sind abgeschaltet.'

/** Settings, and the reason that each message suppressed by them gets. */
type SwitchedOff = Readonly<{
  when: string
  general: Record<string, boolean | string>
  suppressed: Partial<Record<To, string>>
}>

const SWITCHED_OFF: readonly SwitchedOff[] = [
  { when: 'while everything is on', general: {}, suppressed: {} },
  {
    when: 'but to nobody while notifications are off, giving the practice’s reason',
    general: { notify_off: true, notify_reason: 'Umbau' },
    suppressed: { patient: 'Umbau', practice: 'Umbau', sms: 'Umbau' },
  },
  {
    when: 'but to nobody while notifications are off without a reason',
    general: { notify_off: true },
    suppressed: { patient: NOTIFICATIONS_OFF, practice: NOTIFICATIONS_OFF, sms: NOTIFICATIONS_OFF },
  },
  {
    when: 'but no e-mail while these are off',
    general: { notify_muteEmail: true },
    suppressed: { patient: NOTIFICATIONS_OFF, practice: NOTIFICATIONS_OFF },
  },
  {
    when: 'but no SMS while these are off',
    general: { notify_muteSms: true },
    suppressed: { sms: NOTIFICATIONS_OFF },
  },
  {
    when: 'but nothing to the practice while its e-mails are off',
    general: { SEND_ADMIN_EMAIL: false },
    suppressed: { practice: PRACTICE_OFF },
  },
]

describe.each(EVENTS)('$event', ({ notify, sends }) => {
  it.each(SWITCHED_OFF)('sends its messages and no others, $when', ({ general, suppressed }) => {
    app.setUpSms()
    writeSettings(app.ctx(), 'general', general)
    writeSettings(app.ctx(), 'urls', { ADMIN_EMAIL: ADMIN })

    notify(app.ctx(), insertBooking(app.ctx().db))

    const rows = app.rows<{ channel: string; kind: string; calendar: string | null }>(
      `select channel, kind, recipient, status, error, calendar from messages where channel <> 'erp'`,
    )
    expect(rows.map((row) => ({ ...row, calendar: /METHOD:(\w+)/.exec(row.calendar ?? '')?.[1] }))).toEqual(
      sends.map(({ to, kind, calendar }) => ({
        channel: to === 'sms' ? 'sms' : 'email',
        kind,
        recipient: RECIPIENTS[to],
        status: suppressed[to] === undefined ? 'queued' : 'suppressed',
        error: suppressed[to] ?? null,
        calendar,
      })),
    )
  })
})

describe('a message that cannot be sent', () => {
  const listStored = () => app.rows('select channel, recipient, status, error, calendar from messages')

  it('to a patient without e-mail address and mobile number is suppressed with a reason', () => {
    const booking = insertBooking(app.ctx().db, { email: '', mobile: '05572 12345' })
    notifyConfirmed(app.ctx(), booking, '')
    const suppressed = { status: 'suppressed', calendar: null }
    expect(listStored()).toEqual([
      { channel: 'email', recipient: '', error: 'Es ist keine E-Mail-Adresse angegeben.', ...suppressed },
      {
        channel: 'sms',
        recipient: '05572 12345',
        error: 'Festnetznummer: keine SMS möglich.',
        ...suppressed,
      },
    ])
  })

  it('to a practice without an e-mail address is suppressed with a reason', () => {
    writeSettings(app.ctx(), 'practice', { mail: '' })
    notifyUnanswered(app.ctx(), insertBooking(app.ctx().db))
    expect(listStored()).toMatchObject([
      {
        recipient: '',
        status: 'suppressed',
        error:
          'Kein Empfänger: Bitte die „Admin E-Mail“ (Seite „URLs & Admin E-Mail“) oder die E-Mail-Adresse in den Praxisdaten eintragen.',
      },
    ])
  })
})

describe('the e-mail verification', () => {
  it.each([{}, { notify_off: true }, { notify_muteEmail: true, notify_muteSms: true }])(
    'is sent even with %j',
    (general) => {
      writeSettings(app.ctx(), 'general', general)
      const secrets = { token: 't', code: '012345' }
      notifyEmailVerification(app.ctx(), { email: PATIENT, purpose: 'booking', ...secrets, queuePosition: 0 })
      expect(app.rows(`select kind, recipient, status, error from messages where channel = 'email'`)).toEqual(
        [{ kind: 'email-verification', recipient: PATIENT, status: 'queued', error: null }],
      )
    },
  )
})

it('the practice gets a single e-mail about all new overlaps with busy times', () => {
  const hour = Date.parse('2027-01-12T09:00:00+01:00')
  const countEmails = () => app.rows(`select id from messages where kind = 'erp-conflict'`).length
  for (const startsAt of [hour, hour + HOUR])
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt, endsAt: startsAt + HOUR })
  notifyBusyConflicts(app.ctx())
  expect(countEmails()).toBe(0)
  replaceBusyTimes(app.ctx(), { kind: 'erp' }, [{ eventId: 1, startsAt: hour, endsAt: hour + 2 * HOUR }])
  notifyBusyConflicts(app.ctx())
  notifyBusyConflicts(app.ctx())
  expect(countEmails()).toBe(1)
})
