import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { CALLER } from '../testing/factory.ts'
import { ENTERED_START, type ManualBookingApp, openManualBookingApp } from '../testing/manual-booking-app.ts'
import { NOW } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { remindDue } from './reminders.ts'

let app: ManualBookingApp

beforeEach(() => {
  app = openManualBookingApp()
})

describe('a manual booking', () => {
  it('is confirmed at once, reserves its time and records who entered it', () => {
    const booking = app.enter({ message: 'Bitte Befunde mitbringen.' })
    expect(booking).toMatchObject({
      status: 'confirmed',
      // An appointment that the practice has entered has its own id here (`IS_MADE_BY_PATIENT`).
      holdId: booking.id,
      serviceName: 'Folgebehandlung',
      priceCents: 90_00,
      durationMin: 30,
      endsAt: Date.parse(ENTERED_START) + 30 * MINUTE,
      svnr: null,
    })
    expect(app.rows('select kind, actor, actor_name, message from events')).toEqual([
      {
        kind: 'entered',
        actor: 'admin',
        actor_name: 'assistenz@ordination.example',
        message: 'Bitte Befunde mitbringen.',
      },
    ])
    expect(app.rows('select actor_name, action, subject from audit')).toEqual([
      {
        actor_name: 'assistenz@ordination.example',
        action: 'booking-entered',
        subject: `${booking.id.slice(0, 6)}…`,
      },
    ])
    expect(app.rows('select resource_id, starts_at, ends_at, booking_id from occupations')).toEqual([
      {
        resource_id: 'doctor-1',
        starts_at: booking.startsAt,
        ends_at: booking.endsAt,
        booking_id: booking.id,
      },
    ])
  })

  it('sends the confirmation with the calendar invitation', () => {
    app.setUpSms()
    app.enter({
      contact: { ...CALLER, email: 'Otto@Beispiel.example' },
      message: 'Bis bald.',
    })
    const [mail, ...furtherMails] = app.rows<Record<string, string>>(
      `select * from messages where channel = 'email'`,
    )
    expect(furtherMails).toEqual([])
    expect(mail).toMatchObject({ kind: 'confirmed', recipient: 'otto@beispiel.example', status: 'queued' })
    expect(mail?.text).toContain('Guten Tag Otto Beispielmann!')
    expect(mail?.text).toContain('> Bis bald.')
    expect(mail?.calendar).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:0/)
    expect(app.rows(`select kind, recipient from messages where channel = 'sms'`)).toEqual([
      { kind: 'confirmed', recipient: '+436600000034' },
    ])
  })

  it('without an e-mail address is confirmed, reminded and cancelled by SMS', () => {
    app.setUpSms()
    const { id } = app.enter()
    const reminderDue = '2027-01-10T10:00:00+01:00'
    app.setClock(reminderDue)
    remindDue(app.ctx())
    cancelByStaff(app.assistant(), id, '')
    expect(app.rows(`select kind from messages where channel = 'sms' order by id`)).toEqual([
      { kind: 'confirmed' },
      { kind: 'reminder' },
      { kind: 'cancelled' },
    ])
  })

  it('without an e-mail address can be cancelled by its patient, and only the practice gets an e-mail', () => {
    const { id } = app.enter()
    cancelByPatient(app.ctx(), id, 'Bin verreist.')
    const [mail, ...furtherMails] = app.rows<{ kind: string; text: string }>(
      `select kind, text from messages where channel = 'email' and status <> 'muted'`,
    )
    expect([mail?.kind, furtherMails]).toEqual(['cancelled-by-patient', []])
    expect(mail?.text).toContain('Otto Beispielmann hat diesen Termin online abgesagt.')
    expect(mail?.text).toContain('Nachricht dazu:\n> Bin verreist.')
    expect(mail?.text).toContain('Name: Otto Beispielmann')
    expect(mail?.text).not.toContain('E-Mail:')
  })

  it.each([
    { when: 'off the grid', start: '2027-01-12T10:07:00+01:00' },
    { when: 'in the lunch break', start: '2027-01-12T12:30:00+01:00' },
    { when: 'on a Sunday', start: '2027-01-10T10:00:00+01:00' },
    { when: 'right now', start: isoAt(NOW) },
    { when: 'beyond the days that patients may book', start: '2028-12-30T10:00:00+01:00' },
  ])('may be $when', ({ start }) => {
    expect(app.enter({ start }).status).toBe('confirmed')
  })

  it('is possible while online booking is closed, in any number', () => {
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    // Patients may have only `OPEN_PER_MAILBOX` open requests, which is fewer.
    for (const hour of ['08', '09', '10', '11', '14', '15'])
      expect(app.enter({ start: `2027-01-12T${hour}:00:00+01:00` }).status).toBe('confirmed')
  })
})
