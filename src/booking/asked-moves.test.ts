import { beforeEach, describe, expect, it } from 'vitest'
import {
  EARLIER,
  LATER,
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
  it.each([
    { when: 'while both times are ahead', now: EARLIER, pending: Date.parse(NEW_START) },
    { when: 'no longer once the appointment begins', now: OLD_START, pending: undefined },
    { when: 'no longer once the time asked for has begun', now: LATER, pending: undefined },
  ])('waits for the practice $when', ({ now, pending }) => {
    const booking = app.addConfirmed()
    expect(pendingMove(booking, Date.parse(now))).toBeUndefined()
    expect(pendingMove(app.moveByPatient(booking, NEW_START), Date.parse(now))).toBe(pending)
  })

  it('has the words of its patient until the practice has decided', () => {
    const booking = app.addConfirmed()
    const storedMessage = () => messageOfMove(app.ctx(), getBooking(app.ctx(), booking.id))
    app.moveByPatient(booking, NEW_START, 'Am Dienstag arbeite ich.')
    expect(storedMessage()).toBe('Am Dienstag arbeite ich.')
    app.decide(booking, 'reject')
    expect(storedMessage()).toBe('')
  })
})
