import { beforeEach, describe, expect, it } from 'vitest'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import {
  halfHoursFrom,
  LATER_MOVE_START,
  NEW_START,
  OLD_START,
  openPatientMovesApp,
  type PatientMovesApp,
} from '../testing/patient-moves-app.ts'
import { refusalCode } from '../testing/refusal.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

describe('a confirmed appointment whose patient asks for one time and then for another', () => {
  it('reserves only the last of these times, which only the last link can decide', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, NEW_START)
    const linkOfFirst = app.findDecisionLink('move-asked', 'confirm')
    app.moveByPatient(booking, LATER_MOVE_START)
    expect(app.occupied()).toEqual(halfHoursFrom(OLD_START, LATER_MOVE_START))
    expect(refusalCode(() => app.decideByLink(linkOfFirst))).toBe('bad_signature')
    const linkOfLast = app.findDecisionLink('move-asked', 'confirm')
    expect(app.decideByLink(linkOfLast).booking.startsAt).toBe(Date.parse(LATER_MOVE_START))
  })

  it('frees the first of these times for the waiting list', () => {
    const booking = app.addConfirmed()
    const listFreedTimes = () => app.rows('select starts_at from freed_times')
    app.moveByPatient(booking, NEW_START)
    expect(listFreedTimes()).toEqual([])
    app.moveByPatient(booking, LATER_MOVE_START)
    expect(listFreedTimes()).toEqual([{ starts_at: Date.parse(NEW_START) }])
  })
})

describe('a failed e-mail to the practice about a time that a patient asks for', () => {
  const failMessages = () => app.changeRows(`update messages set status = 'failed' where kind = 'move-asked'`)
  const countFailed = () => outboxState(app.ctx()).email.failed

  it('counts only while the patient asks for that time', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, NEW_START)
    app.moveByPatient(booking, LATER_MOVE_START)
    failMessages()
    expect(app.rows(`select id from messages where status = 'failed'`)).toHaveLength(2)
    expect(countFailed()).toBe(1)
  })

  it('neither counts nor can be sent again once the practice has decided', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, NEW_START)
    app.moveByPatient(booking, LATER_MOVE_START)
    app.decideByLink(app.findDecisionLink('move-asked', 'confirm'))
    failMessages()
    expect(countFailed()).toBe(0)
    const [failed] = app.rows<{ id: number }>(`select id from messages where status = 'failed'`)
    if (failed === undefined) throw new Error('No e-mail has failed.')
    expect(refusalCode(() => retryMessage(app.ctx(), 'email', failed.id))).toBe('conflict')
  })
})

describe('the same time that a patient asks for twice', () => {
  it.each([
    { when: 'on another day', start: NEW_START },
    { when: 'later by less than the length of the appointment', start: '2027-01-12T08:45:00+01:00' },
    { when: 'earlier by less than the length of the appointment', start: '2027-01-12T08:15:00+01:00' },
  ])('changes nothing the second time, and can then be confirmed: $when', ({ start }) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, start)
    const stateBefore = app.bookingState()
    expect(app.moveByPatient(booking, start)).toMatchObject({ id: booking.id, moveToAt: Date.parse(start) })
    expect(app.bookingState()).toEqual(stateBefore)
    app.decide(booking, 'confirm')
    expect(app.occupied()).toEqual(halfHoursFrom(start))
  })
})
