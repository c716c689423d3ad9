import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import {
  anotherFor,
  facialFor,
  type HoldPressureApp,
  type HoldVisitor,
  openHoldPressureApp,
  ROSA_EMAIL,
  SLOTS_OF_WEEK,
  strangerFor,
} from '../testing/hold-pressure-app.ts'
import { endHoldsBeyondShare } from './ended-holds.ts'
import { countLiveHolds } from './live-holds.ts'
import { recordPressure } from './pressure.ts'

/*
 * Each slot has a number: those below `SLOTS_OF_WEEK` are in one week, and as many more in the next week.
 * `strangerFor` and `anotherFor` return a visitor from a new origin for each slot.
 *
 * The working week has 38 hours. A facial takes 110 minutes, and any other hold 50 minutes. Once five of
 * their holds are live, strangers share fifteen per cent of the week, 342 minutes: six of these other holds.
 */
const HOLDS_IN_SHARE = 6

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

/** Places a hold for each visitor, a millisecond apart, so that the first one is the oldest. */
const placeInOrder = (visitors: readonly HoldVisitor[]) =>
  visitors.map((visitor) => {
    app.pass(1)
    return app.placeVerified(visitor)
  })

/** Four facials and another hold. Together they take 490 of the week's 2,280 minutes, more than the share. */
const FIVE_BEYOND_SHARE = [facialFor(0), facialFor(1), facialFor(2), facialFor(3), anotherFor(10)]

/** Returns this many strangers, who ask for consecutive slots from the first one on. */
const strangers = (count: number) => Array.from({ length: count }, (_, slot) => strangerFor(slot))

const areLive = (holds: readonly { id: string }[]) => holds.map(({ id }) => app.isLive(id))

describe('the holds of strangers', () => {
  it('are not limited while fewer than five are live, and make room for others only when five minutes old', () => {
    const placed = placeInOrder(FIVE_BEYOND_SHARE)
    const refused = app.refusalToPlace(anotherFor(11))
    expect(refused?.code).toBe('too_many')
    expect(refused?.message).toMatch(
      /^In dieser Woche .* wählen Sie eine andere Woche oder rufen Sie uns an: \+43/,
    )
    app.pass(5 * MINUTE)
    expect(app.refusalToPlace(anotherFor(11))).toBeUndefined()
    expect(areLive(placed)).toEqual([false, true, true, true, true])
  })

  it('share fifteen per cent of a week once five are live, so that a seventh must replace an older one', () => {
    const placed = placeInOrder(strangers(HOLDS_IN_SHARE))
    const seventh = strangerFor(HOLDS_IN_SHARE)
    expect(app.refusalToPlace(seventh)?.code).toBe('too_many')

    app.pass(5 * MINUTE)
    expect(app.refusalToPlace(seventh)).toBeUndefined()
    expect(areLive(placed)).toEqual([false, true, true, true, true, true])
  })

  it('share fifteen per cent of each week', () => {
    for (const firstSlot of [0, SLOTS_OF_WEEK]) {
      for (let slot = firstSlot; slot < firstSlot + HOLDS_IN_SHARE; slot++)
        expect(app.refusalToPlace(anotherFor(slot)), `${slot}`).toBeUndefined()
      expect(app.refusalToPlace(anotherFor(firstSlot + HOLDS_IN_SHARE))?.code).toBe('too_many')
    }
  })

  it('keep their whole share beside open requests, which count under pressure only', () => {
    const firstSlot = 10
    for (let slot = 0; slot < firstSlot; slot++) app.insertRequests(1, { origin: `asked ${slot}`, slot })
    for (let slot = firstSlot; slot < firstSlot + HOLDS_IN_SHARE; slot++)
      expect(app.refusalToPlace(strangerFor(slot)), `${slot}`).toBeUndefined()
  })

  it('do not block a patient whose booking the practice has confirmed', () => {
    placeInOrder(FIVE_BEYOND_SHARE)
    app.makePatient(ROSA_EMAIL)
    const rosa = { email: ROSA_EMAIL, origin: 'home', slot: 11, isChecked: false }
    expect(app.refusalToPlace(rosa)).toBeUndefined()
    expect(countLiveHolds(app.ctx())).toBe(FIVE_BEYOND_SHARE.length + 1)
  })

  it('count only in their own week', () => {
    placeInOrder(FIVE_BEYOND_SHARE)
    const inNextWeek = { email: ROSA_EMAIL, origin: 'home', slot: SLOTS_OF_WEEK }
    expect(app.refusalToPlace(inNextWeek)).toBeUndefined()
  })

  it('of one origin may take more while it holds the week alone, even after many unbooked ones', () => {
    const lastSlot = SLOTS_OF_WEEK - 1
    for (let i = 0; i < 7; i++) app.placeVerified({ email: ROSA_EMAIL, origin: 'home', slot: lastSlot })
    app.changeRows('delete from holds')
    // Each facial takes more than one slot.
    for (const slot of [0, 2, 4, 7, 9]) {
      const facialOfHome = { ...strangerFor(slot), origin: 'home', serviceId: 'facial' }
      expect(app.refusalToPlace(facialOfHome)).toBeUndefined()
    }

    // The first hold of a second origin finds room beside the five facials.
    expect(app.refusalToPlace(strangerFor(14))).toBeUndefined()
    expect(countLiveHolds(app.ctx())).toBe(5 + 1)
    // For the first hold of a third origin, a hold of the greediest origin ends.
    expect(app.refusalToPlace(strangerFor(15))).toBeUndefined()
    expect(countLiveHolds(app.ctx())).toBe(4 + 2)
  })

  it('last until they expire while there is no pressure', () => {
    const placed = placeInOrder(FIVE_BEYOND_SHARE)
    // A hold expires after ten minutes.
    app.pass(9 * MINUTE)
    endHoldsBeyondShare(app.ctx())
    expect(areLive(placed)).toEqual([true, true, true, true, true])
  })
})

