import { beforeEach, describe, expect, it } from 'vitest'
import {
  anotherFor,
  type HoldPressureApp,
  openHoldPressureApp,
  ROSA_EMAIL,
  returningFor,
  SLOTS_OF_WEEK,
  strangerFor,
} from '../testing/hold-pressure-app.ts'
import { recordPressure } from './pressure.ts'

// The limits of hold-limits.ts, restated so that these tests fail when a limit is changed.
const LIVE_OF_ORIGIN = 5
/** Unbooked holds of an origin from which on its next holds need the bot check. */
const UNCHECKED_OF_ORIGIN = 30
/** Live holds of strangers from which on each further hold of a stranger needs the bot check. */
const UNCHECKED_OF_STRANGERS = 15

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

describe('the bot check of a hold', () => {
  it('is not required for the five live holds that an origin may have', () => {
    const refusalAt = (slot: number) =>
      app.refusalToPlace({ ...anotherFor(slot), origin: 'home', isChecked: false })?.code
    for (let slot = 0; slot < LIVE_OF_ORIGIN; slot++) expect(refusalAt(slot)).toBeUndefined()
    expect(refusalAt(LIVE_OF_ORIGIN)).toBe('too_many')
  })

  it('is required from the 31st hold of an origin on if none of its earlier holds was booked', () => {
    const eva = { email: 'eva@musterfrau.example', origin: 'away', slot: 5, isChecked: false }
    // Each hold replaces the one before, so that only one is live.
    for (let i = 0; i < UNCHECKED_OF_ORIGIN; i++) expect(app.refusalToPlace(eva)).toBeUndefined()
    app.changeRows('delete from holds')
    const rosa = { ...eva, email: ROSA_EMAIL }
    expect(app.refusalToPlace(rosa)?.code).toBe('bot_check_failed')
    expect(app.refusalToPlace({ ...rosa, isChecked: true })).toBeUndefined()
  })

  it('is required while strangers have fifteen live holds, except for the first hold of an origin', () => {
    const weeks = 6
    /** Returns strangers for six weeks in turn, so that none of them exceeds the share of a week. */
    const strangerInTurn = (i: number) => {
      const [week, slotInWeek] = [i % weeks, Math.floor(i / weeks)]
      return { ...strangerFor(SLOTS_OF_WEEK * week + slotInWeek), isChecked: false }
    }
    for (let i = 0; i < UNCHECKED_OF_STRANGERS; i++)
      expect(app.refusalToPlace(strangerInTurn(i))).toBeUndefined()
    const firstOfOrigin = strangerInTurn(UNCHECKED_OF_STRANGERS)
    expect(app.refusalToPlace(firstOfOrigin)).toBeUndefined()
    const secondOfOrigin = { ...strangerInTurn(UNCHECKED_OF_STRANGERS + 1), origin: firstOfOrigin.origin }
    expect(app.refusalToPlace(secondOfOrigin)?.code).toBe('bot_check_failed')
    expect(app.refusalToPlace({ ...secondOfOrigin, isChecked: true })).toBeUndefined()
  })

  it('is required under pressure, but not from patients whom the practice knows', () => {
    app.startPressure()
    app.makePatient(ROSA_EMAIL)
    // Both come from origins of the abandoned holds that made the pressure.
    const stranger = returningFor(0, { abandoned: 0 })
    const rosa = { ...returningFor(1, { abandoned: 1 }), email: ROSA_EMAIL }
    expect(app.refusalToPlace({ ...stranger, isChecked: false })?.code).toBe('bot_check_failed')
    expect(app.refusalToPlace({ ...rosa, isChecked: false })).toBeUndefined()
    expect(app.refusalToPlace(stranger)).toBeUndefined()
  })

  it('is not required under pressure from an origin that has tried nothing yet', () => {
    app.startPressure()
    const refusalFrom = (origin: string | undefined) =>
      app.refusalToPlace({ ...anotherFor(0), origin, isChecked: false })?.code
    recordPressure(app.ctx(), 'refused')
    app.insertRequests(1, { origin: 'asked', slot: SLOTS_OF_WEEK })
    expect(refusalFrom('refused')).toBe('bot_check_failed')
    expect(refusalFrom('asked')).toBe('bot_check_failed')
    // A visitor of unknown origin may have tried before.
    expect(refusalFrom(undefined)).toBe('bot_check_failed')
    expect(refusalFrom('home')).toBeUndefined()
  })
})
