import { beforeEach, describe, expect, it } from 'vitest'
import { bookingSubject } from '../access/audit.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import { CANCEL_HOURS, cutOff, tooLateText } from '../shared/booking.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { lastMail } from '../testing/factory.ts'
import { decisionLinkIn } from '../testing/links.ts'
import { deliverEmails, startsInCalendar } from '../testing/models.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { noteAttendance } from './attendance.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { type Decision, decideBooking, readLink } from './decisions.ts'
import { moveBooking } from './moves.ts'
import { closeTime, dropLapsedMoves, moveByPatient } from './patient-moves.ts'
import { remindDue, remindPracticeOfUnanswered } from './reminders.ts'
import { UNDO_MS, undoDecision } from './undo.ts'

const FROM = '2027-01-12T08:30:00+01:00'
const TO = '2027-01-13T09:00:00+01:00'
const LATER = '2027-01-14T10:00:00+01:00'
const EARLIER = '2027-01-11T09:00:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
  app.setUpSms()
})

const requested = (changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { serviceId: 'folgebehandlung', ...changes })
const confirmed = () => requested({ status: 'confirmed' })
const move = ({ id }: Booking, start = TO, message = '') =>
  moveByPatient(app.ctx(), id, { start: Date.parse(start), message })
const staffMove = ({ id }: Booking, start: string, undoable = false) =>
  moveBooking(app.assistant(), id, { start: Date.parse(start), message: '', notify: undoable, undoable })
const decide = ({ id }: Booking, decision: Decision, undoable = false) =>
  decideBooking(app.assistant(), id, { decision, message: 'Bis dann.', undoable })
const refusal = (call: () => unknown) => {
  const problem = refusalOf(call)
  return problem && [problem.code, problem.message]
}
const times = (...starts: string[]) =>
  starts.map((start) => [Date.parse(start), Date.parse(start) + 30 * MINUTE])
const sent = () => app.rows('select channel, kind from messages order by id').map(Object.values)
const history = () => app.rows<{ kind: string }>('select kind from events').map(({ kind }) => kind)
/** The decision by the link of the newest e-mail to the practice. */
const linkOf = (kind: string, decision: Decision) => {
  const [mail] = app.rows<{ text: string }>('select text from messages where kind = ? order by id desc', kind)
  return decisionLinkIn(mail?.text ?? '', decision)
}
const press = ({ id, sig }: ReturnType<typeof linkOf>, decision: Decision) => {
  const ctx: Ctx = { ...app.ctx(), actor: { kind: 'staff-link' } }
  return decideBooking(ctx, id, { decision, link: readLink(ctx, decision, id, sig) })
}

describe('a request that its patient moves', () => {
  it('has its new time at once, and waits for the practice there', () => {
    const booking = requested()
    const [[startsAt, endsAt]] = times(TO) as [[number, number]]
    const moved = { status: 'requested', startsAt, endsAt, moveToAt: null }
    expect(move(booking, TO, 'Am Dienstag arbeite ich.')).toMatchObject(moved)
    expect(app.occupied()).toEqual(times(TO))
    const between = { moved_from_at: Date.parse(FROM), moved_to_at: startsAt }
    expect(app.rows('select * from events where id > 1')).toMatchObject([
      { kind: 'moved', actor: 'visitor', message: 'Am Dienstag arbeite ich.', ...between },
    ])
    expect(sent()).toEqual([
      ['email', 'moved'],
      ['email', 'moved-by-patient'],
    ])
    expect(app.rows(`select calendar from messages where kind = 'moved'`)).toEqual([{ calendar: null }])
  })

  it('is decided by the new links, and by none from before, also when it is back at its first time', () => {
    const booking = requested()
    move(booking)
    const before = linkOf('moved-by-patient', 'confirm')
    move(booking, LATER)
    move(booking, TO)
    const MOVED =
      'Dieser Termin wurde seit dieser E-Mail verschoben. Bitte entscheiden Sie darüber in der Verwaltung.'
    expect(refusal(() => press(before, 'confirm'))).toEqual(['bad_signature', MOVED])
    expect(press(linkOf('moved-by-patient', 'confirm'), 'confirm').booking.status).toBe('confirmed')
  })

  it('may be moved by less than its own length', () => {
    move(requested(), '2027-01-12T08:45:00+01:00')
    expect(app.occupied()).toEqual(times('2027-01-12T08:45:00+01:00'))
  })
})

