import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import type { Wishes } from '../shared/waiting-list.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  spanFrom,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { isoAt } from '../time/vienna.ts'
import { suggestForMove } from './move-suggestions.ts'
import { refuseOffer } from './offer-answers.ts'

/** The second time in tests of two freed times, a day after `FREED_START`. */
const SECOND_FREED_START = '2027-01-13T09:00:00+01:00'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('a freed time', () => {
  it('is offered to the person who has waited longest among those it fits', () => {
    // The freed time is on a Tuesday.
    app.addCaller('wednesdays', { weekdays: [3] })
    app.pass(MINUTE)
    app.joinWithBooking(app.addBooking(LATER_START, { firstName: 'Rosa' }))
    app.pass(MINUTE)
    app.addCaller('later')
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.summariseOffers()).toEqual([['Rosa', 'open', FREED_START]])
  })

  it('is reserved for an hour by its offer, and not offered to anybody else', () => {
    app.joinWithBooking(app.addBooking(LATER_START))
    app.addCaller('later')
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.occupied()).toEqual([spanFrom(FREED_START), spanFrom(LATER_START)])
    expect(app.listOpenOffers()).toMatchObject([{ expires_at: app.ctx().now + HOUR }])
    app.offerAfterUndoTime()
    expect(app.listOffers()).toHaveLength(1)
  })

  it('waits while the only person it fits has another offer to answer', () => {
    app.addCaller('only')
    app.freeTime(FREED_START)
    app.freeTime(SECOND_FREED_START)
    const openStarts = () => app.listOpenOffers().map(({ starts_at }) => isoAt(starts_at))
    const refuseAndOffer = () => {
      refuseOffer(app.ctx(), app.openOfferId())
      app.offerAfterUndoTime()
    }
    app.offerAfterUndoTime()
    expect(openStarts()).toEqual([FREED_START])
    refuseAndOffer()
    expect(openStarts()).toEqual([SECOND_FREED_START])
    refuseAndOffer()
    expect(app.listFreedTimes()).toEqual([])
  })

  it('is first offered to the person who joined later once the other one has let three offers expire', () => {
    app.addCaller('silent')
    app.pass(MINUTE)
    app.addCaller('honest')
    /** Moves the clock to this day, frees a time, offers it, and returns to whom. */
    const freeTimeAndOffer = (today: string, start: string) => {
      app.setClock(`${today}T09:00:00+01:00`)
      app.freeTime(start)
      app.offerAfterUndoTime()
      return app.listOpenOffers()[0]?.name
    }
    /** Lets the open offer expire, and refuses the offer that the other person then gets. */
    const expireAndRefuse = () => {
      app.expireAndOfferAgain()
      for (const offer of app.listOpenOffers()) refuseOffer(app.ctx(), offer.id)
    }

    expect(freeTimeAndOffer('2027-01-08', '2027-01-18T09:00:00+01:00')).toBe('silent')
    expireAndRefuse()
    expect(freeTimeAndOffer('2027-01-09', '2027-01-19T09:00:00+01:00')).toBe('silent')
    expireAndRefuse()
    expect(freeTimeAndOffer('2027-01-10', '2027-01-20T09:00:00+01:00')).toBe('silent')
    expireAndRefuse()
    expect(freeTimeAndOffer('2027-01-11', '2027-01-21T09:00:00+01:00')).toBe('honest')
  })
})

describe('a freed time that the first person does not take', () => {
  /** Offers the time to the first of three people. */
  beforeEach(() => {
    for (const name of ['first', 'second', 'third']) {
      app.addCaller(name)
      app.pass(MINUTE)
    }
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
  })

  it('is offered to the next person when the offer is refused', () => {
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerAfterUndoTime()
    expect(app.summariseOffers()).toEqual([
      ['first', 'refused', FREED_START],
      ['second', 'open', FREED_START],
    ])
  })

  it('is offered to the next person when the offer has expired', () => {
    app.expireAndOfferAgain()
    expect(app.summariseOffers()).toEqual([
      ['first', 'expired', FREED_START],
      ['second', 'open', FREED_START],
    ])
  })

  it('is offered to each person once, and everybody keeps waiting for other times', () => {
    // The offer to the first person has been made, and those to the two others follow.
    for (let i = 0; i < 3; i++) app.expireAndOfferAgain()
    expect(app.summariseOffers()).toHaveLength(3)
    expect(app.listOpenOffers()).toEqual([])
    expect(app.occupied()).toEqual([])
    app.freeTime(SECOND_FREED_START)
    app.offerAfterUndoTime()
    expect(app.listOpenOffers().map(({ name }) => name)).toEqual(['first'])
  })
})

describe('a freed time that fits nobody', () => {
  // `FREED_START` is on Tuesday morning, 12 January.
  it.each<{ when: string; wishes: Partial<Wishes> }>([
    { when: 'before the first wished day', wishes: { not_before: '2027-01-13' } },
    { when: 'after the last wished day', wishes: { not_after: '2027-01-11' } },
    { when: 'on another weekday', wishes: { weekdays: [1, 3] } },
    { when: 'in the other part of the day', wishes: { parts: ['afternoon'] } },
  ])('is not offered $when', ({ wishes }) => {
    app.addCaller('waiting', wishes)
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
    expect(app.listFreedTimes()).toEqual([])
  })

  it('is not offered to somebody whose appointment is earlier', () => {
    app.joinWithBooking(app.addBooking('2027-01-11T09:00:00+01:00'))
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
  })
})

it('the practice may move an appointment to the time that is offered to its patient', () => {
  const booking = app.addBooking(LATER_START, { firstName: 'Rosa' })
  app.joinWithBooking(booking)
  app.freeTime(FREED_START)
  app.offerAfterUndoTime()
  const dayOfOffer = '2027-01-12'
  const [suggested] = suggestForMove(app.ctx(), booking.id, dayOfOffer)
  expect(suggested).toMatchObject({
    date: dayOfOffer,
    starts: expect.arrayContaining([Date.parse(FREED_START)]),
  })
  app.moveByStaff(booking, FREED_START)
  expect(app.summariseOffers()).toEqual([['Rosa', 'withdrawn', FREED_START]])
})
