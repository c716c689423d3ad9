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

/** Becomes free, too, in tests of two times. */
const SECOND_FREED_START = '2027-01-13T09:00:00+01:00'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('time that has become free', () => {
  it('is offered to the one who waits longest and whom it fits', () => {
    app.caller('tuesdays', { weekdays: [3] })
    app.pass(MINUTE)
    app.wait(app.aBooking(LATER_START, { firstName: 'Rosa' }))
    app.pass(MINUTE)
    app.caller('later')
    app.free(FREED_START)
    app.offerDue()
    expect(app.shownOffers()).toEqual([['Rosa', 'open', '2027-01-12T07:30']])
  })

  it('is occupied for an hour while it is offered to one, and is offered to nobody else', () => {
    app.wait(app.aBooking(LATER_START))
    app.caller('later')
    app.free(FREED_START)
    app.offerDue()
    expect(app.occupied()).toEqual([span(FREED_START), span(LATER_START)])
    expect(app.openOffers()).toMatchObject([{ expires_at: app.ctx().now + HOUR }])
    app.offerDue()
    expect(app.offers()).toHaveLength(1)
  })

  describe('that one does not take', () => {
    /** Offers the time to the first of three. */
    beforeEach(() => {
      for (const name of ['first', 'second', 'third']) {
        app.caller(name)
        app.pass(MINUTE)
      }
      app.free(FREED_START)
      app.offerDue()
    })

    it('goes to the next one when it is refused', () => {
      refuseOffer(app.ctx(), app.openOfferId())
      app.offerDue()
      expect(app.shownOffers()).toEqual([
        ['first', 'refused', '2027-01-12T07:30'],
        ['second', 'open', '2027-01-12T07:30'],
      ])
    })

    it('goes to the next one when the offer has run out', () => {
      app.pass(HOUR)
      app.offerDue()
      app.offerDue()
      expect(app.shownOffers()).toEqual([
        ['first', 'expired', '2027-01-12T07:30'],
        ['second', 'open', '2027-01-12T07:30'],
      ])
    })

    it('is offered to each once, who then wait on for other times', () => {
      for (let i = 0; i < 3; i++) {
        app.pass(HOUR)
        app.offerDue()
        app.offerDue()
      }
      expect(app.shownOffers()).toHaveLength(3)
      expect([app.openOffers(), app.occupied()]).toEqual([[], []])
      app.free(SECOND_FREED_START)
      app.offerDue()
      expect(app.openOffers().map(({ name }) => name)).toEqual(['first'])
    })
  })

  it('waits for somebody who has to answer another offer first', () => {
    app.caller('only')
    app.free(FREED_START)
    app.free(SECOND_FREED_START)
    app.offerDue()
    expect(app.openOffers().map(({ starts_at }) => starts_at)).toEqual([Date.parse(FREED_START)])
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(app.openOffers().map(({ starts_at }) => starts_at)).toEqual([Date.parse(SECOND_FREED_START)])
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(app.freedTimes()).toEqual([])
  })

  it.each([
    ['a day before the first one', { not_before: '2027-01-13' }],
    ['a day after the last one', { not_after: '2027-01-11' }],
    ['another weekday', { weekdays: [1, 3] }],
    ['the other part of the day', { parts: ['afternoon'] }],
  ] as [string, Partial<Wishes>][])('is not offered on %s', (_, wishes) => {
    app.caller('waiting', wishes)
    app.free(FREED_START)
    app.offerDue()
    expect(app.offers()).toEqual([])
    expect(app.freedTimes()).toEqual([])
  })

  it('is offered with an appointment only when it is earlier', () => {
    app.wait(app.aBooking('2027-01-11T09:00:00+01:00'))
    app.free(FREED_START)
    app.offerDue()
    expect(app.offers()).toEqual([])
  })

  it('is offered to others first once somebody has let three offers run out', () => {
    app.caller('silent')
    app.pass(MINUTE)
    app.caller('honest')
    /** Frees a time on a day, and returns to whom it is offered first. */
    const offeredOn = (today: string, start: string) => {
      app.at(`${today}T09:00:00+01:00`)
      app.free(start)
      app.offerDue()
      return app.openOffers()[0]?.name
    }
    /** Lets the offer run out, and the other one refuse it. */
    const passSilently = () => {
      app.pass(HOUR)
      app.offerDue()
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
      app.caller(name)
      app.pass(MINUTE)
    }
    for (const start of [FREED_START, SECOND_FREED_START]) app.free(start)
    // Both times are offered in one step, so this change comes after the list of those who wait was read.
    app.ctx().db.$client.exec(`create trigger other_process after insert on offers begin ${change}; end`)
    app.offerDue()
    expect(app.offers().filter(({ starts_at }) => starts_at > 0)).toMatchObject([{ name: 'first' }])
  })

  it('is not taken for occupied when the database fails, and is offered afterwards', () => {
    app.caller('first')
    app.free(FREED_START)
    withFullDisk(app.ctx(), 'insert on offers', () => expect(() => app.offerDue()).toThrow(DISK_FULL))
    expect(app.freedTimes()).toHaveLength(1)
    app.offerDue()
    expect(app.shownOffers()).toEqual([['first', 'open', '2027-01-12T07:30']])
  })
})

