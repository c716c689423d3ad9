import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import {
  anotherFor,
  HOLDS_BROWSER,
  type HoldPressureApp,
  type HoldVisitor,
  openHoldPressureApp,
  ROSA_EMAIL,
} from '../testing/hold-pressure-app.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { VALID_CONTACT } from '../testing/valid-contact.ts'
import { extendHold } from './holds.ts'
import { recordPressure } from './pressure.ts'
import { requestBooking } from './requests.ts'
import { forgetMailbox } from './verified-addresses.ts'

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

/** Places a hold, extends it four minutes later, and returns the minutes gained. */
function minutesGained(visitor: HoldVisitor): number {
  const { id, expiresAt } = app.placeVerified(visitor)
  app.pass(4 * MINUTE)
  return (extendHold(app.ctx(), id).expiresAt - expiresAt) / MINUTE
}

/** Lets sixty mailboxes of one origin place a hold each, which is deleted at once. */
function placeSixty(origin: string | undefined): void {
  for (let i = 0; i < 60; i++) {
    app.placeVerified({ email: `p${i}@musterfrau.example`, origin, slot: 0 })
    app.changeRows('delete from holds')
  }
}

describe('the holds of a mailbox', () => {
  it('are limited to forty a day, even with a different tag in the e-mail address each time', () => {
    // Each hold replaces the previous one of the mailbox.
    for (let i = 0; i < 40; i++) app.placeVerified({ email: `rosa+${i}@musterfrau.example`, slot: 0 })
    const refused = app.refusalToPlace({ email: ROSA_EMAIL, slot: 0 })
    expect([refused?.code, refused?.facts.retry_after]).toEqual(['too_many', DAY_LENGTH / 1000])
    expect(refused?.message).toMatch(/^Mit dieser E-Mail-Adresse .* rufen Sie uns an: \+43 5572 000000\.$/)
    app.pass(DAY_LENGTH)
    expect(app.refusalToPlace({ email: ROSA_EMAIL, slot: 0 })).toBeUndefined()
  })

  it('can be extended while they are among the first five of a day', () => {
    const gained = [0, 1, 2, 3, 4, 5].map((slot) => minutesGained({ email: ROSA_EMAIL, slot }))
    expect(gained).toEqual([4, 4, 4, 4, 4, 0])
  })

  it('are counted without storing the e-mail address, until the mailbox is forgotten', () => {
    app.placeVerified({ email: ROSA_EMAIL, slot: 0 })
    const listCounted = () =>
      app.rows<{ subject: string }>(`select subject from attempts where subject like 'hold of %'`)
    expect(listCounted()).toHaveLength(1)
    expect(listCounted()[0]?.subject).not.toContain('rosa')
    forgetMailbox(app.ctx(), ROSA_EMAIL)
    expect(listCounted()).toEqual([])
  })
})

describe("extending a stranger's hold", () => {
  it('works for each hold of an origin, however many it has had', () => {
    const gained = [0, 1, 2, 3, 4, 5, 6].map((slot) => minutesGained({ ...anotherFor(slot), origin: 'home' }))
    expect(gained).toEqual(Array(7).fill(4))
  })

  it('has no effect under pressure, unless the practice knows the patient', () => {
    app.startPressure()
    app.makePatient(ROSA_EMAIL)
    expect(minutesGained(anotherFor(5))).toBe(0)
    expect(minutesGained({ email: ROSA_EMAIL, origin: 'away', slot: 6 })).toBe(4)
  })
})

describe('the holds of strangers', () => {
  it('do not count against their origin once they are booked', () => {
    const contact = { ...VALID_CONTACT, email: ROSA_EMAIL }
    const { id: holdId } = app.placeVerified({ email: ROSA_EMAIL, origin: 'home', slot: 0 })
    const listCounted = () => app.rows(`select id from attempts where subject = 'hold from home'`)
    expect(listCounted()).toHaveLength(1)
    const input = { holdId, contact, answers: [], browser: HOLDS_BROWSER, origin: 'home' }
    requestBooking(app.ctx(), input, verifiedBotCheck(app.ctx()))
    expect(listCounted()).toEqual([])
  })

  it('are limited to sixty a day for an origin that books nothing', () => {
    placeSixty('busy')
    expect(app.refusalToPlace({ email: ROSA_EMAIL, origin: 'busy', slot: 0 })?.code).toBe('too_many')
  })

  it('are not limited while origins are unknown', () => {
    placeSixty(undefined)
    expect(app.refusalToPlace({ email: ROSA_EMAIL, origin: undefined, slot: 0 })).toBeUndefined()
  })
})

