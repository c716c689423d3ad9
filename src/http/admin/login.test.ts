import { describe, expect, it } from 'vitest'
import { checkPassword } from '../../access/passwords.ts'
import { MINUTE } from '../../shared/day.ts'
import {
  ADMIN,
  anAdmin,
  bearer,
  codeOf,
  login,
  PASSWORD,
  PASSWORD_HASH,
  signIn,
  turnOnSecondFactor,
} from '../../testing/admins.ts'
import { openTestApp } from '../../testing/test-app.ts'

const FAILED = { error: 'invalid_credentials', message: 'Login fehlgeschlagen.' }
const ELSEWHERE = '198.51.100.20'
const OTHER = 'dr.muster@ordination.example'

function openPractice(given?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(given)
  anAdmin(app)
  return app
}

/** The second factor needs a minute until its next code. */
async function withSecondFactor() {
  const app = openPractice()
  const factor = await turnOnSecondFactor(await signIn(app))
  app.pass(MINUTE)
  return { app, ...factor }
}

describe('signing in', () => {
  it('answers a token, its admin and its expiry', async () => {
    const app = openPractice()
    const answer = await login(app, { email: ' Assistenz@Ordination.EXAMPLE ' })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]{32}$/),
        user: { name: 'Assistenz', email: ADMIN, role: 'doctor' },
        expiresAt: '2027-01-07T14:40:00+01:00',
        lastsUntil: '2027-01-08T01:40:00+01:00',
        ttlMinutes: 60,
      },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await bearer(app, answer.json.token).get('/api/admin/session')).status).toBe(200)
    expect(app.rows('select action, actor_name from audit')).toEqual([{ action: 'login', actor_name: ADMIN }])
  })

  it('gives every device its own token', async () => {
    const app = openPractice()
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(app)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(8)
  })

  it('requires address and password, and names the missing ones', async () => {
    const app = openPractice()
    for (const body of [
      {},
      { email: ADMIN },
      { password: PASSWORD },
      { email: '', password: '' },
      { email: '  ', password: PASSWORD },
      { email: null, password: null },
      { email: [ADMIN], password: [PASSWORD] },
      { email: { $ne: '' }, password: { $ne: '' } },
      '{',
      { email: ADMIN, password: PASSWORD, admin: true },
    ]) {
      const { status, json } = await app.browser().post('/api/admin/login', body)
      const refusal = [400, 'email and password required', 'E-Mail und Passwort sind erforderlich.']
      expect([body, status, json.error, json.message]).toEqual([body, ...refusal])
    }
    expect((await app.browser().post('/api/admin/login', {})).json.fields).toEqual({
      email: 'E-Mail ist erforderlich.',
      password: 'Passwort ist erforderlich.',
    })
    expect(app.rows('select 1 from attempts union all select 1 from audit')).toEqual([])
  })
})

describe('a failed login', () => {
  it('has the same sentence for every reason', async () => {
    const app = openPractice({ config: { rateLimits: false } })
    for (const changes of [
      { password: 'vier Enten fahren Tretboot' },
      { password: `${PASSWORD} ` },
      { password: PASSWORD.toUpperCase() },
      { password: PASSWORD_HASH },
      { password: 'x'.repeat(50_000) },
      { email: 'niemand@ordination.example' },
      { email: 'niemand' },
      { email: `${'x'.repeat(50_000)}@ordination.example` },
      { email: '%' },
      { email: `' or 1=1 --` },
    ]) {
      const { status, json } = await login(app, changes)
      expect([changes, status, json]).toEqual([changes, 401, FAILED])
    }
    expect((await login(openTestApp())).json).toEqual(FAILED)
  })

  it('is answered alike for known and unknown addresses', async () => {
    const app = openPractice()
    const known = await login(app, { password: 'wrong' })
    const unknown = await login(app, { email: 'niemand@ordination.example', password: 'wrong' })
    const headers = (answer: typeof known) => [...answer.headers].filter(([name]) => name !== 'date')
    expect([unknown.status, unknown.text, headers(unknown)]).toEqual([
      known.status,
      known.text,
      headers(known),
    ])
    expect(app.rows('select subject from attempts')).toHaveLength(6)
    expect(app.rows('select * from sessions')).toEqual([])
  })
})

