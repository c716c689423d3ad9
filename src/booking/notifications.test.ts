import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  notifyCancelledByPatient,
  notifyCancelledByStaff,
  notifyConfirmed,
  notifyEmailVerification,
  notifyRejected,
  notifyReminder,
  notifyRequested,
  notifyUnanswered,
} from './notifications.ts'

type Event = Readonly<{
  notify: (app: TestApp, booking: Booking) => void
  /** The kinds of the e-mails to the patient and the practice, and of the SMS. */
  patient?: string
  calendar?: 'REQUEST' | 'CANCEL'
  practice?: string
  sms?: string
}>

/** The expected messages of each event (docs/behaviour.md 10). */
const EVENTS: Readonly<Record<string, Event>> = {
  requested: {
    notify: (app, booking) => notifyRequested(app.ctx(), booking),
    patient: 'reservation-received',
    practice: 'new-reservation',
  },
  confirmed: {
    notify: (app, booking) => notifyConfirmed(app.ctx(), booking, ''),
    patient: 'confirmed',
    calendar: 'REQUEST',
    sms: 'confirmed',
  },
  rejected: {
    notify: (app, booking) => notifyRejected(app.ctx(), booking, ''),
    patient: 'rejected',
    sms: 'rejected',
  },
  'a request cancelled by the patient': {
    notify: (app, booking) =>
      notifyCancelledByPatient(app.ctx(), booking, { wasConfirmed: false, reason: '' }),
    patient: 'cancelled',
    practice: 'cancelled-by-patient',
  },
  'an appointment cancelled by the patient': {
    notify: (app, booking) =>
      notifyCancelledByPatient(app.ctx(), booking, { wasConfirmed: true, reason: '' }),
    patient: 'cancelled',
    calendar: 'CANCEL',
    practice: 'cancelled-by-patient',
  },
  'a request cancelled by the practice': {
    notify: (app, booking) =>
      notifyCancelledByStaff(app.ctx(), booking, { wasConfirmed: false, message: '' }),
    patient: 'cancelled',
    sms: 'cancelled',
  },
  'an appointment cancelled by the practice': {
    notify: (app, booking) => notifyCancelledByStaff(app.ctx(), booking, { wasConfirmed: true, message: '' }),
    patient: 'cancelled',
    calendar: 'CANCEL',
    sms: 'cancelled',
  },
  reminder: {
    notify: (app, booking) => notifyReminder(app.ctx(), booking),
    patient: 'reminder',
    sms: 'reminder',
  },
  'unanswered for a day': {
    notify: (app, booking) => notifyUnanswered(app.ctx(), booking),
    practice: 'unanswered',
  },
}

const PATIENT = 'rosa@musterfrau.example'
const PRACTICE = 'termine@ordination.example'

/** What an event queues under these settings. */
function queuedBy(name: string, general: Record<string, unknown> = {}, urls: Record<string, unknown> = {}) {
  const app = openTestApp()
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
  writeSettings(app.ctx(), 'general', general)
  writeSettings(app.ctx(), 'urls', urls)
  EVENTS[name]?.notify(app, insertBooking(app.ctx().db))
  const mails = app.rows<{
    kind: string
    recipient: string
    status: string
    error: string | null
    calendar: string | null
  }>(`select kind, recipient, status, error, calendar from messages where channel = 'email' order by id`)
  return {
    mails: mails.map(({ calendar, ...mail }) => ({
      ...mail,
      calendar: /METHOD:(\w+)/.exec(calendar ?? '')?.[1],
    })),
    sms: app.rows(`select kind, recipient, status, error from messages where channel = 'sms'`),
  }
}

/** The rows that an event must queue; `mail` and `text` are their statuses. */
function expectedRows(
  { patient, practice, calendar, sms }: Event,
  {
    mail = 'queued',
    text = 'queued',
    error = null as string | null,
    to = PRACTICE,
    practiceError = undefined as string | undefined,
  } = {},
) {
  const why = (status: string) => (status === 'suppressed' ? error : null)
  const toPractice = practiceError
    ? { status: 'suppressed', error: practiceError }
    : { status: mail, error: why(mail) }
  return {
    mails: [
      ...(patient ? [{ kind: patient, recipient: PATIENT, status: mail, error: why(mail), calendar }] : []),
      ...(practice ? [{ kind: practice, recipient: to, ...toPractice, calendar: undefined }] : []),
    ],
    sms: sms ? [{ kind: sms, recipient: '+436641234567', status: text, error: why(text) }] : [],
  }
}

