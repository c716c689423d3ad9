import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import {
  ADMIN,
  anAdmin,
  bearer,
  codeOf,
  login,
  PASSWORD,
  signIn,
  turnOnSecondFactor,
} from '../../testing/admins.ts'
import { openAuthenticator, RELYING_PARTY } from '../../testing/authenticator.ts'
import type { Browser } from '../../testing/browser.ts'
import { addPasskey, confirmBy, signInBy } from '../../testing/passkey-calls.ts'
import { openTestApp } from '../../testing/test-app.ts'

const OTHER = 'dr.muster@ordination.example'
const PATH = '/api/admin/account/passkeys'
const ORIGIN = { origin: RELYING_PARTY.origin }
const WRONG_PASSKEY = 'Der Passkey wurde nicht erkannt. Bitte versuchen Sie es noch einmal.'

async function signedIn() {
  const app = openTestApp()
  anAdmin(app)
  return { app, browser: await signIn(app) }
}

async function withPasskey() {
  const { app, browser } = await signedIn()
  return { app, browser, passkey: await addPasskey(browser) }
}

const isLive = async (browser: Browser) => (await browser.get('/api/admin/session')).status === 200
const remove = (browser: Browser, body: object, id = 1) =>
  browser.post(`${PATH}/${id}/remove`, { password: PASSWORD, ...body }, ORIGIN)