it('a patient whom the practice knows gets a hold even from an origin that is at its limit', () => {
  placeSixty('busy')
  app.makePatient(ROSA_EMAIL)
  expect(app.refusalToPlace({ email: ROSA_EMAIL, origin: 'busy', slot: 0 })).toBeUndefined()
  expect(app.refusalToPlace({ email: 'otto@musterfrau.example', origin: 'busy', slot: 0 })?.code).toBe(
    'too_many',
  )
})

describe('the bot check of a hold', () => {
  it('is not required for the five live holds of an origin', () => {
    const codes = [0, 1, 2, 3, 4, 5].map(
      (slot) => app.refusalToPlace({ ...anotherFor(slot), origin: 'home', isChecked: false })?.code,
    )
    expect(codes).toEqual([...Array(5).fill(undefined), 'too_many'])
  })

  it('is required from the 31st hold of an origin on if none of its earlier holds was booked', () => {
    const eva = { email: 'eva@musterfrau.example', origin: 'away', slot: 5, isChecked: false }
    for (let i = 0; i < 30; i++) expect(app.refusalToPlace(eva)).toBeUndefined()
    app.changeRows('delete from holds')
    const rosa = { ...eva, email: ROSA_EMAIL }
    expect(app.refusalToPlace(rosa)?.code).toBe('bot_check_failed')
    expect(app.refusalToPlace({ ...rosa, isChecked: true })).toBeUndefined()
  })

  it('is required while strangers have fifteen live holds, except for the first hold of an origin', () => {
    const SLOTS_OF_WEEK = 21
    const WEEKS = 6
    /** Returns strangers for all weeks in turn, so that none of them exceeds the share of a week. */
    const stranger = (i: number) => ({
      email: `p${i}@musterfrau.example`,
      origin: `origin ${i}`,
      slot: SLOTS_OF_WEEK * (i % WEEKS) + Math.floor(i / WEEKS),
      isChecked: false,
    })
    for (let i = 0; i < 15; i++) expect(app.refusalToPlace(stranger(i))).toBeUndefined()
    expect(app.refusalToPlace(stranger(15))).toBeUndefined()
    const again = { ...stranger(16), origin: 'origin 15' }
    expect(app.refusalToPlace(again)?.code).toBe('bot_check_failed')
    expect(app.refusalToPlace({ ...again, isChecked: true })).toBeUndefined()
  })

  it('is required under pressure, but not from patients whom the practice knows', () => {
    app.startPressure()
    app.makePatient(ROSA_EMAIL)
    const otto = { email: 'otto@musterfrau.example', origin: 'abandoned 0', slot: 0 }
    expect(app.refusalToPlace({ ...otto, isChecked: false })?.code).toBe('bot_check_failed')
    const rosa = { email: ROSA_EMAIL, origin: 'abandoned 1', slot: 1, isChecked: false }
    expect(app.refusalToPlace(rosa)).toBeUndefined()
    expect(app.refusalToPlace(otto)).toBeUndefined()
  })

  it('is not required under pressure from an origin that has tried nothing yet', () => {
    app.startPressure()
    const askFrom = (origin: string | undefined) =>
      app.refusalToPlace({ ...anotherFor(0), origin, isChecked: false })?.code
    recordPressure(app.ctx(), 'refused')
    app.insertRequests(1, { origin: 'asked', slot: 21 })
    expect(['refused', 'asked', undefined].map(askFrom)).toEqual(Array(3).fill('bot_check_failed'))
    expect(askFrom('home')).toBeUndefined()
  })
})