describe('a confirmed appointment whose patient asks for another time', () => {
  it('stays, and the other time is occupied as well', () => {
    const booking = confirmed()
    expect(move(booking, TO, 'Bin am Dienstag verreist.')).toMatchObject({
      status: 'confirmed',
      startsAt: Date.parse(FROM),
      moveToAt: Date.parse(TO),
    })
    expect(app.occupied()).toEqual(times(FROM, TO))
    expect(sent()).toEqual([
      ['email', 'move-received'],
      ['email', 'move-asked'],
    ])
    expect(lastMail(app).text).toContain('> Bin am Dienstag verreist.')
    expect(() => requested({ startsAt: Date.parse(TO) })).toThrow('occupied')
  })

  it('moves when the practice confirms it: one calendar entry, e-mail and SMS', () => {
    const booking = requested()
    decide(booking, 'confirm')
    move(booking)
    const link = linkOf('move-asked', 'confirm')
    expect(press(link, 'confirm')).toMatchObject({
      about: 'move',
      booking: { status: 'confirmed', startsAt: Date.parse(TO), moveToAt: null },
    })
    expect(app.occupied()).toEqual(times(TO))
    expect(sent().slice(-2)).toEqual([
      ['email', 'moved'],
      ['sms', 'moved'],
    ])
    expect(press(link, 'confirm').repeated).toBe(true)
    expect(refusal(() => press(linkOf('move-asked', 'reject'), 'reject'))?.[0]).toBe('already_decided')
  })

  it('is one entry in the calendar of the patient, which stays when a move is rejected and goes with the appointment', () => {
    const booking = requested()
    const calendarAfter = (change: () => unknown) => {
      change()
      app.pass(UNDO_MS)
      deliverEmails(app)
      return startsInCalendar(app, booking.id)
    }
    expect(startsInCalendar(app, booking.id)).toEqual([])
    expect(calendarAfter(() => decide(booking, 'confirm'))).toEqual([Date.parse(FROM)])
    expect(calendarAfter(() => move(booking, TO))).toEqual([Date.parse(FROM)])
    expect(calendarAfter(() => decide(booking, 'reject'))).toEqual([Date.parse(FROM)])
    move(booking, LATER)
    expect(calendarAfter(() => decide(booking, 'confirm'))).toEqual([Date.parse(LATER)])
    expect(calendarAfter(() => staffMove(booking, EARLIER, true))).toEqual([Date.parse(EARLIER)])
    expect(calendarAfter(() => cancelByStaff(app.assistant(), booking.id, ''))).toEqual([])
  })

  it('stays when the practice rejects it, and the patient is told', () => {
    const booking = confirmed()
    move(booking)
    const [confirm, reject] = [linkOf('move-asked', 'confirm'), linkOf('move-asked', 'reject')]
    expect(press(reject, 'reject')).toMatchObject({
      about: 'move',
      repeated: false,
      booking: { status: 'confirmed', startsAt: Date.parse(FROM), moveToAt: null },
    })
    expect(app.occupied()).toEqual(times(FROM))
    expect(sent().at(-1)).toEqual(['email', 'move-rejected'])
    const before = app.everything()
    expect(press(reject, 'reject')).toMatchObject({ about: 'move', repeated: true })
    expect(decide(booking, 'reject')).toMatchObject({ about: 'move', repeated: true })
    const REJECTED = ['already_decided', 'Diese Verschiebung wurde bereits abgelehnt.']
    expect(refusal(() => press(confirm, 'confirm'))).toEqual(REJECTED)
    expect(refusal(() => decide(booking, 'confirm'))).toEqual(REJECTED)
    expect(app.everything()).toEqual(before)
  })

  it.each([
    ['confirm', 'booking-moved'],
    ['reject', 'booking-move-rejected'],
  ] as const)('has the %s of a signed-in person in the audit', (decision, action) => {
    const booking = confirmed()
    move(booking)
    decide(booking, decision)
    expect(app.rows('select action, subject from audit')).toEqual([
      { action, subject: bookingSubject(booking.id) },
    ])
  })

  it('is not moved or rejected by the links of its first confirmation', () => {
    const booking = requested()
    move(booking, EARLIER)
    const [first, firstReject] = [linkOf('moved-by-patient', 'confirm'), linkOf('moved-by-patient', 'reject')]
    press(first, 'confirm')
    move(booking, TO)
    const before = app.everything()
    expect(refusal(() => press(first, 'confirm'))?.[0]).toBe('bad_signature')
    expect(refusal(() => press(firstReject, 'reject'))?.[0]).toBe('bad_signature')
    expect(app.everything()).toEqual(before)
  })

  it('keeps the last of two times that were asked for', () => {
    const booking = confirmed()
    move(booking, TO)
    const old = linkOf('move-asked', 'confirm')
    move(booking, LATER)
    expect(app.occupied()).toEqual(times(FROM, LATER))
    const failed = app.rows(`update messages set status = 'failed' where kind = 'move-asked' returning 1`)
    expect([failed.length, outboxState(app.ctx()).email.failed]).toEqual([2, 1])
    expect(refusal(() => press(old, 'confirm'))?.[0]).toBe('bad_signature')
    expect(press(linkOf('move-asked', 'confirm'), 'confirm').booking.startsAt).toBe(Date.parse(LATER))
    const [first] = app.rows<{ id: number }>(`select id from messages where kind = 'move-asked'`)
    app.change(`update messages set status = 'failed' where kind = 'move-asked'`)
    expect(outboxState(app.ctx()).email.failed).toBe(0)
    expect(refusal(() => retryMessage(app.ctx(), 'email', first?.id ?? 0))?.[0]).toBe('conflict')
  })

  it('keeps its time when the patient chooses it again', () => {
    const booking = confirmed()
    move(booking)
    expect(move(booking, FROM)).toMatchObject({ startsAt: Date.parse(FROM), moveToAt: null })
    expect(app.occupied()).toEqual(times(FROM))
    expect(history().slice(-2)).toEqual(['move-asked', 'move-withdrawn'])
    expect(sent()).toHaveLength(2)
    expect(refusal(() => press(linkOf('move-asked', 'confirm'), 'confirm'))).toEqual([
      'already_decided',
      'Die Verschiebung wurde zurückgezogen. Der Termin bleibt, wo er ist.',
    ])
  })

  it.each([
    ['another time', TO],
    ['a time that overlaps its own', '2027-01-12T08:45:00+01:00'],
    ['an earlier time that overlaps its own', '2027-01-12T08:15:00+01:00'],
  ])('can be asked for again and confirmed: %s', (_, to) => {
    const booking = confirmed()
    move(booking, to)
    const before = app.everything()
    expect(move(booking, to)).toMatchObject({ id: booking.id, moveToAt: Date.parse(to) })
    expect(app.everything()).toEqual(before)
    decide(booking, 'confirm')
    expect(app.occupied()).toEqual(times(to))
  })

  it('moves at once where the practice has said so, and the practice is told', () => {
    writeSettings(app.ctx(), 'general', { moves_auto_confirm: true })
    const moved = move(confirmed())
    expect(moved).toMatchObject({ status: 'confirmed', startsAt: Date.parse(TO), moveToAt: null })
    expect(app.occupied()).toEqual(times(TO))
    expect(sent()).toEqual([
      ['email', 'moved'],
      ['email', 'moved-by-patient'],
    ])
    expect(lastMail(app).text).not.toContain('sig=')
  })

  it('is cancelled with both times', () => {
    const booking = confirmed()
    move(booking)
    const link = linkOf('move-asked', 'confirm')
    cancelByPatient(app.ctx(), booking.id, '')
    expect(app.occupied()).toEqual([])
    expect(refusal(() => press(link, 'confirm'))).toEqual([
      'already_decided',
      'Dieser Termin wurde bereits abgesagt.',
    ])
  })

  it('is moved by the practice, and nothing waits any more', () => {
    const booking = confirmed()
    move(booking)
    staffMove(booking, TO)
    expect(app.occupied()).toEqual(times(TO))
    expect(refusal(() => press(linkOf('move-asked', 'reject'), 'reject'))?.[0]).toBe('bad_signature')
  })

  it('leaves each freed time to an absence that covers it', () => {
    const booking = confirmed()
    move(booking)
    const whole = ['12', '13'].map((day) =>
      ['08', '10'].map((hour) => Date.parse(`2027-01-${day}T${hour}:00:00+01:00`)),
    )
    for (const [start = 0, end = 0] of whole)
      saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, start, end })
    decide(booking, 'confirm', true)
    expect(app.occupied()).toEqual(expect.arrayContaining([whole[0], ...times(TO)]))
    undoDecision(app.assistant(), booking.id)
    expect(app.occupied()).toEqual(expect.arrayContaining(times(FROM)))
    decide(booking, 'reject')
    expect(app.occupied()).toContainEqual(whole[1])
  })
})

