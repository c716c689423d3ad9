import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { CALLER } from '../testing/factory.ts'
import { decisionLinkIn } from '../testing/links.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { openTwoDoctorsApp } from '../testing/two-doctors-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { remindDue, remindPracticeOfUnanswered } from './reminders.ts'
import { writeToPatient } from './written-messages.ts'

/** The start of the appointment, a Tuesday morning. The practice confirms it on the Thursday before. */
const START = '2027-01-12T08:30:00+01:00'

/** Opens an app with an appointment that is confirmed now, or with an open request. */
function openBooked({ isConfirmed = true } = {}) {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START), createdAt: NOW })
  if (isConfirmed) decideBooking(app.ctx(), id, { decision: 'confirm' })
  return { app, id }
}

const countSent = (app: TestApp, kind: string) =>
  app.rows(`select id from messages where channel = 'email' and kind = ?`, kind).length

/** Runs the job at a time. Returns the number of reminders until then. */
function remindAt(app: TestApp, iso: string): number {
  app.at(iso)
  remindDue(app.ctx())
  return countSent(app, 'reminder')
}

describe('a reminder', () => {
  /** The number of reminders that were sent until a day and time of January. */
  type Look = readonly [time: string, reminders: number]
  type Row = Readonly<{ when: string; general?: { reminder_hours: number }; looks: readonly Look[] }>

  it.each<Row>([
    {
      when: 'once, 48 hours before',
      looks: [
        ['10T08:29', 0],
        ['10T08:30', 1],
        ['10T08:31', 1],
        ['11T12:00', 1],
      ],
    },
    {
      when: 'a day before where the practice has set 24 hours',
      general: { reminder_hours: 24 },
      looks: [
        ['11T08:29', 0],
        ['11T08:30', 1],
      ],
    },
    {
      when: 'three days before where the practice has set 72 hours',
      general: { reminder_hours: 72 },
      looks: [
        ['09T08:29', 0],
        ['09T08:30', 1],
      ],
    },
    {
      when: 'on the same morning where the practice has set one hour',
      general: { reminder_hours: 1 },
      looks: [
        ['11T12:00', 0],
        ['12T08:00', 1],
      ],
    },
    {
      when: 'never where the practice has set none',
      general: { reminder_hours: 0 },
      looks: [['11T12:00', 0]],
    },
    {
      when: 'in the morning when it is due at night',
      general: { reminder_hours: 30 },
      looks: [
        ['11T02:30', 0],
        ['11T07:59', 0],
        ['11T08:00', 1],
      ],
    },
    {
      when: 'until 20:00',
      looks: [
        ['10T20:00', 0],
        ['10T19:59', 1],
      ],
    },
    { when: 'late after an interruption', looks: [['12T08:29', 1]] },
    { when: 'never once the appointment has begun', looks: [['12T08:30', 0]] },
  ])('is sent $when', ({ general = {}, looks }) => {
    const { app } = openBooked()
    writeSettings(app.ctx(), 'general', general)
    for (const [time, reminders] of looks)
      expect([time, remindAt(app, `2027-01-${time}:00+01:00`)]).toEqual([time, reminders])
  })

  it('is not sent for cancelled or requested appointments', () => {
    const cancelled = openBooked()
    cancelByPatient(cancelled.app.ctx(), cancelled.id, '')
    expect(remindAt(cancelled.app, '2027-01-10T09:00:00+01:00')).toBe(0)
    const open = openBooked({ isConfirmed: false })
    expect(remindAt(open.app, '2027-01-10T09:00:00+01:00')).toBe(0)
  })

  it('is not sent when the patient was told by a confirmation after the reminder was due', () => {
    const { app, id } = openBooked({ isConfirmed: false })
    app.at('2027-01-11T10:00:00+01:00')
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    expect(remindAt(app, '2027-01-11T11:00:00+01:00')).toBe(0)
  })

  it.each([
    ['is sent after a move about which the patient was not told', { notify: false, reminders: 1 }],
    [
      'is not sent when the patient was told about a move after the reminder was due',
      { notify: true, reminders: 0 },
    ],
  ])('%s', (_, { notify, reminders }) => {
    const { app, id } = openBooked()
    app.at('2027-01-11T10:00:00+01:00')
    moveBooking(app.ctx(), id, { start: Date.parse('2027-01-12T10:30:00+01:00'), message: '', notify })
    expect(remindAt(app, '2027-01-11T11:00:00+01:00')).toBe(reminders)
  })

  it('is sent when the confirmation after the reminder was due has named another time', () => {
    const { app, id } = openBooked({ isConfirmed: false })
    app.at('2027-01-11T10:00:00+01:00')
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    moveBooking(app.ctx(), id, { start: Date.parse('2027-01-12T10:30:00+01:00'), message: '', notify: false })
    expect(remindAt(app, '2027-01-11T11:00:00+01:00')).toBe(1)
  })

  it('is sent although the practice has written about something else after the reminder was due', () => {
    const { app, id } = openBooked()
    app.at('2027-01-11T10:00:00+01:00')
    writeToPatient(app.ctx(), id, { by: 'email', text: 'Bitte kommen Sie nüchtern.' })
    expect(remindAt(app, '2027-01-11T11:00:00+01:00')).toBe(1)
  })

  it('is sent although another patient was told the same time after the reminder was due', () => {
    const app = openTwoDoctorsApp()
    const start = Date.parse(START)
    const enter = (wish?: string) =>
      createManualBooking(app.assistant(), {
        serviceId: 'folgebehandlung',
        contact: { ...CALLER, email: 'otto@beispiel.example' },
        message: '',
        start,
        wish,
      })
    const { id } = enter()
    app.at('2027-01-11T10:00:00+01:00')
    enter('b')
    app.at('2027-01-11T11:00:00+01:00')
    remindDue(app.ctx())
    expect(app.rows(`select distinct booking_id from messages where kind = 'reminder'`)).toEqual([
      { booking_id: id },
    ])
  })

  it('is sent when no message about the confirmation went out', () => {
    const { app, id } = openBooked({ isConfirmed: false })
    app.at('2027-01-11T10:00:00+01:00')
    writeSettings(app.ctx(), 'general', { notify_off: true })
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    writeSettings(app.ctx(), 'general', { notify_off: false })
    expect(remindAt(app, '2027-01-11T11:00:00+01:00')).toBe(1)
  })
})

