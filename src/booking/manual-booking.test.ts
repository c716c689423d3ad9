import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { saveService } from '../schedule/services.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { book, CALLER } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { createManualBooking, type ManualBookingInput } from './manual-booking.ts'
import { remindDue } from './reminders.ts'

const START = '2027-01-12T10:00:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

/** Enters an appointment for the practice, by default a follow-up of a caller at `START`. */
function enter(changes: Partial<Omit<ManualBookingInput, 'start'>> & { start?: string } = {}) {
  const { start = START, ...others } = changes
  return createManualBooking(app.assistant(), {
    serviceId: 'folgebehandlung',
    contact: CALLER,
    message: '',
    ...others,
    start: Date.parse(start),
  })
}

/** Returns the code of the refusal with its sentence, or with its sentences by field. */
function refusal(call: () => unknown) {
  const problem = refusalOf(call)
  return problem && [problem.code, problem.facts.fields ?? problem.message]
}

const TAKEN = ['slot_taken', 'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.']

describe('the same entry sent again after its answer was lost', () => {
  it('returns the existing appointment and sends no further message', () => {
    const { id } = enter({ undoable: true })
    app.pass(4 * MINUTE)
    const messages = app.rows('select id from messages')
    expect(enter({ undoable: true, again: true }).id).toBe(id)
    expect([app.rows('select id from bookings'), app.rows('select id from messages')]).toEqual([
      [{ id }],
      messages,
    ])
  })

  it.each([
    ['later', {}, 5 * MINUTE],
    ['for somebody else', { contact: { ...CALLER, firstName: 'Jodok' } }, 0],
    ['for another service', { serviceId: 'akupunktur' }, 0],
  ])('is refused %s', (_case, changes, later) => {
    enter()
    app.pass(later)
    expect(refusal(() => enter({ ...changes, again: true }))).toEqual(TAKEN)
  })

  it('is refused unless the call says that it is a repetition', () => {
    enter()
    expect(refusal(() => enter())).toEqual(TAKEN)
  })

  it('enters a new appointment once the first one was cancelled', () => {
    const { id } = enter()
    cancelByStaff(app.assistant(), id, '')
    expect(enter({ again: true }).id).not.toBe(id)
  })
})

describe('an appointment that only overlaps paddings', () => {
  const timeInUtc = (at = 0) => new Date(at).toISOString().slice(11, 16)
  /** Returns the occupied times in UTC, as `08:55-09:45`. */
  const occupiedTimes = () => app.occupied().map(([from, to]) => `${timeInUtc(from)}-${timeInUtc(to)}`)
  const enterWithoutPaddings = (changes: Parameters<typeof enter>[0]) =>
    enter({ ...changes, withoutPaddings: true })

  it('is entered without paddings of its own, and shortens those around it', () => {
    enter({ serviceId: 'akupunktur' })
    enter({ serviceId: 'akupunktur', start: '2027-01-12T11:10:00+01:00' })
    expect(occupiedTimes()).toEqual(['08:55-09:45', '10:05-10:55'])
    const between = { start: '2027-01-12T10:40:00+01:00' }
    expect(refusal(() => enter(between))).toEqual(TAKEN)
    enterWithoutPaddings(between)
    expect(occupiedTimes()).toEqual(['08:55-09:40', '09:40-10:10', '10:10-10:55'])
  })

  it('never overlaps another appointment itself or an absence', () => {
    enter({ serviceId: 'akupunktur' })
    expect(refusal(() => enterWithoutPaddings({ start: '2027-01-12T10:35:00+01:00' }))).toEqual(TAKEN)
    expect(refusal(() => enterWithoutPaddings({ start: '2027-01-12T09:35:00+01:00' }))).toEqual(TAKEN)
    const start = Date.parse('2027-01-12T14:00:00+01:00')
    const end = start + HOUR
    saveAbsence(app.ctx(), { kind: 'block', title: 'Fortbildung', start, end, resource_id: null })
    expect(refusal(() => enterWithoutPaddings({ start: '2027-01-12T13:40:00+01:00' }))).toEqual(TAKEN)
    expect(occupiedTimes()).toEqual(['08:55-09:45', '13:00-14:00'])
  })
})

