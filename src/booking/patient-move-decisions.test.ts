import { beforeEach, describe, expect, it } from 'vitest'
import { bookingSubject } from '../access/audit.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { lastMail } from '../testing/factory.ts'
import { deliverEmails, startsInCalendar } from '../testing/patient-calendar.ts'
import {
  EARLIER,
  FROM,
  halfHours,
  LATER,
  openPatientMovesApp,
  type PatientMovesApp,
  TO,
} from '../testing/patient-moves-app.ts'
import { codeAndSentence } from '../testing/refusal.ts'
import { dropLapsedMoves } from './asked-moves.ts'
import { cancelByStaff } from './cancellation.ts'
import { closeTime } from './closed-times.ts'
import { remindDue, remindPracticeOfUnanswered } from './reminders.ts'
import { UNDO_MS, undoDecision } from './undo.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

describe('a confirmed appointment whose patient asks for another time', () => {
  it('moves when the practice confirms that time, and the patient is told by e-mail and SMS', () => {
    const booking = app.addRequest()
    app.decide(booking, 'confirm')
    app.moveByPatient(booking)
    const link = app.decisionLinkIn('move-asked', 'confirm')
    expect(app.decideByLink(link, 'confirm')).toMatchObject({
      about: 'move',
      booking: { status: 'confirmed', startsAt: Date.parse(TO), moveToAt: null },
    })

    expect(app.occupied()).toEqual(halfHours(TO))
    expect(app.sentMessages().slice(-2)).toEqual([
      ['email', 'moved'],
      ['sms', 'moved'],
    ])
    expect(app.decideByLink(link, 'confirm').repeated).toBe(true)
    expect(
      codeAndSentence(() => app.decideByLink(app.decisionLinkIn('move-asked', 'reject'), 'reject'))?.[0],
    ).toBe('already_decided')
  })

  it('is a single entry in the patient’s calendar, which moves and ends together with the appointment', () => {
    const booking = app.addRequest()
    const calendarAfter = (change: () => unknown) => {
      change()
      app.pass(UNDO_MS)
      deliverEmails(app)
      return startsInCalendar(app, booking.id)
    }
    expect(startsInCalendar(app, booking.id)).toEqual([])
    expect(calendarAfter(() => app.decide(booking, 'confirm'))).toEqual([Date.parse(FROM)])
    expect(calendarAfter(() => app.moveByPatient(booking, TO))).toEqual([Date.parse(FROM)])
    expect(calendarAfter(() => app.decide(booking, 'reject'))).toEqual([Date.parse(FROM)])

    app.moveByPatient(booking, LATER)
    expect(calendarAfter(() => app.decide(booking, 'confirm'))).toEqual([Date.parse(LATER)])
    expect(calendarAfter(() => app.moveByStaff(booking, EARLIER, { undoable: true }))).toEqual([
      Date.parse(EARLIER),
    ])
    expect(calendarAfter(() => cancelByStaff(app.assistant(), booking.id, ''))).toEqual([])
  })

  it('stays when the practice rejects that time, and the patient is told', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    const [confirm, reject] = [
      app.decisionLinkIn('move-asked', 'confirm'),
      app.decisionLinkIn('move-asked', 'reject'),
    ]
    expect(app.decideByLink(reject, 'reject')).toMatchObject({
      about: 'move',
      repeated: false,
      booking: { status: 'confirmed', startsAt: Date.parse(FROM), moveToAt: null },
    })
    expect(app.occupied()).toEqual(halfHours(FROM))
    expect(app.sentMessages().at(-1)).toEqual(['email', 'move-rejected'])

    const before = app.everything()
    expect(app.decideByLink(reject, 'reject')).toMatchObject({ about: 'move', repeated: true })
    expect(app.decide(booking, 'reject')).toMatchObject({ about: 'move', repeated: true })
    const REJECTED = ['already_decided', 'Diese Verschiebung wurde bereits abgelehnt.']
    expect(codeAndSentence(() => app.decideByLink(confirm, 'confirm'))).toEqual(REJECTED)
    expect(codeAndSentence(() => app.decide(booking, 'confirm'))).toEqual(REJECTED)
    expect(app.everything()).toEqual(before)
  })

  it.each([
    ['confirm', 'booking-moved'],
    ['reject', 'booking-move-rejected'],
  ] as const)('has the %s of a signed-in person in the audit', (decision, action) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    app.decide(booking, decision)
    expect(app.rows('select action, subject from audit')).toEqual([
      { action, subject: bookingSubject(booking.id) },
    ])
  })

  it('is not moved or rejected by the links of the request that it was', () => {
    const booking = app.addRequest()
    app.moveByPatient(booking, EARLIER)
    const confirm = app.decisionLinkIn('moved-by-patient', 'confirm')
    const reject = app.decisionLinkIn('moved-by-patient', 'reject')
    app.decideByLink(confirm, 'confirm')
    app.moveByPatient(booking, TO)
    const before = app.everything()
    expect(codeAndSentence(() => app.decideByLink(confirm, 'confirm'))?.[0]).toBe('bad_signature')
    expect(codeAndSentence(() => app.decideByLink(reject, 'reject'))?.[0]).toBe('bad_signature')
    expect(app.everything()).toEqual(before)
  })

  it('leaves each freed time to an absence that covers it', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    /** Blocks two hours, and returns them as they are occupied once nothing else has a part of them. */
    const block = (from: string, to: string) => {
      const [start, end] = [Date.parse(from), Date.parse(to)]
      saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, start, end })
      return [start, end]
    }
    const overFrom = block('2027-01-12T08:00:00+01:00', '2027-01-12T10:00:00+01:00')
    const overTo = block('2027-01-13T08:00:00+01:00', '2027-01-13T10:00:00+01:00')

    app.decide(booking, 'confirm', { undoable: true })
    expect(app.occupied()).toEqual(expect.arrayContaining([overFrom, ...halfHours(TO)]))
    undoDecision(app.assistant(), booking.id)
    expect(app.occupied()).toEqual(expect.arrayContaining(halfHours(FROM)))
    app.decide(booking, 'reject')
    expect(app.occupied()).toContainEqual(overTo)
  })
})

