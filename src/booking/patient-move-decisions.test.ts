import { beforeEach, describe, expect, it } from 'vitest'
import { bookingSubject } from '../access/audit.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { MINUTE } from '../shared/day.ts'
import { markDueEmailsSent, startsInCalendar } from '../testing/patient-calendar.ts'
import {
  EARLIER_MOVE_START,
  halfHoursFrom,
  LATER_MOVE_START,
  NEW_START,
  OLD_START,
  openPatientMovesApp,
  type PatientMovesApp,
} from '../testing/patient-moves-app.ts'
import { codeAndSentence, refusalCode } from '../testing/refusal.ts'
import { cancelByStaff } from './cancellation.ts'
import { UNDO_MS } from './undoable-changes.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

describe('a confirmed appointment whose patient asks for another time', () => {
  it('moves when the practice confirms that time, and its patient is notified by e-mail and SMS', () => {
    const booking = app.addRequest()
    app.decide(booking, 'confirm')
    app.moveByPatient(booking, NEW_START)
    expect(app.decideByLink(app.findDecisionLink('move-asked', 'confirm'))).toMatchObject({
      about: 'move',
      booking: { status: 'confirmed', startsAt: Date.parse(NEW_START), moveToAt: null },
    })
    expect(app.occupied()).toEqual(halfHoursFrom(NEW_START))
    expect(app.sentMessages().slice(-2)).toEqual([
      ['email', 'moved'],
      ['sms', 'moved'],
    ])
  })

  it('keeps its time when the practice rejects the other one, and its patient is notified', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, NEW_START)
    expect(app.decideByLink(app.findDecisionLink('move-asked', 'reject'))).toMatchObject({
      about: 'move',
      repeated: false,
      booking: { status: 'confirmed', startsAt: Date.parse(OLD_START), moveToAt: null },
    })
    expect(app.occupied()).toEqual(halfHoursFrom(OLD_START))
    expect(app.sentMessages().at(-1)).toEqual(['email', 'move-rejected'])
  })

  it('has a single entry in the patient’s calendar, which is moved and removed with the appointment', () => {
    const booking = app.addRequest()
    const calendarAfter = (change: () => unknown) => {
      change()
      app.pass(UNDO_MS)
      markDueEmailsSent(app)
      return startsInCalendar(app, booking.id)
    }
    expect(startsInCalendar(app, booking.id)).toEqual([])
    expect(calendarAfter(() => app.decide(booking, 'confirm'))).toEqual([Date.parse(OLD_START)])
    expect(calendarAfter(() => app.moveByPatient(booking, NEW_START))).toEqual([Date.parse(OLD_START)])
    expect(calendarAfter(() => app.decide(booking, 'reject'))).toEqual([Date.parse(OLD_START)])

    app.moveByPatient(booking, LATER_MOVE_START)
    expect(calendarAfter(() => app.decide(booking, 'confirm'))).toEqual([Date.parse(LATER_MOVE_START)])
    const moveToEarlier = () => app.moveByStaff(booking, EARLIER_MOVE_START, { undoable: true })
    expect(calendarAfter(moveToEarlier)).toEqual([Date.parse(EARLIER_MOVE_START)])
    expect(calendarAfter(() => cancelByStaff(app.assistant(), booking.id, ''))).toEqual([])
  })

  it('is not changed by the decision links of its original request', () => {
    const booking = app.addRequest()
    app.moveByPatient(booking, EARLIER_MOVE_START)
    const confirm = app.findDecisionLink('moved-by-patient', 'confirm')
    const reject = app.findDecisionLink('moved-by-patient', 'reject')
    app.decideByLink(confirm)
    app.moveByPatient(booking, NEW_START)
    const stateBefore = app.bookingState()
    expect(refusalCode(() => app.decideByLink(confirm))).toBe('bad_signature')
    expect(refusalCode(() => app.decideByLink(reject))).toBe('bad_signature')
    expect(app.bookingState()).toEqual(stateBefore)
  })
})

describe('a decision on a move', () => {
  it('can be repeated but not changed, once it was confirmed', () => {
    app.moveByPatient(app.addConfirmed())
    const confirm = app.findDecisionLink('move-asked', 'confirm')
    const reject = app.findDecisionLink('move-asked', 'reject')
    app.decideByLink(confirm)
    expect(app.decideByLink(confirm)).toMatchObject({ about: 'move', repeated: true })
    expect(refusalCode(() => app.decideByLink(reject))).toBe('already_decided')
  })

  it('can be repeated but not changed, once it was rejected, by link or signed in', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    const confirm = app.findDecisionLink('move-asked', 'confirm')
    const reject = app.findDecisionLink('move-asked', 'reject')
    app.decideByLink(reject)
    const stateBefore = app.bookingState()
    expect(app.decideByLink(reject)).toMatchObject({ about: 'move', repeated: true })
    expect(app.decide(booking, 'reject')).toMatchObject({ about: 'move', repeated: true })
    const refused = ['already_decided', 'Diese Verschiebung wurde bereits abgelehnt.']
    expect(codeAndSentence(() => app.decideByLink(confirm))).toEqual(refused)
    expect(codeAndSentence(() => app.decide(booking, 'confirm'))).toEqual(refused)
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it.each([
    { decision: 'confirm', action: 'booking-moved' },
    { decision: 'reject', action: 'booking-move-rejected' },
  ] as const)('is audited when somebody who is signed in makes it: $decision', ({ decision, action }) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    app.decide(booking, decision)
    expect(app.rows('select actor, action, subject from audit')).toEqual([
      { actor: 'admin', action, subject: bookingSubject(booking.id) },
    ])
  })

  it('is not audited when made by e-mail link, because nobody is signed in', () => {
    app.moveByPatient(app.addConfirmed())
    const listActions = () => app.rows('select action from audit')
    const actionsBefore = listActions()
    app.decideByLink(app.findDecisionLink('move-asked', 'confirm'))
    expect(listActions()).toEqual(actionsBefore)
  })

  it('pushes a move to Odoo only once the move is confirmed', () => {
    app.setUpOdoo()
    const booking = app.addConfirmed()
    app.moveByPatient(booking, NEW_START)
    const listPushes = () => app.rows(`select subject from messages where channel = 'erp'`)
    expect(listPushes()).toEqual([])
    app.decide(booking, 'confirm')
    // The push names `NEW_START`.
    expect(listPushes()).toEqual([{ subject: expect.stringMatching(/13\.\sJänner 2027, 09:00/) }])
  })

  it('removes its links from the stored e-mail a minute later', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    app.changeRows(`update messages set status = 'sent'`)
    /** Runs the job. @returns the number of e-mails that still have a signed link */
    const countSigned = () => {
      dropSpentSignatures(app.ctx())
      return app.rows(`select id from messages where text like '%sig=%'`).length
    }
    // The links stay valid, and stored, until the decision.
    app.pass(2 * MINUTE)
    expect(countSigned()).toBe(1)
    app.decide(booking, 'reject')
    expect(countSigned()).toBe(1)
    app.pass(MINUTE)
    expect(countSigned()).toBe(0)
  })
})
