import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { replaceBusyTimes } from '../schedule/busy-times.ts'
import { deleteService } from '../schedule/services.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  notifyBusyConflicts,
  notifyCancelledByPatient,
  notifyCancelledByStaff,
  notifyConfirmed,
  notifyEmailVerification,
  notifyMoved,
  notifyRejected,
  notifyReminder,
  notifyRequested,
  notifyUnanswered,
} from './notifications.ts'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

type To = 'patient' | 'practice' | 'sms'
type Expected = readonly [to: To, kind: string, calendar?: 'REQUEST']

const [ASKED, AGREED] = [{ wasConfirmed: false }, { wasConfirmed: true }]

const MOVED = { by: 'practice', fromResource: 'doctor-1', message: '' } as const

/** The messages of each event (docs/behaviour.md 10). */
const EVENTS: [string, notify: (ctx: Ctx, booking: Booking) => void, ...Expected[]][] = [
  ['a request', notifyRequested, ['patient', 'reservation-received'], ['practice', 'new-reservation']],
  [
    'a confirmation',
    (ctx, booking) => notifyConfirmed(ctx, booking, ''),
    ['patient', 'confirmed', 'REQUEST'],
    ['sms', 'confirmed'],
  ],
  [
    'a request moved by the practice',
    (ctx, booking) => notifyMoved(ctx, booking, { ...MOVED, from: booking.startsAt - HOUR }),
    ['patient', 'moved'],
    ['sms', 'moved'],
  ],
  [
    'an appointment moved by the practice',
    (ctx, booking) =>
      notifyMoved(ctx, { ...booking, status: 'confirmed' }, { ...MOVED, from: booking.startsAt - HOUR }),
    ['patient', 'moved', 'REQUEST'],
    ['sms', 'moved'],
  ],
  [
    'a rejection',
    (ctx, booking) => notifyRejected(ctx, booking, ''),
    ['patient', 'rejected'],
    ['sms', 'rejected'],
  ],
  [
    'a request cancelled by the patient',
    (ctx, booking) => notifyCancelledByPatient(ctx, booking, { ...ASKED, reason: '' }),
    ['patient', 'cancelled'],
    ['practice', 'cancelled-by-patient'],
  ],
  [
    'an appointment cancelled by the patient',
    (ctx, booking) => notifyCancelledByPatient(ctx, booking, { ...AGREED, reason: '' }),
    ['patient', 'cancelled'],
    ['practice', 'cancelled-by-patient'],
  ],
  [
    'a request cancelled by the practice',
    (ctx, booking) => notifyCancelledByStaff(ctx, booking, { ...ASKED, message: '' }),
    ['patient', 'cancelled'],
    ['sms', 'cancelled'],
  ],
  [
    'an appointment cancelled by the practice',
    (ctx, booking) => notifyCancelledByStaff(ctx, booking, { ...AGREED, message: '' }),
    ['patient', 'cancelled'],
    ['sms', 'cancelled'],
  ],
  ['a reminder', notifyReminder, ['sms', 'reminder'], ['patient', 'reminder']],
  ['a request unanswered for a day', notifyUnanswered, ['practice', 'unanswered']],
]

const PATIENT = 'rosa@musterfrau.example'
const ADMIN = 'admin@ordination.example'
const RECIPIENTS = { patient: PATIENT, practice: ADMIN, sms: '+436641234567' }

const OFF = 'Benachrichtigungen sind abgeschaltet.'
const PRACTICE_OFF = 'E-Mails an die Ordination sind abgeschaltet.'

