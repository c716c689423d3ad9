import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import {
  ADMIN,
  browserWithToken,
  codeOf,
  insertAdmin,
  PASSWORD,
  postLogin,
  signIn,
  turnOnSecondFactor,
} from '../../testing/admins.ts'
import { openAuthenticator, RELYING_PARTY } from '../../testing/authenticator.ts'
import type { Browser } from '../../testing/browser.ts'
import { addPasskey, confirmBy, signInWith } from '../../testing/passkey-calls.ts'
import { openSignedIn, sessionStatus } from '../../testing/signed-in-app.ts'
import { openTestApp } from '../../testing/test-app.ts'

const OTHER_ADMIN = 'dr.muster@ordination.example'
const PASSKEYS_PATH = '/api/admin/account/passkeys'
const ORIGIN = { origin: RELYING_PARTY.origin }
const NEED_HTTPS = 'Passkeys gehen erst, wenn das Portal eine Adresse mit https hat.'
const WRONG_PASSKEY = 'Der Passkey wurde nicht erkannt. Bitte versuchen Sie es noch einmal.'

/** Opens a practice with a browser in which its admin is signed in and has a passkey. */
async function openWithPasskey() {
  const { app, browser } = await openSignedIn()
  return { app, browser, passkey: await addPasskey(browser) }
}

/** Begins to set up an authenticator app, with the password and this factor. */
const setUpApp = (browser: Browser, factor: object) =>
  browser.post('/api/admin/second-factor/setup', { password: PASSWORD, ...factor }, ORIGIN)

/** Removes the passkey with the id 1, with the password and this factor. */
const removePasskey = (browser: Browser, factor: object) =>
  browser.post(`${PASSKEYS_PATH}/1/remove`, { password: PASSWORD, ...factor }, ORIGIN)

/** Requests the options of a new passkey. */
const requestOptions = ({ post }: Browser, password = PASSWORD) =>
  post(`${PASSKEYS_PATH}/options`, { password }, ORIGIN)

