import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  FREED_START,
  openWaitingListApp,
  spanFrom,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { isoAt } from '../time/vienna.ts'
import { offerByHand } from './manual-offers.ts'
import { refuseOffer, takeOffer } from './offer-answers.ts'
import { makeDueOffers } from './offers.ts'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('a freed time', () => {
  it('is offered to the same person at several starts, but at most three a day', () => {
    app.addCaller('only', { not_after: '2027-01-12' })
    app.freeTimeOfAbsence('2027-01-12T08:00:00+01:00', 240)
    // More rounds than a day may have offers (`OFFERS_PER_DAY` in offer-queue.ts).
    for (let round = 0; round < 5; round++) {
      app.offerAfterUndoTime()
      for (const offer of app.listOpenOffers()) refuseOffer(app.ctx(), offer.id)
    }
    const times = ['08:00', '08:30', '09:00', '09:30'].map((time) => `2027-01-12T${time}:00+01:00`)
    const listOfferedTimes = () => app.listOffers().map(({ starts_at }) => isoAt(starts_at))
    expect(listOfferedTimes()).toEqual(times.slice(0, 3))

    const nextMorning = '2027-01-08T08:00:00+01:00'
    app.setClock(nextMorning)
    makeDueOffers(app.ctx())
    expect(listOfferedTimes()).toEqual(times)
  })

  it('is not offered at a start after the patient’s own appointment', () => {
    app.joinWithBooking(app.addBooking('2027-01-12T08:30:00+01:00'))
    app.freeTimeOfAbsence('2027-01-12T08:00:00+01:00', 240)
    for (let round = 0; round < 2; round++) {
      app.offerAfterUndoTime()
      for (const offer of app.listOpenOffers()) refuseOffer(app.ctx(), offer.id)
    }
    expect(app.listOffers().map(({ starts_at }) => isoAt(starts_at))).toEqual(['2027-01-12T08:00:00+01:00'])
  })

  it('is offered in parts if the first people need only a part of it', () => {
    app.addCaller('short')
    app.pass(MINUTE)
    app.addCaller('also short')
    app.pass(MINUTE)
    app.addCaller('long', { service_id: 'facial' })
    const [from, to] = spanFrom('2027-01-12T09:00:00+01:00', { minutes: 60 })
    app.cancel(app.addBooking('2027-01-12T09:00:00+01:00', { durationMin: 60, endsAt: to }))
    app.offerAfterUndoTime()
    expect(app.listOpenOffers().map(({ name, starts_at }) => [name, starts_at])).toEqual([
      ['short', from],
      ['also short', from + 30 * MINUTE],
    ])
  })

  it('is offered together with a part of the patient’s own appointment', () => {
    const ownStart = '2027-01-12T08:45:00+01:00'
    app.joinWithBooking(app.addBooking(ownStart))
    app.cancel(app.addBooking(FREED_START, { endsAt: Date.parse(ownStart) }))
    app.offerAfterUndoTime()
    // The offer reserves only the time that the appointment does not occupy.
    expect(app.occupied()).toEqual([spanFrom(FREED_START, { minutes: 15 }), spanFrom(ownStart)])
    takeOffer(app.ctx(), app.openOfferId())
    expect(app.occupied()).toEqual([spanFrom('2027-01-12T08:30:00+01:00')])
  })

  it('is offered until everybody has declined, but never at times that only use other free time', () => {
    // The day around the freed time is free. A facial is longer and has paddings.
    for (let i = 0; i < 4; i++) app.addCaller(`short${i}`, { not_after: '2027-01-12' })
    for (let i = 0; i < 2; i++) app.addCaller(`long${i}`, { not_after: '2027-01-12', service_id: 'facial' })
    app.freeTime(FREED_START)
    // Offers are refused in every second hour, and expire in the others.
    for (let hour = 0; hour < 24; hour++) {
      app.offerAfterUndoTime()
      if (hour % 2 === 0) for (const offer of app.listOpenOffers()) refuseOffer(app.ctx(), offer.id)
      app.pass(HOUR)
    }

    const [from, to] = spanFrom(FREED_START)
    const offersOf = (serviceId: string) =>
      app.rows<{ starts_at: number; ends_at: number }>(
        `select starts_at, ends_at from offers
         join waiting_entries on waiting_entries.id = entry_id where service_id = ?`,
        serviceId,
      )
    // Each of the four short callers is offered it once.
    const offersToShort = offersOf('folgebehandlung')
    expect(offersToShort).toEqual(Array(4).fill({ starts_at: from, ends_at: to }))
    // A longer appointment extends beyond the freed time, but always overlaps it.
    const offersToLong = offersOf('facial')
    expect(offersToLong).toHaveLength(2)
    for (const offer of offersToLong) expect(offer.starts_at < to && offer.ends_at > from).toBe(true)
    expect(app.listOffers()).toHaveLength(offersToShort.length + offersToLong.length)
    expect(app.listFreedTimes()).toEqual([])
  })

  it('that nobody wanted is not recorded again by a later offer that covers it', () => {
    app.freeTime('2027-01-12T09:00:00+01:00')
    app.offerAfterUndoTime()
    app.addCaller('late')
    app.addCaller('long', { service_id: 'facial' })
    app.freeTime(FREED_START)
    // The second offer covers the half hour after the freed time.
    for (const name of ['late', 'long']) {
      app.offerAfterUndoTime()
      expect(app.listOpenOffers()).toMatchObject([{ name }])
      refuseOffer(app.ctx(), app.openOfferId())
    }
    app.offerAfterUndoTime()
    expect([app.listOpenOffers(), app.listFreedTimes()]).toEqual([[], []])
  })

  it('is not recorded for an offer by hand, whose time was free before', () => {
    const first = app.addCaller('first')
    app.addCaller('second')
    offerByHand(app.assistant(), first.id, Date.parse(FREED_START))
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerAfterUndoTime()
    expect(app.listOpenOffers()).toEqual([])
  })
})
