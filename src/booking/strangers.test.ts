import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold, insertOffer } from '../testing/bookings.ts'
import {
  anotherFor,
  type HoldPressureApp,
  openHoldPressureApp,
  ROSA,
  strangerFor,
} from '../testing/hold-pressure-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { isUnderPressure, listRequestedByStrangers, notePressure } from './pressure.ts'
import { listOfferedToStrangers } from './strangers.ts'

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

/** Returns whether holds of strangers need the bot check, as under pressure, and leaves no hold behind. */
function isPressed(): boolean {
  app.change('delete from holds')
  const code = app.refusal({ ...anotherFor(20), isChecked: false })?.code
  app.change('delete from holds')
  return code === 'bot_check_failed'
}

describe('strangers of whose holds many came to nothing', () => {
  /**
   * Asks for a hold beside a live hold of another stranger, from an origin that has abandoned one. Returns
   * the code of the refusal.
   */
  const refusalBeside = (slot: number) => {
    app.change('delete from holds')
    app.place(strangerFor(slot))
    return app.refusal({ ...strangerFor(slot + 1), origin: 'abandoned 0' })?.code
  }

  it('have the usual share while their holds are so new that they could still be booked', () => {
    app.abandonTwelve()
    app.place(strangerFor(0))
    expect(app.refusal(strangerFor(1))).toBeUndefined()
  })

  it('have a smaller share for an hour', () => {
    app.abandonTwelve()
    app.pass(6 * MINUTE)
    expect(refusalBeside(2)).toBe('too_many')
    app.pass(HOUR)
    expect(refusalBeside(4)).toBeUndefined()
  })
})

describe('the pressure by refused holds', () => {
  /** Has holds of an origin refused, because others have their share of the week. */
  const tryInVain = (origin: string, times: number) => {
    for (let i = 0; i < 5; i++) app.place({ ...anotherFor(i), origin: undefined })
    for (let i = 0; i < times; i++)
      expect(app.refusal({ ...strangerFor(7), origin })?.code, origin).toBe('too_many')
  }

  it('counts at most three refusals of each origin', () => {
    for (const origin of ['a', 'b', 'c']) tryInVain(origin, 5)
    expect(isPressed()).toBe(false)
    tryInVain('d', 3)
    expect(isPressed()).toBe(true)
  })

  it('lasts for an hour after the last refusals', () => {
    for (const origin of ['a', 'b', 'c', 'd']) tryInVain(origin, 3)
    app.pass(HOUR - MINUTE)
    expect(isPressed()).toBe(true)
    app.pass(MINUTE)
    expect(isPressed()).toBe(false)
  })
})

describe('the pressure by open requests', () => {
  /** Twelve origins make one request each. */
  const requestFromTwelve = ({ slot }: { slot: number }) => {
    for (let i = 0; i < 12; i++) app.insertRequests(1, { origin: `o${i}`, slot: slot + i })
  }

  it('counts the requests of an origin after its first one', () => {
    requestFromTwelve({ slot: 0 })
    expect(isPressed()).toBe(false)
    requestFromTwelve({ slot: 20 })
    expect(isPressed()).toBe(true)
  })

  it('lasts for an hour', () => {
    requestFromTwelve({ slot: 0 })
    requestFromTwelve({ slot: 20 })
    app.pass(HOUR)
    expect(isPressed()).toBe(false)
  })

  it('counts requests that are taken back at once', () => {
    for (let i = 0; i < 12; i++) {
      app.insertRequests(1, { origin: `taken back ${i}`, slot: 42 + i })
      const [row] = app.rows<{ id: string }>('select id from bookings order by rowid desc limit 1')
      cancelByPatient(app.ctx(), row?.id ?? '', '')
    }
    expect(isPressed()).toBe(true)
  })
})