describe.each(EVENTS)('%s', (_event, notify, ...messages) => {
  it.each<[Record<string, boolean | string>, Partial<Record<To, string>>]>([
    [{}, {}],
    [
      { notify_off: true, notify_reason: 'Umbau' },
      { patient: 'Umbau', practice: 'Umbau', sms: 'Umbau' },
    ],
    [{ notify_off: true }, { patient: OFF, practice: OFF, sms: OFF }],
    [{ notify_muteEmail: true }, { patient: OFF, practice: OFF }],
    [{ notify_muteSms: true }, { sms: OFF }],
    [{ SEND_ADMIN_EMAIL: false }, { practice: PRACTICE_OFF }],
  ])('sends its messages and no others; under %j it suppresses %j', (general, reasons) => {
    app.setUpSms()
    writeSettings(app.ctx(), 'general', general)
    writeSettings(app.ctx(), 'urls', { ADMIN_EMAIL: ADMIN })
    notify(app.ctx(), insertBooking(app.ctx().db))
    const rows = app.rows<{ channel: string; kind: string; calendar: string | null }>(
      `select channel, kind, recipient, status, error, calendar from messages where channel <> 'erp'`,
    )
    expect(rows.map((row) => ({ ...row, calendar: /METHOD:(\w+)/.exec(row.calendar ?? '')?.[1] }))).toEqual(
      messages.map(([to, kind, calendar]) => ({
        channel: to === 'sms' ? 'sms' : 'email',
        kind,
        recipient: RECIPIENTS[to],
        status: reasons[to] === undefined ? 'queued' : 'suppressed',
        error: reasons[to] ?? null,
        calendar,
      })),
    )
  })
})

describe('the e-mails of confirmation and reminder', () => {
  it('have the duration of the booking, the route, and the hint that the service has now', () => {
    const hint = 'Bitte kommen Sie nüchtern.'
    app.change(
      `update services set hint = ?, duration_min = 50, display_duration_min = null where id = 'vorsorgegespraech'`,
      hint,
    )
    const booking = insertBooking(app.ctx().db, { serviceId: 'vorsorgegespraech', durationMin: 40 })
    const notify = () => {
      notifyConfirmed(app.ctx(), booking, '')
      notifyReminder(app.ctx(), booking)
    }
    const mails = () =>
      app.rows<{ text: string }>(`select text from messages where channel = 'email' order by id desc limit 2`)
    notify()
    for (const { text } of mails()) {
      expect(text).toContain('Dauer: ca. 40\u00a0Min\n')
      expect(text).toContain('Route planen:\nhttps://www.google.com/maps/dir/?api=1&destination=Ordination')
      expect(text).toContain(`Mitbringen und Vorbereitung:\n> ${hint}`)
    }
    deleteService(app.ctx(), 'vorsorgegespraech')
    notify()
    for (const { text } of mails()) expect(text).not.toContain('Mitbringen')
  })
})

describe('the cancellation of a confirmed appointment', () => {
  const cancelAfter = (invitation: (id: string) => void) => {
    const booking = insertBooking(app.ctx().db)
    notifyConfirmed(app.ctx(), booking, '')
    invitation(booking.id)
    notifyCancelledByPatient(app.ctx(), booking, { ...AGREED, reason: '' })
    const [mail] = app.rows<{ calendar: string | null }>(
      `select calendar from messages where kind = 'cancelled' and channel = 'email'`,
    )
    return mail?.calendar ?? null
  }
  const set = (changes: string) => (id: string) =>
    app.change(`update messages set ${changes} where booking_id = ?`, id)

  it.each([
    ['has been sent', `status = 'sent', attempts = 1`],
    ['is being sent', `status = 'sending', attempts = 1`],
    ['may have arrived though its answer was lost', `attempts = 1`],
    ['was sent long ago and emptied since', `status = 'sent', attempts = 1, calendar = null, emptied = 'x'`],
  ])('withdraws the calendar entry if the invitation %s', (_, changes) => {
    expect(cancelAfter(set(changes))).toContain('METHOD:CANCEL')
  })

  it.each([
    ['still waits', ''],
    ['was suppressed', `status = 'suppressed', error = 'Umbau'`],
  ])('withdraws nothing from a calendar if the invitation %s', (_, changes) => {
    expect(cancelAfter(changes === '' ? () => {} : set(changes))).toBeNull()
  })
})