describe('time to offer', () => {
  it.each([
    [
      'an appointment is rejected',
      () => {
        const { id } = app.aBooking(FREED_START, { status: 'requested' })
        decideBooking(app.assistant(), id, { decision: 'reject' })
      },
    ],
    ['an appointment is moved', () => app.move(app.aBooking(FREED_START), LATER_START)],
    [
      'a move that its patient asked for is withdrawn',
      () => {
        const booking = app.aBooking(LATER_START)
        for (const start of [FREED_START, LATER_START]) app.askToMove(booking, start)
      },
    ],
    ['an absence is removed', () => app.freeByAbsence(FREED_START, 30)],
  ])('is there when %s', (_, happen) => {
    app.caller('waiting', { parts: ['morning'], not_after: '2027-01-12' })
    happen()
    app.offerDue()
    expect(app.shownOffers()).toEqual([['waiting', 'open', expect.stringMatching(/^2027-01-12T07/)]])
  })

  it('is there when the practice opens on a public holiday', () => {
    closeHolidays(app.ctx())
    app.caller('waiting', { not_before: '2027-03-29', not_after: '2027-03-29' })
    setHolidayOpen(app.assistant(), '2027-03-29', true)
    app.offerDue()
    expect(app.shownOffers()).toEqual([['waiting', 'open', '2027-03-29T06:00']])
  })
})

it('the time offered to move an appointment is suggested to the practice, which may move it there', () => {
  const booking = app.aBooking(LATER_START)
  app.wait(booking)
  app.free(FREED_START)
  app.offerDue()
  const [day] = suggestForMove(app.ctx(), booking.id, '2027-01-12')
  expect(day).toMatchObject({ date: '2027-01-12', starts: expect.arrayContaining([Date.parse(FREED_START)]) })
  app.move(booking, FREED_START)
  expect(app.shownOffers()).toEqual([['Rosa', 'withdrawn', '2027-01-12T07:30']])
})

it('the next offer is due ten seconds after time was freed, or when an offer runs out', () => {
  const { now } = app.ctx()
  expect(nextOffer(app.ctx())).toBeUndefined()
  app.caller('rosa')
  app.free(FREED_START)
  expect(nextOffer(app.ctx())).toBe(now + UNDO_MS)
  app.offerDue()
  const expiresAt = app.openOffers()[0]?.expires_at
  expect(nextOffer(app.ctx())).toBe(expiresAt)
  app.free('2027-01-13T08:30:00+01:00')
  expect(nextOffer(app.ctx())).toBe(app.ctx().now + UNDO_MS)
})

it('no next offer is due once the last one was refused', () => {
  app.caller('rosa')
  app.free(FREED_START)
  app.offerDue()
  refuseOffer(app.ctx(), app.openOfferId())
  app.offerDue()
  expect(nextOffer(app.ctx())).toBeUndefined()
})
