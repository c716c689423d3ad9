import { beforeEach, describe, expect, it } from 'vitest'
import {
  EARLIER_MOVE_START,
  LATER_MOVE_START,
  NEW_START,
  OLD_START,
  openPatientMovesApp,
  type PatientMovesApp,
} from '../testing/patient-moves-app.ts'
import { messageOfMove, pendingMove } from './asked-moves.ts'
import { getBooking } from './bookings.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

describe('the move that a patient asks for', () => {
  // The appointment is at OLD_START, and its patient asks for NEW_START, a day later.
  it.each([
    { state: 'pending while both times are ahead', now: EARLIER_MOVE_START, pending: Date.parse(NEW_START) },
    { state: 'over once the appointment begins', now: OLD_START, pending: undefined },
    { state: 'over once the time asked for has begun', now: LATER_MOVE_START, pending: undefined },
  ])('is $state', ({ now, pending }) => {
    const booking = app.addConfirmed()
    expect(pendingMove(booking, Date.parse(now))).toBeUndefined()
    expect(pendingMove(app.moveByPatient(booking, NEW_START), Date.parse(now))).toBe(pending)
  })

  it('keeps the patient’s text until the practice has decided', () => {
    const booking = app.addConfirmed()
    const storedMessage = () => messageOfMove(app.ctx(), getBooking(app.ctx(), booking.id))
    app.moveByPatient(booking, NEW_START, 'Am Dienstag arbeite ich.')
    expect(storedMessage()).toBe('Am Dienstag arbeite ich.')
    app.decide(booking, 'reject')
    expect(storedMessage()).toBe('')
  })
})
