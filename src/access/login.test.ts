import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { ADMIN, aNewPasskey, anAdmin, aSession, codeOf, PASSWORD_HASH } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { confirmPassword, signIn, signInWithPasskey } from './login.ts'
import type { PasswordCheck } from './passwords.ts'
import { addPasskey, enableApp, prepareApp } from './second-factor.ts'
import { resumeSession } from './sessions.ts'

const RIGHT: PasswordCheck = { stored: PASSWORD_HASH, right: true }
const WRONG: PasswordCheck = { stored: PASSWORD_HASH, right: false }
const OTHER_EMAIL = 'dr.muster@ordination.example'
const HERE = { email: ADMIN, origin: 'here' }

function openPractice() {
  const app = openTestApp()
  const id = anAdmin(app)
  return { app, id }
}

type Changes = { email?: string; origin?: string; browser?: string }

/** Tries to sign in. @returns the code of the refusal; undefined when it has signed in */
function attemptSignIn(app: TestApp, check: PasswordCheck, changes: Changes = {}, code = '') {
  return refusalOf(() => signIn(app.ctx(), { ...HERE, device: '', ...changes, code }, check))?.code
}

/** Fails five times, which no limit refuses yet. */
function failFiveTimes(app: TestApp, changes: Changes = {}) {
  for (let i = 0; i < 5; i++) expect(attemptSignIn(app, WRONG, changes)).toBe('invalid_credentials')
}

describe('signing in', () => {
  it('opens a session of the admin, with the name and the role', () => {
    const { app, id } = openPractice()
    const { token, ...admin } = signIn(app.ctx(), { ...HERE, device: 'Firefox', code: '' }, RIGHT)
    expect(admin).toMatchObject({ email: ADMIN, name: 'Assistenz', role: 'doctor' })
    expect(resumeSession(app.ctx(), token, { keepAlive: false })?.adminId).toBe(id)
  })

  it('with an unknown passkey is refused, and counts as a failure of the origin', () => {
    const { app } = openPractice()
    const refusalOfPasskey = () => {
      const attempt = { email: '', origin: 'here', device: '' }
      return refusalOf(() => signInWithPasskey(app.ctx(), attempt, undefined))?.code
    }
    for (let i = 0; i < 20; i++) expect(refusalOfPasskey()).toBe('invalid_credentials')
    expect(refusalOfPasskey()).toBe('too_many')
    expect(app.rows(`select 1 from audit where action = 'login-failed'`)).toHaveLength(20)
  })

  it('is refused when the password was replaced while it was verified', () => {
    const { app } = openPractice()
    expect(attemptSignIn(app, { stored: 'an older hash', right: true })).toBe('invalid_credentials')
    expect(app.rows('select * from sessions')).toEqual([])
  })

  it('replaces a weaker hash of the password, when it is right', () => {
    const { app } = openPractice()
    const stored = () => app.rows('select password_hash from admins')
    attemptSignIn(app, { ...WRONG, renewed: 'stronger' })
    expect(stored()).toEqual([{ password_hash: PASSWORD_HASH }])
    expect(attemptSignIn(app, { ...RIGHT, renewed: 'stronger' })).toBeUndefined()
    expect(stored()).toEqual([{ password_hash: 'stronger' }])
  })

  it('is recorded, a failure with the address of known admins only', () => {
    const { app } = openPractice()
    attemptSignIn(app, RIGHT)
    attemptSignIn(app, WRONG)
    attemptSignIn(app, WRONG, { email: 'ups, das war mein Passwort' })
    expect(app.rows('select actor, actor_name, action, subject from audit order by id')).toEqual([
      { actor: 'admin', actor_name: ADMIN, action: 'login', subject: '' },
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: ADMIN },
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: '' },
    ])
  })
})

it('a wrong password in a confirmation is refused, counted and recorded', () => {
  const { app, id } = openPractice()
  const confirm = (check: PasswordCheck) => {
    const confirmation = { attempt: HERE, check, fieldErrors: { password: 'Falsch.' } }
    return refusalOf(() => confirmPassword(app.ctx(), id, confirmation))
  }
  expect(confirm(RIGHT)).toBeUndefined()
  for (let i = 0; i < 5; i++) expect(confirm(WRONG)?.facts).toEqual({ fields: { password: 'Falsch.' } })
  expect(confirm(RIGHT)?.code).toBe('too_many')
  expect(app.rows('select action, subject from audit')).toEqual(
    Array.from({ length: 5 }, () => ({ action: 'login-failed', subject: ADMIN })),
  )
})