describe('the limit of failures', () => {
  it('answers 429 and the time to wait after five failures within 15 minutes, without looking at the password', async () => {
    const app = openPractice()
    for (let i = 0; i < 5; i++) {
      expect((await login(app, { password: 'wrong' })).status).toBe(401)
      app.pass(MINUTE)
    }
    const times: number[] = []
    for (let i = 0; i < 10; i++) {
      const start = performance.now()
      const answer = await login(app)
      times.push(performance.now() - start)
      expect([answer.status, answer.headers.get('retry-after'), answer.json]).toEqual([
        429,
        '600',
        {
          error: 'too_many',
          message: 'Zu viele Anfragen. Bitte warten Sie ein wenig und versuchen Sie es dann erneut.',
          retry_after: 600,
        },
      ])
    }
    const start = performance.now()
    await checkPassword(PASSWORD_HASH, 'wrong')
    expect(Math.min(...times)).toBeLessThan(performance.now() - start)
  })

  it('counts the network address of the visitor, whatever X-Forwarded-For says', async () => {
    const app = openPractice()
    const from = (i: number) =>
      login(
        app,
        { email: `${i}@x.example` },
        { address: ELSEWHERE, headers: { 'x-forwarded-for': `192.0.2.${i}` } },
      )
    for (let i = 0; i < 20; i++) expect((await from(i)).status).toBe(401)
    expect((await from(20)).status).toBe(429)
    expect((await login(app)).status).toBe(200)
  })

  it('counts visitors behind a trusted proxy separately', async () => {
    const app = openPractice({ config: { trustedProxies: ['10.0.0.0/8'] } })
    const from = (visitor: string, email: string) =>
      login(app, { email }, { address: '10.0.0.1', headers: { 'x-forwarded-for': `192.0.2.99, ${visitor}` } })
    for (let i = 0; i < 20; i++) await from('198.51.100.1', `${i}@x.example`)
    expect((await from('198.51.100.1', ADMIN)).status).toBe(429)
    expect((await from('198.51.100.2', ADMIN)).status).toBe(200)
  })

  it('counts simultaneous attempts, and does not answer the right password among them', async () => {
    const app = openPractice()
    const guesses = [...Array.from({ length: 29 }, (_, i) => `guess ${i}`), PASSWORD]
    const answers = await Promise.all(guesses.map((password) => login(app, { password })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    expect(app.rows(`select id from audit where action = 'login-failed'`)).toHaveLength(5)
    expect(app.rows('select id from attempts')).toHaveLength(15)
  })

  it('does not lock out a browser that has signed in to this account before', async () => {
    const app = openPractice()
    anAdmin(app, { email: OTHER })
    const browser = app.browser()
    const loginThere = (changes: object = {}) =>
      browser.post('/api/admin/login', { email: ADMIN, password: PASSWORD, ...changes })
    const [cookie = ''] = (await loginThere()).headers.getSetCookie()
    expect(cookie.split('; ').toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=34560000',
      'Path=/api/admin',
      'SameSite=Strict',
      expect.stringMatching(/^ordi_known_[\w-]{12}=[\w-]{32}\.[\w-]{43}$/),
    ])
    // The account is refused from anywhere after 49 failures (docs/behaviour.md 12.6).
    for (let i = 0; i < 49; i++) await login(app, { password: 'wrong' }, { address: `198.51.100.${i}` })
    for (const email of [ADMIN, OTHER])
      for (let i = 0; i < 5; i++) await login(app, { email, password: 'wrong' })
    expect((await login(app)).status).toBe(429)
    const again = await loginThere()
    expect([again.status, again.headers.getSetCookie()[0]]).toEqual([200, cookie])
    // The cookie counts for its own account only.
    expect((await loginThere({ email: OTHER })).status).toBe(429)
    for (let i = 0; i < 5; i++) expect((await loginThere({ password: 'wrong' })).status).toBe(401)
    expect((await loginThere()).status).toBe(429)
  })

  it('lets a flood of attempts wait only briefly, and a known browser come first', async () => {
    const app = openPractice()
    const known = app.browser()
    const credentials = { email: ADMIN, password: PASSWORD }
    await known.post('/api/admin/login', credentials)
    const answered: number[] = []
    const flood = Array.from({ length: 60 }, async (_, i) => {
      const answer = await login(app, { email: `${i}@x.example` }, { address: `198.51.100.${i}` })
      answered.push(answer.status)
      return [answer.status, answer.json.retry_after]
    })
    const ofKnownBrowser = await known.post('/api/admin/login', credentials)
    expect(ofKnownBrowser.status).toBe(200)
    expect(answered.filter((status) => status === 401).length).toBeLessThan(6)
    const answers = await Promise.all(flood)
    expect(answers.filter(([status]) => status === 401)).toHaveLength(17)
    expect(answers.filter(([status, retry]) => status === 429 && retry === 1)).toHaveLength(43)
    expect((await login(app)).status).toBe(200)
  })
})

describe('the second factor', () => {
  it('is requested after the right password, and a wrong code is a failed login', async () => {
    const { app, secret } = await withSecondFactor()
    for (const code of [undefined, '', '  ', null]) {
      const { status, json } = await login(app, { code })
      expect([status, json]).toEqual([
        401,
        {
          error: 'second_factor_required',
          message: 'Bitte geben Sie den Code Ihrer Authenticator-App ein.',
        },
      ])
    }
    for (const wrong of [{ password: 'wrong' }, { code: codeOf(secret, 3) }]) {
      const { status, json } = await login(app, wrong)
      expect([status, json]).toEqual([401, FAILED])
    }
    expect((await login(app, { code: ` ${codeOf(secret)}` })).status).toBe(200)
  })

  it.each(['code', 'recovery code'])('accepts a %s once in simultaneous logins', async (kind) => {
    const { app, secret, recoveryCodes } = await withSecondFactor()
    const code = kind === 'code' ? codeOf(secret) : recoveryCodes[0]
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(app, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })
})
