import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import {
  browserWithToken,
  codeOf,
  insertAdmin,
  PASSWORD,
  postLogin,
  signIn,
  turnOnSecondFactor,
} from '../../testing/admins.ts'
import type { Browser } from '../../testing/browser.ts'
import {
  addPasskey,
  confirmBy,
  ORIGIN,
  openSignedInWithPasskey,
  PASSKEY_NAME,
  PASSKEYS_PATH,
  signInWith,
  WRONG_PASSKEY,
} from '../../testing/passkey-calls.ts'
import { openSignedIn, sessionStatus } from '../../testing/signed-in-app.ts'

const OTHER_ADMIN = 'dr.muster@ordination.example'

/** Begins to set up an authenticator app, with the password and this factor. */
const setUpApp = (browser: Browser, factor: object) =>
  browser.post('/api/admin/second-factor/setup', { password: PASSWORD, ...factor }, ORIGIN)

/** Removes the first passkey, which has the id 1, with the password and this factor. */
const removePasskey = (browser: Browser, factor: object) =>
  browser.post(`${PASSKEYS_PATH}/1/remove`, { password: PASSWORD, ...factor }, ORIGIN)

describe('a change of second factors while a passkey is on', () => {
  it('needs its response or a recovery code in addition to the password', async () => {
    const { app, browser, passkey } = await openSignedInWithPasskey()
    expect((await setUpApp(browser, {})).json.fields).toEqual({ code: 'Bitte den Code eingeben.' })
    const response = await confirmBy(browser, passkey)
    // A response can be used once.
    expect((await setUpApp(browser, { passkey: response })).json.secret).toEqual(expect.any(String))
    expect((await setUpApp(browser, { passkey: response })).json.fields).toEqual({ code: WRONG_PASSKEY })
    const [recoveryCode] = passkey.recoveryCodes
    expect((await setUpApp(browser, { code: recoveryCode })).status).toBe(200)
    expect(app.rows('select totp_step from admins')).toEqual([{ totp_step: null }])
  })

  it('accepts neither a forged response nor one from another site', async () => {
    const { browser, passkey } = await openSignedInWithPasskey()
    for (const forgery of [{ altered: true }, { origin: 'https://evil.example' }]) {
      const { json } = await setUpApp(browser, { passkey: await confirmBy(browser, passkey, forgery) })
      expect(json.fields).toEqual({ code: WRONG_PASSKEY })
    }
  })

  it("does not take another admin's passkey", async () => {
    const { app, browser } = await openSignedInWithPasskey()
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
    // The removal has used one of the ten codes.
    expect(app.rows('select 1 from recovery_codes')).toHaveLength(9)

    expect((await signInWith(app.browser(), passkey)).status).toBe(401)
    expect((await postLogin(app)).json).toEqual({
      error: 'second_factor_required',
      message: 'Bitte geben Sie den Code Ihrer Authenticator-App ein.',
    })
  })

  it('as the last factor also removes the recovery codes', async () => {
    const { app, browser, passkey } = await openSignedInWithPasskey()
    expect((await removePasskey(browser, { passkey: await confirmBy(browser, passkey) })).status).toBe(204)
    expect(app.rows('select 1 from recovery_codes')).toEqual([])
    expect((await postLogin(app)).status).toBe(200)
    expect(app.rows(`select subject from audit where action = 'passkey-removed'`)).toEqual([
      { subject: PASSKEY_NAME },
    ])
  })

  it("leaves another admin's passkey alone", async () => {
    const { app } = await openSignedInWithPasskey()
    insertAdmin(app, { email: OTHER_ADMIN })
    const otherAdmin = await signIn(app, { email: OTHER_ADMIN })
    expect((await removePasskey(otherAdmin, {})).status).toBe(204)
    expect(app.rows('select 1 from passkeys')).toHaveLength(1)
  })

  it('comes with the removal of the admin', async () => {
    const { app } = await openSignedInWithPasskey()
    app.ctx().db.$client.exec('delete from admins')
    expect(app.rows('select 1 from passkeys')).toEqual([])
  })
})
