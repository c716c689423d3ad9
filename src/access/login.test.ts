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
const OTHER = 'dr.muster@ordination.example'

function openPractice() {
  const app = openTestApp()
  const id = anAdmin(app)
  return { app, id }
}

type Changes = { email?: string; origin?: string; browser?: string }

/** Tries to sign in. @returns the code of the refusal, undefined after the login */
function attempt(app: TestApp, check: PasswordCheck, changes: Changes = {}, code = '') {
  const tried = { email: ADMIN, origin: 'here', device: '', ...changes, code }
  return refusalOf(() => signIn(app.ctx(), tried, check))?.code
}

/** Five failures that nothing refuses. */
function fail(app: TestApp, changesOf: (i: number) => Changes = () => ({})) {
  for (let i = 0; i < 5; i++) expect(attempt(app, WRONG, changesOf(i))).toBe('invalid_credentials')
}

describe('signing in', () => {
  it('opens a session of the admin, with the name and the role', () => {
    const { app, id } = openPractice()
    const tried = { email: ADMIN, origin: 'here', device: 'Firefox', code: '' }
    const { token, ...admin } = signIn(app.ctx(), tried, RIGHT)
    expect(admin).toMatchObject({ email: ADMIN, name: 'Assistenz', role: 'doctor' })
    expect(resumeSession(app.ctx(), token, { keepAlive: false })?.adminId).toBe(id)
  })

  it('with an unknown passkey is refused, and counts as a failure of the origin', () => {
    const { app } = openPractice()
    const tried = { email: '', origin: 'here', device: '' }
    const tryIt = () => refusalOf(() => signInWithPasskey(app.ctx(), tried, undefined))?.code
    expect(Array.from({ length: 21 }, tryIt)).toEqual([
      ...Array.from({ length: 20 }, () => 'invalid_credentials'),
      'too_many',
    ])
    expect(app.rows(`select 1 from audit where action = 'login-failed'`)).toHaveLength(20)
  })

  it('is refused when the password was replaced while it was verified', () => {
    const { app } = openPractice()
    expect(attempt(app, { stored: 'an older hash', right: true })).toBe('invalid_credentials')
    expect(app.rows('select * from sessions')).toEqual([])
  })

  it('replaces a weaker hash of the password, when it is right', () => {
    const { app } = openPractice()
    const stored = () => app.rows('select password_hash from admins')
    attempt(app, { ...WRONG, renewed: 'stronger' })
    expect(stored()).toEqual([{ password_hash: PASSWORD_HASH }])
    expect(attempt(app, { ...RIGHT, renewed: 'stronger' })).toBeUndefined()
    expect(stored()).toEqual([{ password_hash: 'stronger' }])
  })

  it('is recorded, a failure with the address of known admins only', () => {
    const { app } = openPractice()
    attempt(app, RIGHT)
    attempt(app, WRONG)
    attempt(app, WRONG, { email: 'ups, das war mein Passwort' })
    expect(app.rows('select actor, actor_name, action, subject from audit order by id')).toEqual([
      { actor: 'admin', actor_name: ADMIN, action: 'login', subject: '' },
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: ADMIN },
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: '' },
    ])
  })
})

