import { beforeEach, describe, expect, it } from 'vitest'
import { closeHolidays, setHolidayOpen } from '../schedule/holidays.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import type { Wishes } from '../shared/waiting-list.ts'
import { DISK_FULL, withFullDisk } from '../testing/full-disk.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  span,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { decideBooking } from './decisions.ts'
import { suggestForMove } from './move-suggestions.ts'
import { refuseOffer } from './offer-answers.ts'
import { nextOffer } from './offers.ts'
import { UNDO_MS } from './undo.ts'

/** The second time that becomes free in tests of two times. */
const SECOND_FREED_START = '2027-01-13T09:00:00+01:00'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('time that has become free', () => {
  it('is offered to the person who waits longest of those whom it fits', () => {
    app.addCaller('tuesdays', { weekdays: [3] })
    app.pass(MINUTE)
    app.joinWithBooking(app.addBooking(LATER_START, { firstName: 'Rosa' }))
    app.pass(MINUTE)
    app.addCaller('later')
    app.freeTime(FREED_START)
    app.offerFreedTimes()
    expect(app.shownOffers()).toEqual([['Rosa', 'open', '2027-01-12T07:30']])
  })

  it('is occupied for an hour while it is offered to somebody, and is offered to nobody else', () => {
    app.joinWithBooking(app.addBooking(LATER_START))
    app.addCaller('later')
    app.freeTime(FREED_START)
    app.offerFreedTimes()
    expect(app.occupied()).toEqual([span(FREED_START), span(LATER_START)])
    expect(app.openOffers()).toMatchObject([{ expires_at: app.ctx().now + HOUR }])
    app.offerFreedTimes()
    expect(app.offers()).toHaveLength(1)
  })

  describe('and that somebody does not take', () => {
    /** Offers the time to the first of three people. */
    beforeEach(() => {
      for (const name of ['first', 'second', 'third']) {
        app.addCaller(name)
        app.pass(MINUTE)
      }
      app.freeTime(FREED_START)
      app.offerFreedTimes()
    })

    it('is offered to the next person when the offer is refused', () => {
      refuseOffer(app.ctx(), app.openOfferId())
      app.offerFreedTimes()
      expect(app.shownOffers()).toEqual([
        ['first', 'refused', '2027-01-12T07:30'],
        ['second', 'open', '2027-01-12T07:30'],
      ])
    })

    it('is offered to the next person when the offer has run out', () => {
      app.pass(HOUR)
      app.offerFreedTimes()
      app.offerFreedTimes()
      expect(app.shownOffers()).toEqual([
        ['first', 'expired', '2027-01-12T07:30'],
        ['second', 'open', '2027-01-12T07:30'],
      ])
    })

    it('is offered to each person once, and all of them go on waiting for other times', () => {
      for (let i = 0; i < 3; i++) {
        app.pass(HOUR)
        app.offerFreedTimes()
        app.offerFreedTimes()
      }
      expect(app.shownOffers()).toHaveLength(3)
      expect([app.openOffers(), app.occupied()]).toEqual([[], []])
      app.freeTime(SECOND_FREED_START)
      app.offerFreedTimes()
      expect(app.openOffers().map(({ name }) => name)).toEqual(['first'])
    })
  })

  it('waits for somebody who has to answer another offer first', () => {
    app.addCaller('only')
    app.freeTime(FREED_START)
    app.freeTime(SECOND_FREED_START)
    app.offerFreedTimes()
    expect(app.openOffers().map(({ starts_at }) => starts_at)).toEqual([Date.parse(FREED_START)])
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerFreedTimes()
    expect(app.openOffers().map(({ starts_at }) => starts_at)).toEqual([Date.parse(SECOND_FREED_START)])
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerFreedTimes()
    expect(app.freedTimes()).toEqual([])
  })

  it.each([
    ['before the first wished day', { not_before: '2027-01-13' }],
    ['after the last wished day', { not_after: '2027-01-11' }],
    ['on another weekday', { weekdays: [1, 3] }],
    ['in the other part of the day', { parts: ['afternoon'] }],
  ] as [string, Partial<Wishes>][])('is not offered %s', (_, wishes) => {
    app.addCaller('waiting', wishes)
    app.freeTime(FREED_START)
    app.offerFreedTimes()
    expect(app.offers()).toEqual([])
    expect(app.freedTimes()).toEqual([])
  })

  it('is offered to somebody with an appointment only when it is earlier than that', () => {
    app.joinWithBooking(app.addBooking('2027-01-11T09:00:00+01:00'))
    app.freeTime(FREED_START)
    app.offerFreedTimes()
    expect(app.offers()).toEqual([])
  })

  it('is offered to others first once somebody has let three offers run out', () => {
    app.addCaller('silent')
    app.pass(MINUTE)
    app.addCaller('honest')
    /** Frees a time on a day, and returns to whom it is offered first. */
    const offeredOn = (today: string, start: string) => {
      app.at(`${today}T09:00:00+01:00`)
      app.freeTime(start)
      app.offerFreedTimes()
      return app.openOffers()[0]?.name
    }
    /** Lets the offer run out, and lets the other person refuse the next offer. */
    const passSilently = () => {
      app.pass(HOUR)
      app.offerFreedTimes()
      for (const offer of app.openOffers()) refuseOffer(app.ctx(), offer.id)
    }

    for (const [today, start] of [
      ['2027-01-08', '2027-01-18T09:00:00+01:00'],
      ['2027-01-09', '2027-01-19T09:00:00+01:00'],
      ['2027-01-10', '2027-01-20T09:00:00+01:00'],
    ] as const) {
      expect(offeredOn(today, start)).toBe('silent')
      passSilently()
    }
    expect(offeredOn('2027-01-11', '2027-01-21T09:00:00+01:00')).toBe('honest')
  })

  it.each([
    ['ended the wait', `update waiting_entries set ended_at = 1 where name = 'second'`],
    [
      'offered another time',
      `insert into offers (id, entry_id, resource_id, starts_at, ends_at, status, created_at, expires_at)
       select 'theirs', id, new.resource_id, 0, 1, 'open', new.created_at, new.expires_at
       from waiting_entries where name = 'second'`,
    ],
    [
      'given the time away',
      `insert into occupations (resource_id, starts_at, ends_at)
       values (new.resource_id, ${span(SECOND_FREED_START).join()})`,
    ],
  ])('is not offered to somebody when another process has just %s', (_, change) => {
    for (const name of ['first', 'second']) {
      app.addCaller(name)
      app.pass(MINUTE)
    }
    for (const start of [FREED_START, SECOND_FREED_START]) app.freeTime(start)
    // Both times are offered in one step, so this change comes after the list of those who wait was read.
    app.ctx().db.$client.exec(`create trigger other_process after insert on offers begin ${change}; end`)
    app.offerFreedTimes()
    expect(app.offers().filter(({ starts_at }) => starts_at > 0)).toMatchObject([{ name: 'first' }])
  })

  it('stays recorded when the database fails, and is offered afterwards', () => {
    app.addCaller('first')
    app.freeTime(FREED_START)
    withFullDisk(app.ctx(), 'insert on offers', () => expect(() => app.offerFreedTimes()).toThrow(DISK_FULL))
    expect(app.freedTimes()).toHaveLength(1)
    app.offerFreedTimes()
    expect(app.shownOffers()).toEqual([['first', 'open', '2027-01-12T07:30']])
  })
})