describe('open requests of strangers under pressure', () => {
  /** Lists the origins of the requests that count. */
  const countedOrigins = () => listRequestedByStrangers(app.ctx()).map(({ origin }) => origin)

  it('count for a quarter of an hour, and then only if their origin does more', () => {
    app.insertRequests(1, { origin: 'once', slot: 0 })
    app.insertRequests(2, { origin: 'twice', slot: 1 })
    app.place({ ...anotherFor(5), origin: 'holder' })
    app.insertRequests(1, { origin: 'holder', slot: 3 })
    app.pass(15 * MINUTE - 1)
    expect(countedOrigins()).toEqual(['once', 'twice', 'twice', 'holder'])
    app.pass(1)
    expect(countedOrigins()).toEqual(['twice', 'twice', 'holder'])
    app.pass(DAY_LENGTH)
    expect(countedOrigins()).toEqual(['twice', 'twice'])
  })

  it('count while they are new where origins are unknown', () => {
    app.insertRequests(2, { origin: 'lost', slot: 0 })
    app.change('update bookings set origin = null')
    expect(countedOrigins()).toEqual([null, null])
    app.pass(15 * MINUTE)
    expect(countedOrigins()).toEqual([])
  })

  it('do not count once they are answered or their time has begun, or when the patient is known', () => {
    app.insertRequests(3, { origin: 'a', slot: 0 })
    const [first, second, third] = listRequestedByStrangers(app.ctx())
    app.change(`update bookings set status = 'confirmed' where starts_at = ?`, first?.startsAt)
    app.change('update bookings set starts_at = ? where starts_at = ?', Date.now(), second?.startsAt)
    expect(listRequestedByStrangers(app.ctx())).toEqual([third])
    app.makePatient('asked2@musterfrau.example')
    expect(listRequestedByStrangers(app.ctx())).toEqual([])
  })
})

describe('pressure', () => {
  it('is noted at most three times an hour for an origin, and not with RATE_LIMITS=off', () => {
    const countNoted = () => app.rows(`select id from attempts where subject = 'hold refused from a'`).length
    const unlimited = { ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } }
    notePressure(unlimited, 'a')
    expect(countNoted()).toBe(0)
    for (let i = 0; i < 4; i++) notePressure(app.ctx(), 'a')
    expect(countNoted()).toBe(3)
    app.pass(HOUR)
    notePressure(app.ctx(), 'a')
    expect(countNoted()).toBe(4)
  })

  it('begins with twelve refusals of different origins', () => {
    for (let i = 0; i < 11; i++) notePressure(app.ctx(), `origin ${i}`)
    expect(isUnderPressure(app.ctx())).toBe(false)
    notePressure(app.ctx(), 'another')
    expect(isUnderPressure(app.ctx())).toBe(true)
  })

  it('counts holds from the fifth minute on, for an hour', () => {
    app.abandonTwelve()
    const isPressedAfter = (milliseconds: number) => {
      app.pass(milliseconds)
      return isUnderPressure(app.ctx())
    }
    expect(isPressedAfter(5 * MINUTE - 1)).toBe(false)
    expect([isPressedAfter(1), isPressedAfter(55 * MINUTE - 1), isPressedAfter(1)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('the time that strangers keep by offers', () => {
  const START = Date.parse('2027-01-12T08:30:00+01:00')
  /** Lists the kept times as hours from `START`, sorted because they have no order. */
  const keptHours = () =>
    listOfferedToStrangers(app.ctx())
      .map(({ startsAt }) => (startsAt - START) / HOUR)
      .toSorted()

  it('is that of open offers, and of the holds that they became', () => {
    const { db, now } = app.ctx()
    /** Offers time to somebody who has asked for a later appointment. */
    const offerTo = (email: string, i: number) => {
      const { id: bookingId } = insertBooking(db, {
        email,
        status: 'requested',
        startsAt: START + (48 + i) * HOUR,
        endsAt: START + (49 + i) * HOUR,
      })
      insertOffer(db, { bookingId, startsAt: START + i * HOUR, expiresAt: now + HOUR })
    }
    offerTo('stranger@musterfrau.example', 0)
    offerTo('other@musterfrau.example', 1)
    app.change(`update waiting_entries set actor = 'visitor'`)

    expect(keptHours()).toEqual([0, 1])
    app.change(`update offers set status = 'expired' where starts_at = ?`, START)
    expect(keptHours()).toEqual([1])
    app.makePatient('other@musterfrau.example')
    expect(keptHours()).toEqual([])
  })

  it('of a hold from the waiting list counts while it lives, of strangers only', () => {
    const { db, now } = app.ctx()
    for (const [i, email] of ['', 'stranger@musterfrau.example', ROSA].entries())
      insertHold(db, { email, now, startsAt: START + i * HOUR })
    app.makePatient(ROSA)
    expect(keptHours()).toEqual([])
    app.change(`update holds set origin = ''`)
    expect(keptHours()).toEqual([1])
    app.pass(10 * MINUTE)
    expect(keptHours()).toEqual([])
  })
})
