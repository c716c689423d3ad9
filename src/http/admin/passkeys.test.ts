import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { ADMIN, insertAdmin, PASSWORD, signIn } from '../../testing/admins.ts'
import { type Authenticator, openAuthenticator, RELYING_PARTY } from '../../testing/authenticator.ts'
import type { Browser } from '../../testing/browser.ts'
import {
  addPasskey,
  confirmBy,
  ORIGIN,
  openSignedInWithPasskey,
  PASSKEY_NAME,
  PASSKEYS_PATH,
  WRONG_PASSKEY,
} from '../../testing/passkey-calls.ts'
import { openSignedIn, sessionStatus } from '../../testing/signed-in-app.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const OTHER_ADMIN = 'dr.muster@ordination.example'
const LOGIN_OPTIONS_PATH = '/api/admin/login/passkey/options'
const NEED_HTTPS = 'Passkeys gehen erst, wenn das Portal eine Adresse mit https hat.'

/** Requests the options of a new passkey. */
const requestOptions = ({ post }: Browser, password = PASSWORD) =>
  post(`${PASSKEYS_PATH}/options`, { password }, ORIGIN)

type CreationOptions = Parameters<Authenticator['create']>[0]

/** Adds a new passkey for the challenge in these options. */
const addForChallenge = ({ post }: Browser, options: CreationOptions) =>
  post(PASSKEYS_PATH, { name: PASSKEY_NAME, credential: openAuthenticator().create(options) }, ORIGIN)

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
    const { browser, passkey: firstPasskey } = await openSignedInWithPasskey()
    // The first one is used to add the second one.
    const passkey = await confirmBy(browser, firstPasskey)
    await addPasskey(browser, { password: PASSWORD, passkey })
    expect((await browser.get('/api/admin/session')).json).toMatchObject({
      second_factor: true,
      factors: ['passkey'],
    })
    expect((await browser.get(PASSKEYS_PATH)).json).toEqual({
      origins: [RELYING_PARTY.origin],
      passkeys: [
        { id: 1, name: PASSKEY_NAME, created_at: isoAt(NOW), used_at: isoAt(NOW) },
        { id: 2, name: PASSKEY_NAME, created_at: isoAt(NOW), used_at: null },
      ],
    })
  })

  it('is recorded', async () => {
    const { app } = await openSignedInWithPasskey()
    expect(app.rows(`select actor_name, subject from audit where action = 'passkey-added'`)).toEqual([
      { actor_name: ADMIN, subject: PASSKEY_NAME },
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
})

describe('passkeys', () => {
  it.each([
    { circumstance: 'while the portal has no https', baseUrl: 'http://praxis.local', message: NEED_HTTPS },
    { circumstance: 'while the portal has no name', baseUrl: 'https://192.168.1.5', message: NEED_HTTPS },
    {
      circumstance: 'elsewhere than at the portal’s address',
      baseUrl: 'https://termine.example',
      message: 'Passkeys gehen nur unter https://termine.example.',
    },
  ])('cannot be added or used $circumstance', async ({ baseUrl, message }) => {
    const app = openTestApp({ config: { baseUrl } })
    const adding = app
      .admin()
      .post(`${PASSKEYS_PATH}/options`, { password: PASSWORD }, { origin: 'https://evil.example' })
    const signIns = [
      app.browser().post(LOGIN_OPTIONS_PATH, {}, { origin: 'http://praxis.local' }),
      app.browser().post(LOGIN_OPTIONS_PATH),
    ]
    for (const { status, json } of await Promise.all([adding, ...signIns]))
      expect([status, json]).toEqual([409, { error: 'conflict', message }])
  })

  it('can be used at the URL in the settings, for which they are then valid', async () => {
    const app = openTestApp({ config: { baseUrl: 'http://praxis.local' } })
    writeSettings(app.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://ordi.example' })
    const origin = 'https://ordi.example'
    const { json } = await app.browser().post(LOGIN_OPTIONS_PATH, {}, { origin })
    expect(json).toMatchObject({ rpId: 'ordi.example', allowCredentials: [], userVerification: 'required' })
  })
})
