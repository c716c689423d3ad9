import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN, anAdmin, codeOf, login, PASSWORD, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import type { Browser } from '../../testing/browser.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** The next password begins with a space, which must not be trimmed. */
const NEXT = ' vier Gänse rudern gegenan 🦆'
const OTHER = 'dr.muster@ordination.example'
const WRONG_CODE = 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.'

/** Opens a practice with a browser in which its admin is signed in. */
async function openSignedIn() {
  const app = openTestApp()
  anAdmin(app)
  return { app, browser: await signIn(app) }
}

const sessionStatus = async (browser: Browser) => (await browser.get('/api/admin/session')).status
const actions = (app: TestApp) =>
  app.rows<{ action: string }>('select action from audit order by id').map(({ action }) => action)
const adminRow = (app: TestApp) => app.rows('select * from admins')[0]

describe('changing the password', () => {
  const change = (browser: Browser, changes: Record<string, unknown> = {}) =>
    browser.put('/api/admin/password', { current: PASSWORD, next: NEXT, ...changes })

  it('replaces the old one and ends all other sessions of this admin', async () => {
    const { app, browser } = await openSignedIn()
    anAdmin(app, { email: OTHER })
    const [other, foreign] = [await signIn(app), await signIn(app, { email: OTHER })]
    const answer = await change(browser)
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const password of [PASSWORD, NEXT.trim()])
      expect((await login(app, { password })).json.error).toBe('invalid_credentials')
    expect((await login(app, { password: NEXT })).status).toBe(200)
    expect(await Promise.all([other, foreign, browser].map(sessionStatus))).toEqual([401, 200, 200])
    expect(app.rows(`select actor_name, subject from audit where action = 'password-changed'`)).toEqual([
      { actor_name: ADMIN, subject: ADMIN },
    ])
  })

  it.each<[Record<string, unknown>, Record<string, string>]>([
    [{ current: 'wrong' }, { current: 'Das bisherige Passwort stimmt nicht.' }],
    [
      { current: '', next: 'elf Zeichen' },
      {
        current: 'Bitte das bisherige Passwort eingeben.',
        next: 'Bitte mindestens 12 Zeichen eingeben.',
      },
    ],
    [
      { next: 'Die Assistenz war es' },
      { next: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Ordination enthalten.' },
    ],
    [
      { next: 'ordination-dr-demo-muster' },
      { next: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Ordination enthalten.' },
    ],
    [{ other: 1 }, { other: 'Unbekannte Angabe.' }],
  ])('is refused with %j, and nothing changes', async (changes, fields) => {
    const { app, browser } = await openSignedIn()
    const other = await signIn(app)
    const before = adminRow(app)
    const answer = await change(browser, changes)
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'invalid', message: 'Bitte prüfen Sie Ihre Angaben.', fields },
    ])
    expect(adminRow(app)).toEqual(before)
    expect(await sessionStatus(other)).toBe(200)
    expect(actions(app)).not.toContain('password-changed')
  })

  it('allows five failures of the session, also of simultaneous attempts', async () => {
    const { app, browser } = await openSignedIn()
    const guesses = [...Array.from({ length: 10 }, (_, i) => `guess ${i}`), PASSWORD]
    const answers = await Promise.all(guesses.map((current) => change(browser, { current })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    expect(actions(app).filter((act) => act === 'login-failed')).toHaveLength(5)
    // The session is counted by itself.
    expect((await login(app)).status).toBe(200)

    app.pass(15 * MINUTE)
    expect((await change(browser)).status).toBe(204)
  })

  it('accepts one of two simultaneous changes', async () => {
    const { app, browser } = await openSignedIn()
    const answers = await Promise.all([change(browser), change(browser, { next: `${NEXT}!` })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400])
    const password = answers[0]?.status === 204 ? NEXT : `${NEXT}!`
    expect((await login(app, { password })).status).toBe(200)
  })
})

