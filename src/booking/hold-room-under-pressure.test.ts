import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  anotherFor,
  type HoldPressureApp,
  openHoldPressureApp,
  returningFor,
  SLOTS_OF_WEEK,
  strangerFor,
} from '../testing/hold-pressure-app.ts'
import { endHoldsBeyondShare } from './ended-holds.ts'

/*
 * Each slot has a number: those below `SLOTS_OF_WEEK` are in one week, and as many more in the next week.
 * `strangerFor` and `anotherFor` return a visitor from a new origin for each slot, who asks for a first hold.
 * `returningFor` returns one from an origin of `startPressure`, who asks for a further hold.
 *
 * The working week has 38 hours. A facial takes 110 minutes, and any other hold 50 minutes unless a test
 * names another service. Under pressure, the first holds of all origins share five per cent of the week, 114
 * minutes: two holds of 50 minutes. All further holds share three per cent, 68 minutes: one such hold.
 */

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

describe('the holds of strangers under pressure', () => {
  it('have one share for the first holds of all origins, and a smaller one for all other holds', () => {
    app.startPressure()
    expect(app.refusalToPlace(returningFor(0, { abandoned: 0 }))).toBeUndefined()
    expect(app.refusalToPlace(returningFor(1, { abandoned: 1 }))?.code).toBe('too_many')
    expect(app.refusalToPlace(anotherFor(2))).toBeUndefined()
    expect(app.refusalToPlace(anotherFor(3))?.code).toBe('too_many')
  })

  it('make room at once for a hold of half their length', () => {
    app.startPressure()
    const facial = app.placeVerified({ ...anotherFor(0), serviceId: 'facial' })
    const sameLength = { ...anotherFor(2), serviceId: 'facial' }
    expect(app.refusalToPlace(sameLength)?.code).toBe('too_many')
    const lessThanHalf = anotherFor(5)
    expect(app.refusalToPlace(lessThanHalf)).toBeUndefined()
    expect(app.isLive(facial.id)).toBe(false)
  })

  describe('and open requests', () => {
    beforeEach(() => app.startPressure())
    /** A request is old after a quarter of an hour (`NEW_REQUEST_FOR` in pressure.ts). */
    const sixteenMinutesAgo = () => Date.now() - 16 * MINUTE

    it('reduce the small share, but not the share of first holds, when they are old', () => {
      app.insertRequests(2, { origin: 'busy', slot: 2, createdAt: sixteenMinutesAgo() })
      expect(app.refusalToPlace(returningFor(4, { abandoned: 1 }))?.code).toBe('too_many')
      expect(app.refusalToPlace(anotherFor(4))).toBeUndefined()
    })

    it('do not reduce the small share when they are old and the only request of their origin', () => {
      app.insertRequests(1, { origin: 'single', slot: 0, createdAt: sixteenMinutesAgo() })
      expect(app.refusalToPlace(returningFor(1, { abandoned: 0 }))).toBeUndefined()
    })

    it('reduce the share of first holds while they are new', () => {
      app.insertRequests(2, { origin: 'new', slot: SLOTS_OF_WEEK })
      expect(app.refusalToPlace(anotherFor(SLOTS_OF_WEEK + 3))?.code).toBe('too_many')
    })

    it('reduce no share once the pressure is over', () => {
      app.insertRequests(2, { origin: 'busy', slot: 2, createdAt: sixteenMinutesAgo() })
      app.pass(HOUR)
      expect(app.refusalToPlace(returningFor(5, { abandoned: 1 }))).toBeUndefined()
    })
  })

  it('do not count as first holds if the origin has an open request', () => {
    app.startPressure()
    app.insertRequests(1, { origin: 'home', slot: SLOTS_OF_WEEK, createdAt: Date.now() - HOUR })
    app.placeVerified(anotherFor(0))
    const refusalAt = (origin: string) => app.refusalToPlace({ ...anotherFor(1), origin })?.code
    expect([refusalAt('home'), refusalAt('elsewhere')]).toEqual(['too_many', undefined])
  })

  it('end once they are five minutes old and exceed the small share, the greediest origin first', () => {
    app.startPressure()
    const visitors = [returningFor(0, { abandoned: 0 }), strangerFor(1), strangerFor(2)]
    // The holds are a millisecond apart, because the oldest ends first among equally greedy origins.
    const placed = visitors.map((visitor) => {
      app.pass(1)
      return app.placeVerified({ ...visitor, serviceId: 'folgebehandlung' })
    })
    /** Runs the job that ends holds. @returns for each of the three holds whether it is still live */
    const liveAfterJob = () => {
      endHoldsBeyondShare(app.ctx())
      return placed.map(({ id }) => app.isLive(id))
    }

    app.pass(5 * MINUTE - placed.length)
    expect(liveAfterJob()).toEqual([true, true, true])
    app.pass(placed.length)
    // The small share has room for two holds of half an hour.
    expect(liveAfterJob()).toEqual([false, true, true])
    app.pass(MINUTE)
    expect(liveAfterJob()).toEqual([false, true, true])

    // The request uses up the small share, but one hold may always stay.
    app.insertRequests(1, { origin: 'home', slot: 10 })
    expect(liveAfterJob()).toEqual([false, false, true])
    app.pass(MINUTE)
    expect(liveAfterJob()).toEqual([false, false, true])
  })
})
