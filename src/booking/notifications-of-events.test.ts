import { describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR } from '../shared/day.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { notifyMoved } from './move-notifications.ts'
import {
  notifyCancelledByPatient,
  notifyCancelledByStaff,
  notifyConfirmed,
  notifyRejected,
  notifyReminder,
  notifyRequested,
  notifyUnanswered,
} from './notifications.ts'

/** An e-mail to the patient or the practice, or an SMS to the patient. */
type Destination = 'patient' | 'practice' | 'sms'
type ExpectedMessage = Readonly<{
  to: Destination
  kind: MessageKind
  /** True if a calendar file invites the patient to the appointment. */
  isInvitation?: true
}>
type EventCase = Readonly<{
  event: string
  notify: (ctx: Ctx, booking: Booking) => void
  sends: readonly ExpectedMessage[]
}>

/** Notifies the patient that the practice has moved the booking from an hour earlier. */
const notifyMovedByPractice = (ctx: Ctx, booking: Booking) =>
  notifyMoved(ctx, booking, {
    wantedBy: 'practice',
    from: booking.startsAt - HOUR,
    fromResource: booking.resourceId,
    message: '',
  })

const byEmailAndSms = (kind: MessageKind): ExpectedMessage[] => [
  { to: 'patient', kind },
  { to: 'sms', kind },
]

/** The messages of each event (docs/behaviour.md 10), in the order in which they are queued. */
const EVENT_CASES: readonly EventCase[] = [
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
      { to: 'patient', kind: 'confirmed', isInvitation: true },
      { to: 'sms', kind: 'confirmed' },
    ],
  },
  {
    event: 'a request moved by the practice',
    notify: notifyMovedByPractice,
    sends: byEmailAndSms('moved'),
  },
  {
    event: 'an appointment moved by the practice',
    notify: (ctx, booking) => notifyMovedByPractice(ctx, { ...booking, status: 'confirmed' }),
    sends: [
      { to: 'patient', kind: 'moved', isInvitation: true },
      { to: 'sms', kind: 'moved' },
    ],
  },
  {
    event: 'a rejection',
    notify: (ctx, booking) => notifyRejected(ctx, booking, ''),
    sends: byEmailAndSms('rejected'),
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
    sends: byEmailAndSms('cancelled'),
  },
  {
    event: 'an appointment cancelled by the practice',
    notify: (ctx, booking) => notifyCancelledByStaff(ctx, booking, { wasConfirmed: true, message: '' }),
    sends: byEmailAndSms('cancelled'),
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

const PRACTICE_EMAIL = 'admin@ordination.example'
/** The address or number of each destination. Those of the patient are the defaults of `insertBooking`. */
const RECIPIENTS: Readonly<Record<Destination, string>> = {
  patient: 'rosa@musterfrau.example',
  practice: PRACTICE_EMAIL,
  sms: '+436641234567',
}

const NOTIFICATIONS_OFF = 'Benachrichtigungen sind abgeschaltet.'
const PRACTICE_EMAILS_OFF = 'E-Mails an die Ordination sind abgeschaltet.'

type SettingsCase = Readonly<{
  when: string
  settings: Readonly<Record<string, boolean | string>>
  /** The stored reason of each message that these settings suppress. */
  reasons: Partial<Record<Destination, string>>
}>

const SETTINGS_CASES: readonly SettingsCase[] = [
  { when: 'while everything is on', settings: {}, reasons: {} },
  {
    when: 'but to nobody while notifications are off, giving the practice’s reason',
    settings: { notify_off: true, notify_reason: 'Umbau' },
    reasons: { patient: 'Umbau', practice: 'Umbau', sms: 'Umbau' },
  },
  {
    when: 'but to nobody while notifications are off without a reason',
    settings: { notify_off: true },
    reasons: { patient: NOTIFICATIONS_OFF, practice: NOTIFICATIONS_OFF, sms: NOTIFICATIONS_OFF },
  },
  {
    when: 'but no e-mail while these are off',
    settings: { notify_muteEmail: true },
    reasons: { patient: NOTIFICATIONS_OFF, practice: NOTIFICATIONS_OFF },
  },
  {
    when: 'but no SMS while these are off',
    settings: { notify_muteSms: true },
    reasons: { sms: NOTIFICATIONS_OFF },
  },
  {
    when: 'but nothing to the practice while its e-mails are off',
    settings: { SEND_ADMIN_EMAIL: false },
    reasons: { practice: PRACTICE_EMAILS_OFF },
  },
]

describe.each(EVENT_CASES)('$event', ({ notify, sends }) => {
  it.each(SETTINGS_CASES)('sends its messages and no others, $when', ({ settings, reasons }) => {
    const app = openTestApp()
    app.setUpSms()
    writeSettings(app.ctx(), 'general', settings)
    writeSettings(app.ctx(), 'urls', { ADMIN_EMAIL: PRACTICE_EMAIL })

    notify(app.ctx(), insertBooking(app.ctx().db))

    const messages = app.rows<{ calendar: string | null }>(
      `select channel, kind, recipient, status, error, calendar from messages where channel <> 'erp'`,
    )
    expect(messages.map(({ calendar, ...row }) => ({ ...row, calendar: methodOf(calendar) }))).toEqual(
      sends.map(({ to, kind, isInvitation }) => ({
        channel: to === 'sms' ? 'sms' : 'email',
        kind,
        recipient: RECIPIENTS[to],
        status: reasons[to] === undefined ? 'queued' : 'muted',
        error: reasons[to] ?? null,
        calendar: isInvitation && 'REQUEST',
      })),
    )
  })
})

/** Returns what a calendar file asks the calendar to do, such as REQUEST; undefined without a file. */
function methodOf(calendar: string | null): string | undefined {
  return calendar?.match(/METHOD:(\w+)/)?.[1]
}