describe('the second factor', () => {
  const call = (browser: Browser, name: 'setup' | 'enable' | 'disable', body: object) =>
    browser.post(`/api/admin/second-factor/${name}`, body)
  const setup = (browser: Browser, password = PASSWORD, code = '') =>
    call(browser, 'setup', { password, code })
  const enable = (browser: Browser, code: string) => call(browser, 'enable', { code })
  const disable = (browser: Browser, body: { password?: string; code?: string | undefined } = {}) =>
    call(browser, 'disable', { password: PASSWORD, ...body })

  /** Opens a practice whose admin has a second factor, a minute after it was turned on. */
  async function openWithFactor() {
    const { app, browser } = await openSignedIn()
    const factor = await turnOnSecondFactor(browser)
    app.pass(MINUTE)
    return { app, browser, ...factor }
  }

  it('is not asked for before its first code was entered', async () => {
    const { app, browser } = await openSignedIn()
    const { status, json } = await setup(browser)
    expect([status, Object.keys(json)]).toEqual([200, ['secret', 'uri']])
    expect(json.uri).toContain('issuer=Ordination%20Dr.%20Demo%20Muster')
    expect((await login(app)).status).toBe(200)
    expect((await browser.get('/api/admin/session')).json.second_factor).toBe(false)
  })

  it('is asked for after its first code', async () => {
    const { app, browser } = await openSignedIn()
    const { secret } = (await setup(browser)).json
    const { status, json } = await enable(browser, codeOf(secret))
    expect([status, json]).toEqual([200, { recovery_codes: expect.any(Array) }])
    expect((await login(app)).json.error).toBe('second_factor_required')
    app.pass(MINUTE)
    expect((await login(app, { code: codeOf(secret) })).status).toBe(200)
  })

  it('is not set up a second time while it is on', async () => {
    const { browser, recoveryCodes } = await openWithFactor()
    expect((await setup(browser)).json.fields).toEqual({ code: 'Bitte den Code eingeben.' })
    const { status, json } = await setup(browser, PASSWORD, recoveryCodes[0])
    expect([status, json]).toEqual([
      409,
      { error: 'conflict', message: 'Der zweite Faktor ist bereits eingeschaltet.' },
    ])
  })

  it('is no longer asked for once it is off, and can be switched off twice', async () => {
    const { app, browser, secret } = await openWithFactor()
    const { status, text } = await disable(browser, { code: ` ${codeOf(secret)} ` })
    expect([status, text]).toEqual([204, ''])
    expect((await login(app)).status).toBe(200)
    expect((await disable(browser)).status).toBe(204)
  })

  it('ends all other sessions of this admin when it goes on, and when it goes off', async () => {
    const { app, browser } = await openSignedIn()
    anAdmin(app, { email: OTHER })
    const foreign = await signIn(app, { email: OTHER })
    const before = await signIn(app)
    const { secret, recoveryCodes } = await turnOnSecondFactor(browser)
    const between = await signIn(app, { code: recoveryCodes[0] })
    const statuses = () => Promise.all([before, between, foreign, browser].map(sessionStatus))
    expect(await statuses()).toEqual([401, 200, 200, 200])
    app.pass(MINUTE)
    await disable(browser, { code: codeOf(secret) })
    expect(await statuses()).toEqual([401, 401, 200, 200])
    expect(actions(app).filter((action) => action !== 'login')).toEqual([
      'second-factor-on',
      'recovery-code-used',
      'second-factor-off',
    ])
  })

  it.each([
    ['wrong', 'Das Passwort stimmt nicht.'],
    ['', 'Bitte das Passwort eingeben.'],
  ])('is not set up with the password %j', async (password, sentence) => {
    const { app, browser } = await openSignedIn()
    const { status, json } = await setup(browser, password)
    expect([status, json.fields]).toEqual([400, { password: sentence }])
    expect(adminRow(app)).toMatchObject({ totp_secret: null, totp_step: null })
  })

  it.each([
    ['', 'Bitte den Code eingeben.'],
    ['abcdef', WRONG_CODE],
  ])('does not go on with the code %j', async (code, sentence) => {
    const { app, browser } = await openSignedIn()
    await setup(browser)
    const { status, json } = await enable(browser, code)
    expect([status, json.fields]).toEqual([400, { code: sentence }])
    expect((await login(app)).status).toBe(200)
  })

  it('does not go off with a wrong password, without a code, or with a wrong, future or used one', async () => {
    const { app, browser, secret, recoveryCodes } = await openWithFactor()
    const other = await signIn(app, { code: recoveryCodes[0] })
    for (const [body, fields] of [
      [{ password: 'wrong', code: codeOf(secret) }, { password: 'Das Passwort stimmt nicht.' }],
      [{}, { code: 'Bitte den Code eingeben.' }],
      [{ code: codeOf(secret, 9) }, { code: WRONG_CODE }],
      [{ code: recoveryCodes[0] }, { code: WRONG_CODE }],
    ] as const)
      expect((await disable(browser, body)).json.fields).toEqual(fields)
    expect((await login(app)).json.error).toBe('second_factor_required')
    expect(await sessionStatus(other)).toBe(200)
  })

  it('can be guessed five times within a quarter of an hour', async () => {
    const { app, browser, secret, recoveryCodes } = await openWithFactor()
    for (let i = 0; i < 5; i++) expect((await disable(browser, { code: 'wrong' })).status).toBe(400)
    expect((await disable(browser, { code: codeOf(secret) })).status).toBe(429)
    app.pass(15 * MINUTE)
    expect((await disable(browser, { code: recoveryCodes[0] })).status).toBe(204)
  })
})
