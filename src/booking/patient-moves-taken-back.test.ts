import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import {
  EARLIER_MOVE_START,
  halfHoursFrom,
  LATER_MOVE_START,
  NEW_START,
  OLD_START,
  openPatientMovesApp,
  type PatientMovesApp,
} from '../testing/patient-moves-app.ts'
import { codeAndSentence } from '../testing/refusal.ts'
import { recordAttendance } from './attendance.ts'
import { remindDue } from './reminders.ts'
import { undoChange } from './undo.ts'
import { UNDO_MS } from './undoable-changes.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

/** Returns the only stored booking. */
const readRow = () => app.rows('select * from bookings')[0]

describe('undoing the confirmation of a move', () => {
  it('lets the move wait for a decision again, and sends the patient no message', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    const rowBefore = readRow()
    app.pass(MINUTE)
    const { undoUntil } = app.decide(booking, 'confirm', { undoable: true })
    expect(undoUntil).toBe(app.ctx().now + UNDO_MS)
    app.pass(UNDO_MS - 1)
    expect(undoChange(app.assistant(), booking.id)).toMatchObject({ startsAt: Date.parse(OLD_START) })
    expect(readRow()).toEqual({
      ...rowBefore,
      updated_at: app.ctx().now,
      calendar_sequence: 1,
    })
    expect(app.occupied()).toEqual(halfHoursFrom(OLD_START, NEW_START))
    expect(app.sentMessages().map(([, kind]) => kind)).toEqual(['move-received', 'move-asked'])
    expect(app.decideByLink(app.findDecisionLink('move-asked', 'confirm')).booking.startsAt).toBe(
      Date.parse(NEW_START),
    )
  })

  it('is refused when somebody else has the earlier time', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    app.decide(booking, 'confirm', { undoable: true })
    app.addRequest({ startsAt: Date.parse(OLD_START) })
    expect(codeAndSentence(() => undoChange(app.assistant(), booking.id))).toEqual([
      'slot_taken',
      'Die bisherige Zeit ist inzwischen vergeben: Das lässt sich nicht mehr rückgängig machen.',
    ])
    expect(app.occupied()).toEqual(halfHoursFrom(OLD_START, NEW_START))
  })
})

describe('undoing a move by the practice', () => {
  it('restores the time and the links of a request, and sends the patient no message', () => {
    const booking = app.addRequest()
    app.moveByPatient(booking)
    const link = app.findDecisionLink('moved-by-patient', 'confirm')
    const rowBefore = readRow()
    app.pass(MINUTE)
    expect(app.moveByStaff(booking, LATER_MOVE_START, { undoable: true }).undoUntil).toBe(
      app.ctx().now + UNDO_MS,
    )
    app.pass(UNDO_MS - 1)
    undoChange(app.assistant(), booking.id)
    expect(readRow()).toEqual({
      ...rowBefore,
      updated_at: app.ctx().now,
      calendar_sequence: 2,
    })
    expect(app.occupied()).toEqual(halfHoursFrom(NEW_START))
    expect(app.sentMessages().map(([, kind]) => kind)).toEqual(['moved', 'moved-by-patient'])
    expect(app.decideByLink(link).booking.status).toBe('confirmed')
  })

  it('restores the move that the patient asked for, again and again', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    const rowBefore = readRow()
    for (const [i, start] of [LATER_MOVE_START, EARLIER_MOVE_START, NEW_START].entries()) {
      app.moveByStaff(booking, start, { undoable: true })
      expect(app.occupied()).toEqual(halfHoursFrom(start))
      undoChange(app.assistant(), booking.id)
      expect(readRow()).toEqual({ ...rowBefore, calendar_sequence: i + 1 })
      expect(app.occupied()).toEqual(halfHoursFrom(OLD_START, NEW_START))
    }

    // Only the last move is undone, because the patient was told about the other one at once.
    app.moveByStaff(booking, LATER_MOVE_START)
    app.moveByStaff(booking, EARLIER_MOVE_START, { undoable: true })
    undoChange(app.assistant(), booking.id)
    expect(app.occupied()).toEqual(halfHoursFrom(LATER_MOVE_START))
  })

  it.each([
    { to: 'another time', start: LATER_MOVE_START },
    { to: 'the time that was asked for', start: NEW_START },
  ])('to $to keeps the link for deciding on the move asked for valid', ({ start }) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    app.moveByStaff(booking, start, { undoable: true })
    undoChange(app.assistant(), booking.id)
    expect(app.decideByLink(app.findDecisionLink('move-asked', 'confirm')).booking.startsAt).toBe(
      Date.parse(NEW_START),
    )
  })

  it('restores the attendance', () => {
    const booking = app.addConfirmed()
    app.setClock('2027-01-12T08:00:00+01:00')
    recordAttendance(app.assistant(), booking.id, 'arrived')
    expect(app.moveByStaff(booking, LATER_MOVE_START, { undoable: true }).booking.attendance).toBeNull()
    expect(undoChange(app.assistant(), booking.id).attendance).toBe('arrived')
  })

  it('causes no second reminder of the restored time', () => {
    const booking = app.addConfirmed()
    app.setClock('2027-01-11T09:00:00+01:00')
    const countReminders = () => {
      remindDue(app.ctx())
      return app.sentMessages().filter(([channel, kind]) => channel === 'email' && kind === 'reminder').length
    }
    expect(countReminders()).toBe(1)
    app.pass(MINUTE)
    app.moveByStaff(booking, LATER_MOVE_START, { undoable: true })
    undoChange(app.assistant(), booking.id)
    app.pass(MINUTE)
    expect(countReminders()).toBe(1)
  })

  it('is refused after ten seconds', () => {
    const booking = app.addRequest()
    app.moveByStaff(booking, LATER_MOVE_START, { undoable: true })
    app.pass(UNDO_MS)
    expect(codeAndSentence(() => undoChange(app.assistant(), booking.id))).toEqual([
      'too_late',
      'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.',
    ])
    expect(app.occupied()).toEqual(halfHoursFrom(LATER_MOVE_START))
  })
})
