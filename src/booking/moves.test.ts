import { beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../access/crypto.ts'
import type { Booking } from '../db/schema.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { Problem } from '../shared/problems.ts'
import { insertBooking } from '../testing/bookings.ts'
import { CALLER } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { cancelByStaff } from './cancellation.ts'
import { type Decision, decideBooking } from './decisions.ts'
import { createManualBooking } from './manual-booking.ts'
import { suggestForMoves } from './move-suggestions.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'
import { remindDue } from './reminders.ts'

const FROM = '2027-01-12T08:30:00+01:00'
/** A Sunday evening: outside the working hours. */
const TO = '2027-01-17T20:10:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
  app.setUpSms()
})

const add = (changes: Partial<Booking> = {}) => insertBooking(app.ctx().db, changes)
const confirmed = () => add({ status: 'confirmed' })

const block = (start: string, end: string) =>
  saveAbsence(app.assistant(), {
    ...{ kind: 'block', title: '', resource_id: null },
    ...{ start: Date.parse(start), end: Date.parse(end) },
  })

const move = ({ id }: Pick<Booking, 'id'>, start = TO, { notify = true, message = '' } = {}) =>
  moveBooking(app.assistant(), id, { start: Date.parse(start), message, notify })
const refusal = (call: () => unknown) => {
  const problem = refusalOf(call)
  return problem && [problem.code, problem.facts.fields?.start ?? problem.message]
}
const sent = () => app.rows('select channel, kind, status from messages')

