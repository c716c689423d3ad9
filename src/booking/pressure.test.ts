import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import {
  anotherFor,
  type HoldPressureApp,
  openHoldPressureApp,
  returningFor,
  SLOTS_OF_WEEK,
  strangerFor,
} from '../testing/hold-pressure-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { BOOKED_WITHIN, isUnderPressure, listRequestedByStrangers, recordPressure } from './pressure.ts'

// The portal's rules (`PRESSURE` in pressure.ts), restated so that these tests fail when a rule is changed.
const SIGNS_OF_PRESSURE = 12
const SIGNS_PER_ORIGIN = 3
/** Milliseconds for which the request of an origin that does nothing else counts. */
const NEW_REQUEST_FOR = 15 * MINUTE

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

const isPressed = () => isUnderPressure(app.ctx())

describe('pressure', () => {
  /** Counts the signs that are recorded for the origin `a`. */
  const countRecorded = () => app.rows(`select id from attempts where subject = 'hold refused from a'`).length

  it('is recorded at most three times an hour for each origin', () => {
    for (let i = 0; i <= SIGNS_PER_ORIGIN; i++) recordPressure(app.ctx(), 'a')
    expect(countRecorded()).toBe(SIGNS_PER_ORIGIN)
    app.pass(HOUR)
    recordPressure(app.ctx(), 'a')
    expect(countRecorded()).toBe(SIGNS_PER_ORIGIN + 1)
  })

  it('is not recorded with RATE_LIMITS=off', () => {
    const { config } = app.ctx()
    recordPressure({ ...app.ctx(), config: { ...config, rateLimits: false } }, 'a')
    expect(countRecorded()).toBe(0)
  })

  it('begins with the twelfth refusal of different origins', () => {
    for (let i = 1; i < SIGNS_OF_PRESSURE; i++) recordPressure(app.ctx(), `origin ${i}`)
    expect(isPressed()).toBe(false)
    recordPressure(app.ctx(), 'another origin')
    expect(isPressed()).toBe(true)
  })

  it('counts unbooked holds from five minutes to an hour after they were placed', () => {
    // Twelve strangers hold a time without booking it, which makes twelve signs.
    app.abandonTwelve()
    const isPressedAfter = (milliseconds: number) => {
      app.pass(milliseconds)
      return isPressed()
    }
    expect(isPressedAfter(BOOKED_WITHIN - 1)).toBe(false)
    expect(isPressedAfter(1)).toBe(true)
    expect(isPressedAfter(HOUR - BOOKED_WITHIN - 1)).toBe(true)
    expect(isPressedAfter(1)).toBe(false)
  })
})

describe('strangers with many holds that were never booked', () => {
  it('keep the usual share while their holds are new enough to be booked', () => {
    app.abandonTwelve()
    app.placeVerified(strangerFor(0))
    expect(app.refusalToPlace(strangerFor(1))).toBeUndefined()
  })

  it('have a smaller share for an hour', () => {
    /** Asks for a further hold of an origin, beside the only live hold, which is another stranger's. */
    const refusalBesideOne = () => {
      app.changeRows('delete from holds')
      app.placeVerified(strangerFor(2))
      return app.refusalToPlace(returningFor(3, { abandoned: 0 }))?.code
    }
    app.startPressure()
    expect(refusalBesideOne()).toBe('too_many')
    app.pass(HOUR)
    expect(refusalBesideOne()).toBeUndefined()
  })
})

describe('pressure from refused holds', () => {
  /** Holds of 50 minutes that use up the strangers' share of a week with 38 hours. */
  const HOLDS_IN_SHARE = 6
  /** Asks for holds, each of which is refused because there is no room in the share of the week. */
  const askInVain = (origin: string, { times }: { times: number }) => {
    // Holds of an unknown origin make no room for others.
    for (let slot = 0; slot < HOLDS_IN_SHARE; slot++)
      app.placeVerified({ ...anotherFor(slot), origin: undefined })
    for (let i = 0; i < times; i++)
      expect(app.refusalToPlace({ ...strangerFor(7), origin })?.code, origin).toBe('too_many')
  }

  it('counts at most three refusals of each origin', () => {
    for (const origin of ['a', 'b', 'c']) askInVain(origin, { times: SIGNS_PER_ORIGIN + 2 })
    expect(isPressed()).toBe(false)
    askInVain('d', { times: SIGNS_PER_ORIGIN })
    expect(isPressed()).toBe(true)
  })

  it('lasts for an hour after the last refusals', () => {
    for (const origin of ['a', 'b', 'c', 'd']) askInVain(origin, { times: SIGNS_PER_ORIGIN })
    app.pass(HOUR - MINUTE)
    expect(isPressed()).toBe(true)
    app.pass(MINUTE)
    expect(isPressed()).toBe(false)
  })
})

