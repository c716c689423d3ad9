import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import {
  ADMIN,
  browserWithToken,
  codeOf,
  insertAdmin,
  PASSWORD,
  PASSWORD_HASH,
  postLogin,
  signIn,
  turnOnSecondFactor,
} from '../../testing/admins.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const FAILED = { error: 'invalid_credentials', message: 'Login fehlgeschlagen.' }

/** Opens a practice with one admin. */
function openPractice(options?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(options)
  insertAdmin(app)
  return app
}

/** Opens a practice whose admin has set up a second factor a minute ago, so that the app shows a new code. */
async function openWithSecondFactor() {
  const app = openPractice()
  const factor = await turnOnSecondFactor(await signIn(app))
  app.pass(MINUTE)
  return { app, ...factor }
}

describe('signing in', () => {
  it('answers a token, its admin and its expiry', async () => {
    const app = openPractice()
    const answer = await postLogin(app, { email: ' Assistenz@Ordination.EXAMPLE ' })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]{32}$/),
        user: { name: 'Assistenz', email: ADMIN, role: 'doctor' },
        expiresAt: isoAt(NOW + HOUR),
        lastsUntil: isoAt(NOW + 12 * HOUR),
        ttlMinutes: 60,
      },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await browserWithToken(app, answer.json.token).get('/api/admin/session')).status).toBe(200)
    expect(app.rows('select action, actor_name from audit')).toEqual([{ action: 'login', actor_name: ADMIN }])
  })

  it('finds the account by both spellings of a domain with umlauts', async () => {
    const app = openTestApp()
    const [umlauts, punycode] = ['rosa@bücher.example', 'Rosa@XN--bcher-kva.example']
    insertAdmin(app, { email: umlauts })
    for (const email of [umlauts, punycode]) {
      const answer = await postLogin(app, { email })
      expect([answer.status, answer.json.user?.email]).toEqual([200, umlauts])
    }
  })

  it('finds an account that an earlier version stored in Punycode, and each of two accounts by its own spelling', async () => {
    const app = openTestApp()
    const [umlauts, punycode] = ['rosa@bücher.example', 'rosa@xn--bcher-kva.example']
    insertAdmin(app, { email: punycode, name: 'Rosa' })
    expect((await postLogin(app, { email: umlauts })).json.user?.name).toBe('Rosa')
    insertAdmin(app, { email: umlauts, name: 'Rosa Musterfrau' })
    expect((await postLogin(app, { email: umlauts })).json.user?.name).toBe('Rosa Musterfrau')
    expect((await postLogin(app, { email: punycode })).json.user?.name).toBe('Rosa')
  })

  it('gives every device its own token', async () => {
    const app = openPractice()
    const answers = await Promise.all(Array.from({ length: 8 }, () => postLogin(app)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(8)
  })

  it('requires e-mail address and password, and names what is missing', async () => {
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
  it('has the same sentence for every cause', async () => {
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
      const { status, json } = await postLogin(app, changes)
      expect([changes, status, json]).toEqual([changes, 401, FAILED])
    }
    expect((await postLogin(openTestApp())).json).toEqual(FAILED)
  })

  it('has the same answer for known and unknown e-mail addresses', async () => {
    const app = openPractice()
    const known = await postLogin(app, { password: 'wrong' })
    const unknown = await postLogin(app, { email: 'niemand@ordination.example', password: 'wrong' })
    const headers = (answer: typeof known) => [...answer.headers].filter(([name]) => name !== 'date')
    expect([unknown.status, unknown.text, headers(unknown)]).toEqual([
      known.status,
      known.text,
      headers(known),
    ])
    // Each failure counts for the account from here, for the account from anywhere, and for the origin.
    expect(app.rows('select subject from attempts')).toHaveLength(2 * 3)
    expect(app.rows('select * from sessions')).toEqual([])
  })
})

describe('the second factor', () => {
  it('is requested after the right password', async () => {
    const { app } = await openWithSecondFactor()
    for (const code of [undefined, '', '  ', null]) {
      const { status, json } = await postLogin(app, { code })
      expect([status, json]).toEqual([
        401,
        {
          error: 'second_factor_required',
          message: 'Bitte geben Sie den Code Ihrer Authenticator-App ein.',
        },
      ])
    }
  })

  it('is not requested after a wrong password', async () => {
    const { app } = await openWithSecondFactor()
    const { status, json } = await postLogin(app, { password: 'wrong' })
    expect([status, json]).toEqual([401, FAILED])
  })

  it('is refused with a wrong code like a wrong password, and accepts the right code', async () => {
    const { app, secret } = await openWithSecondFactor()
    const { status, json } = await postLogin(app, { code: codeOf(secret, 3) })
    expect([status, json]).toEqual([401, FAILED])
    expect((await postLogin(app, { code: ` ${codeOf(secret)}` })).status).toBe(200)
  })

  it.each(['code', 'recovery code'])('accepts a %s once in simultaneous logins', async (kind) => {
    const { app, secret, recoveryCodes } = await openWithSecondFactor()
    const code = kind === 'code' ? codeOf(secret) : recoveryCodes[0]
    const answers = await Promise.all(Array.from({ length: 4 }, () => postLogin(app, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })
})
