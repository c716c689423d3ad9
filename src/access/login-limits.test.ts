import { describe, expect, it } from 'vitest'
import { ADMIN } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  assertLoginAllowed,
  assertPasskeyAllowed,
  countFailure,
  countWrongPasskey,
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
