import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { getService, saveService } from '../schedule/services.ts'
import { whyNotFree } from '../schedule/why-not-free.ts'
import { timeOfDay } from '../shared/format.ts'
import { blockAt } from '../testing/block-at.ts'
import {
  ENTERED_START,
  type ManualBookingApp,
  openManualBookingApp,
  TIME_IS_TAKEN,
} from '../testing/manual-booking-app.ts'
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
    // Acupuncture takes 40 minutes, with five before and after it.
    app.enter({ serviceId: 'akupunktur', start: '2027-01-12T10:00:00+01:00' })
    app.enter({ serviceId: 'akupunktur', start: '2027-01-12T11:10:00+01:00' })
    expect(occupiedTimes()).toEqual(['09:55-10:45', '11:05-11:55'])
    // A follow-up of half an hour fits exactly between the two, but not between their paddings.
    const between = { start: '2027-01-12T10:40:00+01:00' }
    expect(app.refusalToEnter(between)).toEqual(TIME_IS_TAKEN)
    app.enter({ ...between, withoutPaddings: true })
    expect(occupiedTimes()).toEqual(['09:55-10:40', '10:40-11:10', '11:10-11:55'])
  })

  it('never overlaps another appointment itself or an absence', () => {
    const refusalAt = (start: string) => app.refusalToEnter({ start, withoutPaddings: true })
    app.enter({ serviceId: 'akupunktur', start: '2027-01-12T10:00:00+01:00' })
    // Each of these follow-ups overlaps the appointment or the absence by a few minutes.
    expect(refusalAt('2027-01-12T10:35:00+01:00')).toEqual(TIME_IS_TAKEN)
    expect(refusalAt('2027-01-12T09:35:00+01:00')).toEqual(TIME_IS_TAKEN)
    saveAbsence(app.ctx(), blockAt('14:00', '15:00'))
    expect(refusalAt('2027-01-12T13:40:00+01:00')).toEqual(TIME_IS_TAKEN)
    expect(occupiedTimes()).toEqual(['09:55-10:45', '14:00-15:00'])
  })

  describe('beside one that is to be moved', () => {
    /** The end of the follow-up to be moved. It begins at 10:00, and its padding lasts until 10:50. */
    const FOLLOW_UP_END = '2027-01-12T10:30:00+01:00'
    /** The end of the ten minutes that `refusalBeside` tries to enter directly after the follow-up. */
    const BESIDE_END = '2027-01-12T10:40:00+01:00'

    beforeEach(() => {
      const service = getService(app.ctx(), 'folgebehandlung')
      saveService(app.ctx(), { ...service, stepMin: 10, paddingAfterMin: 20 })
      saveService(app.ctx(), { ...service, id: 'blutdruck', durationMin: 10, stepMin: 10 })
    })

    /** Enters the follow-up that is to be moved. @returns its id */
    const enterFollowUp = () => app.enter({ start: ENTERED_START }).id
    /** Enters ten minutes in the padding of the follow-up. @returns the refusal, if any */
    const refusalBeside = () =>
      app.refusalToEnter({ serviceId: 'blutdruck', start: FOLLOW_UP_END, withoutPaddings: true })
    /** Returns the kinds of the reasons why these ten minutes are not free. */
    const reasonsBeside = () =>
      whyNotFree(app.ctx(), 'blutdruck', Date.parse(FOLLOW_UP_END)).map(({ kind }) => kind)
    const askToMove = (id: string, start: string) =>
      moveByPatient(app.ctx(), id, { start: Date.parse(start), message: '' })
    const confirmMove = (id: string) => decideBooking(app.assistant(), id, { decision: 'confirm' }).booking

    it('never takes a part of the time that the patient asks for, although the other one still has it', () => {
      const id = enterFollowUp()
      askToMove(id, FOLLOW_UP_END)
      expect(reasonsBeside()).toEqual(['padding', 'asked'])
      expect(refusalBeside()).toEqual(TIME_IS_TAKEN)
      expect(confirmMove(id).startsAt).toBe(Date.parse(FOLLOW_UP_END))
    })

    it('never takes a part of the time that the patient is offered', () => {
      app.setUpSms()
      const waiting = { booking_id: enterFollowUp(), ...ANY_TIME }
      const { id: entryId } = addToWaitingList(app.assistant(), waiting)
      const offer = offerByHand(app.assistant(), entryId, Date.parse(FOLLOW_UP_END))
      expect(reasonsBeside()).toEqual(['padding', 'offer'])
      expect(refusalBeside()).toEqual(TIME_IS_TAKEN)
      const taken = takeOffer(app.ctx(), offer.id)
      expect(taken).toMatchObject({ booking: { startsAt: Date.parse(FOLLOW_UP_END) } })
    })

    it('may shorten paddings that are not part of that time', () => {
      const id = enterFollowUp()
      askToMove(id, BESIDE_END)
      expect(reasonsBeside()).toEqual(['padding'])
      expect(refusalBeside()).toBeUndefined()
      expect(confirmMove(id).startsAt).toBe(Date.parse(BESIDE_END))
    })

    it('never takes the paddings of that time, and says that somebody asks for it', () => {
      askToMove(enterFollowUp(), '2027-01-12T09:00:00+01:00')
      const inPadding = '2027-01-12T09:30:00+01:00'
      const reasons = whyNotFree(app.ctx(), 'blutdruck', Date.parse(inPadding))
      expect(reasons.map(({ kind }) => kind)).toEqual(['asked'])
      const entry = { serviceId: 'blutdruck', start: inPadding, withoutPaddings: true }
      expect(app.refusalToEnter(entry)).toEqual(TIME_IS_TAKEN)
    })
  })
})