describe('an unanswered request', () => {
  /** Runs the job at a time. Returns the number of reminders to the practice until then. */
  function remindPracticeAt(app: TestApp, iso: string): number {
    app.at(iso)
    remindPracticeOfUnanswered(app.ctx())
    return countSent(app, 'unanswered')
  }

  it('makes one reminder to the practice after 24 hours, and stays open', () => {
    const { app } = openBooked({ isConfirmed: false })
    expect(remindPracticeAt(app, '2027-01-08T13:39:00+01:00')).toBe(0)
    expect(remindPracticeAt(app, '2027-01-08T13:40:00+01:00')).toBe(1)
    expect(remindPracticeAt(app, '2027-01-10T13:40:00+01:00')).toBe(1)
    expect(app.rows('select status from bookings')).toEqual([{ status: 'requested' }])
  })

  it('makes no reminder after a decision, a cancellation or the start of the appointment', () => {
    const ends = [
      (app: TestApp, id: string) => decideBooking(app.ctx(), id, { decision: 'confirm' }),
      (app: TestApp, id: string) => decideBooking(app.ctx(), id, { decision: 'reject' }),
      (app: TestApp, id: string) => cancelByPatient(app.ctx(), id, ''),
      (app: TestApp) => app.at(START),
    ]
    for (const end of ends) {
      const { app, id } = openBooked({ isConfirmed: false })
      app.at('2027-01-08T14:00:00+01:00')
      end(app, id)
      remindPracticeOfUnanswered(app.ctx())
      expect(countSent(app, 'unanswered')).toBe(0)
    }
  })

  it('makes its reminder by day only', () => {
    const { app } = openBooked({ isConfirmed: false })
    app.change('update bookings set created_at = ?', Date.parse('2027-01-07T22:00:00+01:00'))
    expect(remindPracticeAt(app, '2027-01-08T22:30:00+01:00')).toBe(0)
    expect(remindPracticeAt(app, '2027-01-09T07:59:00+01:00')).toBe(0)
    expect(remindPracticeAt(app, '2027-01-09T08:00:00+01:00')).toBe(1)
  })

  it('can be decided by the links of its reminder', async () => {
    const { app, id } = openBooked({ isConfirmed: false })
    remindPracticeAt(app, '2027-01-08T13:40:00+01:00')
    const [mail] = app.rows<{ text: string }>(
      `select text from messages where channel = 'email' and kind = 'unanswered'`,
    )
    const { sig } = decisionLinkIn(mail?.text ?? '', 'confirm')
    const answer = await app.browser().post('/api/admin/confirm', { id, message: '', sig })
    expect([answer.status, answer.json.status]).toEqual([200, 'confirmed'])
  })
})
