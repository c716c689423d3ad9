import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { saveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { book, CALLER } from '../testing/factory.ts'
import {
  ENTERED_START,
  type ManualBookingApp,
  openManualBookingApp,
  TIME_IS_TAKEN,
} from '../testing/manual-booking-app.ts'
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
    const [mail, ...others] = app.rows<Record<string, string>>(
      `select * from messages where channel = 'email'`,
    )
    expect(others).toEqual([])
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
    app.setClock('2027-01-10T10:00:00+01:00')
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
    const [mail, ...others] = app.rows<{ kind: string; text: string }>(
      `select kind, text from messages where channel = 'email' and status <> 'suppressed'`,
    )
    expect([mail?.kind, others]).toEqual(['cancelled-by-patient', []])
    expect(mail?.text).toContain('Otto Beispielmann hat diesen Termin online abgesagt.')
    expect(mail?.text).toContain('Nachricht dazu:\n> Bin verreist.')
    expect(mail?.text).toContain('Name: Otto Beispielmann')
    expect(mail?.text).not.toContain('E-Mail:')
  })

  it.each([
    { when: 'off the grid', start: '2027-01-12T10:07:00+01:00' },
    { when: 'in the lunch break', start: '2027-01-12T12:30:00+01:00' },
    { when: 'on a Sunday', start: '2027-01-10T10:00:00+01:00' },
    { when: 'right now', start: '2027-01-07T13:40:00+01:00' },
    { when: 'beyond the days that patients may book', start: '2028-12-30T10:00:00+01:00' },
  ])('may be $when', ({ start }) => {
    expect(app.enter({ start }).status).toBe('confirmed')
  })

  it('is possible while online booking is closed, in any number', () => {
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    // These are more than the open requests that one mailbox may have (OPEN_PER_MAILBOX).
    for (const hour of ['08', '09', '10', '11', '14', '15'])
      expect(app.enter({ start: `2027-01-12T${hour}:00:00+01:00` }).status).toBe('confirmed')
  })
})

describe('a manual booking is refused', () => {
  it('when it overlaps another appointment or its paddings', async () => {
    // The appointment lasts from 08:30 to 09:15, with a padding of five minutes after it.
    await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    const databaseBefore = app.ctx().db.$client.serialize()
    for (const start of ['08:01', '08:30', '09:00', '09:15', '09:19'])
      expect([start, app.refusalToEnter({ start: `2027-01-12T${start}:00+01:00` })]).toEqual([
        start,
        TIME_IS_TAKEN,
      ])
    expect(databaseBefore.equals(app.ctx().db.$client.serialize())).toBe(true)
    expect(app.enter({ start: '2027-01-12T08:00:00+01:00' }).status).toBe('confirmed')
    expect(app.enter({ start: '2027-01-12T09:20:00+01:00' }).status).toBe('confirmed')
  })

  it('within an absence, even where an appointment was cancelled', async () => {
    const { id } = app.enter()
    saveAbsence(app.assistant(), {
      kind: 'block',
      title: 'Fortbildung',
      start: Date.parse('2027-01-12T09:30:00+01:00'),
      end: Date.parse('2027-01-12T12:00:00+01:00'),
      resource_id: null,
    })
    expect(app.refusalToEnter({ start: '2027-01-12T11:00:00+01:00' })).toEqual(TIME_IS_TAKEN)
    cancelByStaff(app.assistant(), id, '')
    expect(app.refusalToEnter()).toEqual(TIME_IS_TAKEN)
    expect(app.enter({ start: '2027-01-12T09:00:00+01:00' }).status).toBe('confirmed')
  })

  it.each([
    {
      when: 'in the past',
      start: '2027-01-07T13:39:00+01:00',
      sentence: 'Dieser Zeitpunkt liegt in der Vergangenheit.',
    },
    {
      when: 'not on a whole minute',
      start: '2027-01-12T10:00:30+01:00',
      sentence: 'Bitte eine Uhrzeit in ganzen Minuten angeben.',
    },
    {
      when: 'in a mistyped year',
      start: '2030-01-12T10:00:00+01:00',
      sentence: 'Bitte einen Tag innerhalb der nächsten zwei Jahre wählen.',
    },
  ])('$when', ({ start, sentence }) => {
    expect(app.refusalToEnter({ start })).toEqual(['invalid', { start: sentence }])
    expect(app.rows('select id from bookings')).toEqual([])
  })

  it('for a service that is unknown or switched off', () => {
    const gone = ['service_not_found', 'Diese Leistung gibt es nicht mehr.']
    expect(app.refusalToEnter({ serviceId: 'massage' })).toEqual(gone)
    app.changeRows(`update services set active = 0 where id = 'folgebehandlung'`)
    expect(app.refusalToEnter()).toEqual(gone)
  })

  it('for a service without a duration', () => {
    saveService(app.ctx(), { id: 'anruf', name: 'Anruf', durationMin: 0 })
    expect(app.refusalToEnter({ serviceId: 'anruf' })).toEqual([
      'invalid',
      { service_id: 'Diese Leistung hat keine Dauer und kann nicht eingetragen werden.' },
    ])
  })
})