describe('a manual booking', () => {
  it('is confirmed at once, reserves its time and records who entered it', () => {
    const booking = enter({ message: 'Bitte Befunde mitbringen.' })
    expect(booking).toMatchObject({
      status: 'confirmed',
      holdId: booking.id,
      serviceName: 'Folgebehandlung',
      priceCents: 90_00,
      durationMin: 30,
      endsAt: Date.parse(START) + 30 * MINUTE,
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
    enter({
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

  it('without an e-mail address is confirmed, reminded and cancelled by SMS, and can be cancelled by its patient', () => {
    app.setUpSms()
    const { id } = enter()
    app.at('2027-01-10T10:00:00+01:00')
    remindDue(app.ctx())
    cancelByStaff(app.assistant(), id, '')

    const other = enter({ start: '2027-01-13T09:00:00+01:00' })
    cancelByPatient(app.ctx(), other.id, 'Bin verreist.')
    expect(app.rows(`select kind from messages where channel = 'sms' order by id`)).toEqual([
      { kind: 'confirmed' },
      { kind: 'reminder' },
      { kind: 'cancelled' },
      { kind: 'confirmed' },
    ])

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
    ['off the grid', '2027-01-12T10:07:00+01:00'],
    ['in the lunch break', '2027-01-12T12:30:00+01:00'],
    ['on a Sunday', '2027-01-10T10:00:00+01:00'],
    ['right now', '2027-01-07T13:40:00+01:00'],
    ['beyond the days that patients may book', '2028-12-30T10:00:00+01:00'],
  ])('may be %s', (_, start) => {
    expect(enter({ start }).status).toBe('confirmed')
  })

  it('is possible while online booking is closed, in any number', () => {
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    // These are more than the open requests that one mailbox may have (OPEN_PER_MAILBOX).
    for (const hour of ['08', '09', '10', '11', '14', '15'])
      expect(enter({ start: `2027-01-12T${hour}:00:00+01:00` }).status).toBe('confirmed')
  })
})

describe('a manual booking is refused', () => {
  it('when it overlaps another appointment or its paddings', async () => {
    // The appointment lasts from 08:30 to 09:15, with a padding of five minutes after it.
    await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    const before = app.ctx().db.$client.serialize()
    for (const start of ['08:01', '08:30', '09:00', '09:15', '09:19'])
      expect([start, refusal(() => enter({ start: `2027-01-12T${start}:00+01:00` }))]).toEqual([start, TAKEN])
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
    expect(enter({ start: '2027-01-12T08:00:00+01:00' }).status).toBe('confirmed')
    expect(enter({ start: '2027-01-12T09:20:00+01:00' }).status).toBe('confirmed')
  })

  it('within an absence, even where an appointment was cancelled', async () => {
    const { id } = enter()
    saveAbsence(app.assistant(), {
      kind: 'block',
      title: 'Fortbildung',
      start: Date.parse('2027-01-12T09:30:00+01:00'),
      end: Date.parse('2027-01-12T12:00:00+01:00'),
      resource_id: null,
    })
    expect(refusal(() => enter({ start: '2027-01-12T11:00:00+01:00' }))).toEqual(TAKEN)
    cancelByStaff(app.assistant(), id, '')
    expect(refusal(() => enter())).toEqual(TAKEN)
    expect(enter({ start: '2027-01-12T09:00:00+01:00' }).status).toBe('confirmed')
  })

  it.each([
    ['in the past', '2027-01-07T13:39:00+01:00', 'Dieser Zeitpunkt liegt in der Vergangenheit.'],
    ['not on a whole minute', '2027-01-12T10:00:30+01:00', 'Bitte eine Uhrzeit in ganzen Minuten angeben.'],
    [
      'in a mistyped year',
      '2030-01-12T10:00:00+01:00',
      'Bitte einen Tag innerhalb der nächsten zwei Jahre wählen.',
    ],
  ])('%s', (_, start, sentence) => {
    expect(refusal(() => enter({ start }))).toEqual(['invalid', { start: sentence }])
    expect(app.rows('select id from bookings')).toEqual([])
  })

  it('for a service that is unknown, switched off or has no duration', () => {
    const gone = ['service_not_found', 'Diese Leistung gibt es nicht mehr.']
    expect(refusal(() => enter({ serviceId: 'massage' }))).toEqual(gone)
    app.change(`update services set active = 0 where id = 'folgebehandlung'`)
    expect(refusal(() => enter())).toEqual(gone)

    saveService(app.ctx(), { id: 'anruf', name: 'Anruf', durationMin: 0 })
    expect(refusal(() => enter({ serviceId: 'anruf' }))).toEqual([
      'invalid',
      { service_id: 'Diese Leistung hat keine Dauer und kann nicht eingetragen werden.' },
    ])
  })
})