it.each([
  ['the doctor', 'doctor-1'],
  ['the practice', null],
])(
  'an absence of %s over the new time rejects the move; an absence beside that or of another doctor does not',
  (_, resourceId) => {
    const booking = app.addConfirmed()
    saveService(app.assistant(), { ...getActiveService(app.ctx(), 'facial'), resourceId: 'doctor-2' })
    const close = (start: string, end: string, resource_id: string | null = null) =>
      closeTime(app.assistant(), {
        kind: 'block',
        title: '',
        resource_id,
        start: Date.parse(`2027-01-13T${start}:00+01:00`),
        end: Date.parse(`2027-01-13T${end}:00+01:00`),
      })
    const findAskedTime = () => app.rows('select move_to_at from bookings')[0]?.move_to_at
    app.moveByPatient(booking)
    // The patient asks for 09:00 to 09:30.
    close('08:00', '09:00')
    close('09:30', '12:00')
    close('09:00', '09:30', 'doctor-2')
    expect(findAskedTime()).toBe(Date.parse(TO))
    close('09:29', '10:00', resourceId)
    expect(findAskedTime()).toBeNull()
    expect(app.eventKinds().at(-1)).toBe('move-rejected')
    expect(app.sentMessages().at(-1)).toEqual(['email', 'move-rejected'])
  },
)

describe('the audit of a move that a patient asked for', () => {
  it.each([
    ['confirm', 'booking-moved'],
    ['reject', 'booking-move-rejected'],
  ] as const)('says who has decided: %s', (decision, action) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    app.decide(booking, decision)
    expect(app.rows('select actor, action from audit')).toMatchObject([{ actor: 'admin', action }])
  })

  it('does not have a decision by the link in an e-mail, for which nobody has signed in', () => {
    app.moveByPatient(app.addConfirmed())
    const before = app.rows('select action from audit')
    app.decideByLink(app.decisionLinkIn('move-asked', 'confirm'), 'confirm')
    expect(app.rows('select action from audit')).toEqual(before)
  })
})

