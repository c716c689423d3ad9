import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { encrypt } from '../../access/crypto.ts'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN, anAdmin, codeOf, login, PASSWORD, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import { type Browser, openTestApp, type TestApp } from '../../testing/test-app.ts'

const NEXT = 'vier Gänse rudern gegenan'

async function signedIn() {
  const app = openTestApp()
  const id = anAdmin(app)
  return { app, id, browser: await signIn(app) }
}

const actions = (app: TestApp) =>
  app.rows<{ action: string }>('select action from audit order by id').map(({ action }) => action)
const adminRow = (app: TestApp) => app.rows('select * from admins')[0]

describe('changing the password', () => {
  const change = (browser: Browser, changes: Record<string, unknown> = {}) =>
    browser.put('/api/admin/password', { current: PASSWORD, next: NEXT, ...changes })

  it('replaces the old one and ends all other sessions', async () => {
    const { app, browser } = await signedIn()
    const other = await signIn(app)
    expect((await change(browser)).status).toBe(204)
    expect((await login(app)).json.error).toBe('invalid_credentials')
    expect((await login(app, { password: NEXT })).status).toBe(200)
    expect((await other.get('/api/admin/session')).status).toBe(401)
    expect((await browser.get('/api/admin/session')).status).toBe(200)
    expect(app.rows(`select actor_name, subject from audit where action = 'password-changed'`)).toEqual([
      { actor_name: ADMIN, subject: ADMIN },
    ])
  })

  it('keeps the sessions of other admins', async () => {
    const { app, browser } = await signedIn()
    anAdmin(app, { email: 'dr.muster@ordination.example' })
    const foreign = await signIn(app, { email: 'dr.muster@ordination.example' })
    await change(browser)
    expect((await foreign.get('/api/admin/session')).status).toBe(200)
  })

  it('accepts any characters unchanged', async () => {
    const { app, browser } = await signedIn()
    const next = ` 🦆 ${'lang und länger '.repeat(7)}`
    expect((await change(browser, { next })).status).toBe(204)
    expect((await login(app, { password: next.trim() })).status).toBe(401)
    expect((await login(app, { password: next })).status).toBe(200)
  })

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['a wrong old one', { current: 'wrong' }, { current: 'Das bisherige Passwort stimmt nicht.' }],
    ['no old one', { current: '' }, { current: 'Bitte das bisherige Passwort eingeben.' }],
    ['no new one', { next: undefined }, { next: 'Bitte mindestens 12 Zeichen eingeben.' }],
    ['a short one', { next: 'elf Zeichen' }, { next: 'Bitte mindestens 12 Zeichen eingeben.' }],
    ['a long one', { next: 'ab cd'.repeat(26) }, { next: 'Bitte höchstens 128 Zeichen eingeben.' }],
    [
      'one of the commonest',
      { next: 'Passwort1234' },
      { next: 'Dieses Passwort ist zu bekannt. Bitte wählen Sie ein anderes.' },
    ],
    [
      'one with the e-mail address in it',
      { next: 'Die Assistenz war es' },
      { next: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Praxis enthalten.' },
    ],
    [
      'one with the practice in it',
      { next: 'ordination-dr-demo-muster' },
      { next: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Praxis enthalten.' },
    ],
    ['something else', { other: 1 }, { other: 'Unbekannte Angabe.' }],
  ])('is refused with %s, and nothing changes', async (_, changes, fields) => {
    const { app, browser } = await signedIn()
    const other = await signIn(app)
    const before = adminRow(app)
    const answer = await change(browser, changes)
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'invalid', message: 'Bitte prüfen Sie Ihre Angaben.', fields },
    ])
    expect(adminRow(app)).toEqual(before)
    expect((await other.get('/api/admin/session')).status).toBe(200)
    expect(actions(app)).not.toContain('password-changed')
  })

  it('has the limit of failures of the login', async () => {
    const { app, browser } = await signedIn()
    for (let i = 0; i < 5; i++) expect((await change(browser, { current: `guess ${i}` })).status).toBe(400)
    const answer = await change(browser)
    expect([answer.status, answer.json.error]).toEqual([429, 'too_many'])
    expect((await login(app, {}, { address: '198.51.100.9' })).status).toBe(429)
    expect(actions(app).filter((act) => act === 'login-failed')).toHaveLength(5)
    app.pass(15 * MINUTE)
    expect((await change(browser)).status).toBe(204)
  })

  it('counts simultaneous attempts', async () => {
    const { app, browser } = await signedIn()
    const guesses = [...Array.from({ length: 20 }, (_, i) => `guess ${i}`), PASSWORD]
    const answers = await Promise.all(guesses.map((current) => change(browser, { current })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(16)
    expect(actions(app).filter((act) => act === 'login-failed')).toHaveLength(5)
  })

  it('accepts one of two simultaneous changes', async () => {
    const { app, browser } = await signedIn()
    const answers = await Promise.all([change(browser), change(browser, { next: `${NEXT}!` })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400])
    const [first] = answers
    expect((await login(app, { password: first?.status === 204 ? NEXT : `${NEXT}!` })).status).toBe(200)
  })
})

