import { describe, expect, it } from 'vitest'
import { signIn as signInWith } from '../../access/login.ts'
import { checkPassword } from '../../access/passwords.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
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
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const FAILED = { error: 'invalid_credentials', message: 'Login fehlgeschlagen.' }
const ELSEWHERE = '198.51.100.20'

function openPractice(given?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(given)
  anAdmin(app)
  return app
}

async function withSecondFactor() {
  const app = openPractice()
  const { secret, recoveryCodes } = await turnOnSecondFactor(await signIn(app))
  app.pass(MINUTE)
  return { app, secret, recoveryCodes }
}

const auditRows = (app: TestApp) =>
  app.rows('select actor, actor_name, action, subject from audit order by id')

describe('signing in', () => {
  it('answers a token, its admin and its expiry', async () => {
    const app = openPractice()
    const answer = await login(app)
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]{32}$/),
        user: { name: 'Assistenz', email: ADMIN },
        expiresAt: '2027-01-07T14:40:00+01:00',
        ttlMinutes: 60,
      },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await bearer(app, answer.json.token).get('/api/admin/session')).status).toBe(200)
    expect(auditRows(app)).toEqual([{ actor: 'admin', actor_name: ADMIN, action: 'login', subject: '' }])
  })

  it.each([' Assistenz@Ordination.EXAMPLE ', ADMIN.toUpperCase()])(
    'ignores case and spaces in the address: %o',
    async (email) => {
      expect((await login(openPractice(), { email })).json.user.email).toBe(ADMIN)
    },
  )

  it('gives every device its own token', async () => {
    const app = openPractice()
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(app)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(8)
  })

  it('replaces a weaker hash of the password', async () => {
    const app = openTestApp()
    const weak =
      '$argon2id$v=19$m=9216,p=1,t=1$f/8oG9kO2zzZJG+FRHCa6Q$/iazKmbDc/uIXez3MCxGFxnX+CGWik6lotY1jHnyy1Y'
    anAdmin(app, { passwordHash: weak })
    const stored = () =>
      app.rows<{ password_hash: string }>('select password_hash from admins')[0]?.password_hash
    expect((await login(app, { password: 'wrong' })).status).toBe(401)
    expect(stored()).toBe(weak)
    expect((await login(app)).status).toBe(200)
    expect(stored()).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)
    const renewed = stored()
    expect((await login(app)).status).toBe(200)
    expect(stored()).toBe(renewed)
  })

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no password', { email: ADMIN }],
    ['no address', { password: PASSWORD }],
    ['empty ones', { email: '', password: '' }],
    ['spaces', { email: '  ', password: PASSWORD }],
    ['null', { email: null, password: null }],
    ['a list', { email: [ADMIN], password: [PASSWORD] }],
    ['an object', { email: { $ne: '' }, password: { $ne: '' } }],
    ['no JSON', '{'],
    ['one key too many', { email: ADMIN, password: PASSWORD, admin: true }],
  ])('requires both with %s', async (_, body) => {
    const app = openPractice()
    const answer = await app.browser().post('/api/admin/login', body)
    expect([answer.status, answer.json.error, answer.json.message]).toEqual([
      400,
      'invalid',
      'email and password required',
    ])
    expect([auditRows(app), app.rows('select * from attempts')]).toEqual([[], []])
  })

  it('names the missing fields', async () => {
    const answer = await openTestApp().browser().post('/api/admin/login', {})
    expect(answer.json.fields).toEqual({
      email: 'E-Mail ist erforderlich.',
      password: 'Passwort ist erforderlich.',
    })
  })
})

