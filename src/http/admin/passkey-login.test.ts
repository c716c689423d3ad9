import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { ADMIN, browserWithToken, postLogin } from '../../testing/admins.ts'
import { type Authenticator, openAuthenticator } from '../../testing/authenticator.ts'
import type { Browser } from '../../testing/browser.ts'
import { ORIGIN, openSignedInWithPasskey, signInWith } from '../../testing/passkey-calls.ts'
import { NOW } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

/** The signature is altered, as if somebody without the passkey had guessed it. */
const WRONG_SIGNATURE = { altered: true }

/** Failures of one origin, whatever the account, after which it has to wait a quarter of an hour. */
const FAILURES_OF_ORIGIN = 20
/** Failures for one account, from anywhere, that lock out all browsers that it does not know. */
const FAILURES_OF_ACCOUNT = 50

describe('signing in with a passkey', () => {
  /** Solves a challenge that this browser requests. @returns a function that sends the solution */
  async function solveChallengeIn(browser: Browser, passkey: Authenticator) {
    const { json: options } = await browser.post('/api/admin/login/passkey/options', {}, ORIGIN)
    const body = { passkey: passkey.get(options) }
    return ({ post }: Browser) => post('/api/admin/login/passkey', body, ORIGIN)
  }

  it('needs neither password nor code, and is recorded', async () => {
    const { app, passkey } = await openSignedInWithPasskey()
    const { status, json } = await signInWith(app.browser(), passkey)
    expect(status).toBe(200)
    expect(json).toEqual({
      token: expect.any(String),
      user: { name: 'Assistenz', email: ADMIN, role: 'doctor' },
      expiresAt: isoAt(NOW + HOUR),
      ttlMinutes: 60,
      lastsUntil: isoAt(NOW + 12 * HOUR),
    })
    expect((await browserWithToken(app, json.token).get('/api/admin/session')).status).toBe(200)
    expect(app.rows('select action, actor_name from audit order by id desc limit 1')).toEqual([
      { action: 'login', actor_name: ADMIN },
    ])
  })

  it('is refused in another browser than the one that requested the challenge', async () => {
    const { app, passkey } = await openSignedInWithPasskey()
    const browser = app.browser()
    const sendFrom = await solveChallengeIn(browser, passkey)
    const fromOther = await sendFrom(app.browser())
    const message = 'Dieser Passkey gilt hier nicht. Bitte melden Sie sich mit dem Passwort an.'
    expect([fromOther.status, fromOther.json]).toEqual([401, { error: 'invalid_credentials', message }])
    expect((await sendFrom(browser)).status).toBe(200)
  })

  it('is refused with a solution that was used before', async () => {
    const { app, passkey } = await openSignedInWithPasskey()
    const browser = app.browser()
    const sendFrom = await solveChallengeIn(browser, passkey)
    expect((await sendFrom(browser)).status).toBe(200)
    expect((await sendFrom(browser)).status).toBe(401)
  })

  it('is refused with an unknown passkey', async () => {
    const { app } = await openSignedInWithPasskey()
    expect((await signInWith(app.browser(), openAuthenticator())).status).toBe(401)
  })

  it('is refused without a passkey', async () => {
    const { app } = await openSignedInWithPasskey()
    expect((await app.browser().post('/api/admin/login/passkey', {}, ORIGIN)).status).toBe(400)
  })

  it('is limited to twenty failures per origin, including those with passwords', async () => {
    const { app, passkey } = await openSignedInWithPasskey()
    const fail = async () => (await signInWith(app.browser(), passkey, WRONG_SIGNATURE)).status
    for (let failures = 0; failures < FAILURES_OF_ORIGIN; failures++) expect(await fail()).toBe(401)
    expect(await fail()).toBe(429)

    expect((await postLogin(app)).status).toBe(429)
    app.pass(15 * MINUTE)
    expect((await signInWith(app.browser(), passkey)).status).toBe(200)
  })

  it('still works when strangers fail all day for this account and with unknown passkeys', async () => {
    const { app, passkey } = await openSignedInWithPasskey()
    // Each way of failing reaches the limit of an account by itself.
    for (let number = 0; number < FAILURES_OF_ACCOUNT; number++) {
      const stranger = app.browser(`198.51.100.${number}`)
      expect((await signInWith(stranger, passkey, WRONG_SIGNATURE)).status).toBe(401)
      expect((await signInWith(stranger, openAuthenticator())).status).toBe(401)
      await stranger.post('/api/admin/login', { email: ADMIN, password: `guess ${number}` })
    }

    expect((await postLogin(app)).status).toBe(429)
    expect((await signInWith(app.browser(), passkey)).status).toBe(200)
  })

  it('is required after the password, unless there is a recovery code', async () => {
    const { app, passkey } = await openSignedInWithPasskey()
    const refused = await postLogin(app)
    expect(refused.status).toBe(401)
    expect(refused.json).toEqual({
      error: 'second_factor_required',
      message: 'Bitte melden Sie sich mit Ihrem Passkey an, oder geben Sie einen Ersatzcode ein.',
      factors: ['passkey'],
    })
    const [recoveryCode] = passkey.recoveryCodes
    expect((await postLogin(app, { code: recoveryCode })).status).toBe(200)
  })
})