describe('pressure from open requests', () => {
  /** Inserts one request for each of twelve origins, at consecutive slots from this one on. */
  const requestFromTwelve = ({ firstSlot }: { firstSlot: number }) => {
    for (let i = 0; i < SIGNS_OF_PRESSURE; i++)
      app.insertRequests(1, { origin: `origin ${i}`, slot: firstSlot + i })
  }

  it('counts the requests of an origin after its first one', () => {
    requestFromTwelve({ firstSlot: 0 })
    expect(isPressed()).toBe(false)
    requestFromTwelve({ firstSlot: SLOTS_OF_WEEK })
    expect(isPressed()).toBe(true)
  })

  it('lasts for an hour', () => {
    requestFromTwelve({ firstSlot: 0 })
    requestFromTwelve({ firstSlot: SLOTS_OF_WEEK })
    app.pass(HOUR)
    expect(isPressed()).toBe(false)
  })

  it('counts cancelled requests at once', () => {
    for (let i = 0; i < SIGNS_OF_PRESSURE; i++) {
      app.insertRequests(1, { origin: `taken back ${i}`, slot: i })
      const [newest] = app.rows<{ id: string }>('select id from bookings order by rowid desc limit 1')
      if (newest === undefined) throw new Error('No request was inserted.')
      cancelByPatient(app.ctx(), newest.id, '')
    }
    expect(isPressed()).toBe(true)
  })
})

describe('open requests of strangers under pressure', () => {
  /** Lists the origins of the counted requests. */
  const countedOrigins = () => listRequestedByStrangers(app.ctx()).map(({ origin }) => origin)

  it('count for a quarter of an hour, and longer only if their origin does more', () => {
    app.insertRequests(1, { origin: 'once', slot: 0 })
    app.insertRequests(2, { origin: 'twice', slot: 1 })
    app.placeVerified({ ...anotherFor(5), origin: 'holder' })
    app.insertRequests(1, { origin: 'holder', slot: 3 })
    app.pass(NEW_REQUEST_FOR - 1)
    expect(countedOrigins()).toEqual(['once', 'twice', 'twice', 'holder'])
    app.pass(1)
    expect(countedOrigins()).toEqual(['twice', 'twice', 'holder'])
    // The hold of an origin counts for a day, its other request for as long as that is open.
    app.pass(DAY_LENGTH)
    expect(countedOrigins()).toEqual(['twice', 'twice'])
  })

  it('count while they are new if their origin is unknown', () => {
    app.insertRequests(2, { origin: 'lost', slot: 0 })
    app.changeRows('update bookings set origin = null')
    expect(countedOrigins()).toEqual([null, null])
    app.pass(NEW_REQUEST_FOR)
    expect(countedOrigins()).toEqual([])
  })

  it('do not count once they are answered or their time has begun', () => {
    app.insertRequests(3, { origin: 'a', slot: 0 })
    const [first, second, third] = listRequestedByStrangers(app.ctx())
    app.changeRows(`update bookings set status = 'confirmed' where starts_at = ?`, first?.startsAt)
    app.changeRows('update bookings set starts_at = ? where starts_at = ?', Date.now(), second?.startsAt)
    expect(listRequestedByStrangers(app.ctx())).toEqual([third])
  })

  it('do not count once the practice has confirmed an appointment of the same patient', () => {
    app.insertRequests(1, { origin: 'a', slot: 2 })
    expect(countedOrigins()).toEqual(['a'])
    const [request] = app.rows<{ email: string }>('select email from bookings')
    app.makePatient(request?.email ?? '')
    expect(countedOrigins()).toEqual([])
  })
})