describe('a failed login', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a wrong password', { password: 'vier Enten fahren Tretboot' }],
    ['a space too many', { password: `${PASSWORD} ` }],
    ['another case', { password: PASSWORD.toUpperCase() }],
    ['the hash itself', { password: PASSWORD_HASH }],
    ['a very long password', { password: 'x'.repeat(50_000) }],
    ['an unknown address', { email: 'niemand@ordination.example' }],
    ['no address at all', { email: 'niemand' }],
    ['a very long address', { email: `${'x'.repeat(50_000)}@ordination.example` }],
    ['an address with a wildcard', { email: '%' }],
    ['an address that is SQL', { email: `' or 1=1 --` }],
  ])('has the same sentence for %s', async (_, changes) => {
    const answer = await login(openPractice(), changes)
    expect([answer.status, answer.json]).toEqual([401, FAILED])
  })

  it('has the same sentence without any admin', async () => {
    const answer = await login(openTestApp())
    expect([answer.status, answer.json]).toEqual([401, FAILED])
  })

  it('is answered alike for known and unknown addresses', async () => {
    const app = openPractice()
    const known = await login(app, { password: 'wrong' })
    const unknown = await login(app, { email: 'niemand@ordination.example', password: 'wrong' })
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    const headers = (answer: typeof known) => [...answer.headers].filter(([name]) => name !== 'date')
    expect(headers(unknown)).toEqual(headers(known))
    expect(app.rows('select subject from attempts')).toHaveLength(4)
    expect(app.rows('select * from sessions')).toEqual([])
  })

  it('is recorded, with the address of known admins only', async () => {
    const app = openPractice()
    await login(app, { password: 'wrong' })
    await login(app, { email: 'ups, das war mein Passwort' })
    expect(auditRows(app)).toEqual([
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: ADMIN },
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: '' },
    ])
  })
})

it('a password that was replaced while it was verified does not sign in', () => {
  const app = openPractice()
  const attempt = { email: ADMIN, origin: 'x', code: '', device: '' }
  expect(() => signInWith(app.ctx(), attempt, { stored: 'an older hash', right: true })).toThrow(
    FAILED.message,
  )
  expect(app.rows('select * from sessions')).toEqual([])
})