describe('adding a passkey', () => {
  it('gives recovery codes, with the first one only', async () => {
    const { browser } = await signedIn()
    const first = await addPasskey(browser)
    expect(first.recoveryCodes).toHaveLength(10)
    const passkey = await confirmBy(browser, first)
    expect((await addPasskey(browser, { password: PASSWORD, passkey })).recoveryCodes).toEqual([])
  })

  it('ends the other sessions', async () => {
    const { app, browser } = await signedIn()
    const other = await signIn(app)
    await addPasskey(browser)
    expect([await isLive(browser), await isLive(other)]).toEqual([true, false])
  })

  it('makes it a second factor, which the list has with its last use', async () => {
    const { browser, passkey: first } = await withPasskey()
    const passkey = await confirmBy(browser, first)
    await addPasskey(browser, { password: PASSWORD, passkey })
    expect((await browser.get('/api/admin/session')).json).toMatchObject({
      second_factor: true,
      factors: ['passkey'],
    })
    const at = '2027-01-07T13:40:00+01:00'
    expect((await browser.get(PATH)).json).toEqual({
      origins: [RELYING_PARTY.origin],
      passkeys: [
        { id: 1, name: 'Schlüssel', created_at: at, used_at: at },
        { id: 2, name: 'Schlüssel', created_at: at, used_at: null },
      ],
    })
  })

  it('is recorded', async () => {
    const { app } = await withPasskey()
    expect(app.rows(`select actor_name, subject from audit where action = 'passkey-added'`)).toEqual([
      { actor_name: ADMIN, subject: 'Schlüssel' },
    ])
  })

  it('is refused with a wrong password', async () => {
    const { browser } = await signedIn()
    expect((await browser.post(`${PATH}/options`, { password: 'wrong' }, ORIGIN)).json.fields).toEqual({
      password: 'Das Passwort stimmt nicht.',
    })
  })

  it('is refused without a name', async () => {
    const { browser } = await signedIn()
    const { json: options } = await browser.post(`${PATH}/options`, { password: PASSWORD }, ORIGIN)
    const credential = openAuthenticator().create(options)
    expect((await browser.post(PATH, { name: ' ', credential }, ORIGIN)).json.fields).toEqual({
      name: 'Bitte einen Namen eingeben.',
    })
  })

  it('is refused for the challenge of another admin, and for one that was used before', async () => {
    const { app, browser } = await signedIn()
    anAdmin(app, { email: OTHER })
    const other = await signIn(app, { email: OTHER })
    const { json: options } = await browser.post(`${PATH}/options`, { password: PASSWORD }, ORIGIN)
    const add = (by: Browser) =>
      by.post(PATH, { name: 'Schlüssel', credential: openAuthenticator().create(options) }, ORIGIN)
    const byOther = await add(other)
    expect([byOther.status, byOther.json]).toEqual([400, { error: 'invalid', message: WRONG_PASSKEY }])
    expect((await add(browser)).status).toBe(201)
    expect((await add(browser)).json.message).toBe(WRONG_PASSKEY)
    expect(app.rows('select name from passkeys')).toHaveLength(1)
  })

  it.each([
    ['http://praxis.local', 'Passkeys gehen erst, wenn das Portal eine Adresse mit https hat.'],
    ['https://192.168.1.5', 'Passkeys gehen erst, wenn das Portal eine Adresse mit https hat.'],
    ['https://termine.example', 'Passkeys gehen nur unter https://termine.example.'],
  ])('is refused elsewhere than at the portal, with https and a name: %s', async (baseUrl, message) => {
    const app = openTestApp({ config: { baseUrl } })
    const calls = [
      app.admin().post(`${PATH}/options`, { password: PASSWORD }, { origin: 'https://evil.example' }),
      app.browser().post('/api/admin/login/passkey/options', {}, { origin: 'http://praxis.local' }),
      app.browser().post('/api/admin/login/passkey/options'),
    ]
    for (const { status, json } of await Promise.all(calls))
      expect([status, json]).toEqual([409, { error: 'conflict', message }])
    writeSettings(app.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://ordi.example' })
    const there = { origin: 'https://ordi.example' }
    const { json } = await app.browser().post('/api/admin/login/passkey/options', {}, there)
    expect(json).toMatchObject({ rpId: 'ordi.example', allowCredentials: [], userVerification: 'required' })
  })
})

describe('signing in with a passkey', () => {
  it('needs neither password nor code, and is recorded', async () => {
    const { app, passkey } = await withPasskey()
    const { status, json } = await signInBy(app.browser(), passkey)
    expect([status, json]).toEqual([
      200,
      {
        token: expect.any(String),
        user: { name: 'Assistenz', email: ADMIN, role: 'doctor' },
        expiresAt: '2027-01-07T14:40:00+01:00',
        ttlMinutes: 60,
        lastsUntil: '2027-01-08T01:40:00+01:00',
      },
    ])
    expect(await isLive(bearer(app, json.token))).toBe(true)
    expect(app.rows('select action, actor_name from audit order by id desc limit 1')).toEqual([
      { action: 'login', actor_name: ADMIN },
    ])
  })

  it('is refused for another browser, a second time, and with an unknown passkey', async () => {
    const { app, passkey } = await withPasskey()
    const browser = app.browser()
    const { json: options } = await browser.post('/api/admin/login/passkey/options', {}, ORIGIN)
    const body = { passkey: passkey.get(options) }
    const send = (by: Browser) => by.post('/api/admin/login/passkey', body, ORIGIN)
    const stranger = await send(app.browser())
    expect([stranger.status, stranger.json]).toEqual([
      401,
      {
        error: 'invalid_credentials',
        message: 'Dieser Passkey gilt hier nicht. Bitte melden Sie sich mit dem Passwort an.',
      },
    ])
    expect([(await send(browser)).status, (await send(browser)).status]).toEqual([200, 401])
    expect((await signInBy(app.browser(), openAuthenticator())).status).toBe(401)
    expect((await browser.post('/api/admin/login/passkey', {}, ORIGIN)).status).toBe(400)
  })

  it('is limited by the origin, together with passwords', async () => {
    const { app, passkey } = await withPasskey()
    const statuses: number[] = []
    for (let i = 0; i < 21; i++)
      statuses.push((await signInBy(app.browser(), passkey, { altered: true })).status)
    expect(statuses).toEqual([...Array(20).fill(401), 429])
    expect((await login(app)).status).toBe(429)
    app.pass(15 * MINUTE)
    expect((await signInBy(app.browser(), passkey)).status).toBe(200)
  })

  it('goes on while strangers fail for this account and with unknown passkeys, all day', async () => {
    const { app, passkey } = await withPasskey()
    for (let i = 0; i < 60; i++) {
      const stranger = app.browser(`198.51.100.${i}`)
      await signInBy(stranger, i % 2 === 0 ? openAuthenticator() : passkey, { altered: true })
      await stranger.post('/api/admin/login', { email: ADMIN, password: `guess ${i}` })
    }
    expect((await login(app)).status).toBe(429)
    expect((await signInBy(app.browser(), passkey)).status).toBe(200)
  })

  it('is asked for when the password alone does not suffice; a recovery code does', async () => {
    const { app, passkey } = await withPasskey()
    const refused = await login(app)
    expect([refused.status, refused.json]).toEqual([
      401,
      {
        error: 'second_factor_required',
        message: 'Bitte melden Sie sich mit Ihrem Passkey an, oder geben Sie einen Ersatzcode ein.',
        factors: ['passkey'],
      },
    ])
    expect((await login(app, { code: passkey.recoveryCodes[0] })).status).toBe(200)
  })
})

describe('while a passkey is on, a change of second factors', () => {
  it('takes its response or a recovery code, not the password alone', async () => {
    const { app, browser, passkey } = await withPasskey()
    const setUp = (present: object) =>
      browser.post('/api/admin/second-factor/setup', { password: PASSWORD, ...present }, ORIGIN)
    expect((await setUp({})).json.fields).toEqual({ code: 'Bitte den Code eingeben.' })
    for (const lie of [{ altered: true }, { origin: 'https://evil.example' }]) {
      const { json } = await setUp({ passkey: await confirmBy(browser, passkey, lie) })
      expect(json.fields).toEqual({ code: WRONG_PASSKEY })
    }
    const response = await confirmBy(browser, passkey)
    const { json } = await setUp({ passkey: response })
    expect((await setUp({ passkey: response })).json.fields).toEqual({ code: WRONG_PASSKEY })
    expect((await setUp({ code: passkey.recoveryCodes[0] })).status).toBe(200)
    expect(json.secret).toEqual(expect.any(String))
    expect(app.rows('select totp_step from admins')).toEqual([{ totp_step: null }])
  })

  it("does not take another admin's passkey", async () => {
    const { app, browser } = await withPasskey()
    anAdmin(app, { email: OTHER })
    const foreign = await addPasskey(await signIn(app, { email: OTHER }))
    const passkey = await confirmBy(browser, foreign)
    expect((await remove(browser, { passkey })).json.fields).toEqual({ code: WRONG_PASSKEY })
    expect(app.rows('select 1 from passkeys')).toHaveLength(2)
  })
})

describe('removing a passkey', () => {
  it('ends the other sessions, and takes the recovery codes only with the last factor', async () => {
    const { app, browser } = await signedIn()
    const { secret, recoveryCodes } = await turnOnSecondFactor(browser)
    app.pass(MINUTE)
    const passkey = await addPasskey(browser, { password: PASSWORD, code: codeOf(secret) })
    const other = bearer(app, (await signInBy(app.browser(), passkey)).json.token)
    expect((await remove(browser, { code: recoveryCodes[0] })).status).toBe(204)
    expect([await isLive(browser), await isLive(other)]).toEqual([true, false])
    expect(app.rows('select 1 from recovery_codes')).toHaveLength(9)
    expect((await signInBy(app.browser(), passkey)).status).toBe(401)
    expect((await login(app)).json).toEqual({
      error: 'second_factor_required',
      message: 'Bitte geben Sie den Code Ihrer Authenticator-App ein.',
    })
  })

  it('as the last factor takes the recovery codes too', async () => {
    const { app, browser, passkey } = await withPasskey()
    expect((await remove(browser, { passkey: await confirmBy(browser, passkey) })).status).toBe(204)
    expect(app.rows('select 1 from recovery_codes')).toEqual([])
    expect((await login(app)).status).toBe(200)
    expect(app.rows(`select subject from audit where action = 'passkey-removed'`)).toEqual([
      { subject: 'Schlüssel' },
    ])
  })

  it("leaves another admin's passkey alone", async () => {
    const { app } = await withPasskey()
    anAdmin(app, { email: OTHER })
    const other = await signIn(app, { email: OTHER })
    expect((await remove(other, {})).status).toBe(204)
    expect(app.rows('select 1 from passkeys')).toHaveLength(1)
  })

  it('comes with the removal of the admin', async () => {
    const { app } = await withPasskey()
    app.ctx().db.$client.exec('delete from admins')
    expect(app.rows('select 1 from passkeys')).toEqual([])
  })
})
