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

const [HERE, ELSEWHERE] = [
  { email: ADMIN, origin: 'here' },
  { email: ADMIN, origin: 'elsewhere' },
]

describe('wrong passkeys', () => {
  const openLimits = () => {
    const app = openTestApp()
    const refusal = (assertAllowed: typeof assertLoginAllowed, attempt: LoginAttempt) =>
      refusalOf(() => assertAllowed(app.ctx(), attempt))?.code
    return {
      fail: (times: number, count: typeof countFailure, attempt: LoginAttempt) => {
        for (let i = 0; i < times; i++) count(app.ctx(), attempt)
      },
      passkey: (attempt: LoginAttempt) => refusal(assertPasskeyAllowed, attempt),
      password: (attempt: LoginAttempt) => refusal(assertLoginAllowed, attempt),
    }
  }

  it('of a stranger use up the failures of the origin, for all accounts, and of no other', () => {
    const { fail, passkey, password } = openLimits()
    fail(19, countWrongPasskey, HERE)
    expect(passkey(HERE)).toBeUndefined()
    fail(1, countWrongPasskey, HERE)
    const others = { ...HERE, email: 'somebody@ordination.example' }
    expect([passkey(HERE), password(HERE), password(others)]).toEqual(['too_many', 'too_many', 'too_many'])
    expect([passkey(ELSEWHERE), password(ELSEWHERE)]).toEqual([undefined, undefined])
  })

  it('are not refused where strangers have used up the failures of the account', () => {
    const { fail, passkey, password } = openLimits()
    for (let i = 0; i < 49; i++) fail(1, countFailure, { email: ADMIN, origin: `stranger ${i}` })
    expect([password(HERE), passkey(HERE)]).toEqual(['too_many', undefined])
  })

  it('of a known browser use up its own failures, and are refused after five', () => {
    const { fail, passkey, password } = openLimits()
    const known = { ...HERE, browser: 'known' }
    fail(4, countWrongPasskey, known)
    expect(passkey(known)).toBeUndefined()
    fail(1, countWrongPasskey, known)
    expect([passkey(known), password(known)]).toEqual(['too_many', 'too_many'])
    expect([passkey({ ...known, browser: 'other' }), passkey(HERE)]).toEqual([undefined, undefined])
  })
})

it('failed sign-ins of an origin are twenty, and wrong links of invitations are among them', () => {
  const app = openTestApp()
  const isAllowed = (attempt: LoginAttempt) =>
    refusalOf(() => assertLoginAllowed(app.ctx(), attempt)) === undefined
  const isTokenAllowed = (origin: string) =>
    refusalOf(() => assertTokenAllowed(app.ctx(), origin)) === undefined
  for (let i = 0; i < 10; i++) {
    countFailure(app.ctx(), { email: `admin${i}@ordination.example`, origin: 'here' })
    if (i < 9) countWrongToken(app.ctx(), 'here')
  }
  expect([isAllowed(HERE), isTokenAllowed('here')]).toEqual([true, true])
  countWrongToken(app.ctx(), 'here')
  expect([isAllowed(HERE), isTokenAllowed('here')]).toEqual([false, false])
  expect([isAllowed(ELSEWHERE), isTokenAllowed('elsewhere')]).toEqual([true, true])
})

it('wrong codes of an account are twenty in a day, and those of a known browser twenty of its own', () => {
  const app = openTestApp()
  const known = { ...HERE, browser: 'known' }
  const isAllowed = (attempt: LoginAttempt) =>
    refusalOf(() => assertCodeAllowed(app.ctx(), attempt)) === undefined
  const enter = (times: number, attempt: LoginAttempt) => {
    for (let i = 0; i < times; i++) {
      countWrongCode(app.ctx(), attempt)
      app.pass(15 * MINUTE)
    }
  }
  enter(19, HERE)
  enter(19, known)
  expect([isAllowed(HERE), isAllowed(known)]).toEqual([true, true])
  enter(1, HERE)
  expect([isAllowed(ELSEWHERE), isAllowed(known)]).toEqual([false, true])
  enter(1, known)
  expect(isAllowed(known)).toBe(false)
  app.pass(DAY_LENGTH)
  expect([isAllowed(ELSEWHERE), isAllowed(known)]).toEqual([true, true])
})