describe('the limit of failures', () => {
  const wrong = (app: TestApp, address?: string, changes: Record<string, unknown> = {}) =>
    login(app, { password: 'wrong', ...changes }, address === undefined ? {} : { address })

  async function fiveFailures(app: TestApp, address?: string, changes?: Record<string, unknown>) {
    for (let i = 0; i < 5; i++) {
      expect((await wrong(app, address, changes)).status).toBe(401)
      app.pass(MINUTE)
    }
  }

  it('answers 429 and the time to wait after five failures within 15 minutes', async () => {
    const app = openPractice()
    await fiveFailures(app)
    const answer = await wrong(app)
    expect([answer.status, answer.headers.get('retry-after'), answer.json]).toEqual([
      429,
      '600',
      {
        error: 'too_many',
        message: 'Zu viele Anfragen. Bitte warten Sie ein wenig und versuchen Sie es dann erneut.',
        retry_after: 600,
      },
    ])
  })

  it('counts the account for all origins', async () => {
    const app = openPractice()
    for (let i = 0; i < 5; i++) expect((await wrong(app, `198.51.100.${i}`)).status).toBe(401)
    expect((await wrong(app, ELSEWHERE)).status).toBe(429)
    expect((await wrong(app, ELSEWHERE, { email: ADMIN.toUpperCase() })).status).toBe(429)
    anAdmin(app, { email: 'dr.muster@ordination.example' })
    expect((await login(app, { email: 'dr.muster@ordination.example' }, { address: ELSEWHERE })).status).toBe(
      200,
    )
  })

  it('counts the origin for all accounts', async () => {
    const app = openPractice()
    for (let i = 0; i < 5; i++)
      expect((await wrong(app, ELSEWHERE, { email: `${i}@x.example` })).status).toBe(401)
    expect((await login(app, {}, { address: ELSEWHERE })).status).toBe(429)
    expect((await login(app)).status).toBe(200)
  })

  it('counts unknown addresses too', async () => {
    const app = openPractice()
    const changes = { email: 'niemand@ordination.example' }
    for (let i = 0; i < 5; i++) expect((await wrong(app, `198.51.100.${i}`, changes)).status).toBe(401)
    expect((await wrong(app, ELSEWHERE, changes)).status).toBe(429)
  })

  it('ignores a forged X-Forwarded-For', async () => {
    const app = openPractice()
    const from = (i: number) =>
      login(app, { email: `${i}@x.example` }, { headers: { 'x-forwarded-for': `192.0.2.${i}` } })
    for (let i = 0; i < 5; i++) expect((await from(i)).status).toBe(401)
    expect((await from(6)).status).toBe(429)
  })

  it('counts visitors behind a trusted proxy separately', async () => {
    const app = openPractice({ config: { trustedProxies: ['10.0.0.0/8'] } })
    const from = (visitor: string, email: string) =>
      login(app, { email }, { address: '10.0.0.1', headers: { 'x-forwarded-for': `192.0.2.99, ${visitor}` } })
    for (let i = 0; i < 5; i++) await from('198.51.100.1', `${i}@x.example`)
    expect((await from('198.51.100.1', ADMIN)).status).toBe(429)
    expect((await from('198.51.100.2', ADMIN)).status).toBe(200)
  })

  it('ends after 15 minutes', async () => {
    const app = openPractice()
    for (let i = 0; i < 5; i++) await wrong(app)
    for (let i = 0; i < 14; i++) {
      expect((await login(app)).status).toBe(429)
      app.pass(MINUTE)
    }
    app.pass(MINUTE - 1)
    expect((await login(app)).status).toBe(429)
    app.pass(1)
    expect((await login(app)).status).toBe(200)
  })

  it('does not count successful logins', async () => {
    const app = openPractice()
    for (let i = 0; i < 20; i++) expect((await login(app)).status).toBe(200)
    for (let i = 0; i < 4; i++) await wrong(app)
    for (let i = 0; i < 3; i++) expect((await login(app)).status).toBe(200)
    expect((await wrong(app)).status).toBe(401)
    expect((await wrong(app)).status).toBe(429)
  })

  it('counts simultaneous attempts, and does not answer the right password among them', async () => {
    const app = openPractice()
    const guesses = [...Array.from({ length: 29 }, (_, i) => `guess ${i}`), PASSWORD]
    const answers = await Promise.all(guesses.map((password) => login(app, { password })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    expect(auditRows(app).filter((act) => act.action === 'login-failed')).toHaveLength(5)
    expect(app.rows('select id from attempts')).toHaveLength(10)
  })

  it('verifies no password after the limit', async () => {
    const app = openPractice()
    await fiveFailures(app)
    const times: number[] = []
    for (let i = 0; i < 10; i++) {
      const start = performance.now()
      expect((await wrong(app)).status).toBe(429)
      times.push(performance.now() - start)
    }
    const start = performance.now()
    await checkPassword(PASSWORD_HASH, 'wrong')
    expect(Math.min(...times)).toBeLessThan(performance.now() - start)
  })

  it('is off with RATE_LIMITS=off', async () => {
    const app = openPractice({ config: { rateLimits: false } })
    for (let i = 0; i < 12; i++) expect((await wrong(app)).status).toBe(401)
  })

  it('stores neither addresses nor passwords', async () => {
    const app = openPractice()
    await wrong(app, '198.51.100.1', { email: 'niemand@ordination.example' })
    const counted = JSON.stringify(app.rows('select * from attempts'))
    expect(counted).not.toMatch(/niemand|ordination|198\.51|wrong/)
  })
})

describe('the second factor', () => {
  const REQUIRED = {
    error: 'second_factor_required',
    message: 'Bitte geben Sie den Code Ihrer Authenticator-App ein.',
  }

  it('is requested only after the right password', async () => {
    const { app } = await withSecondFactor()
    for (const code of [{}, { code: '' }, { code: '  ' }, { code: null }]) {
      const answer = await login(app, code)
      expect([answer.status, answer.json]).toEqual([401, REQUIRED])
    }
    expect((await login(app, { password: 'wrong' })).json).toEqual(FAILED)
    expect(app.rows('select count(*) as n from sessions')).toEqual([{ n: 1 }])
  })

  it('accepts the current code and the ones before and after it', async () => {
    for (const steps of [-1, 0, 1]) {
      const { app, secret } = await withSecondFactor()
      const answer = await login(app, { code: codeOf(secret, steps) })
      expect([steps, answer.status]).toEqual([steps, 200])
    }
  })

  it('accepts a code in two groups', async () => {
    const { app, secret } = await withSecondFactor()
    const code = codeOf(secret).replace(/^(...)/, '$1 ')
    expect((await login(app, { code })).status).toBe(200)
  })

  it('refuses older and newer codes', async () => {
    for (const steps of [-20, -3, -2, 2, 3, 20]) {
      const { app, secret } = await withSecondFactor()
      const answer = await login(app, { code: codeOf(secret, steps) })
      expect([steps, answer.status, answer.json]).toEqual([steps, 401, FAILED])
    }
  })

  it('accepts each code once, and none older than the last one', async () => {
    const { app, secret } = await withSecondFactor()
    const [before, now, after] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)]
    expect((await login(app, { code: now })).status).toBe(200)
    expect((await login(app, { code: now })).json).toEqual(FAILED)
    expect((await login(app, { code: before })).json).toEqual(FAILED)
    expect((await login(app, { code: after })).status).toBe(200)
    expect((await login(app, { code: after })).json).toEqual(FAILED)
  })

  it('accepts each code once in simultaneous logins', async () => {
    const { app, secret } = await withSecondFactor()
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(app, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('refuses the code that switched it on', async () => {
    const app = openPractice()
    const { secret } = await turnOnSecondFactor(await signIn(app))
    expect((await login(app, { code: codeOf(secret) })).json).toEqual(FAILED)
  })

  it('is not used up by a wrong password', async () => {
    const { app, secret, recoveryCodes } = await withSecondFactor()
    expect((await login(app, { password: 'wrong', code: codeOf(secret) })).json).toEqual(FAILED)
    expect((await login(app, { password: 'wrong', code: recoveryCodes[0] })).json).toEqual(FAILED)
    expect((await login(app, { code: codeOf(secret) })).status).toBe(200)
    expect((await login(app, { code: recoveryCodes[0] })).status).toBe(200)
  })

  it.each([
    '000000',
    '12345',
    '1234567',
    'abcdef',
    '٠٠٠٠٠٠',
    '-00001',
    '0x1234',
    '1e5000',
    'aaaa-aaaa-aaaa',
    '%',
    "' or 1=1",
  ])('refuses %o', async (code) => {
    const { app, secret } = await withSecondFactor()
    if (code === codeOf(secret)) return
    expect((await login(app, { code })).json).toEqual(FAILED)
  })

  it('counts a wrong code as a failure', async () => {
    const { app, secret } = await withSecondFactor()
    for (let i = 0; i < 5; i++) expect((await login(app, { code: '000000' })).status).toBe(401)
    for (const code of ['000000', codeOf(secret), ''])
      expect([code, (await login(app, { code })).status]).toEqual([code, 429])
    expect(auditRows(app).filter(({ action }) => action === 'login-failed')).toHaveLength(5)
    app.pass(15 * MINUTE)
    expect((await login(app, { code: codeOf(secret) })).status).toBe(200)
  })

  it('accepts twenty wrong codes a day', async () => {
    const { app, secret } = await withSecondFactor()
    for (let i = 0; i < 20; i++) {
      expect((await login(app, { code: '000000' })).status).toBe(401)
      app.pass(4 * MINUTE)
    }
    app.pass(HOUR)
    const refused = await login(app, { code: codeOf(secret) })
    expect([refused.status, refused.json.error]).toEqual([429, 'too_many'])
    app.pass(refused.json.retry_after * 1000)
    expect((await login(app, { code: codeOf(secret) })).status).toBe(200)
  })

  it('is ignored for admins without one', async () => {
    expect((await login(openPractice(), { code: '123456' })).status).toBe(200)
  })
})

describe('a recovery code', () => {
  it('is valid once, and recorded', async () => {
    const { app, recoveryCodes } = await withSecondFactor()
    expect((await login(app, { code: recoveryCodes[3] })).status).toBe(200)
    expect(auditRows(app).slice(-2)).toEqual([
      { actor: 'admin', actor_name: ADMIN, action: 'recovery-code-used', subject: ADMIN },
      { actor: 'admin', actor_name: ADMIN, action: 'login', subject: '' },
    ])
    expect((await login(app, { code: recoveryCodes[3] })).json).toEqual(FAILED)
    expect((await login(app, { code: recoveryCodes[4] })).status).toBe(200)
  })

  it('is valid once in simultaneous logins', async () => {
    const { app, recoveryCodes } = await withSecondFactor()
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(app, { code: recoveryCodes[0] })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('can be typed with other case, spaces and similar letters', async () => {
    const { app, recoveryCodes } = await withSecondFactor()
    const [one = '', two = '', three = ''] = recoveryCodes
    for (const code of [
      one.toUpperCase(),
      ` ${two.replaceAll('-', ' ')} `,
      three.replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'l'),
    ])
      expect((await login(app, { code })).status).toBe(200)
  })

  it('is valid for its own admin only', async () => {
    const { app, recoveryCodes } = await withSecondFactor()
    const other = 'dr.muster@ordination.example'
    anAdmin(app, { email: other })
    await turnOnSecondFactor(await signIn(app, { email: other }))
    expect((await login(app, { email: other, code: recoveryCodes[0] })).json).toEqual(FAILED)
  })
})
