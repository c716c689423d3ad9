import { beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../access/crypto.ts'
import type { Booking } from '../db/schema.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { decideBooking } from './decisions.ts'
import { moveBooking } from './moves.ts'

/** The start of each booking, which lasts half an hour. */
const BOOKED_START = '2027-01-12T08:30:00+01:00'
/** The start to which it is moved: a Sunday evening outside the working hours. */
const NEW_START = '2027-01-17T20:10:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
  app.setUpSms()
})

/** Inserts a booking at `BOOKED_START`, by default a request. */
const addBooking = (changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { startsAt: Date.parse(BOOKED_START), ...changes })
const addConfirmed = () => addBooking({ status: 'confirmed' })

const blockTime = ({ from, to }: { from: string; to: string }) => {
  const interval = { start: Date.parse(from), end: Date.parse(to) }
  saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, ...interval })
}

/** Moves a booking for the practice, by default to `NEW_START` with a message to the patient. */
const move = ({ id }: Booking, { start = NEW_START, notify = true, message = '' } = {}) =>
  moveBooking(app.assistant(), id, { start: Date.parse(start), message, notify })

/** Returns the code of the refusal, and its sentence or that of the field `start`. */
const codeAndSentenceOf = (call: () => unknown) => {
  const problem = refusalOf(call)
  return problem && [problem.code, problem.facts.fields?.start ?? problem.message]
}
const listMessages = () => app.rows('select channel, kind, status from messages')

describe('a move by the practice', () => {
  it.each([
    { rule: 'is pushed to Odoo', status: 'confirmed', pushes: 1 },
    {
      rule: 'of a request, which Odoo does not know yet, is not pushed',
      status: 'requested',
      pushes: 0,
    },
  ] as const)('$rule', ({ status, pushes }) => {
    app.setUpOdoo()
    move(addBooking({ status }))
    expect(app.rows(`select id from messages where kind = 'erp-push'`)).toHaveLength(pushes)
  })

  it('gives the booking its new time at once, and keeps its length, paddings and status', () => {
    const booking = addConfirmed()
    const padding = 10 * MINUTE
    app.changeRows('update occupations set ends_at = ends_at + ?', padding)
    const moved = move(booking, { message: 'Die Ärztin ist krank.' })
    const startsAt = Date.parse(NEW_START)
    const endsAt = startsAt + 30 * MINUTE
    expect(moved).toMatchObject({ repeated: false, booking: { status: 'confirmed', startsAt, endsAt } })
    expect(app.occupied()).toEqual([[startsAt, endsAt + padding]])

    expect(app.rows(`select * from events where kind = 'moved'`)).toMatchObject([
      {
        actor_name: 'assistenz@ordination.example',
        message: 'Die Ärztin ist krank.',
        moved_from_at: Date.parse(BOOKED_START),
      },
    ])
    expect(app.rows('select action, subject from audit')).toEqual([
      { action: 'booking-moved', subject: `${booking.id.slice(0, 6)}…` },
    ])
  })

  it('updates the patient’s calendar entry by e-mail, and sends an SMS', () => {
    const booking = addBooking()
    decideBooking(app.ctx(), booking.id, { decision: 'confirm' })
    app.changeRows('delete from messages')
    move(booking)
    move(booking, { start: BOOKED_START })
    const byEmail = { channel: 'email', kind: 'moved', status: 'queued' }
    const bySms = { ...byEmail, channel: 'sms' }
    expect(listMessages()).toEqual([byEmail, bySms, byEmail, bySms])

    const calendars = app.rows<{ calendar: string }>(`select calendar from messages where channel = 'email'`)
    for (const [i, { calendar }] of calendars.entries()) {
      expect(calendar).toContain('METHOD:REQUEST')
      expect(calendar).toContain(`UID:booking-${hashToken(booking.id)}@ordi`)
      // The confirmation, which was deleted above, has the number 0.
      expect(calendar).toContain(`SEQUENCE:${i + 1}\r`)
    }
    // Calendar files state times in UTC: `NEW_START` less one hour.
    expect(calendars[0]?.calendar).toContain('DTSTART:20270117T191000Z')
  })

  it('sends nothing when the patient is not to be notified', () => {
    move(addConfirmed(), { notify: false })
    expect(listMessages()).toEqual([])
  })

  it('notifies the patient in any case while the confirmation of the earlier time has not been sent', () => {
    const booking = addBooking()
    decideBooking(app.assistant(), booking.id, { decision: 'confirm', undoable: true })
    expect(move(booking, { notify: false }).announced).toBe(true)
    expect(listMessages()).toContainEqual({ channel: 'email', kind: 'moved', status: 'queued' })
  })

  it('notifies the patient in any case while the confirmation waits for a mail server', () => {
    // The test app has no mail server, so no e-mail is ever sent.
    const booking = addBooking()
    decideBooking(app.assistant(), booking.id, { decision: 'confirm' })
    app.pass(2 * MINUTE)
    expect(move(booking, { notify: false }).announced).toBe(true)
    expect(listMessages()).toContainEqual({ channel: 'email', kind: 'moved', status: 'queued' })
  })

  it('may be by less than the length of the appointment', () => {
    const booking = addConfirmed()
    move(booking, { start: '2027-01-12T08:40:00+01:00' })
    move(booking, { start: '2027-01-12T08:25:00+01:00' })
    expect(app.occupied()).toEqual([
      [Date.parse('2027-01-12T08:25:00+01:00'), Date.parse('2027-01-12T08:55:00+01:00')],
    ])
  })

  it('to the present time changes nothing', () => {
    const booking = addConfirmed()
    expect(move(booking, { start: BOOKED_START }).repeated).toBe(true)
    expect(app.rows(`select 1 from messages union all select 1 from events where kind = 'moved'`)).toEqual([])
  })

  it('leaves the old time to an absence that covers it', () => {
    const booking = addConfirmed()
    blockTime({ from: '2027-01-12T08:00:00+01:00', to: '2027-01-12T10:00:00+01:00' })
    move(booking)
    expect(app.occupied()[0]).toEqual([
      Date.parse('2027-01-12T08:00:00+01:00'),
      Date.parse('2027-01-12T10:00:00+01:00'),
    ])
  })
})

