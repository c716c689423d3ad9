import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import {
  anotherFor,
  facialFor,
  type HoldPressureApp,
  openHoldPressureApp,
  ROSA_EMAIL,
  strangerFor,
} from '../testing/hold-pressure-app.ts'
import { endHoldsBeyondShare } from './ended-holds.ts'
import { countLiveHolds } from './live-holds.ts'
import { recordPressure } from './pressure.ts'

/*
 * The working week has 38 hours. A facial takes 110 minutes, and any other hold 50 minutes. Once five of
 * their holds are live, strangers share fifteen per cent of the week, 342 minutes: six other holds.
 */

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

/** Places four facials and another hold, each a millisecond after the one before it: 490 of 2,280 minutes. */
function holdFifthOfTheWeek(origin: { origin?: undefined } = {}) {
  return [facialFor(0), facialFor(1), facialFor(2), facialFor(3), anotherFor(10)].map((visitor) => {
    app.pass(1)
    return app.placeVerified({ ...visitor, ...origin })
  })
}

describe('the holds of strangers', () => {
  it('are not limited while fewer than five are live, and make room for others when five minutes old', () => {
    const placed = holdFifthOfTheWeek()
    const refused = app.refusalToPlace(anotherFor(11))
    expect(refused?.code).toBe('too_many')
    expect(refused?.message).toMatch(
      /^In dieser Woche .* wählen Sie eine andere Woche oder rufen Sie uns an: \+43/,
    )
    app.pass(5 * MINUTE)
    expect(app.refusalToPlace(anotherFor(11))).toBeUndefined()
    expect(placed.map(({ id }) => app.isLive(id))).toEqual([false, true, true, true, true])
  })

  it('share fifteen per cent of a week once five are live, so that a seventh must replace an older one', () => {
    const placed = Array.from({ length: 6 }, (_, i) => {
      app.pass(1)
      return app.placeVerified(strangerFor(i))
    })
    expect(app.refusalToPlace(strangerFor(6))?.code).toBe('too_many')

    app.pass(5 * MINUTE)
    expect(app.refusalToPlace(strangerFor(6))).toBeUndefined()
    expect(placed.map(({ id }) => app.isLive(id))).toEqual([false, true, true, true, true, true])
  })

  it('share fifteen per cent of each week', () => {
    for (const slot of [0, 1, 2, 3, 4, 5, 21, 22, 23, 24, 25, 26])
      expect(app.refusalToPlace(anotherFor(slot)), `${slot}`).toBeUndefined()
    const refusals = [6, 27].map((slot) => app.refusalToPlace(anotherFor(slot))?.code)
    expect(refusals).toEqual(['too_many', 'too_many'])
  })

  it('keep their whole share beside open requests, which count under pressure only', () => {
    for (let i = 0; i < 10; i++) app.insertRequests(1, { origin: `asked ${i}`, slot: i })
    expect(app.refusalToPlace(strangerFor(11))).toBeUndefined()
  })

  it('do not block a patient whose booking the practice has confirmed', () => {
    for (let i = 0; i < 5; i++) app.placeVerified(strangerFor(i))
    app.makePatient(ROSA_EMAIL)
    expect(
      app.refusalToPlace({ email: ROSA_EMAIL, origin: 'home', slot: 10, isChecked: false }),
    ).toBeUndefined()
    expect(countLiveHolds(app.ctx())).toBe(6)
  })

  it('count only in their own week', () => {
    for (let i = 0; i < 5; i++) app.placeVerified(strangerFor(i))
    expect(app.refusalToPlace({ email: ROSA_EMAIL, origin: 'home', slot: 21 })).toBeUndefined()
  })

  it('of one origin may take more while it holds the week alone, even after many unbooked ones', () => {
    for (let i = 0; i < 7; i++) app.placeVerified({ email: ROSA_EMAIL, origin: 'home', slot: 20 })
    app.changeRows('delete from holds')
    const facialOfHome = (slot: number) => ({ ...strangerFor(slot), origin: 'home', serviceId: 'facial' })
    const codes = [0, 2, 4, 7, 9].map((slot) => app.refusalToPlace(facialOfHome(slot))?.code)
    expect(codes).toEqual(Array(5).fill(undefined))

    // The first hold of a second origin finds room beside them; for a third one, the greediest makes room.
    const liveAfter = [14, 15].map((slot) => [
      app.refusalToPlace(strangerFor(slot))?.code,
      countLiveHolds(app.ctx()),
    ])
    expect(liveAfter).toEqual([
      [undefined, 6],
      [undefined, 6],
    ])
  })

  it('last until they expire while there is no pressure', () => {
    const placed = Array.from({ length: 5 }, (_, i) => app.placeVerified(strangerFor(i)))
    app.pass(9 * MINUTE)
    endHoldsBeyondShare(app.ctx())
    expect(placed.every(({ id }) => app.isLive(id))).toBe(true)
  })
})

