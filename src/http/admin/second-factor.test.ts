import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { codeOf, insertAdmin, PASSWORD, postLogin, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import type { Browser } from '../../testing/browser.ts'
import { adminRow, listActions, openSignedIn, sessionStatus } from '../../testing/signed-in-app.ts'

const OTHER_ADMIN = 'dr.muster@ordination.example'
const WRONG_CODE = 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.'

/** How an admin confirms a change; the password is the right one unless it is given. */
type Confirmation = Readonly<{ password?: string; code?: string | undefined }>

/** The authenticator app that is set up, and the recovery codes that come with it. */
type Factor = Pick<Awaited<ReturnType<typeof turnOnSecondFactor>>, 'secret' | 'recoveryCodes'>

/** Begins to set up an authenticator app. */
const setUp = (browser: Browser, changes: Confirmation = {}) =>
  browser.post('/api/admin/second-factor/setup', { password: PASSWORD, code: '', ...changes })

const enable = (browser: Browser, code: string) => browser.post('/api/admin/second-factor/enable', { code })

const disable = (browser: Browser, changes: Confirmation = {}) =>
  browser.post('/api/admin/second-factor/disable', { password: PASSWORD, ...changes })

/** Opens a practice whose admin has a second factor, a minute after it was turned on. */
async function openWithFactor() {
  const { app, browser } = await openSignedIn()
  const factor = await turnOnSecondFactor(browser)
  app.pass(MINUTE)
  return { app, browser, ...factor }
}

describe('the second factor', () => {
  it('is not required before its first code was entered', async () => {
    const { app, browser } = await openSignedIn()
    const { status, json } = await setUp(browser)
    expect([status, Object.keys(json)]).toEqual([200, ['secret', 'uri']])
    expect(json.uri).toContain('issuer=Ordination%20Dr.%20Demo%20Muster')
    expect((await postLogin(app)).status).toBe(200)
    expect((await browser.get('/api/admin/session')).json.second_factor).toBe(false)
  })

  it('is required after its first code was entered', async () => {
    const { app, browser } = await openSignedIn()
    const { secret } = (await setUp(browser)).json
    const { status, json } = await enable(browser, codeOf(secret))
    expect([status, json]).toEqual([200, { recovery_codes: expect.any(Array) }])
    expect((await postLogin(app)).json.error).toBe('second_factor_required')
    app.pass(MINUTE)
    expect((await postLogin(app, { code: codeOf(secret) })).status).toBe(200)
  })

  it('cannot be set up again while it is on', async () => {
    const { browser, recoveryCodes } = await openWithFactor()
    expect((await setUp(browser)).json.fields).toEqual({ code: 'Bitte den Code eingeben.' })
    const [recoveryCode] = recoveryCodes
    const { status, json } = await setUp(browser, { code: recoveryCode })
    const message = 'Der zweite Faktor ist bereits eingeschaltet.'
    expect([status, json]).toEqual([409, { error: 'conflict', message }])
  })

  it('ends all other sessions of this admin when it is switched on or off', async () => {
    const { app, browser } = await openSignedIn()
    insertAdmin(app, { email: OTHER_ADMIN })
    const otherAdmin = await signIn(app, { email: OTHER_ADMIN })
    const sessionWhileOff = await signIn(app)
    const { secret, recoveryCodes } = await turnOnSecondFactor(browser)
    expect(await sessionStatus(sessionWhileOff)).toBe(401)

    const [recoveryCode] = recoveryCodes
    const sessionWhileOn = await signIn(app, { code: recoveryCode })
    expect(await sessionStatus(sessionWhileOn)).toBe(200)
    app.pass(MINUTE)
    await disable(browser, { code: codeOf(secret) })
    expect(await sessionStatus(sessionWhileOn)).toBe(401)
    expect(await sessionStatus(otherAdmin)).toBe(200)
    expect(await sessionStatus(browser)).toBe(200)
    expect(listActions(app).filter((action) => action !== 'login')).toEqual([
      'second-factor-on',
      'recovery-code-used',
      'second-factor-off',
    ])
  })

  it.each([
    { fault: 'a wrong password', password: 'wrong', sentence: 'Das Passwort stimmt nicht.' },
    { fault: 'no password', password: '', sentence: 'Bitte das Passwort eingeben.' },
  ])('is not set up with $fault', async ({ password, sentence }) => {
    const { app, browser } = await openSignedIn()
    const { status, json } = await setUp(browser, { password })
    expect([status, json.fields]).toEqual([400, { password: sentence }])
    expect(adminRow(app)).toMatchObject({ totp_secret: null, totp_step: null })
  })

  it.each([
    { fault: 'without a code', code: '', sentence: 'Bitte den Code eingeben.' },
    { fault: 'with a wrong code', code: 'abcdef', sentence: WRONG_CODE },
  ])('is not switched on $fault', async ({ code, sentence }) => {
    const { app, browser } = await openSignedIn()
    await setUp(browser)
    const { status, json } = await enable(browser, code)
    expect([status, json.fields]).toEqual([400, { code: sentence }])
    expect((await postLogin(app)).status).toBe(200)
  })
})

describe('switching the second factor off', () => {
  it('ends the need for a code, and can be repeated', async () => {
    const { app, browser, secret } = await openWithFactor()
    const { status, text } = await disable(browser, { code: ` ${codeOf(secret)} ` })
    expect([status, text]).toEqual([204, ''])
    expect((await postLogin(app)).status).toBe(200)
    expect((await disable(browser)).status).toBe(204)
  })

  it.each([
    {
      fault: 'a wrong password',
      confirmationBy: ({ secret }: Factor) => ({ password: 'wrong', code: codeOf(secret) }),
      fields: { password: 'Das Passwort stimmt nicht.' },
    },
    { fault: 'no code', confirmationBy: () => ({}), fields: { code: 'Bitte den Code eingeben.' } },
    {
      fault: 'a code of the future',
      confirmationBy: ({ secret }: Factor) => ({ code: codeOf(secret, 9) }),
      fields: { code: WRONG_CODE },
    },
    {
      fault: 'a recovery code that was used',
      confirmationBy: ({ recoveryCodes: [usedCode] }: Factor) => ({ code: usedCode }),
      fields: { code: WRONG_CODE },
    },
  ])('is refused with $fault, and no session ends', async ({ confirmationBy, fields }) => {
    const { app, browser, secret, recoveryCodes } = await openWithFactor()
    const [usedCode] = recoveryCodes
    const otherSession = await signIn(app, { code: usedCode })
    const refused = await disable(browser, confirmationBy({ secret, recoveryCodes }))
    expect(refused.json.fields).toEqual(fields)
    expect((await postLogin(app)).json.error).toBe('second_factor_required')
    expect(await sessionStatus(otherSession)).toBe(200)
  })

  it('allows five wrong codes within a quarter of an hour', async () => {
    const { app, browser, secret, recoveryCodes } = await openWithFactor()
    for (let failures = 0; failures < 5; failures++)
      expect((await disable(browser, { code: 'wrong' })).status).toBe(400)
    expect((await disable(browser, { code: codeOf(secret) })).status).toBe(429)
    app.pass(15 * MINUTE)
    const [recoveryCode] = recoveryCodes
    expect((await disable(browser, { code: recoveryCode })).status).toBe(204)
  })
})