describe.each(Object.entries(EVENTS))('%s', (name, event) => {
  it('sends these messages and no others', () => {
    expect(queuedBy(name)).toEqual(expectedRows(event))
  })

  it('writes to ADMIN_EMAIL where one is set', () => {
    const to = 'admin@ordination.example'
    expect(queuedBy(name, {}, { ADMIN_EMAIL: to })).toEqual(expectedRows(event, { to }))
  })

  it('suppresses e-mails to the practice while they are off, with the reason', () => {
    const practiceError = 'E-Mails an die Praxis sind abgeschaltet.'
    expect(queuedBy(name, { SEND_ADMIN_EMAIL: false })).toEqual(expectedRows(event, { practiceError }))
  })

  it.each([
    ['notify_off', { mail: 'suppressed', text: 'suppressed' }],
    ['notify_muteEmail', { mail: 'suppressed', text: 'queued' }],
    ['notify_muteSms', { mail: 'queued', text: 'suppressed' }],
  ])('is suppressed under %s, with the reason', (setting, statuses) => {
    expect(queuedBy(name, { [setting]: true, notify_reason: 'Umbau' })).toEqual(
      expectedRows(event, { ...statuses, error: 'Umbau' }),
    )
  })

  it('is suppressed with a default reason where notify_reason is empty', () => {
    expect(queuedBy(name, { notify_off: true, notify_reason: '' })).toEqual(
      expectedRows(event, {
        mail: 'suppressed',
        text: 'suppressed',
        error: 'Benachrichtigungen sind abgeschaltet.',
      }),
    )
  })
})

describe('a message that cannot be sent', () => {
  const stored = (app: TestApp) =>
    app.rows('select channel, recipient, status, error, calendar from messages')

  it('to a patient without an e-mail address and a mobile number is suppressed, with the reason', () => {
    const app = openTestApp()
    const booking = insertBooking(app.ctx().db, { email: '', mobile: '05572 12345' })
    notifyConfirmed(app.ctx(), booking, '')
    const suppressed = { status: 'suppressed', calendar: null }
    expect(stored(app)).toEqual([
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
    const app = openTestApp()
    writeSettings(app.ctx(), 'practice', { mail: '' })
    notifyUnanswered(app.ctx(), insertBooking(app.ctx().db))
    expect(stored(app)).toMatchObject([
      {
        recipient: '',
        status: 'suppressed',
        error: 'Kein Empfänger: Bitte ADMIN_EMAIL oder die E-Mail der Praxis setzen.',
      },
    ])
  })
})

describe('the e-mail verification', () => {
  it.each([{}, { notify_off: true }, { notify_muteEmail: true, notify_muteSms: true }])(
    'goes out whatever is switched off: %j',
    (general) => {
      const app = openTestApp()
      writeSettings(app.ctx(), 'general', general)
      notifyEmailVerification(app.ctx(), { email: PATIENT, token: 't', code: '012345' })
      expect(app.rows(`select kind, recipient, status, error from messages where channel = 'email'`)).toEqual(
        [{ kind: 'email-verification', recipient: PATIENT, status: 'queued', error: null }],
      )
    },
  )
})

describe('the links', () => {
  const linksIn = (app: TestApp, kind: string) =>
    app
      .rows<{ text: string }>(`select text from messages where channel = 'email' and kind = ?`, kind)[0]
      ?.text.match(/https?:\/\/\S+/g) ?? []
  const bases = {
    PUBLIC_BASE_URL: 'https://public.example',
    INTERNAL_BASE_URL: 'https://intern.example',
    PATIENT_BASE_URL: 'https://patient.example',
  }

  it('lead patients and staff each to their own address', () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'urls', bases)
    const booking = insertBooking(app.ctx().db)
    notifyRequested(app.ctx(), booking)
    notifyRejected(app.ctx(), booking, '')
    expect(linksIn(app, 'reservation-received').slice(0, 2)).toEqual([
      `https://patient.example/patient/overview?id=${booking.id}`,
      `https://patient.example/patient/reject?id=${booking.id}`,
    ])
    expect(linksIn(app, 'new-reservation').slice(0, 3)).toEqual([
      expect.stringMatching(/^https:\/\/intern\.example\/admin\/confirm\?id=[\w-]+&sig=\d+\.[\w-]{43}$/),
      expect.stringMatching(/^https:\/\/intern\.example\/admin\/reject\?id=[\w-]+&sig=\d+\.[\w-]{43}$/),
      'https://intern.example/admin',
    ])
    expect(linksIn(app, 'rejected')[0]).toBe('https://public.example/')
  })
})