describe('time to offer', () => {
  it.each([
    [
      'an appointment is rejected',
      () => {
        const { id } = app.addBooking(FREED_START, { status: 'requested' })
        decideBooking(app.assistant(), id, { decision: 'reject' })
      },
    ],
    ['an appointment is moved', () => app.moveByStaff(app.addBooking(FREED_START), LATER_START)],
    [
      'a move that its patient asked for is withdrawn',
      () => {
        const booking = app.addBooking(LATER_START)
        for (const start of [FREED_START, LATER_START]) app.askToMove(booking, start)
      },
    ],
    ['an absence is removed', () => app.freeTimeOfAbsence(FREED_START, 30)],
  ])('is there when %s', (_, happen) => {
    app.addCaller('waiting', { parts: ['morning'], not_after: '2027-01-12' })
    happen()
    app.offerFreedTimes()
    expect(app.shownOffers()).toEqual([['waiting', 'open', expect.stringMatching(/^2027-01-12T07/)]])
  })

  it('is there when the practice opens on a public holiday', () => {
    closeHolidays(app.ctx())
    app.addCaller('waiting', { not_before: '2027-03-29', not_after: '2027-03-29' })
    setHolidayOpen(app.assistant(), '2027-03-29', true)
    app.offerFreedTimes()
    expect(app.shownOffers()).toEqual([['waiting', 'open', '2027-03-29T06:00']])
  })
})

it('the practice may itself move an appointment to the time that is offered to its patient', () => {
  const booking = app.addBooking(LATER_START)
  app.joinWithBooking(booking)
  app.freeTime(FREED_START)
  app.offerFreedTimes()
  const [day] = suggestForMove(app.ctx(), booking.id, '2027-01-12')
  expect(day).toMatchObject({ date: '2027-01-12', starts: expect.arrayContaining([Date.parse(FREED_START)]) })
  app.moveByStaff(booking, FREED_START)
  expect(app.shownOffers()).toEqual([['Rosa', 'withdrawn', '2027-01-12T07:30']])
})

it('the next offer is due ten seconds after time was freed, or when an offer runs out', () => {
  const { now } = app.ctx()
  expect(nextOffer(app.ctx())).toBeUndefined()
  app.addCaller('rosa')
  app.freeTime(FREED_START)
  expect(nextOffer(app.ctx())).toBe(now + UNDO_MS)
  app.offerFreedTimes()
  const expiresAt = app.openOffers()[0]?.expires_at
  expect(nextOffer(app.ctx())).toBe(expiresAt)
  app.freeTime('2027-01-13T08:30:00+01:00')
  expect(nextOffer(app.ctx())).toBe(app.ctx().now + UNDO_MS)
})

it('no next offer is due once the last person has refused', () => {
  app.addCaller('rosa')
  app.freeTime(FREED_START)
  app.offerFreedTimes()
  refuseOffer(app.ctx(), app.openOfferId())
  app.offerFreedTimes()
  expect(nextOffer(app.ctx())).toBeUndefined()
})
