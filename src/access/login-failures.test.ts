import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { ADMIN, insertAdmin, PASSWORD_HASH } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { signIn } from './login.ts'
import type { PasswordCheck } from './passwords.ts'

const RIGHT_PASSWORD: PasswordCheck = { stored: PASSWORD_HASH, isRight: true }
const WRONG_PASSWORD: PasswordCheck = { stored: PASSWORD_HASH, isRight: false }
const OTHER_EMAIL = 'dr.muster@ordination.example'

/** The failures within 15 minutes after which the next attempt is refused (docs/behaviour.md 12.6). */
const MOST = { ofAccount: 49, ofOrigin: 20 }
/** More failures than any limit allows. */
const MORE_THAN_ALLOWED = 60

/** Opens an app with the admins ADMIN and OTHER_EMAIL. */
function openWithAdmins() {
  const app = openTestApp()
  insertAdmin(app)
  insertAdmin(app, { email: OTHER_EMAIL })
  return app
}

type AttemptChanges = { email?: string; origin?: string; browser?: string }

/**
 * Tries to sign in, by default as ADMIN from the origin `here`, in a browser that is not known.
 * @returns the code of the refusal; undefined on success
 */
function attemptSignIn(app: TestApp, check: PasswordCheck, changes: AttemptChanges = {}) {
  const attempt = { email: ADMIN, origin: 'here', device: '', code: '', ...changes }
  return refusalOf(() => signIn(app.ctx(), attempt, check))?.code
}

/** Fails five times, which is within all limits. */
function failFiveTimes(app: TestApp, changes: AttemptChanges = {}) {
  for (let i = 0; i < 5; i++) expect(attemptSignIn(app, WRONG_PASSWORD, changes)).toBe('invalid_credentials')
}

describe('the limit of failures', () => {
  it('ends 15 minutes after the first of five', () => {
    const app = openWithAdmins()
    failFiveTimes(app)
    app.pass(15 * MINUTE - 1)
    expect(attemptSignIn(app, RIGHT_PASSWORD)).toBe('too_many')
    app.pass(1)
    expect(attemptSignIn(app, RIGHT_PASSWORD)).toBeUndefined()
  })

  it('counts each account and origin separately', () => {
    const app = openWithAdmins()
    failFiveTimes(app)
    expect(attemptSignIn(app, RIGHT_PASSWORD, { email: ADMIN.toUpperCase() })).toBe('too_many')
    expect(attemptSignIn(app, RIGHT_PASSWORD, { email: OTHER_EMAIL })).toBeUndefined()
    expect(attemptSignIn(app, RIGHT_PASSWORD, { origin: 'elsewhere' })).toBeUndefined()
  })

  it('refuses the account from anywhere after 49 failures', () => {
    const app = openWithAdmins()
    for (let i = 0; i < MOST.ofAccount; i++)
      expect(attemptSignIn(app, WRONG_PASSWORD, { origin: `${i}` })).toBe('invalid_credentials')
    // This failure is one too many.
    expect(attemptSignIn(app, WRONG_PASSWORD, { origin: 'elsewhere' })).toBe('too_many')
    expect(attemptSignIn(app, RIGHT_PASSWORD, { origin: 'elsewhere' })).toBe('too_many')
    expect(attemptSignIn(app, RIGHT_PASSWORD, { origin: 'elsewhere', email: OTHER_EMAIL })).toBeUndefined()
  })

  it('refuses an origin after twenty failures, whatever the account', () => {
    const app = openWithAdmins()
    for (let i = 0; i < MOST.ofOrigin; i++)
      expect(attemptSignIn(app, WRONG_PASSWORD, { email: `${i}@x.example` })).toBe('invalid_credentials')
    expect(attemptSignIn(app, RIGHT_PASSWORD)).toBe('too_many')
    expect(attemptSignIn(app, RIGHT_PASSWORD, { origin: 'elsewhere' })).toBeUndefined()
  })

  it('counts a known browser separately, so that strangers cannot lock it out', () => {
    const app = openWithAdmins()
    for (let i = 0; i < MORE_THAN_ALLOWED; i++) attemptSignIn(app, WRONG_PASSWORD, { origin: `${i}` })
    expect(attemptSignIn(app, RIGHT_PASSWORD)).toBe('too_many')
    failFiveTimes(app, { browser: 'own' })
    expect(attemptSignIn(app, RIGHT_PASSWORD, { browser: 'own', origin: 'elsewhere' })).toBe('too_many')
    expect(attemptSignIn(app, RIGHT_PASSWORD, { browser: 'other' })).toBeUndefined()
  })

  it('is not used up by a known browser, so that it locks nobody else out', () => {
    const app = openWithAdmins()
    failFiveTimes(app, { browser: 'own' })
    expect(attemptSignIn(app, RIGHT_PASSWORD)).toBeUndefined()
  })

  it('counts unknown e-mail addresses too, without storing them in plain text', () => {
    const app = openWithAdmins()
    failFiveTimes(app, { email: 'niemand@x.example' })
    expect(attemptSignIn(app, WRONG_PASSWORD, { email: 'niemand@x.example' })).toBe('too_many')
    // Each of the five counts for the account from here, for the account, and for the origin.
    expect(app.rows('select id from attempts')).toHaveLength(5 * 3)
    expect(JSON.stringify(app.rows('select * from attempts'))).not.toMatch(/niemand|x\.example/)
  })

  it('does not count successful logins', () => {
    const app = openWithAdmins()
    for (let i = 0; i < MOST.ofOrigin; i++) expect(attemptSignIn(app, RIGHT_PASSWORD)).toBeUndefined()
    failFiveTimes(app)
    expect(attemptSignIn(app, WRONG_PASSWORD)).toBe('too_many')
  })
})
