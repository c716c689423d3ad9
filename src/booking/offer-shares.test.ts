import { beforeEach, describe, expect, it } from 'vitest'
import { writeWeekUnaudited } from '../schedule/hours.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { insertHold } from '../testing/bookings.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { isoAt } from '../time/vienna.ts'
import { refuseOffer } from './offer-answers.ts'
import { makeDueOffers } from './offers.ts'
import { isUnderPressure } from './pressure.ts'
import { UNDO_MS } from './undoable-changes.ts'

/** Half hours that strangers may be offered in a week of 38 working hours: five per cent of it. */
const OFFERS_IN_SHARE = 3

const THURSDAY = '2027-01-14T09:00:00+01:00'
const FRIDAY = '2027-01-15T09:00:00+01:00'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
})

const offeredNames = () => app.listOpenOffers().map(({ name }) => name)
/** Lets six strangers join, named `s0` to `s5`, each from another origin. */
const joinSix = () => {
  for (let i = 0; i < 6; i++) app.joinAsStranger(`s${i}@a.example`, `origin ${i}`)
}
/** Frees all working time of a day, which is more than people wait for. */
const freeTuesday = () => {
  const tenHours = 10 * 60
  app.freeTimeOfAbsence('2027-01-12T08:00:00+01:00', tenHours)
}
/** Asserts that the share of strangers is used up, by those who joined first. */
const expectShareOffered = () =>
  expect(offeredNames()).toEqual(['s0@a.example', 's1@a.example', 's2@a.example'])

describe('strangers together', () => {
  it('are offered at most five per cent of a week at a time, and patients and callers the rest', () => {
    joinSix()
    freeTuesday()
    app.offerAfterUndoTime()
    expectShareOffered()

    app.addCaller('caller')
    app.joinWithBooking(app.addBooking(LATER_START, { firstName: 'Rosa' }))
    app.offerAfterUndoTime()
    expect(offeredNames().slice(OFFERS_IN_SHARE)).toEqual(['caller', 'Rosa'])

    // A refused offer makes room for the next stranger.
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerAfterUndoTime()
    expect(offeredNames()).toContain('s3@a.example')
  })

  it('are offered the same share under pressure, regardless of holds and requests', () => {
    // The second requests of twelve origins make pressure (`PRESSURE` in pressure.ts).
    const origins = 12
    // The requests in the freed week take more time than the share of offers.
    const inFreedWeek = OFFERS_IN_SHARE + 2
    for (let i = 0; i < 2 * origins; i++) {
      const firstStart = Date.parse(i < inFreedWeek ? THURSDAY : LATER_START)
      app.addBooking(isoAt(firstStart + i * HOUR), {
        status: 'requested',
        origin: `o${i % origins}`,
        email: `${i}@a.example`,
        createdAt: Date.now(),
      })
    }
    insertHold(app.ctx().db, { email: 'held@a.example', now: Date.now(), startsAt: Date.parse(FRIDAY) })
    expect(isUnderPressure(app.ctx())).toBe(true)

    joinSix()
    freeTuesday()
    app.offerAfterUndoTime()
    expectShareOffered()
  })

  it('are offered one time even in a week of a single hour', () => {
    const oneHour: [from: number, to: number] = [8.5 * 60, 9.5 * 60]
    // The week begins on Sunday, and its times are minutes of the day.
    writeWeekUnaudited(app.ctx(), [[], [], [oneHour], [], [], [], []])
    for (const name of ['a', 'b']) app.joinAsStranger(`${name}@a.example`, name)
    app.freeTimeOfAbsence(FREED_START, 60)
    app.offerAfterUndoTime()
    expect(offeredNames()).toEqual(['a@a.example'])
  })

  it('are offered any part of a week while rate limits are off', () => {
    for (let i = 0; i < 6; i++) app.joinAsStranger(`s${i}@a.example`, 'the same origin')
    freeTuesday()
    app.pass(UNDO_MS)
    const { config } = app.ctx()
    makeDueOffers({ ...app.ctx(), config: { ...config, rateLimits: false } })
    expect(offeredNames()).toHaveLength(6)
  })
})

describe('somebody who joins behind 300 entries of fifty origins that never answer', () => {
  const ORIGINS = 50
  /** The hours of three days in which offers are made, from 08:00 to 20:00. */
  const HOURS_OF_OFFERS = ['08', '09', '10'].flatMap((day) =>
    Array.from({ length: 12 }, (_, hour) => Date.parse(`2027-01-${day}T08:00:00+01:00`) + hour * HOUR),
  )
  /** Frees a time in the next week, and one in the week after it. */
  const freeInTwoWeeks = (now: Instant) => {
    for (const days of [4, 11]) app.freeTime(isoAt(now + days * DAY_LENGTH))
  }

  it('is offered a time within thirty hours of offers', () => {
    for (let i = 0; i < 300; i++) app.joinAsStranger(`silent${i}@a.example`, `origin ${i % ORIGINS}`)
    app.joinAsStranger('last@b.example', 'origin b')

    const isLastOffered = () => app.listOffers().some(({ name }) => name === 'last@b.example')
    const hoursUntilOffer = HOURS_OF_OFFERS.findIndex((now, hour) => {
      app.setClock(isoAt(now))
      // The times of the first hours are enough, because nobody takes them, so they are offered again and
      // again.
      if (hour < 4) freeInTwoWeeks(now)
      app.offerAfterUndoTime()
      // Times are offered in two weeks.
      expect(app.listOpenOffers().length).toBeLessThanOrEqual(2 * OFFERS_IN_SHARE)
      return isLastOffered()
    })

    expect(isLastOffered()).toBe(true)
    // Each of the silent origins gets an offer first.
    expect(app.listOffers().length).toBeGreaterThan(ORIGINS)
    expect(hoursUntilOffer + 1).toBeLessThan(30)
  })
})
