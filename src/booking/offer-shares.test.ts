import { beforeEach, describe, expect, it } from 'vitest'
import { writeWeek } from '../schedule/hours.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { insertHold } from '../testing/bookings.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { refuseOffer } from './offer-answers.ts'
import { makeDueOffers } from './offers.ts'
import { isUnderPressure } from './strangers.ts'
import { UNDO_MS } from './undo.ts'

const THURSDAY = '2027-01-14T09:00:00+01:00'
const FRIDAY = '2027-01-15T09:00:00+01:00'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
})

const offeredNames = () => app.openOffers().map(({ name }) => name)
const iso = (at: Instant) => new Date(at).toISOString()
const joinSix = (originOf: (i: number) => string) => {
  for (let i = 0; i < 6; i++) app.stranger(`s${i}@a.example`, originOf(i))
}
/** Frees a day. The week has 38 hours of work; five per cent have room for three times of half an hour. */
const freeTuesday = () => app.freeByAbsence('2027-01-12T08:00:00+01:00', 10 * 60)

describe('strangers together', () => {
  it('are offered five per cent of a week at the same time, and patients and callers the rest', () => {
    joinSix((i) => `origin ${i}`)
    freeTuesday()
    app.offerDue()
    expect(offeredNames()).toEqual(['s0@a.example', 's1@a.example', 's2@a.example'])
    app.caller('caller')
    app.wait(app.aBooking(LATER_START, { firstName: 'Rosa' }))
    app.offerDue()
    expect(offeredNames().slice(3)).toEqual(['caller', 'Rosa'])
    // An answer makes room for the next one.
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(offeredNames()).toContain('s3@a.example')
  })

  it('are offered the same share under pressure, whatever holds and requests take', () => {
    /** Twelve origins make pressure by the second request of each (`PRESSURE` in strangers.ts). */
    const request = (start: Instant, i: number) =>
      app.aBooking(iso(start), {
        status: 'requested',
        origin: `o${i % 12}`,
        email: `${i}@a.example`,
        createdAt: Date.now(),
      })
    // Two hours and a half of the requests are in the freed week, which is more than the share of offers.
    for (let i = 0; i < 5; i++) request(Date.parse(THURSDAY) + i * HOUR, i)
    for (let i = 5; i < 24; i++) request(Date.parse(LATER_START) + i * HOUR, i)
    insertHold(app.ctx().db, { email: 'held@a.example', now: Date.now(), startsAt: Date.parse(FRIDAY) })
    expect(isUnderPressure(app.ctx())).toBe(true)
    joinSix((i) => `origin ${i}`)
    freeTuesday()
    app.offerDue()
    expect(offeredNames()).toEqual(['s0@a.example', 's1@a.example', 's2@a.example'])
  })

  it('are offered one time in any week, however short it is', () => {
    writeWeek(app.ctx(), [[], [], [[510, 570]], [], [], [], []])
    for (const name of ['a', 'b']) app.stranger(`${name}@a.example`, name)
    app.freeByAbsence(FREED_START, 60)
    app.offerDue()
    expect(offeredNames()).toEqual(['a@a.example'])
  })

  it('have no such limit while limits are off', () => {
    joinSix(() => 'a')
    freeTuesday()
    app.pass(UNDO_MS)
    const { config } = app.ctx()
    makeDueOffers({ ...app.ctx(), config: { ...config, rateLimits: false } })
    expect(offeredNames()).toHaveLength(6)
  })
})

describe('somebody who joins after 300 entries of fifty origins that answer nothing', () => {
  it('is offered a time within thirty hours of offers', () => {
    for (let i = 0; i < 300; i++) app.stranger(`silent${i}@a.example`, `origin ${i % 50}`)
    app.stranger('last@b.example', 'b')
    const isLastOffered = () => app.offers().some(({ name }) => name === 'last@b.example')
    // Offers are made by day.
    const hours = [0, 1, 2].flatMap((day) =>
      Array.from(
        { length: 12 },
        (_, hour) => Date.parse('2027-01-08T08:00:00+01:00') + day * DAY_LENGTH + hour * HOUR,
      ),
    )
    let passed = 0
    for (const now of hours) {
      app.at(iso(now))
      // Four times in each of two weeks become free. Each is offered until somebody takes it.
      if (passed < 4) for (const days of [4, 11]) app.free(iso(now + days * DAY_LENGTH))
      app.offerDue()
      // The share is three times in each week.
      expect(app.openOffers().length).toBeLessThanOrEqual(6)
      passed++
      if (isLastOffered()) break
    }
    expect(isLastOffered()).toBe(true)
    expect(app.offers().length).toBeGreaterThan(50)
    expect(passed).toBeLessThan(30)
  })
})