describe('the holds of strangers as room for others', () => {
  it('of an origin with three of them make room at once for the first hold of another origin', () => {
    for (const slot of [0, 1, 2]) app.placeVerified({ ...strangerFor(slot), origin: 'pushing' })
    for (const slot of [3, 4, 5]) app.placeVerified(strangerFor(slot))
    const newcomer = anotherFor(7)
    expect(app.refusalToPlace(newcomer)).toBeUndefined()
    expect(app.rows(`select id from holds where origin = 'pushing'`)).toHaveLength(2)
    // A second hold of the newcomer's origin gets no room at once.
    expect(app.refusalToPlace({ ...strangerFor(8), origin: newcomer.origin })?.code).toBe('too_many')
  })

  it('of an origin that was refused twice make room like three holds', () => {
    const placed = placeInOrder(strangers(HOLDS_IN_SHARE))
    expect(app.refusalToPlace(anotherFor(7))?.code).toBe('too_many')
    // The fourth of the strangers has tried three times then, including the live hold.
    for (let i = 0; i < 2; i++) recordPressure(app.ctx(), 'origin 3')
    expect(app.refusalToPlace(anotherFor(7))).toBeUndefined()
    expect(areLive(placed)).toEqual([true, true, true, false, true, true])
  })

  it('of the greediest origin make room at once, before an older hold of another origin', () => {
    const honest = app.placeVerified(strangerFor(7))
    // Each of the two mailboxes replaces its hold twice.
    for (let round = 0; round < 3; round++)
      for (const slot of [0, 1])
        app.placeVerified({ email: `greedy${slot}@musterfrau.example`, origin: 'greedy', slot })
    app.pass(MINUTE)
    for (const slot of [2, 3, 4, 5, 6])
      expect(app.refusalToPlace(strangerFor(slot)), `${slot}`).toBeUndefined()
    expect(app.isLive(honest.id)).toBe(true)
    expect(app.rows(`select id from holds where origin = 'greedy'`)).toEqual([])
    expect(countLiveHolds(app.ctx())).toBe(HOLDS_IN_SHARE)
  })

  it('of unknown origins never count as greedy, so they make no room', () => {
    const placed = placeInOrder(FIVE_BEYOND_SHARE.map((visitor) => ({ ...visitor, origin: undefined })))
    app.pass(6 * MINUTE)
    expect(app.refusalToPlace(anotherFor(11))?.code).toBe('too_many')
    expect(areLive(placed)).toEqual([true, true, true, true, true])
  })

  it('do not make room for a greedier origin', () => {
    // Seven holds that were never booked make the origin greedier than any other.
    for (let i = 0; i < 7; i++) {
      app.placeVerified({ email: `greedy${i}@musterfrau.example`, origin: 'greedy', slot: 20 })
      app.changeRows('delete from holds')
    }
    const honest = app.placeVerified(strangerFor(0))
    app.pass(6 * MINUTE)
    const greedier = { email: 'greedy9@musterfrau.example', origin: 'greedy', slot: 1 }
    expect(app.refusalToPlace(greedier)?.code).toBe('too_many')
    expect(app.isLive(honest.id)).toBe(true)
  })
})