it('Odoo is told when a confirmed appointment has moved, and not before', () => {
  app.setUpOdoo()
  const booking = app.addConfirmed()
  app.moveByPatient(booking)
  const pushes = () => app.rows(`select subject from messages where channel = 'erp'`)
  expect(pushes()).toEqual([])
  app.decide(booking, 'confirm')
  expect(pushes()).toEqual([{ subject: expect.stringMatching(/13\.\sJänner 2027, 09:00/) }])
})

describe('a move that nobody decides', () => {
  it.each([
    ['the time that was asked for', EARLIER],
    ['the appointment, which is earlier,', LATER],
  ])('lapses when %s begins, and the patient is told', (_, to) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, to)
    const first = Math.min(Date.parse(to), Date.parse(FROM))
    app.at(new Date(first - 1).toISOString())
    dropLapsedMoves(app.ctx())
    expect(app.occupied()).toHaveLength(2)

    app.pass(1)
    expect(codeAndSentence(() => app.decide(booking, 'confirm'))?.[0]).toBe('too_late')
    dropLapsedMoves(app.ctx())
    dropLapsedMoves(app.ctx())
    expect(app.occupied()).toEqual(halfHours(FROM))
    expect(app.eventKinds().slice(-2)).toEqual(['move-asked', 'move-lapsed'])
    expect(app.sentMessages().at(-1)).toEqual(['email', 'move-rejected'])
    expect(lastMail(app).text).toContain('nicht rechtzeitig beantwortet')
  })

  it('is reported to the practice once, after a day', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    const countUnanswered = () =>
      app.rows(`select 1 from messages where subject like '%noch unbeantwortet%'`).length
    app.at('2027-01-08T13:39:00+01:00')
    remindPracticeOfUnanswered(app.ctx())
    expect(countUnanswered()).toBe(0)
    app.at('2027-01-08T13:40:00+01:00')
    remindPracticeOfUnanswered(app.ctx())
    remindPracticeOfUnanswered(app.ctx())
    expect(countUnanswered()).toBe(1)
    expect(app.sentMessages().at(-1)).toEqual(['email', 'move-asked'])
    expect(app.decideByLink(app.decisionLinkIn('move-asked', 'confirm'), 'confirm').booking.startsAt).toBe(
      Date.parse(TO),
    )
  })

  it('is no longer reported to the practice once the time that was asked for has begun', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, EARLIER)
    app.at(EARLIER)
    remindPracticeOfUnanswered(app.ctx())
    expect(app.rows(`select 1 from messages where kind = 'move-unanswered'`)).toEqual([])
  })

  it('is named by the reminder of the appointment, which says that the present time is valid', () => {
    app.moveByPatient(app.addConfirmed(), LATER)
    app.at('2027-01-10T09:00:00+01:00')
    remindDue(app.ctx())
    expect(lastMail(app).text).toContain('Solange wir das nicht bestätigt haben, gilt die Zeit oben.')
  })
})

it('the links of a move leave the stored e-mail a minute after its end', () => {
  const booking = app.addConfirmed()
  app.moveByPatient(booking)
  app.change(`update messages set status = 'sent'`)
  app.pass(2 * MINUTE)
  dropSpentSignatures(app.ctx())
  const countSigned = () => app.rows(`select 1 from messages where text like '%sig=%'`).length
  expect(countSigned()).toBe(1)
  app.decide(booking, 'reject')
  dropSpentSignatures(app.ctx())
  expect(countSigned()).toBe(1)
  app.pass(MINUTE)
  dropSpentSignatures(app.ctx())
  expect(countSigned()).toBe(0)
})
