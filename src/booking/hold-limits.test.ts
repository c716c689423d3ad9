import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import {
  anotherFor,
  HOLDS_BROWSER,
  type HoldPressureApp,
  type HoldVisitor,
  openHoldPressureApp,
  ROSA_EMAIL,
} from '../testing/hold-pressure-app.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { HOLDING_EMAIL, openTuesdayHoldsApp, TIMES_APART, tuesdayAt } from '../testing/tuesday-holds-app.ts'
import { VALID_CONTACT } from '../testing/valid-contact.ts'
import { requestBooking } from './requests.ts'
import { extendHold } from './stored-holds.ts'
import { forgetMailbox } from './verified-addresses.ts'

// The limits of hold-limits.ts, restated so that these tests fail when a limit is changed.
const HOLDS_A_DAY_OF_MAILBOX = 40
const UNBOOKED_A_DAY_OF_ORIGIN = 60
const LIVE_OF_ORIGIN = 5
const OPEN_REQUESTS_OF_MAILBOX = 4

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

/** Lets as many mailboxes of one origin as may hold a time without booking it do so in a moment. */
function placeAllUnbooked(origin: string | undefined): void {
  for (let i = 0; i < UNBOOKED_A_DAY_OF_ORIGIN; i++) {
    app.placeVerified({ email: `p${i}@musterfrau.example`, origin, slot: 0 })
    app.changeRows('delete from holds')
  }
}

describe('the holds of a mailbox', () => {
  it('are limited to forty a day, even with a different tag in the e-mail address each time', () => {
    // Each hold replaces the previous one of the mailbox.
    for (let i = 0; i < HOLDS_A_DAY_OF_MAILBOX; i++)
      app.placeVerified({ email: `rosa+${i}@musterfrau.example`, slot: 0 })
    const refused = app.refusalToPlace({ email: ROSA_EMAIL, slot: 0 })
    const secondsOfDay = DAY_LENGTH / 1000
    expect([refused?.code, refused?.facts.retry_after]).toEqual(['too_many', secondsOfDay])
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

describe('extending the hold of a stranger', () => {
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
    placeAllUnbooked('busy')
    expect(app.refusalToPlace({ email: ROSA_EMAIL, origin: 'busy', slot: 0 })?.code).toBe('too_many')
  })

  it('are not limited while origins are unknown', () => {
    placeAllUnbooked(undefined)
    expect(app.refusalToPlace({ email: ROSA_EMAIL, origin: undefined, slot: 0 })).toBeUndefined()
  })
})

it('a patient whom the practice knows gets a hold even from an origin that is at its limit', () => {
  placeAllUnbooked('busy')
  app.makePatient(ROSA_EMAIL)
  expect(app.refusalToPlace({ email: ROSA_EMAIL, origin: 'busy', slot: 0 })).toBeUndefined()
  expect(app.refusalToPlace({ email: 'otto@musterfrau.example', origin: 'busy', slot: 0 })?.code).toBe(
    'too_many',
  )
})

describe('a hold in addition to others', () => {
  it('is refused as the sixth live hold of an origin until one of the others expires', () => {
    const { placeAt, refusalAt, pass } = openTuesdayHoldsApp()
    for (const time of TIMES_APART.slice(0, LIVE_OF_ORIGIN))
      placeAt(time, { email: `at-${time}@musterfrau.example` })
    expect(refusalAt('14:30')?.code).toBe('too_many')
    const lengthOfHold = 10 * MINUTE
    pass(lengthOfHold)
    expect(refusalAt('14:30')).toBeUndefined()
  })

  it('is refused while four requests of the e-mail address are open', () => {
    const { ctx, refusalAt, changeRows } = openTuesdayHoldsApp()
    for (const time of TIMES_APART.slice(0, OPEN_REQUESTS_OF_MAILBOX))
      insertBooking(ctx().db, { email: HOLDING_EMAIL, startsAt: tuesdayAt(time) })
    expect(refusalAt('15:30')).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Sie haben bereits vier offene Reservierungen\./),
    })
    changeRows(`update bookings set status = 'confirmed' where starts_at = ?`, tuesdayAt('08:00'))
    expect(refusalAt('15:30')).toBeUndefined()
  })

  it('is refused while four requests of the same mailbox are open', () => {
    const { ctx, refusalAt } = openTuesdayHoldsApp()
    for (const [i, time] of TIMES_APART.slice(0, OPEN_REQUESTS_OF_MAILBOX).entries())
      insertBooking(ctx().db, { email: `rosa+${i}@musterfrau.example`, startsAt: tuesdayAt(time) })
    expect(refusalAt('15:30', { email: 'rosa+9@musterfrau.example' })?.code).toBe('too_many')
  })

  it('is not limited in number with RATE_LIMITS=off, not even for one mailbox', () => {
    const { placeAt, listHoldIds } = openTuesdayHoldsApp({ rateLimits: false })
    for (const time of TIMES_APART) placeAt(time, { email: HOLDING_EMAIL })
    expect(listHoldIds()).toHaveLength(TIMES_APART.length)
  })

  it('is not limited by the share of strangers with RATE_LIMITS=off', () => {
    const { placeAt, listHoldIds } = openTuesdayHoldsApp({ rateLimits: false })
    for (const [i, time] of TIMES_APART.entries()) placeAt(time, { email: `p${i}@musterfrau.example` })
    expect(listHoldIds()).toHaveLength(TIMES_APART.length)
  })
})