it('an absence over the new time rejects the move, and one beside it or of another doctor does not', () => {
  const booking = confirmed()
  saveService(app.assistant(), { ...getActiveService(app.ctx(), 'facial'), resourceId: 'doctor-2' })
  const close = (start: string, end: string, resource_id: string | null = null) =>
    closeTime(app.assistant(), {
      ...{ kind: 'block', title: '', resource_id },
      start: Date.parse(`2027-01-13T${start}:00+01:00`),
      end: Date.parse(`2027-01-13T${end}:00+01:00`),
    })
  const asked = () => app.rows('select move_to_at from bookings')[0]?.move_to_at
  move(booking)
  close('08:00', '09:00')
  close('09:30', '12:00')
  close('09:00', '09:30', 'doctor-2')
  expect(asked()).toBe(Date.parse(TO))
  close('09:29', '10:00', 'doctor-1')
  expect(asked()).toBeNull()
  expect(history().at(-1)).toBe('move-rejected')
  expect(sent().at(-1)).toEqual(['email', 'move-rejected'])
})

it('Odoo is told when a confirmed appointment has moved, and not before', () => {
  app.setUpOdoo()
  const booking = confirmed()
  move(booking)
  const pushes = () => app.rows(`select subject from messages where channel = 'erp'`)
  expect(pushes()).toEqual([])
  decide(booking, 'confirm')
  expect(pushes()).toEqual([{ subject: expect.stringMatching(/13\.\sJänner 2027, 09:00/) }])
})