describe('the holds of strangers as room for others', () => {
  it('of an origin with three of them make room at once for the first hold of another origin', () => {
    for (const i of [0, 1, 2]) app.placeVerified({ ...strangerFor(i), origin: 'pushing' })
    for (const i of [3, 4, 5]) app.placeVerified(strangerFor(i))
    expect(app.refusalToPlace(anotherFor(7))).toBeUndefined()
    const listOrigins = () =>
      app.rows<{ origin: string }>('select origin from holds').map((row) => row.origin)
    expect(listOrigins().filter((origin) => origin === 'pushing')).toHaveLength(2)
    // A second hold of the same origin waits like everybody's.
    expect(app.refusalToPlace({ ...strangerFor(8), origin: 'another 7' })?.code).toBe('too_many')
  })

  it('of an origin that was refused twice make room like three holds', () => {
    for (let i = 0; i < 6; i++) app.placeVerified(strangerFor(i))
    expect(app.refusalToPlace(anotherFor(7))?.code).toBe('too_many')
    for (let i = 0; i < 2; i++) recordPressure(app.ctx(), 'origin 3')
    expect(app.refusalToPlace(anotherFor(7))).toBeUndefined()
    expect(app.rows(`select id from holds where origin = 'origin 3'`)).toEqual([])
  })

  it('of the greediest origin make room at once, before an older hold of another origin', () => {
    const honest = app.placeVerified(strangerFor(7))
    // Two mailboxes of one origin, each of which replaces its hold twice.
    for (let i = 0; i < 6; i++)
      app.placeVerified({ email: `g${i % 2}@musterfrau.example`, origin: 'greedy', slot: i % 2 })
    app.pass(MINUTE)
    for (const slot of [2, 3, 4, 5, 6])
      expect(app.refusalToPlace(strangerFor(slot)), `${slot}`).toBeUndefined()
    expect(app.isLive(honest.id)).toBe(true)
    const greedyHolds = app.rows(`select id from holds where origin = 'greedy'`)
    expect([greedyHolds.length, countLiveHolds(app.ctx())]).toEqual([0, 6])
  })

  it('of unknown origins never count as greedy, so they make no room', () => {
    const placed = holdFifthOfTheWeek({ origin: undefined })
    app.pass(6 * MINUTE)
    expect(app.refusalToPlace(anotherFor(11))?.code).toBe('too_many')
    expect(placed.every(({ id }) => app.isLive(id))).toBe(true)
  })

  it('do not make room for a greedier origin', () => {
    // Seven holds that were never booked make the origin greedier than any other.
    for (let i = 0; i < 7; i++) {
      app.placeVerified({ email: `g${i}@musterfrau.example`, origin: 'greedy', slot: 20 })
      app.changeRows('delete from holds')
    }
    const honest = app.placeVerified(strangerFor(0))
    app.pass(6 * MINUTE)
    expect(app.refusalToPlace({ email: 'g9@musterfrau.example', origin: 'greedy', slot: 1 })?.code).toBe(
      'too_many',
    )
    expect(app.isLive(honest.id)).toBe(true)
  })

  it('make no room early, even if they are long', () => {
    holdFifthOfTheWeek()
    expect(app.refusalToPlace(anotherFor(11))?.code).toBe('too_many')
  })
})