describe('setting up the second factor', () => {
  const setup = (browser: Browser, password = PASSWORD) =>
    browser.post('/api/admin/second-factor/setup', { password })
  const enable = (browser: Browser, code: string) => browser.post('/api/admin/second-factor/enable', { code })

  it('answers a secret and its otpauth address with the name of the practice', async () => {
    const { browser } = await signedIn()
    const answer = await setup(browser)
    expect(answer.status).toBe(200)
    const { secret, uri } = answer.json
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(
      `otpauth://totp/Ordination%20Dr.%20Demo%20Muster:assistenz%40ordination.example?issuer=Ordination%20Dr.%20Demo%20Muster&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  it('has no effect before a first code', async () => {
    const { app, browser } = await signedIn()
    await setup(browser)
    expect((await login(app)).status).toBe(200)
    expect((await browser.get('/api/admin/session')).json.second_factor).toBe(false)
    expect(actions(app)).not.toContain('second-factor-on')
  })

  it('is on after a first code, and gives ten recovery codes', async () => {
    const { app, browser } = await signedIn()
    const { secret } = (await setup(browser)).json
    const answer = await enable(browser, codeOf(secret))
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['recovery_codes']])
    const codes = answer.json.recovery_codes as string[]
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
    expect((await login(app)).json.error).toBe('second_factor_required')
    expect(actions(app).at(-1)).toBe('second-factor-on')
  })

  it('accepts the codes of RFC 6238', async () => {
    const { app, id, browser } = await signedIn()
    const secret = Secret.fromLatin1('12345678901234567890').base32
    app.rows(
      'update admins set totp_secret = ? returning id',
      encrypt(app.ctx(), `admins:totp_secret:${id}`, secret),
    )
    app.rows('update sessions set created_at = 1111111000000, seen_at = 1111111000000 returning id')
    app.at(new Date(1_111_111_109_000).toISOString())
    expect((await enable(browser, '081804')).status).toBe(200)
  })

  it('accepts codes of the last secret only', async () => {
    const { browser } = await signedIn()
    const first = (await setup(browser)).json.secret
    const second = (await setup(browser)).json.secret
    expect(first).not.toBe(second)
    expect((await enable(browser, codeOf(first))).status).toBe(400)
    expect((await enable(browser, codeOf(second))).status).toBe(200)
  })

  it('is refused without the password', async () => {
    const { app, browser } = await signedIn()
    for (const [password, sentence] of [
      ['wrong', 'Das Passwort stimmt nicht.'],
      ['', 'Bitte das Passwort eingeben.'],
    ] as const) {
      const answer = await setup(browser, password)
      expect([answer.status, answer.json.fields]).toEqual([400, { password: sentence }])
    }
    expect(adminRow(app)).toMatchObject({ totp_secret: null, totp_step: null })
  })

  it('is refused with a wrong code, and limited after five', async () => {
    const { app, browser } = await signedIn()
    const { secret } = (await setup(browser)).json
    const wrong = (secretCode: string) => (secretCode === '000000' ? '111111' : '000000')
    for (let i = 0; i < 5; i++) {
      const answer = await enable(browser, wrong(codeOf(secret)))
      expect([answer.status, answer.json.fields]).toEqual([
        400,
        { code: 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.' },
      ])
    }
    expect((await enable(browser, codeOf(secret))).status).toBe(429)
    app.pass(15 * MINUTE)
    expect((await enable(browser, codeOf(secret))).status).toBe(200)
  })

  it('requires a code, and the setup before it', async () => {
    const { browser } = await signedIn()
    expect((await enable(browser, '')).json.fields).toEqual({ code: 'Bitte den Code eingeben.' })
    const answer = await enable(browser, '123456')
    expect([answer.status, answer.json]).toEqual([
      409,
      { error: 'conflict', message: 'Bitte richten Sie zuerst die Authenticator-App ein.' },
    ])
  })

  it('is refused while it is on', async () => {
    const { app, browser } = await signedIn()
    const { secret } = await turnOnSecondFactor(browser)
    app.pass(MINUTE)
    const on = { error: 'conflict', message: 'Der zweite Faktor ist bereits eingeschaltet.' }
    expect([(await setup(browser)).json, (await enable(browser, codeOf(secret))).json]).toEqual([on, on])
    expect((await login(app, { code: codeOf(secret) })).status).toBe(200)
  })

  it('stores the secret encrypted for its admin', async () => {
    const { app, browser } = await signedIn()
    const { secret } = (await setup(browser)).json
    const [{ totp_secret: encrypted = '' } = {}] = app.rows<{ totp_secret: string }>(
      'select totp_secret from admins',
    )
    expect(encrypted).toMatch(/^v1:/)
    const stolen = anAdmin(app, { email: 'dr.muster@ordination.example' })
    app.rows('update admins set totp_secret = ?, totp_step = 1 where id = ? returning id', encrypted, stolen)
    const answer = await login(app, { email: 'dr.muster@ordination.example', code: codeOf(secret) })
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain(secret)
  })
})

describe('switching the second factor off', () => {
  const disable = (browser: Browser, password = PASSWORD) =>
    browser.post('/api/admin/second-factor/disable', { password })

  it('needs the password, and deletes secret and recovery codes', async () => {
    const { app, browser } = await signedIn()
    await turnOnSecondFactor(browser)
    expect((await disable(browser)).status).toBe(204)
    expect((await login(app)).status).toBe(200)
    expect(adminRow(app)).toMatchObject({ totp_secret: null, totp_step: null })
    expect(app.rows('select * from recovery_codes')).toEqual([])
    expect(actions(app)).toContain('second-factor-off')
  })

  it('is refused with a wrong password', async () => {
    const { app, browser } = await signedIn()
    await turnOnSecondFactor(browser)
    const answer = await disable(browser, 'wrong')
    expect([answer.status, answer.json.fields]).toEqual([400, { password: 'Das Passwort stimmt nicht.' }])
    expect((await login(app)).json.error).toBe('second_factor_required')
  })

  it('does nothing when it is off', async () => {
    const { app, browser } = await signedIn()
    expect((await disable(browser)).status).toBe(204)
    expect(actions(app)).toEqual(['login'])
  })

  it('makes the old recovery codes invalid', async () => {
    const { app, browser } = await signedIn()
    const old = await turnOnSecondFactor(browser)
    await disable(browser)
    app.pass(MINUTE)
    const fresh = await turnOnSecondFactor(browser)
    expect((await login(app, { code: old.recoveryCodes[0] })).status).toBe(401)
    expect((await login(app, { code: fresh.recoveryCodes[0] })).status).toBe(200)
    expect(fresh.secret).not.toBe(old.secret)
  })
})