describe('a confirmed move that is taken back', () => {
  it('waits again, and nothing is ever sent', () => {
    const booking = confirmed()
    move(booking)
    const asked = app.rows('select * from bookings')[0]
    app.pass(MINUTE)
    const { undoUntil } = decide(booking, 'confirm', true)
    expect(undoUntil).toBe(app.ctx().now + UNDO_MS)
    app.pass(UNDO_MS - 1)
    expect(undoDecision(app.assistant(), booking.id)).toMatchObject({ startsAt: Date.parse(FROM) })
    expect(app.rows('select * from bookings')[0]).toEqual({
      ...asked,
      updated_at: app.ctx().now,
      calendar_sequence: 1,
    })
    expect(app.occupied()).toEqual(times(FROM, TO))
    expect(sent().map(([, kind]) => kind)).toEqual(['move-received', 'move-asked'])
    expect(press(linkOf('move-asked', 'confirm'), 'confirm').booking.startsAt).toBe(Date.parse(TO))
  })

  it('stays when somebody else has taken the time from before', () => {
    const booking = confirmed()
    move(booking)
    decide(booking, 'confirm', true)
    requested({ startsAt: Date.parse(FROM) })
    expect(refusal(() => undoDecision(app.assistant(), booking.id))).toEqual([
      'slot_taken',
      'Die bisherige Zeit ist inzwischen vergeben: Das lässt sich nicht mehr rückgängig machen.',
    ])
    expect(app.occupied()).toEqual(times(FROM, TO))
  })
})

