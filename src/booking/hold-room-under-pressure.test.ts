import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  anotherFor,
  type HoldPressureApp,
  openHoldPressureApp,
  returningFor,
  strangerFor,
} from '../testing/hold-pressure-app.ts'
import { endHoldsBeyondShare } from './ended-holds.ts'

/*
 * The working week has 38 hours. A facial takes 110 minutes, and any other hold 50 minutes unless a test
 * names another service. Under pressure, the first holds of all origins share five per cent of the week, 114
 * minutes: two other holds. All further holds share three per cent, 68 minutes: one other hold.
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
    const long = app.placeVerified({ ...anotherFor(0), serviceId: 'facial' })
    // A facial is not twice as long as another facial.
    expect(app.refusalToPlace({ ...anotherFor(2), serviceId: 'facial' })?.code).toBe('too_many')
    expect(app.refusalToPlace(anotherFor(5))).toBeUndefined()
    expect(app.isLive(long.id)).toBe(false)
  })

  describe('and open requests', () => {
    beforeEach(() => app.startPressure())
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
      app.insertRequests(2, { origin: 'new', slot: 21 })
      expect(app.refusalToPlace(anotherFor(24))?.code).toBe('too_many')
    })

    it('reduce no share once the pressure is over', () => {
      app.insertRequests(2, { origin: 'busy', slot: 2, createdAt: sixteenMinutesAgo() })
      app.pass(HOUR)
      expect(app.refusalToPlace(returningFor(5, { abandoned: 1 }))).toBeUndefined()
    })
  })

  it('do not count as first holds if the origin has an open request', () => {
    app.startPressure()
    app.insertRequests(1, { origin: 'home', slot: 21, createdAt: Date.now() - HOUR })
    app.placeVerified(anotherFor(0))
    const refusalAt = (origin: string) => app.refusalToPlace({ ...anotherFor(1), origin })?.code
    expect([refusalAt('home'), refusalAt('elsewhere')]).toEqual(['too_many', undefined])
  })

  it('end once they are five minutes old and exceed the small share, the greediest origin first', () => {
    app.startPressure()
    const greedy = { ...strangerFor(0), origin: 'abandoned 0' }
    // The holds are a millisecond apart, because the oldest ends first among equally greedy origins.
    const placed = [greedy, strangerFor(1), strangerFor(2)].map((visitor) => {
      app.pass(1)
      return app.placeVerified({ ...visitor, serviceId: 'folgebehandlung' })
    })
    const listLive = () => {
      endHoldsBeyondShare(app.ctx())
      return placed.map(({ id }) => app.isLive(id))
    }

    app.pass(5 * MINUTE - placed.length)
    expect(listLive()).toEqual([true, true, true])
    app.pass(placed.length)
    // The small share has room for two holds of half an hour.
    expect(listLive()).toEqual([false, true, true])
    app.pass(MINUTE)
    expect(listLive()).toEqual([false, true, true])

    // The request uses up the small share, but one hold may always stay.
    app.insertRequests(1, { origin: 'home', slot: 10 })
    expect(listLive()).toEqual([false, false, true])
    app.pass(MINUTE)
    expect(listLive()).toEqual([false, false, true])
  })
})