it('the password is asked for once more: a wrong one is refused, counted and recorded', () => {
  const { app, id } = openPractice()
  const attempt = { email: ADMIN, origin: 'here' }
  const confirm = (check: PasswordCheck) => {
    const fieldErrors = { password: 'Falsch.' }
    return refusalOf(() => confirmPassword(app.ctx(), id, { attempt, check, fieldErrors }))
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
    fail(app)
    app.pass(15 * MINUTE - 1)
    expect(attempt(app, RIGHT)).toBe('too_many')
    app.pass(1)
    expect(attempt(app, RIGHT)).toBeUndefined()
  })

  it('counts the account from one origin', () => {
    const { app } = openPractice()
    anAdmin(app, { email: OTHER })
    fail(app)
    expect(attempt(app, RIGHT, { email: ADMIN.toUpperCase() })).toBe('too_many')
    expect(attempt(app, RIGHT, { email: OTHER })).toBeUndefined()
    expect(attempt(app, RIGHT, { origin: 'elsewhere' })).toBeUndefined()
  })

  it('refuses the account from anywhere from the fiftieth failure on', () => {
    const { app } = openPractice()
    anAdmin(app, { email: OTHER })
    for (let i = 0; i < 49; i++) expect(attempt(app, WRONG, { origin: `${i}` })).toBe('invalid_credentials')
    expect(attempt(app, WRONG, { origin: 'elsewhere' })).toBe('too_many')
    expect(attempt(app, RIGHT, { origin: 'elsewhere' })).toBe('too_many')
    expect(attempt(app, RIGHT, { origin: 'elsewhere', email: OTHER })).toBeUndefined()
  })

  it('refuses an origin after twenty failures, whatever the account', () => {
    const { app } = openPractice()
    for (let i = 0; i < 20; i++)
      expect(attempt(app, WRONG, { email: `${i}@x.example` })).toBe('invalid_credentials')
    expect(attempt(app, RIGHT)).toBe('too_many')
    expect(attempt(app, RIGHT, { origin: 'elsewhere' })).toBeUndefined()
  })

  it('counts a known browser by itself, so that strangers cannot lock it out', () => {
    const { app } = openPractice()
    for (let i = 0; i < 60; i++) attempt(app, WRONG, { origin: `${i}` })
    expect(attempt(app, RIGHT)).toBe('too_many')
    fail(app, () => ({ browser: 'own' }))
    expect(attempt(app, RIGHT, { browser: 'own', origin: 'elsewhere' })).toBe('too_many')
    expect(attempt(app, RIGHT, { browser: 'other' })).toBeUndefined()
    // Its failures do not lock others out either.
    app.pass(15 * MINUTE)
    fail(app, () => ({ browser: 'own' }))
    expect(attempt(app, RIGHT)).toBeUndefined()
  })

  it('counts unknown addresses too, and stores neither them nor origins as they are', () => {
    const { app } = openPractice()
    fail(app, () => ({ email: 'niemand@x.example' }))
    expect(attempt(app, WRONG, { email: 'niemand@x.example' })).toBe('too_many')
    expect(app.rows('select id from attempts')).toHaveLength(15)
    expect(JSON.stringify(app.rows('select * from attempts'))).not.toMatch(/niemand|x\.example/)
  })

  it('does not count successful logins', () => {
    const { app } = openPractice()
    for (let i = 0; i < 20; i++) expect(attempt(app, RIGHT)).toBeUndefined()
    fail(app)
    expect(attempt(app, WRONG)).toBe('too_many')
  })
})

describe('the second factor', () => {
  function withSecondFactor() {
    const { app, id } = openPractice()
    const { secret } = prepareApp(app.ctx(), id, 'Ordi')
    enableApp(app.ctx(), id, { code: codeOf(secret), attempt: { email: ADMIN, origin: 'here' } })
    app.pass(MINUTE)
    const login = (code: string, check = RIGHT, browser?: string) =>
      attempt(app, check, browser === undefined ? {} : { browser }, code)
    return { app, secret, login }
  }

  it('is requested only after the right password, and not used up by a wrong one', () => {
    const { app, secret, login } = withSecondFactor()
    expect(login('')).toBe('second_factor_required')
    expect(login('', WRONG)).toBe('invalid_credentials')
    expect(login(codeOf(secret), WRONG)).toBe('invalid_credentials')
    expect(app.rows('select * from sessions')).toEqual([])
    expect(login(codeOf(secret))).toBeUndefined()
    expect(login(codeOf(secret))).toBe('invalid_credentials')
  })

  it('names the factors once one of them is a passkey', () => {
    const { app } = withSecondFactor()
    const [{ id = 0 } = {}] = app.rows<{ id: number }>('select id from admins')
    const factsOf = () =>
      refusalOf(() => signIn(app.ctx(), { email: ADMIN, origin: 'here', device: '', code: '' }, RIGHT))?.facts
    expect(factsOf()).toEqual({})
    const keptSession = aSession(app, id)
    addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSession })
    expect(factsOf()).toEqual({ factors: ['app', 'passkey'] })
  })

  it('counts a wrong code as a failure', () => {
    const { app, secret, login } = withSecondFactor()
    for (let i = 0; i < 5; i++) expect(login('wrong')).toBe('invalid_credentials')
    for (const code of ['wrong', codeOf(secret), '']) expect(login(code)).toBe('too_many')
    expect(app.rows(`select id from audit where action = 'login-failed'`)).toHaveLength(5)
    app.pass(15 * MINUTE)
    expect(login(codeOf(secret))).toBeUndefined()
  })

  it('allows twenty wrong codes a day', () => {
    const { app, secret, login } = withSecondFactor()
    const first = app.ctx().now
    for (let i = 0; i < 20; i++) {
      expect(login('wrong')).toBe('invalid_credentials')
      app.pass(4 * MINUTE)
    }
    app.pass(first + DAY_LENGTH - app.ctx().now - 1)
    expect(login(codeOf(secret))).toBe('too_many')
    // A known browser is counted by itself.
    expect(login('wrong', RIGHT, 'own')).toBe('invalid_credentials')
    app.pass(1)
    expect(login(codeOf(secret))).toBeUndefined()
  })

  it('is ignored for admins without one', () => {
    expect(attempt(openPractice().app, RIGHT, {}, '123456')).toBeUndefined()
  })
})