describe('a move by the practice is refused', () => {
  it.each([
    { what: 'another booking', occupy: () => void addBooking({ startsAt: Date.parse(NEW_START) }) },
    { what: 'an absence', occupy: () => blockTime({ from: NEW_START, to: '2027-01-17T20:11:00+01:00' }) },
  ])('over $what, and changes nothing', ({ occupy }) => {
    const booking = addConfirmed()
    occupy()
    const stateBefore = app.bookingState()
    expect(codeAndSentenceOf(() => move(booking))).toEqual([
      'slot_taken',
      'Diese Zeit ist schon belegt. Der Termin bleibt, wo er ist.',
    ])
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it.each([
    {
      status: 'rejected',
      sentence: 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.',
    },
    {
      status: 'cancelled',
      sentence: 'Dieser Termin wurde abgesagt und kann nicht mehr verschoben werden.',
    },
  ] as const)('for a $status booking', ({ status, sentence }) => {
    expect(codeAndSentenceOf(() => move(addBooking({ status })))).toEqual(['already_decided', sentence])
  })

  it('once the appointment is over, but has no cut-off before', () => {
    const booking = addConfirmed()
    const minuteBeforeEnd = '2027-01-12T08:59:00+01:00'
    const endOfMoved = '2027-01-17T20:40:00+01:00'
    app.setClock(minuteBeforeEnd)
    move(booking)
    app.setClock(endOfMoved)
    expect(codeAndSentenceOf(() => move(booking, { start: '2027-01-20T09:00:00+01:00' }))).toEqual([
      'too_late',
      'Dieser Termin ist schon vorbei und kann nicht mehr verschoben werden.',
    ])
  })

  it('for a time in the past', () => {
    const aMinuteAgo = isoAt(NOW - MINUTE)
    expect(codeAndSentenceOf(() => move(addConfirmed(), { start: aMinuteAgo }))).toEqual([
      'invalid',
      'Dieser Zeitpunkt liegt in der Vergangenheit.',
    ])
  })
})