describe('a message that cannot be sent', () => {
  const stored = () => app.rows('select channel, recipient, status, error, calendar from messages')

  it('to a patient without an e-mail address and a mobile number is suppressed, with the reason', () => {
    const booking = insertBooking(app.ctx().db, { email: '', mobile: '05572 12345' })
    notifyConfirmed(app.ctx(), booking, '')
    const suppressed = { status: 'suppressed', calendar: null }
    expect(stored()).toEqual([
      { channel: 'email', recipient: '', error: 'Es ist keine E-Mail-Adresse angegeben.', ...suppressed },
      {
        channel: 'sms',
        recipient: '05572 12345',
        error: 'Festnetznummer: keine SMS möglich.',
        ...suppressed,
      },
    ])
  })

  it('to a practice without an address is suppressed, with the reason', () => {
    writeSettings(app.ctx(), 'practice', { mail: '' })
    notifyUnanswered(app.ctx(), insertBooking(app.ctx().db))
    expect(stored()).toMatchObject([
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
    'is sent whatever is switched off: %j',
    (general) => {
      writeSettings(app.ctx(), 'general', general)
      notifyEmailVerification(app.ctx(), {
        ...{ email: PATIENT, purpose: 'booking', token: 't' },
        ...{ code: '012345', queuePosition: 0 },
      })
      expect(app.rows(`select kind, recipient, status, error from messages where channel = 'email'`)).toEqual(
        [{ kind: 'email-verification', recipient: PATIENT, status: 'queued', error: null }],
      )
    },
  )
})

describe('the links', () => {
  const linksIn = (kind: string) =>
    app
      .rows<{ text: string }>(`select text from messages where channel = 'email' and kind = ?`, kind)[0]
      ?.text.match(/https?:\/\/\S+/g) ?? []
  const bases = {
    PUBLIC_BASE_URL: 'https://public.example',
    INTERNAL_BASE_URL: 'https://intern.example',
    PATIENT_BASE_URL: 'https://patient.example',
  }

  it('lead patients and staff each to their own address', () => {
    writeSettings(app.ctx(), 'urls', bases)
    const booking = insertBooking(app.ctx().db)
    notifyRequested(app.ctx(), booking)
    notifyRejected(app.ctx(), booking, '')
    expect(linksIn('reservation-received').slice(0, 4)).toEqual([
      `https://patient.example/patient/overview?id=${booking.id}`,
      `https://patient.example/patient/move?id=${booking.id}`,
      `https://patient.example/patient/reject?id=${booking.id}`,
      'https://patient.example/meine-termine',
    ])
    expect(linksIn('new-reservation').slice(0, 3)).toEqual([
      expect.stringMatching(/^https:\/\/intern\.example\/admin\/confirm\?id=[\w-]+&sig=\d+\.[\w-]{43}$/),
      expect.stringMatching(/^https:\/\/intern\.example\/admin\/reject\?id=[\w-]+&sig=\d+\.[\w-]{43}$/),
      'https://intern.example/admin',
    ])
    expect(linksIn('rejected')[0]).toBe('https://public.example/?service=akupunktur')
  })
})

it('the practice gets one e-mail about all new overlaps with busy times, and none without', () => {
  const hour = Date.parse('2027-01-12T09:00:00+01:00')
  const told = () => app.rows(`select id from messages where kind = 'erp-conflict'`).length
  for (const startsAt of [hour, hour + HOUR])
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt, endsAt: startsAt + HOUR })
  notifyBusyConflicts(app.ctx())
  expect(told()).toBe(0)
  replaceBusyTimes(app.ctx(), { kind: 'erp' }, [{ eventId: 1, startsAt: hour, endsAt: hour + 2 * HOUR }])
  for (let i = 0; i < 2; i++) notifyBusyConflicts(app.ctx())
  expect(told()).toBe(1)
})
