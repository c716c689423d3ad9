import { verify } from 'argon2'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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

vi.mock('argon2', { spy: true })
beforeEach(() => {
  vi.mocked(verify).mockClear()
})

const FAILED = { error: 'invalid_credentials', message: 'Login fehlgeschlagen.' }
const ELSEWHERE = '198.51.100.20'

function anOrdination(given?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(given)
  anAdmin(app)
  return app
}

async function withSecondFactor() {
  const app = anOrdination()
  const { secret, recoveryCodes } = await turnOnSecondFactor(await signIn(app))
  app.pass(MINUTE)
  return { app, secret, recoveryCodes }
}

const acts = (app: TestApp) => app.rows('select actor, actor_name, action, subject from audit order by id')

describe('signing in', () => {
  it('answers a token, whose it is and until when it holds', async () => {
    const app = anOrdination()
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
    expect(acts(app)).toEqual([{ actor: 'admin', actor_name: ADMIN, action: 'login', subject: '' }])
  })

  it.each([' Assistenz@Ordination.EXAMPLE ', ADMIN.toUpperCase()])(
    'knows the address however it is written: %o',
    async (email) => {
      expect((await login(anOrdination(), { email })).json.user.email).toBe(ADMIN)
    },
  )

  it('gives every device a token of its own', async () => {
    const app = anOrdination()
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(app)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(8)
  })

  it('hashes the password anew when it was hashed with less work', async () => {
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
  ])('asks for both with %s', async (_, body) => {
    const app = anOrdination()
    const answer = await app.browser().post('/api/admin/login', body)
    expect([answer.status, answer.json.error, answer.json.message]).toEqual([
      400,
      'invalid',
      'email and password required',
    ])
    expect([acts(app), app.rows('select * from attempts')]).toEqual([[], []])
  })

  it('tells at the field what is missing', async () => {
    const answer = await openTestApp().browser().post('/api/admin/login', {})
    expect(answer.json.fields).toEqual({
      email: 'E-Mail ist erforderlich.',
      password: 'Passwort ist erforderlich.',
    })
  })
})

describe('a failure to sign in', () => {
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
  ])('is one sentence for %s', async (_, changes) => {
    const answer = await login(anOrdination(), changes)
    expect([answer.status, answer.json]).toEqual([401, FAILED])
  })

  it('is the same where there is nobody at all', async () => {
    const answer = await login(openTestApp())
    expect([answer.status, answer.json]).toEqual([401, FAILED])
  })

  it('does not tell whether the address is known, by what is answered nor by the work that it costs', async () => {
    const app = anOrdination()
    const known = await login(app, { password: 'wrong' })
    const unknown = await login(app, { email: 'niemand@ordination.example', password: 'wrong' })
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    const headers = (answer: typeof known) => [...answer.headers].filter(([name]) => name !== 'date')
    expect(headers(unknown)).toEqual(headers(known))
    const work = vi.mocked(verify).mock.calls.map(([stored]) => stored.split('$')[3]?.split(',').sort())
    expect(work).toEqual([
      ['m=19456', 'p=1', 't=2'],
      ['m=19456', 'p=1', 't=2'],
    ])
    expect(app.rows('select subject from attempts')).toHaveLength(4)
  })

  it('is written down, with an address only where it is one of ours', async () => {
    const app = anOrdination()
    await login(app, { password: 'wrong' })
    await login(app, { email: 'ups, das war mein Passwort' })
    expect(acts(app)).toEqual([
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: ADMIN },
      { actor: 'visitor', actor_name: '', action: 'login-failed', subject: '' },
    ])
  })

  it('opens no session', async () => {
    const app = anOrdination()
    await login(app, { password: 'wrong' })
    expect(app.rows('select * from sessions')).toEqual([])
  })

  it('is what a password brings that was changed while it was being checked', async () => {
    const app = anOrdination()
    vi.mocked(verify).mockImplementationOnce(async () => {
      app.rows(`update admins set password_hash = 'another' returning id`)
      return true
    })
    expect((await login(app)).json).toEqual(FAILED)
    expect(app.rows('select * from sessions')).toEqual([])
  })
})

