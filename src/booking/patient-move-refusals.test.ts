import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { cutOff, DEFAULT_CANCEL_HOURS, tooLateText } from '../shared/cut-off.ts'
import {
  EARLIER_MOVE_START,
  LATER_MOVE_START,
  NEW_START,
  OLD_START,
  openPatientMovesApp,
  type PatientMovesApp,
} from '../testing/patient-moves-app.ts'
import { codeAndSentence, refusalCode, refusalOf } from '../testing/refusal.ts'
import { isoAt } from '../time/vienna.ts'

/** The phone number of the demo practice. */
const PHONE = '+43 5572 000000'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

/** Closes the day of `NEW_START`. */
function closeNewDay(): void {
  const day = { from: '2027-01-13', to: '2027-01-13' }
  saveAbsence(app.assistant(), { kind: 'closure', title: '', reason: '', resource_id: null, ...day })
}

describe('a move by the patient is refused', () => {
  it.each([
    {
      status: 'cancelled',
      sentence: 'Dieser Termin wurde abgesagt und kann nicht mehr verschoben werden.',
    },
    {
      status: 'rejected',
      sentence: 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.',
    },
  ] as const)('for a $status booking', ({ status, sentence }) => {
    const booking = app.addRequest({ status })
    expect(codeAndSentence(() => app.moveByPatient(booking))).toEqual(['already_decided', sentence])
  })

  it('from the cut-off on, when only withdrawing the earlier move is possible', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, LATER_MOVE_START)
    app.setClock(isoAt(cutOff(Date.parse(OLD_START), DEFAULT_CANCEL_HOURS)))
    expect(refusalOf(() => app.moveByPatient(booking, NEW_START))).toMatchObject({
      code: 'too_late',
      message: tooLateText('Verschieben', DEFAULT_CANCEL_HOURS),
      facts: { start_local: OLD_START, starts_in_hours: DEFAULT_CANCEL_HOURS, phone: PHONE },
    })
    expect(app.moveByPatient(booking, OLD_START).moveToAt).toBeNull()
  })

  it.each([
    {
      wrong: 'that is occupied',
      start: NEW_START,
      prepare: () => app.addRequest({ startsAt: Date.parse(NEW_START) }),
    },
    { wrong: 'on a day that is closed', start: NEW_START, prepare: () => closeNewDay() },
    { wrong: 'outside the working hours', start: '2027-01-17T20:00:00+01:00' },
    { wrong: 'off the grid', start: '2027-01-13T09:01:00+01:00' },
    { wrong: 'in the past', start: '2027-01-07T08:00:00+01:00' },
    { wrong: 'too far ahead', start: '2028-01-12T08:30:00+01:00' },
  ])('to a time $wrong, and changes nothing', ({ start, prepare }) => {
    const request = app.addRequest()
    const confirmed = app.addRequest({ status: 'confirmed', startsAt: Date.parse(LATER_MOVE_START) })
    prepare?.()
    const stateBefore = app.bookingState()
    for (const booking of [request, confirmed])
      expect(refusalCode(() => app.moveByPatient(booking, start))).toBe('slot_taken')
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it('from the fourth move on, not counting moves by the practice', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, NEW_START)
    app.moveByPatient(booking, LATER_MOVE_START)
    app.moveByStaff(booking, EARLIER_MOVE_START)
    app.moveByPatient(booking, OLD_START)
    const stateBefore = app.bookingState()
    expect(codeAndSentence(() => app.moveByPatient(booking, NEW_START))).toEqual([
      'too_many',
      `Sie haben diesen Termin schon dreimal verschoben. Bitte rufen Sie uns an: ${PHONE}.`,
    ])
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it('from the fourth move of one appointment on, but not of another appointment', () => {
    const booking = app.addConfirmed()
    for (const start of [NEW_START, LATER_MOVE_START, EARLIER_MOVE_START]) app.moveByPatient(booking, start)
    const otherBooking = app.addRequest({
      status: 'confirmed',
      startsAt: Date.parse('2027-01-15T09:00+01:00'),
    })
    expect(app.moveByPatient(otherBooking, NEW_START).moveToAt).toBe(Date.parse(NEW_START))
  })

  it('while online booking is closed', () => {
    const booking = app.addConfirmed()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect(refusalCode(() => app.moveByPatient(booking))).toBe('closed')
  })

  it('when the service is no longer offered', () => {
    const booking = app.addConfirmed()
    app.changeRows('update services set active = 0 where id = ?', booking.serviceId)
    expect(refusalCode(() => app.moveByPatient(booking))).toBe('service_not_found')
  })
})