describe('adding a passkey', () => {
  it('answers recovery codes only for the first passkey', async () => {
    const { browser } = await openSignedIn()
    const firstPasskey = await addPasskey(browser)
    expect(firstPasskey.recoveryCodes).toHaveLength(10)
    const passkey = await confirmBy(browser, firstPasskey)
    const secondPasskey = await addPasskey(browser, { password: PASSWORD, passkey })
    expect(secondPasskey.recoveryCodes).toEqual([])
  })

  it('ends the other sessions', async () => {
    const { app, browser } = await openSignedIn()
    const otherSession = await signIn(app)
    await addPasskey(browser)
    expect(await sessionStatus(browser)).toBe(200)
    expect(await sessionStatus(otherSession)).toBe(401)
  })

  it('makes the passkey a second factor, listed with its last use', async () => {
    const { browser, passkey: firstPasskey } = await openWithPasskey()
    const passkey = await confirmBy(browser, firstPasskey)
    await addPasskey(browser, { password: PASSWORD, passkey })
    expect((await browser.get('/api/admin/session')).json).toMatchObject({
      second_factor: true,
      factors: ['passkey'],
    })
    const at = '2027-01-07T13:40:00+01:00'
    expect((await browser.get(PASSKEYS_PATH)).json).toEqual({
      origins: [RELYING_PARTY.origin],
      passkeys: [
        { id: 1, name: 'Schlüssel', created_at: at, used_at: at },
        { id: 2, name: 'Schlüssel', created_at: at, used_at: null },
      ],
    })
  })

  it('is recorded', async () => {
    const { app } = await openWithPasskey()
    expect(app.rows(`select actor_name, subject from audit where action = 'passkey-added'`)).toEqual([
      { actor_name: ADMIN, subject: 'Schlüssel' },
    ])
  })

  it('is refused with a wrong password', async () => {
    const { browser } = await openSignedIn()
    const { json } = await requestOptions(browser, 'wrong')
    expect(json.fields).toEqual({ password: 'Das Passwort stimmt nicht.' })
  })

  it('is refused without a name', async () => {
    const { browser } = await openSignedIn()
    const { json: options } = await requestOptions(browser)
    const credential = openAuthenticator().create(options)
    const { json } = await browser.post(PASSKEYS_PATH, { name: ' ', credential }, ORIGIN)
    expect(json.fields).toEqual({ name: 'Bitte einen Namen eingeben.' })
  })

  type CreationOptions = Parameters<ReturnType<typeof openAuthenticator>['create']>[0]

  /** Adds another passkey for the challenge in these options. */
  const addForChallenge = ({ post }: Browser, options: CreationOptions) =>
    post(PASSKEYS_PATH, { name: 'Schlüssel', credential: openAuthenticator().create(options) }, ORIGIN)

  it('is refused with the challenge of another admin', async () => {
    const { app, browser } = await openSignedIn()
    insertAdmin(app, { email: OTHER_ADMIN })
    const otherAdmin = await signIn(app, { email: OTHER_ADMIN })
    const { json: options } = await requestOptions(browser)
    const byOther = await addForChallenge(otherAdmin, options)
    expect([byOther.status, byOther.json]).toEqual([400, { error: 'invalid', message: WRONG_PASSKEY }])
    expect(app.rows('select name from passkeys')).toEqual([])
  })

  it('is refused with a challenge that was used before', async () => {
    const { app, browser } = await openSignedIn()
    const { json: options } = await requestOptions(browser)
    expect((await addForChallenge(browser, options)).status).toBe(201)
    expect((await addForChallenge(browser, options)).json.message).toBe(WRONG_PASSKEY)
    expect(app.rows('select name from passkeys')).toHaveLength(1)
  })

  it.each([
    { circumstance: 'while the portal has no https', baseUrl: 'http://praxis.local', message: NEED_HTTPS },
    { circumstance: 'while the portal has no name', baseUrl: 'https://192.168.1.5', message: NEED_HTTPS },
    {
      circumstance: 'elsewhere than at the portal’s address',
      baseUrl: 'https://termine.example',
      message: 'Passkeys gehen nur unter https://termine.example.',
    },
  ])('is refused $circumstance, and so is signing in', async ({ baseUrl, message }) => {
    const app = openTestApp({ config: { baseUrl } })
    const calls = [
      app
        .admin()
        .post(`${PASSKEYS_PATH}/options`, { password: PASSWORD }, { origin: 'https://evil.example' }),
      app.browser().post('/api/admin/login/passkey/options', {}, { origin: 'http://praxis.local' }),
      app.browser().post('/api/admin/login/passkey/options'),
    ]
    for (const { status, json } of await Promise.all(calls))
      expect([status, json]).toEqual([409, { error: 'conflict', message }])
  })

  it('is possible at the URL in the settings, where the passkeys are then valid', async () => {
    const app = openTestApp({ config: { baseUrl: 'http://praxis.local' } })
    writeSettings(app.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://ordi.example' })
    const headers = { origin: 'https://ordi.example' }
    const { json } = await app.browser().post('/api/admin/login/passkey/options', {}, headers)
    expect(json).toMatchObject({ rpId: 'ordi.example', allowCredentials: [], userVerification: 'required' })
  })
})

describe('a change of second factors while a passkey is on', () => {
  it('needs its response or a recovery code in addition to the password', async () => {
    const { app, browser, passkey } = await openWithPasskey()
    expect((await setUpApp(browser, {})).json.fields).toEqual({ code: 'Bitte den Code eingeben.' })
    const response = await confirmBy(browser, passkey)
    expect((await setUpApp(browser, { passkey: response })).json.secret).toEqual(expect.any(String))
    expect((await setUpApp(browser, { passkey: response })).json.fields).toEqual({ code: WRONG_PASSKEY })
    const [recoveryCode] = passkey.recoveryCodes
    expect((await setUpApp(browser, { code: recoveryCode })).status).toBe(200)
    expect(app.rows('select totp_step from admins')).toEqual([{ totp_step: null }])
  })

  it('accepts neither a forged response nor one from another site', async () => {
    const { browser, passkey } = await openWithPasskey()
    for (const forgery of [{ altered: true }, { origin: 'https://evil.example' }]) {
      const { json } = await setUpApp(browser, { passkey: await confirmBy(browser, passkey, forgery) })
      expect(json.fields).toEqual({ code: WRONG_PASSKEY })
    }
  })

  it("does not take another admin's passkey", async () => {
    const { app, browser } = await openWithPasskey()
    insertAdmin(app, { email: OTHER_ADMIN })
    const passkeyOfOther = await addPasskey(await signIn(app, { email: OTHER_ADMIN }))
    const passkey = await confirmBy(browser, passkeyOfOther)
    expect((await removePasskey(browser, { passkey })).json.fields).toEqual({ code: WRONG_PASSKEY })
    expect(app.rows('select 1 from passkeys')).toHaveLength(2)
  })
})

describe('removing a passkey', () => {
  it('ends the other sessions, and keeps the recovery codes while another factor is on', async () => {
    const { app, browser } = await openSignedIn()
    const { secret, recoveryCodes } = await turnOnSecondFactor(browser)
    app.pass(MINUTE)
    const passkey = await addPasskey(browser, { password: PASSWORD, code: codeOf(secret) })
    const { token } = (await signInWith(app.browser(), passkey)).json
    const otherSession = browserWithToken(app, token)
    const [recoveryCode] = recoveryCodes
    expect((await removePasskey(browser, { code: recoveryCode })).status).toBe(204)
    expect(await sessionStatus(browser)).toBe(200)
    expect(await sessionStatus(otherSession)).toBe(401)
    // The removal used one of the ten codes.
    expect(app.rows('select 1 from recovery_codes')).toHaveLength(9)

    expect((await signInWith(app.browser(), passkey)).status).toBe(401)
    expect((await postLogin(app)).json).toEqual({
      error: 'second_factor_required',
      message: 'Bitte geben Sie den Code Ihrer Authenticator-App ein.',
    })
  })

  it('as the last factor also removes the recovery codes', async () => {
    const { app, browser, passkey } = await openWithPasskey()
    expect((await removePasskey(browser, { passkey: await confirmBy(browser, passkey) })).status).toBe(204)
    expect(app.rows('select 1 from recovery_codes')).toEqual([])
    expect((await postLogin(app)).status).toBe(200)
    expect(app.rows(`select subject from audit where action = 'passkey-removed'`)).toEqual([
      { subject: 'Schlüssel' },
    ])
  })

  it("leaves another admin's passkey alone", async () => {
    const { app } = await openWithPasskey()
    insertAdmin(app, { email: OTHER_ADMIN })
    const otherAdmin = await signIn(app, { email: OTHER_ADMIN })
    expect((await removePasskey(otherAdmin, {})).status).toBe(204)
    expect(app.rows('select 1 from passkeys')).toHaveLength(1)
  })

  it('comes with the removal of the admin', async () => {
    const { app } = await openWithPasskey()
    app.ctx().db.$client.exec('delete from admins')
    expect(app.rows('select 1 from passkeys')).toEqual([])
  })
})
