import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import {
  ADMIN,
  browserWithToken,
  insertAdmin,
  PASSWORD,
  PASSWORD_HASH,
  postLogin,
} from '../../testing/admins.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

/** The same address in its two spellings. */
const IN_UMLAUTS = 'rosa@bücher.example'
const IN_PUNYCODE = 'rosa@xn--bcher-kva.example'

const LOGIN_FAILED = { error: 'invalid_credentials', message: 'Login fehlgeschlagen.' }

/** Opens a practice with one admin. */
function openPractice() {
  const app = openTestApp()
  insertAdmin(app)
  return app
}

describe('signing in', () => {
  it('answers a token, its admin and its expiry', async () => {
    const app = openPractice()
    const answer = await postLogin(app, { email: ' Assistenz@Ordination.EXAMPLE ' })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      token: expect.stringMatching(/^[\w-]{32}$/),
      user: { name: 'Assistenz', email: ADMIN, role: 'doctor' },
      expiresAt: isoAt(NOW + HOUR),
      lastsUntil: isoAt(NOW + 12 * HOUR),
      ttlMinutes: 60,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await browserWithToken(app, answer.json.token).get('/api/admin/session')).status).toBe(200)
    expect(app.rows('select action, actor_name from audit')).toEqual([{ action: 'login', actor_name: ADMIN }])
  })

  it('finds the account by both spellings of a domain with umlauts', async () => {
    const app = openTestApp()
    insertAdmin(app, { email: IN_UMLAUTS })
    for (const email of [IN_UMLAUTS, 'Rosa@XN--bcher-kva.example']) {
      const answer = await postLogin(app, { email })
      expect([answer.status, answer.json.user?.email]).toEqual([200, IN_UMLAUTS])
    }
  })

  it('finds an account that an earlier version stored in Punycode, and each of two accounts by its own spelling', async () => {
    const app = openTestApp()
    const readName = async (email: string) => (await postLogin(app, { email })).json.user?.name
    insertAdmin(app, { email: IN_PUNYCODE, name: 'Rosa' })
    expect(await readName(IN_UMLAUTS)).toBe('Rosa')
    insertAdmin(app, { email: IN_UMLAUTS, name: 'Rosa Musterfrau' })
    expect(await readName(IN_UMLAUTS)).toBe('Rosa Musterfrau')
    expect(await readName(IN_PUNYCODE)).toBe('Rosa')
  })

  it('gives every device its own token', async () => {
    const app = openPractice()
    const answers = await Promise.all(Array.from({ length: 8 }, () => postLogin(app)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(8)
  })

  it.each([
    { body: {} },
    { body: { email: ADMIN } },
    { body: { password: PASSWORD } },
    { body: { email: '', password: '' } },
    { body: { email: '  ', password: PASSWORD } },
    { body: { email: null, password: null } },
    { body: { email: [ADMIN], password: [PASSWORD] } },
    { body: { email: { $ne: '' }, password: { $ne: '' } } },
    { body: '{' },
    { body: { email: ADMIN, password: PASSWORD, admin: true } },
  ])('requires e-mail address and password, and nothing else: $body', async ({ body }) => {
    const app = openPractice()
    const { status, json } = await app.browser().post('/api/admin/login', body)
    expect([status, json.error]).toEqual([400, 'email and password required'])
    expect(json.message).toBe('E-Mail und Passwort sind erforderlich.')
    expect(app.rows('select 1 from attempts union all select 1 from audit')).toEqual([])
  })

  it('names what is missing', async () => {
    const { json } = await openPractice().browser().post('/api/admin/login', {})
    expect(json.fields).toEqual({
      email: 'E-Mail ist erforderlich.',
      password: 'Passwort ist erforderlich.',
    })
  })
})

describe('a failed login', () => {
  it.each<{ cause: string; changes: Record<string, unknown> }>([
    { cause: 'a wrong password', changes: { password: 'vier Enten fahren Tretboot' } },
    { cause: 'a password with a space more', changes: { password: `${PASSWORD} ` } },
    { cause: 'a password in capitals', changes: { password: PASSWORD.toUpperCase() } },
    { cause: 'the hash of the password', changes: { password: PASSWORD_HASH } },
    { cause: 'a very long password', changes: { password: 'x'.repeat(50_000) } },
    { cause: 'an unknown address', changes: { email: 'niemand@ordination.example' } },
    { cause: 'an address that is none', changes: { email: 'niemand' } },
    { cause: 'a very long address', changes: { email: `${'x'.repeat(50_000)}@ordination.example` } },
    { cause: 'a pattern of SQL', changes: { email: '%' } },
    { cause: 'a condition of SQL', changes: { email: `' or 1=1 --` } },
  ])('has the same sentence for every cause: $cause', async ({ changes }) => {
    const { status, json } = await postLogin(openPractice(), changes)
    expect([status, json]).toEqual([401, LOGIN_FAILED])
  })

  it('has the same sentence where nobody can sign in yet', async () => {
    expect((await postLogin(openTestApp())).json).toEqual(LOGIN_FAILED)
  })

  it('has the same answer for known and unknown e-mail addresses', async () => {
    const app = openPractice()
    const known = await postLogin(app, { password: 'wrong' })
    const unknown = await postLogin(app, { email: 'niemand@ordination.example', password: 'wrong' })
    const headersOf = (answer: typeof known) => [...answer.headers].filter(([name]) => name !== 'date')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(headersOf(unknown)).toEqual(headersOf(known))
    // Each failure counts for the account from here, for the account from anywhere, and for the origin.
    expect(app.rows('select subject from attempts')).toHaveLength(2 * 3)
    expect(app.rows('select * from sessions')).toEqual([])
  })
})
