import { beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../access/crypto.ts'
import type { Booking } from '../db/schema.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { decideBooking } from './decisions.ts'
import { moveBooking } from './moves.ts'
import { undoChange } from './undo.ts'

const FROM = '2027-01-12T08:30:00+01:00'
/** The new time, a Sunday evening outside the working hours. */
const TO = '2027-01-17T20:10:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
  app.setUpSms()
})

/** Inserts a booking at `FROM`, by default a request. */
const addBooking = (changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { startsAt: Date.parse(FROM), ...changes })
const addConfirmed = () => addBooking({ status: 'confirmed' })

const blockTime = (from: string, to: string) => {
  const interval = { start: Date.parse(from), end: Date.parse(to) }
  saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, ...interval })
}

/** Moves a booking for the practice, by default to `TO`. */
const move = ({ id }: Pick<Booking, 'id'>, start = TO, { notify = true, message = '' } = {}) =>
  moveBooking(app.assistant(), id, { start: Date.parse(start), message, notify })

/** Returns the code of the refusal, and its sentence or that of the field `start`. */
const codeAndSentenceOf = (call: () => unknown) => {
  const problem = refusalOf(call)
  return problem && [problem.code, problem.facts.fields?.start ?? problem.message]
}
const listMessages = () => app.rows('select channel, kind, status from messages')
/** Returns the text of the SMS that was queued last. */
const lastSms = () =>
  app.rows<{ text: string }>(`select text from messages where channel = 'sms'`).at(-1)?.text

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
    const moved = move(booking, TO, { message: 'Die Ärztin ist krank.' })
    const startsAt = Date.parse(TO)
    const endsAt = startsAt + 30 * MINUTE
    expect(moved).toMatchObject({ repeated: false, booking: { status: 'confirmed', startsAt, endsAt } })
    expect(app.occupied()).toEqual([[startsAt, endsAt + padding]])

    expect(app.rows(`select * from events where kind = 'moved'`)).toMatchObject([
      {
        actor_name: 'assistenz@ordination.example',
        message: 'Die Ärztin ist krank.',
        moved_from_at: Date.parse(FROM),
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
    move(booking, FROM)
    expect(listMessages()).toEqual(
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
    move(addConfirmed(), TO, { notify: false })
    expect(listMessages()).toEqual([])
  })

  it('notifies the patient in any case while the confirmation of the earlier time has not been sent', () => {
    const booking = addBooking()
    decideBooking(app.assistant(), booking.id, { decision: 'confirm', undoable: true })
    expect(move(booking, TO, { notify: false }).announced).toBe(true)
    expect(listMessages()).toContainEqual({ channel: 'email', kind: 'moved', status: 'queued' })
  })

  it('notifies the patient in any case while the confirmation waits for a mail server', () => {
    const booking = addBooking()
    decideBooking(app.assistant(), booking.id, { decision: 'confirm' })
    app.pass(2 * MINUTE)
    expect(move(booking, TO, { notify: false }).announced).toBe(true)
    expect(listMessages()).toContainEqual({ channel: 'email', kind: 'moved', status: 'queued' })
  })

  it('may be by less than the length of the appointment', () => {
    const booking = addConfirmed()
    move(booking, '2027-01-12T08:40:00+01:00')
    move(booking, '2027-01-12T08:25:00+01:00')
    expect(app.occupied()).toEqual([
      [Date.parse('2027-01-12T08:25:00+01:00'), Date.parse('2027-01-12T08:55:00+01:00')],
    ])
  })

  it('to the present time changes nothing', () => {
    const booking = addConfirmed()
    expect(move(booking, FROM).repeated).toBe(true)
    expect(app.rows(`select 1 from messages union all select 1 from events where kind = 'moved'`)).toEqual([])
  })

  it('leaves the old time to an absence that covers it', () => {
    const booking = addConfirmed()
    blockTime('2027-01-12T08:00:00+01:00', '2027-01-12T10:00:00+01:00')
    move(booking)
    expect(app.occupied()[0]).toEqual([
      Date.parse('2027-01-12T08:00:00+01:00'),
      Date.parse('2027-01-12T10:00:00+01:00'),
    ])
  })
})

describe('the earlier time that the message about a move states', () => {
  it('is the one that the patient knows', () => {
    const booking = addConfirmed()
    move(booking)
    move(booking, '2027-01-18T09:00:00+01:00')
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt Di 12. Jänner, 08:30 Uhr')
    app.changeRows(
      `update messages set status = 'sent' where starts_at = ?`,
      Date.parse('2027-01-18T09:00+01:00'),
    )
    move(booking, '2027-01-19T09:00:00+01:00')
    expect(lastSms()).toContain('Di 19. Jänner, 09:00 Uhr statt Mo 18. Jänner, 09:00 Uhr')
    move(booking, '2027-01-18T09:00:00+01:00')
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt Di 19. Jänner, 09:00 Uhr')
  })

  it('is the last one that the patient was told', () => {
    const booking = addConfirmed()
    move(booking, TO, { notify: false })
    app.pass(MINUTE)
    move(booking, '2027-01-18T09:00:00+01:00')
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt Di 12. Jänner, 08:30 Uhr')
    app.changeRows(`update messages set status = 'sent'`)
    app.pass(MINUTE)
    move(booking, '2027-01-19T09:00:00+01:00', { notify: false })
    app.pass(MINUTE)
    move(booking, '2027-01-20T09:00:00+01:00')
    expect(lastSms()).toContain('Mi 20. Jänner, 09:00 Uhr statt Mo 18. Jänner, 09:00 Uhr')
  })

  it('is one that a confirmation has told after a move without messages', () => {
    const booking = addBooking()
    move(booking, TO, { notify: false })
    decideBooking(app.ctx(), booking.id, { decision: 'confirm' })
    app.changeRows(`update messages set status = 'sent'`)
    move(booking, '2027-01-18T09:00:00+01:00')
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt So 17. Jänner, 20:10 Uhr')
  })

  it('is not the time of a move that was undone', () => {
    const booking = addConfirmed()
    move(booking, TO, { notify: false })
    const start = Date.parse('2027-01-19T09:00:00+01:00')
    moveBooking(app.assistant(), booking.id, { start, message: '', notify: true, undoable: true })
    undoChange(app.assistant(), booking.id)
    move(booking, '2027-01-18T09:00:00+01:00')
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt Di 12. Jänner, 08:30 Uhr')
  })
})

describe('a move by the practice is refused', () => {
  it.each([
    { what: 'another booking', occupy: () => void addBooking({ startsAt: Date.parse(TO) }) },
    { what: 'an absence', occupy: () => blockTime(TO, '2027-01-17T20:11:00+01:00') },
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
    app.setClock('2027-01-12T08:59:00+01:00')
    move(booking)
    app.setClock('2027-01-17T20:40:00+01:00')
    expect(codeAndSentenceOf(() => move(booking, '2027-01-20T09:00:00+01:00'))).toEqual([
      'too_late',
      'Dieser Termin ist schon vorbei und kann nicht mehr verschoben werden.',
    ])
  })

  it('for a time in the past', () => {
    const past = ['invalid', 'Dieser Zeitpunkt liegt in der Vergangenheit.']
    expect(codeAndSentenceOf(() => move(addConfirmed(), '2027-01-07T13:39:00+01:00'))).toEqual(past)
  })
})
