import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertHold } from '../testing/bookings.ts'
import {
  FIRST_REQUESTED,
  type ManyRequestsApp,
  openManyRequestsApp,
  REQUESTS_BROWSER,
} from '../testing/many-requests-app.ts'
import { requiredBotCheckLevel } from './bot-check-level.ts'
import { rejectMarked } from './decisions.ts'
import { placeHold } from './holds.ts'

/** The length of a hold in the test app. */
const LENGTH_OF_HOLD = 10 * MINUTE
// The rules of bot-check-level.ts, restated so that these tests fail when a rule is changed.
/** Requests within an hour from which on everybody has level 1; with three times as many, level 2. */
const REQUESTS_IN_AN_HOUR = 12
/** Live holds from which on everybody has level 1; with three times as many, level 2. */
const LIVE_HOLDS = 12
/** The usual requests of an hour, times this, raise the level instead where they are more. */
const TIMES_USUAL = 6

let app: ManyRequestsApp

beforeEach(() => {
  app = openManyRequestsApp()
})

/** Returns the level that a request from this origin must pass now. */
const levelFor = (origin: string | undefined) => requiredBotCheckLevel(app.ctx(), origin)

describe('the level of the bot check', () => {
  it('rises for the fourth and the ninth open request of an origin, and for no other origin', () => {
    const levels = Array.from({ length: 10 }, () => {
      const levelOfNext = levelFor('a')
      app.insertRequests(1, { origin: 'a' })
      // Many requests within an hour would raise the level for everybody.
      app.pass(2 * HOUR)
      return levelOfNext
    })
    expect(levels).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 2, 2])
    expect([levelFor('b'), levelFor(undefined)]).toEqual([0, 0])
  })

  it('rises with the fourth hold of an origin, including the one to be booked', () => {
    const addHoldAt = (startsAt: number) =>
      insertHold(app.ctx().db, { email: `${startsAt}@a.example`, origin: 'a', now: Date.now(), startsAt })
    for (const hours of [0, 1, 2]) addHoldAt(FIRST_REQUESTED + hours * HOUR)
    expect([levelFor('a'), levelFor('b')]).toEqual([0, 0])
    addHoldAt(FIRST_REQUESTED + 3 * HOUR)
    expect([levelFor('a'), levelFor('b'), levelFor(undefined)]).toEqual([1, 0, 0])
    app.pass(LENGTH_OF_HOLD)
    expect(levelFor('a')).toBe(0)
  })

  it('does not rise for everybody because of the requests of one origin', () => {
    app.insertRequests(20, { origin: 'a' })
    expect([levelFor('a'), levelFor('b')]).toEqual([2, 0])
  })

  it('falls when marked requests are rejected', () => {
    const requests = app.insertRequests(20, { origin: 'a' })
    expect(levelFor('a')).toBe(2)
    app.changeRows('update bookings set marked = 1')
    rejectMarked(
      app.ctx(),
      requests.map(({ id }) => id),
    )
    expect(levelFor('a')).toBe(0)
  })

  it('does not rise with appointments that the practice enters itself', () => {
    // An appointment that the practice enters has its own id as the id of its hold.
    for (const { id } of app.insertRequests(20))
      app.changeRows('update bookings set hold_id = id where id = ?', id)
    expect(levelFor('a')).toBe(0)
  })

  it('stays 0 with RATE_LIMITS=off', () => {
    app = openManyRequestsApp({ rateLimits: false })
    app.insertRequests(50, { origin: 'a' })
    expect(levelFor('a')).toBe(0)
  })
})

describe('the level of the bot check for everybody', () => {
  it('rises with twelve requests in an hour, and again with three times as many', () => {
    const levelWith = (further: number) => {
      app.insertRequests(further)
      return levelFor('a')
    }
    expect([levelWith(REQUESTS_IN_AN_HOUR - 1), levelWith(1)]).toEqual([0, 1])
    expect([levelWith(2 * REQUESTS_IN_AN_HOUR - 1), levelWith(1)]).toEqual([1, 2])
    app.pass(HOUR)
    expect(levelFor('a')).toBe(0)
  })

  it('rises with sixty requests in a day', () => {
    // Ten requests at once stay below the twelve in an hour that would raise the level.
    for (let i = 0; i < 6; i++) {
      app.insertRequests(10)
      app.pass(2 * HOUR)
    }
    expect(levelFor('a')).toBe(1)
    app.pass(DAY_LENGTH)
    expect(levelFor('a')).toBe(0)
  })

  it('rises later where many requests are usual', () => {
    const usualAnHour = 5
    const limitOfHour = TIMES_USUAL * usualAnHour
    // The average of four weeks counts as usual.
    for (let day = 1; day <= 28; day++)
      app.insertRequests(24 * usualAnHour, { at: Date.now() - day * DAY_LENGTH })
    app.insertRequests(limitOfHour - 1)
    expect(levelFor('a')).toBe(0)
    app.insertRequests(1)
    expect(levelFor('a')).toBe(1)
  })

  it('rises with twelve live holds, and again with thirty-six, until they end', () => {
    // The limits of holds would stop the test before its level rises.
    const unlimited = () => ({ ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } })
    /** Four hours of the Monday, Tuesday and Wednesday of several weeks, on which every hour is free. */
    const freeStarts = [0, 7, 14].flatMap((monday) =>
      [0, 1, 2].flatMap((day) =>
        [0, 1, 2, 3].map((hour) => FIRST_REQUESTED + (monday + day) * DAY_LENGTH + hour * HOUR),
      ),
    )
    /** Places further holds, each of another visitor. @returns the level after that */
    const levelWith = (further: number) => {
      for (const start of freeStarts.splice(0, further)) {
        const visitor = `${start}@a.example`
        app.verify(visitor)
        const hold = { serviceId: 'folgebehandlung', start, email: visitor, origin: visitor }
        placeHold(unlimited(), { ...hold, browser: REQUESTS_BROWSER })
      }
      return levelFor('a')
    }

    expect([levelWith(LIVE_HOLDS - 1), levelWith(1)]).toEqual([0, 1])
    expect([levelWith(2 * LIVE_HOLDS - 1), levelWith(1)]).toEqual([1, 2])
    app.pass(LENGTH_OF_HOLD)
    expect(levelFor('a')).toBe(0)
  })
})