describe('the limit of failures', () => {
  it('ends 15 minutes after the first of five', () => {
    const { app } = openPractice()
    failFiveTimes(app)
    app.pass(15 * MINUTE - 1)
    expect(attemptSignIn(app, RIGHT)).toBe('too_many')
    app.pass(1)
    expect(attemptSignIn(app, RIGHT)).toBeUndefined()
  })

  it('counts the account from one origin', () => {
    const { app } = openPractice()
    anAdmin(app, { email: OTHER_EMAIL })
    failFiveTimes(app)
    expect(attemptSignIn(app, RIGHT, { email: ADMIN.toUpperCase() })).toBe('too_many')
    expect(attemptSignIn(app, RIGHT, { email: OTHER_EMAIL })).toBeUndefined()
    expect(attemptSignIn(app, RIGHT, { origin: 'elsewhere' })).toBeUndefined()
  })

  it('refuses the account from anywhere from the fiftieth failure on', () => {
    const { app } = openPractice()
    anAdmin(app, { email: OTHER_EMAIL })
    for (let i = 0; i < 49; i++)
      expect(attemptSignIn(app, WRONG, { origin: `${i}` })).toBe('invalid_credentials')
    expect(attemptSignIn(app, WRONG, { origin: 'elsewhere' })).toBe('too_many')
    expect(attemptSignIn(app, RIGHT, { origin: 'elsewhere' })).toBe('too_many')
    expect(attemptSignIn(app, RIGHT, { origin: 'elsewhere', email: OTHER_EMAIL })).toBeUndefined()
  })

  it('refuses an origin after twenty failures, whatever the account', () => {
    const { app } = openPractice()
    for (let i = 0; i < 20; i++)
      expect(attemptSignIn(app, WRONG, { email: `${i}@x.example` })).toBe('invalid_credentials')
    expect(attemptSignIn(app, RIGHT)).toBe('too_many')
    expect(attemptSignIn(app, RIGHT, { origin: 'elsewhere' })).toBeUndefined()
  })

  it('counts a known browser by itself, so that strangers cannot lock it out', () => {
    const { app } = openPractice()
    for (let i = 0; i < 60; i++) attemptSignIn(app, WRONG, { origin: `${i}` })
    expect(attemptSignIn(app, RIGHT)).toBe('too_many')
    failFiveTimes(app, { browser: 'own' })
    expect(attemptSignIn(app, RIGHT, { browser: 'own', origin: 'elsewhere' })).toBe('too_many')
    expect(attemptSignIn(app, RIGHT, { browser: 'other' })).toBeUndefined()
    // Its failures do not lock others out either.
    app.pass(15 * MINUTE)
    failFiveTimes(app, { browser: 'own' })
    expect(attemptSignIn(app, RIGHT)).toBeUndefined()
  })

  it('counts unknown addresses too, and stores neither them nor origins as they are', () => {
    const { app } = openPractice()
    failFiveTimes(app, { email: 'niemand@x.example' })
    expect(attemptSignIn(app, WRONG, { email: 'niemand@x.example' })).toBe('too_many')
    // Each of the five counts for the account from here, for the account, and for the origin.
    expect(app.rows('select id from attempts')).toHaveLength(5 * 3)
    expect(JSON.stringify(app.rows('select * from attempts'))).not.toMatch(/niemand|x\.example/)
  })

  it('does not count successful logins', () => {
    const { app } = openPractice()
    for (let i = 0; i < 20; i++) expect(attemptSignIn(app, RIGHT)).toBeUndefined()
    failFiveTimes(app)
    expect(attemptSignIn(app, WRONG)).toBe('too_many')
  })
})

describe('the second factor', () => {
  function openWithSecondFactor() {
    const { app, id } = openPractice()
    const { secret } = prepareApp(app.ctx(), id, 'Ordi')
    enableApp(app.ctx(), id, { code: codeOf(secret), attempt: HERE })
    app.pass(MINUTE)
    const login = (code: string, check = RIGHT, browser?: string) =>
      attemptSignIn(app, check, browser === undefined ? {} : { browser }, code)
    return { app, id, secret, login }
  }

  it('is requested only after the right password, and not used up by a wrong one', () => {
    const { app, secret, login } = openWithSecondFactor()
    expect(login('')).toBe('second_factor_required')
    expect(login('', WRONG)).toBe('invalid_credentials')
    expect(login(codeOf(secret), WRONG)).toBe('invalid_credentials')
    expect(app.rows('select * from sessions')).toEqual([])
    expect(login(codeOf(secret))).toBeUndefined()
    expect(login(codeOf(secret))).toBe('invalid_credentials')
  })

  it('names the factors once one of them is a passkey', () => {
    const { app, id } = openWithSecondFactor()
    const factsOfRefusal = () =>
      refusalOf(() => signIn(app.ctx(), { ...HERE, device: '', code: '' }, RIGHT))?.facts
    expect(factsOfRefusal()).toEqual({})
    const keptSession = aSession(app, id)
    addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSession })
    expect(factsOfRefusal()).toEqual({ factors: ['app', 'passkey'] })
  })

  it('counts a wrong code as a failure', () => {
    const { app, secret, login } = openWithSecondFactor()
    for (let i = 0; i < 5; i++) expect(login('wrong')).toBe('invalid_credentials')
    for (const code of ['wrong', codeOf(secret), '']) expect(login(code)).toBe('too_many')
    expect(app.rows(`select id from audit where action = 'login-failed'`)).toHaveLength(5)
    app.pass(15 * MINUTE)
    expect(login(codeOf(secret))).toBeUndefined()
  })

  it('allows twenty wrong codes a day', () => {
    const { app, secret, login } = openWithSecondFactor()
    const dayAfterFirst = app.ctx().now + DAY_LENGTH
    for (let i = 0; i < 20; i++) {
      expect(login('wrong')).toBe('invalid_credentials')
      app.pass(4 * MINUTE)
    }
    app.at(new Date(dayAfterFirst - 1).toISOString())
    expect(login(codeOf(secret))).toBe('too_many')
    // A known browser is counted by itself.
    expect(login('wrong', RIGHT, 'own')).toBe('invalid_credentials')
    app.pass(1)
    expect(login(codeOf(secret))).toBeUndefined()
  })

  it('is ignored for admins without one', () => {
    expect(attemptSignIn(openPractice().app, RIGHT, {}, '123456')).toBeUndefined()
  })
})
