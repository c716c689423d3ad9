import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { ADMIN } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  assertCodeAllowed,
  assertLoginAllowed,
  assertPasskeyAllowed,
  assertTokenAllowed,
  countFailure,
  countWrongCode,
  countWrongPasskey,
  countWrongToken,
  type LoginAttempt,
} from './login-limits.ts'

/** The failures after which the next attempt is refused (docs/behaviour.md 12.6). */
const MOST = { failuresOfBrowser: 5, failuresOfAccount: 49, failuresOfOrigin: 20, wrongCodesADay: 20 }

const HERE = { email: ADMIN, origin: 'here' }
const ELSEWHERE = { email: ADMIN, origin: 'elsewhere' }
const KNOWN_BROWSER = { ...HERE, browser: 'known' }

/** Opens the app. Each `refusalOf…` returns the code of the refusal; undefined when an attempt is allowed. */
function openLimits() {
  const app = openTestApp()
  const refusalBy = (assertAllowed: typeof assertLoginAllowed, attempt: LoginAttempt) =>
    refusalOf(() => assertAllowed(app.ctx(), attempt))?.code
  return {
    app,
    failWithPassword: (attempt: LoginAttempt) => countFailure(app.ctx(), attempt),
    failWithPasskey: (attempt: LoginAttempt, times = 1) => {
      for (let i = 0; i < times; i++) countWrongPasskey(app.ctx(), attempt)
    },
    refusalOfPassword: (attempt: LoginAttempt) => refusalBy(assertLoginAllowed, attempt),
    refusalOfPasskey: (attempt: LoginAttempt) => refusalBy(assertPasskeyAllowed, attempt),
    refusalOfCode: (attempt: LoginAttempt) => refusalBy(assertCodeAllowed, attempt),
    refusalOfToken: (origin: string) => refusalOf(() => assertTokenAllowed(app.ctx(), origin))?.code,
  }
}

describe('wrong passkeys', () => {
  it('of an unknown browser use up the failures of its origin, for all accounts', () => {
    const { failWithPasskey, refusalOfPasskey, refusalOfPassword } = openLimits()
    failWithPasskey(HERE, MOST.failuresOfOrigin - 1)
    expect(refusalOfPasskey(HERE)).toBeUndefined()
    failWithPasskey(HERE)
    expect(refusalOfPasskey(HERE)).toBe('too_many')
    expect(refusalOfPassword(HERE)).toBe('too_many')
    expect(refusalOfPassword({ ...HERE, email: 'somebody@ordination.example' })).toBe('too_many')
    expect(refusalOfPasskey(ELSEWHERE)).toBeUndefined()
    expect(refusalOfPassword(ELSEWHERE)).toBeUndefined()
  })

  it('are not limited by the failures of strangers for the account', () => {
    const { failWithPassword, refusalOfPasskey, refusalOfPassword } = openLimits()
    for (let i = 0; i < MOST.failuresOfAccount; i++)
      failWithPassword({ email: ADMIN, origin: `stranger ${i}` })
    expect(refusalOfPassword(HERE)).toBe('too_many')
    expect(refusalOfPasskey(HERE)).toBeUndefined()
  })

  it('of a known browser use up its own five failures', () => {
    const { failWithPasskey, refusalOfPasskey, refusalOfPassword } = openLimits()
    failWithPasskey(KNOWN_BROWSER, MOST.failuresOfBrowser - 1)
    expect(refusalOfPasskey(KNOWN_BROWSER)).toBeUndefined()
    failWithPasskey(KNOWN_BROWSER)
    expect(refusalOfPasskey(KNOWN_BROWSER)).toBe('too_many')
    expect(refusalOfPassword(KNOWN_BROWSER)).toBe('too_many')
    expect(refusalOfPasskey({ ...KNOWN_BROWSER, browser: 'other' })).toBeUndefined()
    expect(refusalOfPasskey(HERE)).toBeUndefined()
  })
})

it('an origin is refused after twenty failures, including wrong links of invitations', () => {
  const { app, failWithPassword, refusalOfPassword, refusalOfToken } = openLimits()
  const wrongLinks = MOST.failuresOfOrigin / 2
  for (let i = 0; i < MOST.failuresOfOrigin - wrongLinks; i++)
    failWithPassword({ email: `admin${i}@ordination.example`, origin: 'here' })
  for (let i = 0; i < wrongLinks - 1; i++) countWrongToken(app.ctx(), 'here')
  expect(refusalOfPassword(HERE)).toBeUndefined()
  expect(refusalOfToken('here')).toBeUndefined()
  countWrongToken(app.ctx(), 'here')
  expect(refusalOfPassword(HERE)).toBe('too_many')
  expect(refusalOfToken('here')).toBe('too_many')
  expect(refusalOfPassword(ELSEWHERE)).toBeUndefined()
  expect(refusalOfToken('elsewhere')).toBeUndefined()
})

it('an account is refused codes after twenty wrong ones in a day; a known browser has its own limit', () => {
  const { app, refusalOfCode } = openLimits()
  const enterWrongCodes = (times: number, attempt: LoginAttempt) => {
    for (let i = 0; i < times; i++) {
      countWrongCode(app.ctx(), attempt)
      // A wrong code counts as a failure too, and five within a quarter of an hour would be refused.
      app.pass(15 * MINUTE)
    }
  }
  enterWrongCodes(MOST.wrongCodesADay - 1, HERE)
  enterWrongCodes(MOST.wrongCodesADay - 1, KNOWN_BROWSER)
  expect(refusalOfCode(HERE)).toBeUndefined()
  expect(refusalOfCode(KNOWN_BROWSER)).toBeUndefined()

  enterWrongCodes(1, HERE)
  expect(refusalOfCode(ELSEWHERE)).toBe('too_many')
  expect(refusalOfCode(KNOWN_BROWSER)).toBeUndefined()
  enterWrongCodes(1, KNOWN_BROWSER)
  expect(refusalOfCode(KNOWN_BROWSER)).toBe('too_many')
  app.pass(DAY_LENGTH)
  expect(refusalOfCode(ELSEWHERE)).toBeUndefined()
  expect(refusalOfCode(KNOWN_BROWSER)).toBeUndefined()
})
