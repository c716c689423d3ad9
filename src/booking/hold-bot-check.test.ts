import { beforeEach, describe, expect, it } from 'vitest'
import {
  anotherFor,
  type HoldPressureApp,
  openHoldPressureApp,
  ROSA_EMAIL,
} from '../testing/hold-pressure-app.ts'
import { recordPressure } from './pressure.ts'

/* The rules are in hold-limits.ts, and their numbers are restated here on purpose. */

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

describe('the bot check of a hold', () => {
  it('is not required for the five live holds that an origin may have', () => {
    const refusals = [0, 1, 2, 3, 4, 5].map(
      (slot) => app.refusalToPlace({ ...anotherFor(slot), origin: 'home', isChecked: false })?.code,
    )
    expect(refusals).toEqual([...Array(5).fill(undefined), 'too_many'])
  })

  it('is required from the 31st hold of an origin on if none of its earlier holds was booked', () => {
    const eva = { email: 'eva@musterfrau.example', origin: 'away', slot: 5, isChecked: false }
    // Each hold replaces the one before, so that only one is live.
    for (let i = 0; i < 30; i++) expect(app.refusalToPlace(eva)).toBeUndefined()
    app.changeRows('delete from holds')
    const rosa = { ...eva, email: ROSA_EMAIL }
    expect(app.refusalToPlace(rosa)?.code).toBe('bot_check_failed')
    expect(app.refusalToPlace({ ...rosa, isChecked: true })).toBeUndefined()
  })

  it('is required while strangers have fifteen live holds, except for the first hold of an origin', () => {
    const slotsOfWeek = 21
    const weekCount = 6
    /** Returns strangers for all weeks in turn, so that none of them exceeds the share of a week. */
    const strangerInTurn = (i: number) => ({
      email: `p${i}@musterfrau.example`,
      origin: `origin ${i}`,
      slot: slotsOfWeek * (i % weekCount) + Math.floor(i / weekCount),
      isChecked: false,
    })
    for (let i = 0; i < 15; i++) expect(app.refusalToPlace(strangerInTurn(i))).toBeUndefined()
    expect(app.refusalToPlace(strangerInTurn(15))).toBeUndefined()
    const secondOfOrigin = { ...strangerInTurn(16), origin: 'origin 15' }
    expect(app.refusalToPlace(secondOfOrigin)?.code).toBe('bot_check_failed')
    expect(app.refusalToPlace({ ...secondOfOrigin, isChecked: true })).toBeUndefined()
  })

  it('is required under pressure, but not from patients whom the practice knows', () => {
    app.startPressure()
    app.makePatient(ROSA_EMAIL)
    // The abandoned holds of `startPressure` came from these two origins, among others.
    const otto = { email: 'otto@musterfrau.example', origin: 'abandoned 0', slot: 0 }
    expect(app.refusalToPlace({ ...otto, isChecked: false })?.code).toBe('bot_check_failed')
    const rosa = { email: ROSA_EMAIL, origin: 'abandoned 1', slot: 1, isChecked: false }
    expect(app.refusalToPlace(rosa)).toBeUndefined()
    expect(app.refusalToPlace(otto)).toBeUndefined()
  })

  it('is not required under pressure from an origin that has tried nothing yet', () => {
    app.startPressure()
    const refusalFrom = (origin: string | undefined) =>
      app.refusalToPlace({ ...anotherFor(0), origin, isChecked: false })?.code
    recordPressure(app.ctx(), 'refused')
    app.insertRequests(1, { origin: 'asked', slot: 21 })
    expect(refusalFrom('refused')).toBe('bot_check_failed')
    expect(refusalFrom('asked')).toBe('bot_check_failed')
    // A visitor of unknown origin may have tried before.
    expect(refusalFrom(undefined)).toBe('bot_check_failed')
    expect(refusalFrom('home')).toBeUndefined()
  })
})
