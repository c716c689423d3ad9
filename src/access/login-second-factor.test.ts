import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { ADMIN, aNewPasskey, codeOf, insertSession, PASSWORD_HASH } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openWithFactor, openWithoutFactor } from '../testing/second-factor-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import { getAdmin } from './admins.ts'
import { addPasskey } from './factor-changes.ts'
import { signIn } from './login.ts'
import type { PasswordCheck } from './passwords.ts'

const RIGHT_PASSWORD: PasswordCheck = { stored: PASSWORD_HASH, isRight: true }
const WRONG_PASSWORD: PasswordCheck = { stored: PASSWORD_HASH, isRight: false }
const ATTEMPT = { email: ADMIN, origin: 'here', device: '', code: '' }

/**
 * Tries to sign in with a code, and by default with the right password.
 * @returns the code of the refusal; undefined on success
 */
function attemptSignIn(app: TestApp, changes: { code: string; browser?: string }, check = RIGHT_PASSWORD) {
  return refusalOf(() => signIn(app.ctx(), { ...ATTEMPT, ...changes }, check))?.code
}

describe('the second factor', () => {
  it('is requested only after the right password, and not used up by a wrong password', () => {
    const { app, secret } = openWithFactor()
    expect(attemptSignIn(app, { code: '' })).toBe('second_factor_required')
    expect(attemptSignIn(app, { code: '' }, WRONG_PASSWORD)).toBe('invalid_credentials')
    expect(attemptSignIn(app, { code: codeOf(secret) }, WRONG_PASSWORD)).toBe('invalid_credentials')
    expect(app.rows('select * from sessions')).toEqual([])
    expect(attemptSignIn(app, { code: codeOf(secret) })).toBeUndefined()
    // The code is used up by now.
    expect(attemptSignIn(app, { code: codeOf(secret) })).toBe('invalid_credentials')
  })

  it('is requested by the names of the factors once one of them is a passkey', () => {
    const { app, id } = openWithFactor()
    const factsOfRefusal = () => refusalOf(() => signIn(app.ctx(), ATTEMPT, RIGHT_PASSWORD))?.facts
    expect(factsOfRefusal()).toEqual({})
    const keptSessionId = insertSession(app, id)
    addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSessionId })
    expect(factsOfRefusal()).toEqual({ factors: ['app', 'passkey'] })
  })

  it('is not a code of an app that is prepared, but not yet switched on', () => {
    const { app, id, prepare } = openWithoutFactor()
    const keptSessionId = insertSession(app, id)
    addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSessionId })
    const { secret } = prepare()
    expect(attemptSignIn(app, { code: codeOf(secret) })).toBe('invalid_credentials')
    expect(getAdmin(app.ctx(), id).totpStep).toBeNull()
  })

  it('counts a wrong code as a failure', () => {
    const { app, secret } = openWithFactor()
    for (let i = 0; i < 5; i++) expect(attemptSignIn(app, { code: 'wrong' })).toBe('invalid_credentials')
    for (const code of ['wrong', codeOf(secret), '']) expect(attemptSignIn(app, { code })).toBe('too_many')
    expect(app.rows(`select id from audit where action = 'login-failed'`)).toHaveLength(5)
    app.pass(15 * MINUTE)
    expect(attemptSignIn(app, { code: codeOf(secret) })).toBeUndefined()
  })

  it('allows twenty wrong codes a day', () => {
    const { app, secret } = openWithFactor()
    const dayAfterFirst = app.ctx().now + DAY_LENGTH
    // Four minutes apart, at most four codes are within a quarter of an hour; five would be refused.
    for (let i = 0; i < 20; i++) {
      expect(attemptSignIn(app, { code: 'wrong' })).toBe('invalid_credentials')
      app.pass(4 * MINUTE)
    }
    app.setClock(new Date(dayAfterFirst - 1).toISOString())
    expect(attemptSignIn(app, { code: codeOf(secret) })).toBe('too_many')
    // A known browser is counted separately.
    expect(attemptSignIn(app, { code: 'wrong', browser: 'own' })).toBe('invalid_credentials')
    app.pass(1)
    expect(attemptSignIn(app, { code: codeOf(secret) })).toBeUndefined()
  })

  it('is ignored for admins without a second factor', () => {
    const { app } = openWithoutFactor()
    expect(attemptSignIn(app, { code: '123456' })).toBeUndefined()
  })
})
