import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { FREED_START, openWaitingListApp, type WaitingListApp } from '../testing/waiting-list-app.ts'
import { refuseOffer } from './offer-answers.ts'
import { readOfferQueue } from './offer-queue.ts'
import { countCancelledRequest, isUnderPressure } from './pressure.ts'

const WEDNESDAY = '2027-01-13T09:00:00+01:00'
const THURSDAY = '2027-01-14T09:00:00+01:00'
const FRIDAY = '2027-01-15T09:00:00+01:00'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
})

/** Lists the recipients of the open offers: the e-mail addresses of strangers, and the names of callers. */
const offeredNames = () => app.listOpenOffers().map(({ name }) => name)
/** Frees the time and makes the offers. */
const freeAndOffer = (start: string) => {
  app.freeTime(start)
  app.offerAfterUndoTime()
}
const refuseOpenOffer = () => refuseOffer(app.ctx(), app.openOfferId())
/** Confirms an appointment of the mailbox, which makes its owner a known patient. */
const confirmAppointmentOf = (email: string) => app.addBooking('2027-01-07T08:00:00+01:00', { email })

describe('a stranger on the waiting list', () => {
  it('waits while another stranger of the same origin has an offer', () => {
    app.joinAsStranger('first@a.example', 'origin a')
    app.pass(MINUTE)
    app.joinAsStranger('second@a.example', 'origin a')
    app.pass(MINUTE)
    app.joinAsStranger('other@b.example', 'origin b')
    freeAndOffer(FREED_START)
    freeAndOffer(WEDNESDAY)
    freeAndOffer(THURSDAY)
    expect(offeredNames()).toEqual(['first@a.example', 'other@b.example'])
    // The freed time stays recorded, and is offered as soon as the origin has answered.
    refuseOpenOffer()
    app.offerAfterUndoTime()
    expect(offeredNames()).toEqual(['other@b.example', 'second@a.example'])
  })

  it('is moved behind all others once an offer to the same origin went unused', () => {
    for (const email of ['first@a.example', 'second@a.example']) app.joinAsStranger(email, 'origin a')
    freeAndOffer(FREED_START)
    expect(offeredNames()).toEqual(['first@a.example'])
    app.joinAsStranger('later@b.example', 'origin b')
    app.pass(HOUR)
    app.offerAfterUndoTime()
    expect(offeredNames()).toEqual(['later@b.example'])
  })

  it('gets no offer for a day once three offers to the same origin went unused', () => {
    for (const name of ['first', 'second', 'third', 'fourth'])
      app.joinAsStranger(`${name}@a.example`, 'origin a')
    for (const start of [FREED_START, WEDNESDAY, THURSDAY]) {
      freeAndOffer(start)
      expect(offeredNames()).toHaveLength(1)
      refuseOpenOffer()
    }
    freeAndOffer(FRIDAY)
    expect(offeredNames()).toEqual([])
    app.pass(DAY_LENGTH)
    app.offerAfterUndoTime()
    expect(offeredNames()).toHaveLength(1)
  })

  it('is no stranger after a confirmed appointment, or if the practice has made the entry', () => {
    app.joinAsStranger('first@a.example', 'origin a')
    app.joinAsStranger('patient@a.example', 'origin a')
    confirmAppointmentOf('patient@a.example')
    app.addCaller('caller')
    for (const start of [FREED_START, WEDNESDAY, THURSDAY]) freeAndOffer(start)
    expect(offeredNames()).toEqual(['first@a.example', 'patient@a.example', 'caller'])
  })

  it('comes later under pressure, the more holds of the same origin were never booked', () => {
    for (const origin of ['a', 'b', 'c']) app.joinAsStranger(`s@${origin}.example`, origin)
    const listOrigins = () => readOfferQueue(app.ctx()).patients.map(({ entry }) => entry.origin)
    // A cancelled request counts like a hold that was never booked.
    for (const origin of ['a', 'a', 'b']) countCancelledRequest(app.ctx(), origin)
    expect(isUnderPressure(app.ctx())).toBe(false)
    expect(listOrigins()).toEqual(['a', 'b', 'c'])
    // Twelve more of other origins make pressure (`PRESSURE` in pressure.ts).
    for (let i = 0; i < 12; i++) countCancelledRequest(app.ctx(), `o${i}`)
    expect(isUnderPressure(app.ctx())).toBe(true)
    expect(listOrigins()).toEqual(['c', 'b', 'a'])
    // A patient whom the practice knows keeps the first place.
    confirmAppointmentOf('s@a.example')
    expect(listOrigins()).toEqual(['a', 'c', 'b'])
  })
})