describe('a move by the practice that is taken back', () => {
  it('gives a request its time back, whose links decide on it again, and nothing is ever sent', () => {
    const booking = requested()
    move(booking)
    const link = linkOf('moved-by-patient', 'confirm')
    const before = app.rows('select * from bookings')[0]
    app.pass(MINUTE)
    expect(staffMove(booking, LATER, true).undoUntil).toBe(app.ctx().now + UNDO_MS)
    app.pass(UNDO_MS - 1)
    undoDecision(app.assistant(), booking.id)
    expect(app.rows('select * from bookings')[0]).toEqual({
      ...before,
      updated_at: app.ctx().now,
      calendar_sequence: 2,
    })
    expect(app.occupied()).toEqual(times(TO))
    expect(sent().map(([, kind]) => kind)).toEqual(['moved', 'moved-by-patient'])
    expect(press(link, 'confirm').booking.status).toBe('confirmed')
  })

  it('lets what the patient asked for wait again, each time', () => {
    const booking = confirmed()
    move(booking)
    const before = app.rows('select * from bookings')[0]
    for (const [i, start] of [LATER, EARLIER, TO].entries()) {
      staffMove(booking, start, true)
      expect(app.occupied()).toEqual(times(start))
      undoDecision(app.assistant(), booking.id)
      expect(app.rows('select * from bookings')[0]).toEqual({ ...before, calendar_sequence: i + 1 })
      expect(app.occupied()).toEqual(times(FROM, TO))
    }
    staffMove(booking, LATER)
    staffMove(booking, EARLIER, true)
    undoDecision(app.assistant(), booking.id)
    expect(app.occupied()).toEqual(times(LATER))
  })

  it.each([LATER, TO])(
    'leaves the link that decides on what the patient asked for as it was: %s',
    (start) => {
      const booking = confirmed()
      move(booking)
      staffMove(booking, start, true)
      undoDecision(app.assistant(), booking.id)
      expect(press(linkOf('move-asked', 'confirm'), 'confirm').booking.startsAt).toBe(Date.parse(TO))
    },
  )

  it('gives back that the patient has come', () => {
    const booking = confirmed()
    app.at('2027-01-12T08:00:00+01:00')
    noteAttendance(app.assistant(), booking.id, 'arrived')
    expect(staffMove(booking, LATER, true).booking.attendance).toBeNull()
    expect(undoDecision(app.assistant(), booking.id).attendance).toBe('arrived')
  })

  it('sends no second reminder of the time that it gives back', () => {
    const booking = confirmed()
    app.at('2027-01-11T09:00:00+01:00')
    const reminders = () => {
      remindDue(app.ctx())
      return sent().filter(([channel, kind]) => channel === 'email' && kind === 'reminder').length
    }
    expect(reminders()).toBe(1)
    app.pass(MINUTE)
    staffMove(booking, LATER, true)
    undoDecision(app.assistant(), booking.id)
    app.pass(MINUTE)
    expect(reminders()).toBe(1)
  })

  it('stays when ten seconds are over', () => {
    const booking = requested()
    staffMove(booking, LATER, true)
    app.pass(UNDO_MS)
    expect(refusal(() => undoDecision(app.assistant(), booking.id))).toEqual([
      'too_late',
      'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.',
    ])
    expect(app.occupied()).toEqual(times(LATER))
  })
})

describe('a move that nobody decides', () => {
  it.each([
    ['the time that was asked for', EARLIER],
    ['the appointment', LATER],
  ])('lapses when %s begins, and the patient is told', (_, to) => {
    const booking = confirmed()
    move(booking, to)
    const first = Math.min(Date.parse(to), Date.parse(FROM))
    app.at(new Date(first - 1).toISOString())
    dropLapsedMoves(app.ctx())
    expect(app.occupied()).toHaveLength(2)
    app.pass(1)
    expect(refusal(() => decide(booking, 'confirm'))?.[0]).toBe('too_late')
    dropLapsedMoves(app.ctx())
    dropLapsedMoves(app.ctx())
    expect(app.occupied()).toEqual(times(FROM))
    expect(history().slice(-2)).toEqual(['move-asked', 'move-lapsed'])
    expect(sent().at(-1)).toEqual(['email', 'move-rejected'])
    expect(lastMail(app).text).toContain('nicht rechtzeitig beantwortet')
  })

  it('is reported to the practice once, by day, after a day', () => {
    const booking = confirmed()
    move(booking)
    const unanswered = () =>
      app.rows(`select 1 from messages where subject like '%noch unbeantwortet%'`).length
    app.at('2027-01-08T13:39:00+01:00')
    remindPracticeOfUnanswered(app.ctx())
    expect(unanswered()).toBe(0)
    app.at('2027-01-08T13:40:00+01:00')
    remindPracticeOfUnanswered(app.ctx())
    remindPracticeOfUnanswered(app.ctx())
    expect(unanswered()).toBe(1)
    expect(sent().at(-1)).toEqual(['email', 'move-asked'])
    expect(press(linkOf('move-asked', 'confirm'), 'confirm').booking.startsAt).toBe(Date.parse(TO))
  })

  it('is named by the reminder, which tells which time is valid', () => {
    move(confirmed(), LATER)
    app.at('2027-01-10T09:00:00+01:00')
    remindDue(app.ctx())
    expect(lastMail(app).text).toContain('Solange wir das nicht bestätigt haben, gilt die Zeit oben.')
  })
})