describe('a move by the practice', () => {
  it('gives the booking its new time at once, with length, paddings and status as before', () => {
    const booking = confirmed()
    const MINUTES = 60_000
    app.change('update occupations set ends_at = ends_at + ?', 10 * MINUTES)
    const moved = move(booking, TO, { message: 'Die Ärztin ist krank.' })
    const [startsAt, endsAt] = [Date.parse(TO), Date.parse(TO) + 30 * MINUTES]
    expect(moved).toMatchObject({ repeated: false, booking: { status: 'confirmed', startsAt, endsAt } })
    expect(app.occupied()).toEqual([[startsAt, endsAt + 10 * MINUTES]])
    const by = { actor_name: 'assistenz@ordination.example', message: 'Die Ärztin ist krank.' }
    expect(app.rows(`select * from events where kind = 'moved'`)).toMatchObject([
      { ...by, moved_from_at: Date.parse(FROM) },
    ])
    expect(app.rows('select action, subject from audit')).toEqual([
      { action: 'booking-moved', subject: `${booking.id.slice(0, 6)}…` },
    ])
  })

  it('updates the same entry of the patient’s calendar, by e-mail, and sends an SMS', () => {
    const booking = add()
    decideBooking(app.ctx(), booking.id, { decision: 'confirm' })
    app.change('delete from messages')
    move(booking)
    move(booking, FROM)
    expect(sent()).toEqual(
      [1, 2].flatMap(() => [
        { channel: 'email', kind: 'moved', status: 'queued' },
        { channel: 'sms', kind: 'moved', status: 'queued' },
      ]),
    )
    const calendars = app.rows<{ calendar: string }>(`select calendar from messages where channel = 'email'`)
    for (const [i, { calendar }] of calendars.entries()) {
      expect(calendar).toContain('METHOD:REQUEST')
      expect(calendar).toContain(`UID:booking-${hashToken(booking.id)}@ordi`)
      expect(calendar).toContain(`SEQUENCE:${i + 1}\r`)
    }
    expect(calendars[0]?.calendar).toContain('DTSTART:20270117T191000Z')
  })

  it('sends nothing when the patient is not to be notified', () => {
    move(confirmed(), TO, { notify: false })
    expect(sent()).toEqual([])
  })

  it('of two at once, only the first changes something; the second gets the same time again, or a conflict', () => {
    const booking = confirmed()
    const moveFrom = (from: string, start: string) =>
      moveBooking(app.assistant(), booking.id, {
        ...{ start: Date.parse(start), from: Date.parse(from) },
        ...{ message: '', notify: true },
      })
    expect(moveFrom(FROM, TO).repeated).toBe(false)
    expect(moveFrom(FROM, TO).repeated).toBe(true)
    expect(refusal(() => moveFrom(FROM, '2027-01-18T09:00:00+01:00'))).toEqual([
      'conflict',
      'Dieser Termin wurde gerade verschoben. Bitte prüfen Sie die neue Zeit.',
    ])
    expect(app.occupied()).toEqual([[Date.parse(TO), Date.parse(TO) + 30 * 60_000]])
    expect(moveFrom(TO, FROM).booking.startsAt).toBe(Date.parse(FROM))
    // A move that the patient asks for meanwhile is not lost unseen.
    const asked = '2027-01-13T10:00:00+01:00'
    moveByPatient(app.ctx(), booking.id, { start: Date.parse(asked), message: '' })
    expect(refusal(() => moveFrom(FROM, TO))).toEqual([
      'conflict',
      'Die Patientin oder der Patient möchte inzwischen selbst eine andere Zeit. Bitte prüfen Sie diese Anfrage.',
    ])
    expect(moveFrom(asked, TO).booking).toMatchObject({ startsAt: Date.parse(TO), moveToAt: null })
  })

  it('may be by less than its own length', () => {
    const booking = confirmed()
    move(booking, '2027-01-12T08:40:00+01:00')
    move(booking, '2027-01-12T08:25:00+01:00')
    expect(app.occupied()).toEqual([
      [Date.parse('2027-01-12T08:25:00+01:00'), Date.parse('2027-01-12T08:55:00+01:00')],
    ])
  })

  it('to the time that it has changes nothing', () => {
    const booking = confirmed()
    expect(move(booking, FROM).repeated).toBe(true)
    expect(app.rows(`select 1 from messages union all select 1 from events where kind = 'moved'`)).toEqual([])
  })

  it('leaves its old time to an absence that covers it', () => {
    const booking = confirmed()
    block('2027-01-12T08:00:00+01:00', '2027-01-12T10:00:00+01:00')
    move(booking)
    expect(app.occupied()[0]).toEqual([
      Date.parse('2027-01-12T08:00:00+01:00'),
      Date.parse('2027-01-12T10:00:00+01:00'),
    ])
  })

  it.each([
    ['another booking', (startsAt: number) => add({ startsAt })],
    ['an absence', () => block(TO, '2027-01-17T20:11:00+01:00')],
  ])('is refused over %s, and nothing changes', (_, occupy) => {
    const booking = confirmed()
    occupy(Date.parse(TO))
    const before = app.everything()
    expect(refusal(() => move(booking))).toEqual([
      'slot_taken',
      'Diese Zeit ist schon belegt. Der Termin bleibt, wo er ist.',
    ])
    expect(app.everything()).toEqual(before)
  })

  it.each([
    ['rejected', 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.'],
    ['cancelled', 'Dieser Termin wurde abgesagt und kann nicht mehr verschoben werden.'],
  ] as const)('is refused for a %s booking', (status, sentence) => {
    expect(refusal(() => move(add({ status })))).toEqual(['already_decided', sentence])
  })

  it('has no cut-off, but is refused once the appointment is over', () => {
    const booking = confirmed()
    app.at('2027-01-12T08:59:00+01:00')
    move(booking)
    app.at('2027-01-17T20:40:00+01:00')
    expect(refusal(() => move(booking, '2027-01-20T09:00:00+01:00'))).toEqual([
      'too_late',
      'Dieser Termin ist schon vorbei und kann nicht mehr verschoben werden.',
    ])
  })

  it('is refused to a time at which nothing can be entered', () => {
    const past = ['invalid', 'Dieser Zeitpunkt liegt in der Vergangenheit.']
    expect(refusal(() => move(confirmed(), '2027-01-07T13:39:00+01:00'))).toEqual(past)
  })
})

describe('after a move', () => {
  it('links from before decide nothing, and new ones do', () => {
    const booking = add()
    const { id } = booking
    move(booking)
    const MOVED = [
      'bad_signature',
      'Dieser Termin wurde seit dieser E-Mail verschoben. Bitte entscheiden Sie darüber in der Verwaltung.',
    ]
    const press = (decision: Decision, start: string, moves: number) =>
      decideBooking(app.ctx(), id, { decision, link: { start: Date.parse(start), moves } })
    for (const decision of ['confirm', 'reject'] as const)
      expect(refusal(() => press(decision, FROM, 0))).toEqual(MOVED)
    press('confirm', TO, 1)
    expect(refusal(() => press('confirm', FROM, 0))).toEqual(MOVED)
  })

  it('the reminder follows the new time, also when one was sent for the old time', () => {
    const booking = confirmed()
    app.at('2027-01-11T09:00:00+01:00')
    remindDue(app.ctx())
    const reminders = () =>
      app.rows(`select 1 from messages where kind = 'reminder' and channel = 'email'`).length
    expect(reminders()).toBe(1)
    move(booking)
    app.at('2027-01-15T19:00:00+01:00')
    remindDue(app.ctx())
    expect(reminders()).toBe(1)
    app.at('2027-01-16T08:00:00+01:00')
    remindDue(app.ctx())
    expect(reminders()).toBe(2)
  })

  it('a failed message about the old time is not retried', () => {
    const booking = add()
    decideBooking(app.ctx(), booking.id, { decision: 'confirm' })
    app.change(`update messages set status = 'failed'`)
    move(booking)
    const [row] = app.rows<{ id: number }>(
      `select id from messages where channel = 'email' and kind = 'confirmed'`,
    )
    expect(refusal(() => retryMessage(app.ctx(), 'email', row?.id ?? 0))?.[0]).toBe('conflict')
  })
})

/** Services with different lengths and paddings, on two days that are closed afterwards. */
const APPOINTMENTS = [
  ['erstordination', '2027-01-12T08:30:00+01:00'],
  ['folgebehandlung', '2027-01-12T09:30:00+01:00'],
  ['akupunktur', '2027-01-12T10:20:00+01:00'],
  ['folgebehandlung', '2027-01-13T09:30:00+01:00'],
  ['erstordination', '2027-01-13T08:30:00+01:00'],
] as const

function closed() {
  const app = openTestApp()
  const ids = APPOINTMENTS.map(([serviceId, start]) => {
    const input = { serviceId, start: Date.parse(start), contact: CALLER, message: '' }
    return createManualBooking(app.assistant(), input).id
  })
  const days = { from: '2027-01-12', to: '2027-01-13' }
  saveAbsence(app.ctx(), { kind: 'closure', title: '', reason: '', resource_id: null, ...days })
  const suggested = () =>
    suggestForMoves(app.ctx(), ids).map(({ outcome }) => (outcome instanceof Problem ? [] : outcome.starts))
  return { app, ids, suggested }
}

describe('times for several appointments in a closed time', () => {
  it('are outside of it, near their time of day, one on each of the next days', () => {
    const [first, second, , fourth] = closed().suggested()
    expect(first?.map(isoAt)).toEqual([
      '2027-01-14T08:30:00+01:00',
      '2027-01-15T08:30:00+01:00',
      '2027-01-18T08:30:00+01:00',
    ])
    expect(second?.[0]).toBe(Date.parse('2027-01-14T09:30:00+01:00'))
    // The other appointment at this time of day has taken it.
    expect(fourth?.[0]).not.toBe(second?.[0])
  })

  it.each([0, 1, 2])('never collide, whichever are chosen: %i', (turn) => {
    const { app, ids, suggested } = closed()
    const times = suggested()
    expect(times.map((starts) => starts.length)).toEqual([3, 3, 3, 3, 3])
    for (const [i, id] of ids.entries()) {
      const start = times[i]?.[(i + turn) % 3] ?? 0
      expect(moveBooking(app.assistant(), id, { start, message: '', notify: false }).booking.startsAt).toBe(
        start,
      )
    }
  })

  it('leave out what cannot be moved, with the reason', () => {
    const { app, ids } = closed()
    cancelByStaff(app.assistant(), ids[0] ?? '', '')
    const [cancelled, unknown, other] = suggestForMoves(app.ctx(), [ids[0] ?? '', 'x', ids[1] ?? ''])
    expect([cancelled?.outcome, unknown?.outcome]).toMatchObject([
      { code: 'already_decided' },
      { code: 'not found' },
    ])
    expect(other?.outcome).toMatchObject({ starts: { length: 3 } })
  })
})
