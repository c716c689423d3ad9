import { describe, expect, it } from 'vitest'
import { ADMIN, insertAdmin, PASSWORD_HASH } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { confirmPassword, signIn, signInWithPasskey } from './login.ts'
import type { PasswordCheck } from './passwords.ts'
import { resumeSession } from './sessions.ts'

const RIGHT_PASSWORD: PasswordCheck = { stored: PASSWORD_HASH, isRight: true }
const WRONG_PASSWORD: PasswordCheck = { stored: PASSWORD_HASH, isRight: false }

/** Tries to sign in. @returns the code of the refusal; undefined on success */
function attemptSignIn(app: TestApp, check: PasswordCheck, email = ADMIN) {
  return refusalOf(() => signIn(app.ctx(), { email, origin: 'here', device: '', code: '' }, check))?.code
}

describe('signing in', () => {
  it('opens a session that knows the name and role of its admin', () => {
    const app = openTestApp()
    const id = insertAdmin(app)
    const attempt = { email: ADMIN, origin: 'here', device: 'Firefox', code: '' }
    const { token, ...admin } = signIn(app.ctx(), attempt, RIGHT_PASSWORD)
    expect(admin).toMatchObject({ email: ADMIN, name: 'Assistenz', role: 'doctor' })
    expect(resumeSession(app.ctx(), token, { keepAlive: false })?.adminId).toBe(id)
  })

  it('is refused with an unknown passkey, which counts as a failure of the origin', () => {
    const app = openTestApp()
    const refusalOfPasskey = () => {
      const attempt = { email: '', origin: 'here', device: '' }
      return refusalOf(() => signInWithPasskey(app.ctx(), attempt, undefined))?.code
    }
    // An origin is refused after twenty failures (docs/behaviour.md 12.6).
    for (let i = 0; i < 20; i++) expect(refusalOfPasskey()).toBe('invalid_credentials')
    expect(refusalOfPasskey()).toBe('too_many')
    expect(app.rows(`select 1 from audit where action = 'login-failed'`)).toHaveLength(20)
  })

  it('is refused if the password was replaced during its verification', () => {
    const app = openTestApp()
    insertAdmin(app)
    expect(attemptSignIn(app, { stored: 'an older hash', isRight: true })).toBe('invalid_credentials')
    expect(app.rows('select * from sessions')).toEqual([])
  })

  it('replaces a weaker hash once the password is right', () => {
    const app = openTestApp()
    insertAdmin(app)
    const storedHashes = () => app.rows('select password_hash from admins')
    attemptSignIn(app, { ...WRONG_PASSWORD, renewed: 'stronger' })
    expect(storedHashes()).toEqual([{ password_hash: PASSWORD_HASH }])
    expect(attemptSignIn(app, { ...RIGHT_PASSWORD, renewed: 'stronger' })).toBeUndefined()
    expect(storedHashes()).toEqual([{ password_hash: 'stronger' }])
  })

  it('is recorded; a failure names only the e-mail address of a known admin', () => {
    const app = openTestApp()
    insertAdmin(app)
    attemptSignIn(app, RIGHT_PASSWORD)
    attemptSignIn(app, WRONG_PASSWORD)
    attemptSignIn(app, WRONG_PASSWORD, 'ups, das war mein Passwort')
    expect(app.rows('select actor, actor_name, action, subject from audit order by id')).toEqual([
      { actor: 'admin', actor_name: ADMIN, action: 'login', subject: '' },
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: ADMIN },
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: '' },
    ])
  })
})

it('confirming with a wrong password is refused, counted and recorded', () => {
  const app = openTestApp()
  const id = insertAdmin(app)
  const refusalOfConfirmation = (check: PasswordCheck) => {
    const attempt = { email: ADMIN, origin: 'here' }
    const confirmation = { attempt, check, fieldErrors: { password: 'Falsch.' } }
    return refusalOf(() => confirmPassword(app.ctx(), id, confirmation))
  }
  expect(refusalOfConfirmation(RIGHT_PASSWORD)).toBeUndefined()
  for (let i = 0; i < 5; i++)
    expect(refusalOfConfirmation(WRONG_PASSWORD)?.facts).toEqual({ fields: { password: 'Falsch.' } })
  expect(refusalOfConfirmation(RIGHT_PASSWORD)?.code).toBe('too_many')
  expect(app.rows('select action, subject from audit')).toEqual(
    Array.from({ length: 5 }, () => ({ action: 'login-failed', subject: ADMIN })),
  )
})