describe('a move by the patient is refused', () => {
  it.each([
    ['cancelled', 'Dieser Termin wurde abgesagt und kann nicht mehr verschoben werden.'],
    ['rejected', 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.'],
  ] as const)('for a %s booking', (status, sentence) => {
    expect(refusal(() => move(requested({ status })))).toEqual(['already_decided', sentence])
  })

  it('from the cut-off on, when only staying is possible', () => {
    const booking = confirmed()
    move(booking, LATER)
    app.at(new Date(cutOff(Date.parse(FROM), CANCEL_HOURS)).toISOString())
    expect(refusalOf(() => move(booking))).toMatchObject({
      code: 'too_late',
      message: tooLateText('Verschieben', CANCEL_HOURS),
      facts: { start_local: FROM, starts_in_hours: 24, phone: '+43 5572 000000' },
    })
    expect(move(booking, FROM).moveToAt).toBeNull()
  })

  it.each([
    ['occupied', TO, () => requested({ startsAt: Date.parse(TO) })],
    ['outside the working hours', '2027-01-17T20:00:00+01:00', () => {}],
    ['off the grid', '2027-01-13T09:01:00+01:00', () => {}],
    ['in the past', '2027-01-07T08:00:00+01:00', () => {}],
    ['too far ahead', '2028-01-12T08:30:00+01:00', () => {}],
    ['absent', TO, () => closeDay()],
  ])('to a time that is %s, and nothing changes', (_, to, occupy) => {
    const bookings = [requested(), requested({ status: 'confirmed', startsAt: Date.parse(LATER) })]
    occupy()
    const before = app.everything()
    for (const booking of bookings) expect(refusal(() => move(booking, to))?.[0]).toBe('slot_taken')
    expect(app.everything()).toEqual(before)
  })

  it('from the fourth time on, also for the practice’s own move in between', () => {
    const booking = confirmed()
    for (const to of [TO, LATER]) move(booking, to)
    staffMove(booking, EARLIER)
    move(booking, FROM)
    const before = app.everything()
    expect(refusal(() => move(booking, TO))).toEqual([
      'too_many',
      'Sie haben diesen Termin schon dreimal verschoben. Bitte rufen Sie uns an: +43 5572 000000.',
    ])
    expect(app.everything()).toEqual(before)
  })

  it('while online booking is closed, and when the service is no longer offered', () => {
    const booking = confirmed()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect(refusal(() => move(booking))?.[0]).toBe('closed')
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: false })
    app.change('update services set active = 0 where id = ?', 'folgebehandlung')
    expect(refusal(() => move(booking))?.[0]).toBe('service_not_found')
  })
})

const closeDay = () => {
  const day = { from: '2027-01-13', to: '2027-01-13' }
  saveAbsence(app.assistant(), { kind: 'closure', title: '', reason: '', resource_id: null, ...day })
}

it('the links of a move leave the stored e-mail a minute after its end', () => {
  const booking = confirmed()
  move(booking)
  app.change(`update messages set status = 'sent'`)
  app.pass(2 * MINUTE)
  dropSpentSignatures(app.ctx())
  const signed = () => app.rows(`select 1 from messages where text like '%sig=%'`).length
  expect(signed()).toBe(1)
  decide(booking, 'reject')
  dropSpentSignatures(app.ctx())
  expect(signed()).toBe(1)
  app.pass(MINUTE)
  dropSpentSignatures(app.ctx())
  expect(signed()).toBe(0)
})
