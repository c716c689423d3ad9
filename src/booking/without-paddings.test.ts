import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { getService, saveService } from '../schedule/services.ts'
import { whyNotFree } from '../schedule/why-not-free.ts'
import { HOUR } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { type ManualBookingApp, openManualBookingApp, TIME_IS_TAKEN } from '../testing/manual-booking-app.ts'
import { ANY_TIME } from '../testing/waiting-list-app.ts'
import { decideBooking } from './decisions.ts'
import { offerByHand } from './manual-offers.ts'
import { takeOffer } from './offer-answers.ts'
import { moveByPatient } from './patient-moves.ts'
import { addToWaitingList } from './waiting-list.ts'

let app: ManualBookingApp

beforeEach(() => {
  app = openManualBookingApp()
})

describe('an appointment that only overlaps paddings', () => {
  /** Returns the occupied times, as `09:55-10:45`. */
  const occupiedTimes = () => app.occupied().map((time) => time.map(timeOfDay).join('-'))

  it('is entered without paddings of its own, and shortens those around it', () => {
    app.enter({ serviceId: 'akupunktur', start: '2027-01-12T10:00:00+01:00' })
    app.enter({ serviceId: 'akupunktur', start: '2027-01-12T11:10:00+01:00' })
    expect(occupiedTimes()).toEqual(['09:55-10:45', '11:05-11:55'])
    const between = { start: '2027-01-12T10:40:00+01:00' }
    expect(app.refusalToEnter(between)).toEqual(TIME_IS_TAKEN)
    app.enter({ ...between, withoutPaddings: true })
    expect(occupiedTimes()).toEqual(['09:55-10:40', '10:40-11:10', '11:10-11:55'])
  })

  it('never overlaps another appointment itself or an absence', () => {
    const refusalAt = (start: string) => app.refusalToEnter({ start, withoutPaddings: true })
    app.enter({ serviceId: 'akupunktur', start: '2027-01-12T10:00:00+01:00' })
    expect(refusalAt('2027-01-12T10:35:00+01:00')).toEqual(TIME_IS_TAKEN)
    expect(refusalAt('2027-01-12T09:35:00+01:00')).toEqual(TIME_IS_TAKEN)
    const start = Date.parse('2027-01-12T14:00:00+01:00')
    const end = start + HOUR
    saveAbsence(app.ctx(), { kind: 'block', title: 'Fortbildung', start, end, resource_id: null })
    expect(refusalAt('2027-01-12T13:40:00+01:00')).toEqual(TIME_IS_TAKEN)
    expect(occupiedTimes()).toEqual(['09:55-10:45', '14:00-15:00'])
  })

  describe('beside one that is to be moved', () => {
    /** The end of the follow-up that `enter` enters at 10:00. Its padding lasts until 10:50. */
    const BESIDE = '2027-01-12T10:30:00+01:00'
    /** The end of the ten minutes that `enterBeside` enters. */
    const LATER = '2027-01-12T10:40:00+01:00'

    beforeEach(() => {
      const service = getService(app.ctx(), 'folgebehandlung')
      saveService(app.ctx(), { ...service, stepMin: 10, paddingAfterMin: 20 })
      saveService(app.ctx(), { ...service, id: 'blutdruck', durationMin: 10, stepMin: 10 })
    })

    const enterBeside = () =>
      app.refusalToEnter({ serviceId: 'blutdruck', start: BESIDE, withoutPaddings: true })
    const reasons = () => whyNotFree(app.ctx(), 'blutdruck', Date.parse(BESIDE)).map(({ kind }) => kind)

    it('never takes a part of the time that the patient asks for, although the other one still has it', () => {
      const { id } = app.enter()
      moveByPatient(app.ctx(), id, { start: Date.parse(BESIDE), message: '' })
      expect([reasons(), enterBeside()]).toEqual([['padding', 'asked'], TIME_IS_TAKEN])
      expect(decideBooking(app.assistant(), id, { decision: 'confirm' }).booking.startsAt).toBe(
        Date.parse(BESIDE),
      )
    })

    it('never takes a part of the time that the patient is offered', () => {
      app.setUpSms()
      const { id } = app.enter()
      const { id: entryId } = addToWaitingList(app.assistant(), { booking_id: id, ...ANY_TIME })
      const offer = offerByHand(app.assistant(), entryId, Date.parse(BESIDE))
      expect([reasons(), enterBeside()]).toEqual([['padding', 'offer'], TIME_IS_TAKEN])
      expect(takeOffer(app.ctx(), offer.id)).toMatchObject({ booking: { startsAt: Date.parse(BESIDE) } })
    })

    it('may shorten paddings that are not part of that time', () => {
      const { id } = app.enter()
      moveByPatient(app.ctx(), id, { start: Date.parse(LATER), message: '' })
      expect([reasons(), enterBeside()]).toEqual([['padding'], undefined])
      expect(decideBooking(app.assistant(), id, { decision: 'confirm' }).booking.startsAt).toBe(
        Date.parse(LATER),
      )
    })

    it('never takes the paddings of that time, and says that somebody asks for it', () => {
      const { id } = app.enter()
      moveByPatient(app.ctx(), id, { start: Date.parse('2027-01-12T09:00:00+01:00'), message: '' })
      const inPadding = '2027-01-12T09:30:00+01:00'
      const found = whyNotFree(app.ctx(), 'blutdruck', Date.parse(inPadding))
      expect(found.map(({ kind }) => kind)).toEqual(['asked'])
      const entry = { serviceId: 'blutdruck', start: inPadding, withoutPaddings: true }
      expect(app.refusalToEnter(entry)).toEqual(TIME_IS_TAKEN)
    })
  })
})