describe('guessing', () => {
  const wrong = (app: TestApp, address?: string, changes: Record<string, unknown> = {}) =>
    login(app, { password: 'wrong', ...changes }, address === undefined ? {} : { address })

  async function fiveFailures(app: TestApp, address?: string, changes?: Record<string, unknown>) {
    for (let i = 0; i < 5; i++) {
      expect((await wrong(app, address, changes)).status).toBe(401)
      app.pass(MINUTE)
    }
  }

  it('is answered with 429 from the sixth failure within 15 minutes, and with when to go on', async () => {
    const app = anOrdination()
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

  it('is limited for the account, wherever it comes from', async () => {
    const app = anOrdination()
    for (let i = 0; i < 5; i++) expect((await wrong(app, `198.51.100.${i}`)).status).toBe(401)
    expect((await wrong(app, ELSEWHERE)).status).toBe(429)
    expect((await wrong(app, ELSEWHERE, { email: ADMIN.toUpperCase() })).status).toBe(429)
    anAdmin(app, { email: 'dr.muster@ordination.example' })
    expect((await login(app, { email: 'dr.muster@ordination.example' }, { address: ELSEWHERE })).status).toBe(
      200,
    )
  })

  it('is limited for the origin, whatever the account', async () => {
    const app = anOrdination()
    for (let i = 0; i < 5; i++)
      expect((await wrong(app, ELSEWHERE, { email: `${i}@x.example` })).status).toBe(401)
    expect((await login(app, {}, { address: ELSEWHERE })).status).toBe(429)
    expect((await login(app)).status).toBe(200)
  })

  it('is limited for addresses that nobody has, just as for others', async () => {
    const app = anOrdination()
    const changes = { email: 'niemand@ordination.example' }
    for (let i = 0; i < 5; i++) expect((await wrong(app, `198.51.100.${i}`, changes)).status).toBe(401)
    expect((await wrong(app, ELSEWHERE, changes)).status).toBe(429)
  })

  it('is not helped by an invented X-Forwarded-For', async () => {
    const app = anOrdination()
    const from = (i: number) =>
      login(app, { email: `${i}@x.example` }, { headers: { 'x-forwarded-for': `192.0.2.${i}` } })
    for (let i = 0; i < 5; i++) expect((await from(i)).status).toBe(401)
    expect((await from(6)).status).toBe(429)
  })

  it('is told apart behind a trusted proxy', async () => {
    const app = anOrdination({ config: { trustedProxies: ['10.0.0.0/8'] } })
    const from = (visitor: string, email: string) =>
      login(app, { email }, { address: '10.0.0.1', headers: { 'x-forwarded-for': `192.0.2.99, ${visitor}` } })
    for (let i = 0; i < 5; i++) await from('198.51.100.1', `${i}@x.example`)
    expect((await from('198.51.100.1', ADMIN)).status).toBe(429)
    expect((await from('198.51.100.2', ADMIN)).status).toBe(200)
  })

  it('ends nowhere for good: after a quarter of an hour the right password lets in', async () => {
    const app = anOrdination()
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

  it('is not what somebody does who knows the password', async () => {
    const app = anOrdination()
    for (let i = 0; i < 20; i++) expect((await login(app)).status).toBe(200)
    for (let i = 0; i < 4; i++) await wrong(app)
    for (let i = 0; i < 3; i++) expect((await login(app)).status).toBe(200)
    expect((await wrong(app)).status).toBe(401)
    expect((await wrong(app)).status).toBe(429)
  })

  it('is limited when it comes all at once, and the right guess among many is not told', async () => {
    const app = anOrdination()
    const guesses = [...Array.from({ length: 29 }, (_, i) => `guess ${i}`), PASSWORD]
    const answers = await Promise.all(guesses.map((password) => login(app, { password })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    expect(acts(app).filter((act) => act.action === 'login-failed')).toHaveLength(5)
    expect(app.rows('select id from attempts')).toHaveLength(10)
  })

  it('costs no more work once it is refused', async () => {
    const app = anOrdination()
    await fiveFailures(app)
    vi.mocked(verify).mockClear()
    for (let i = 0; i < 10; i++) await wrong(app)
    expect(vi.mocked(verify)).not.toHaveBeenCalled()
  })

  it('is not limited with RATE_LIMITS=off', async () => {
    const app = anOrdination({ config: { rateLimits: false } })
    for (let i = 0; i < 12; i++) expect((await wrong(app)).status).toBe(401)
  })

  it('leaves neither addresses nor passwords where it is counted', async () => {
    const app = anOrdination()
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

  it('is asked for once the password was right, and not before', async () => {
    const { app } = await withSecondFactor()
    for (const code of [{}, { code: '' }, { code: '  ' }, { code: null }]) {
      const answer = await login(app, code)
      expect([answer.status, answer.json]).toEqual([401, REQUIRED])
    }
    expect((await login(app, { password: 'wrong' })).json).toEqual(FAILED)
    expect(app.rows('select count(*) as n from sessions')).toEqual([{ n: 1 }])
  })

  it('lets in with the code of the moment, and those just before and after', async () => {
    for (const steps of [-1, 0, 1]) {
      const { app, secret } = await withSecondFactor()
      const answer = await login(app, { code: codeOf(secret, steps) })
      expect([steps, answer.status]).toEqual([steps, 200])
    }
  })

  it('takes the code as the app shows it, in two groups', async () => {
    const { app, secret } = await withSecondFactor()
    const code = codeOf(secret).replace(/^(...)/, '$1 ')
    expect((await login(app, { code })).status).toBe(200)
  })

  it('takes no code that is older or newer', async () => {
    for (const steps of [-20, -3, -2, 2, 3, 20]) {
      const { app, secret } = await withSecondFactor()
      const answer = await login(app, { code: codeOf(secret, steps) })
      expect([steps, answer.status, answer.json]).toEqual([steps, 401, FAILED])
    }
  })

  it('takes each code once, and none from before the last', async () => {
    const { app, secret } = await withSecondFactor()
    const [before, now, after] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)]
    expect((await login(app, { code: now })).status).toBe(200)
    expect((await login(app, { code: now })).json).toEqual(FAILED)
    expect((await login(app, { code: before })).json).toEqual(FAILED)
    expect((await login(app, { code: after })).status).toBe(200)
    expect((await login(app, { code: after })).json).toEqual(FAILED)
  })

  it('takes each code once also when it comes twice at the same moment', async () => {
    const { app, secret } = await withSecondFactor()
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(app, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('takes the code that was used to switch it on no second time', async () => {
    const app = anOrdination()
    const { secret } = await turnOnSecondFactor(await signIn(app))
    expect((await login(app, { code: codeOf(secret) })).json).toEqual(FAILED)
  })

  it('does not help without the password, and uses nothing up', async () => {
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
  ])('is not fooled by %o', async (code) => {
    const { app, secret } = await withSecondFactor()
    if (code === codeOf(secret)) return
    expect((await login(app, { code })).json).toEqual(FAILED)
  })

  it('counts a wrong code as a failure', async () => {
    const { app, secret } = await withSecondFactor()
    for (let i = 0; i < 5; i++) expect((await login(app, { code: '000000' })).status).toBe(401)
    for (const code of ['000000', codeOf(secret), ''])
      expect([code, (await login(app, { code })).status]).toEqual([code, 429])
    expect(acts(app).filter(({ action }) => action === 'login-failed')).toHaveLength(5)
    app.pass(15 * MINUTE)
    expect((await login(app, { code: codeOf(secret) })).status).toBe(200)
  })

  it('cannot be guessed slowly either: twenty wrong codes a day', async () => {
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

  it('is of no account to somebody who has none', async () => {
    expect((await login(anOrdination(), { code: '123456' })).status).toBe(200)
  })
})

describe('a recovery code', () => {
  it('lets in once, and it is written down', async () => {
    const { app, recoveryCodes } = await withSecondFactor()
    expect((await login(app, { code: recoveryCodes[3] })).status).toBe(200)
    expect(acts(app).slice(-2)).toEqual([
      { actor: 'admin', actor_name: ADMIN, action: 'recovery-code-used', subject: ADMIN },
      { actor: 'admin', actor_name: ADMIN, action: 'login', subject: '' },
    ])
    expect((await login(app, { code: recoveryCodes[3] })).json).toEqual(FAILED)
    expect((await login(app, { code: recoveryCodes[4] })).status).toBe(200)
  })

  it('lets in once also when it comes twice at the same moment', async () => {
    const { app, recoveryCodes } = await withSecondFactor()
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(app, { code: recoveryCodes[0] })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('may be typed in capitals, with spaces, or with letters for digits', async () => {
    const { app, recoveryCodes } = await withSecondFactor()
    const [one = '', two = '', three = ''] = recoveryCodes
    for (const code of [
      one.toUpperCase(),
      ` ${two.replaceAll('-', ' ')} `,
      three.replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'l'),
    ])
      expect((await login(app, { code })).status).toBe(200)
  })

  it('serves nobody but its owner', async () => {
    const { app, recoveryCodes } = await withSecondFactor()
    const other = 'dr.muster@ordination.example'
    anAdmin(app, { email: other })
    await turnOnSecondFactor(await signIn(app, { email: other }))
    expect((await login(app, { email: other, code: recoveryCodes[0] })).json).toEqual(FAILED)
  })
})
