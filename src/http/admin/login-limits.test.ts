import { describe, expect, it } from 'vitest'
import { checkPassword } from '../../access/passwords.ts'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN, insertAdmin, PASSWORD, PASSWORD_HASH, postLogin } from '../../testing/admins.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Allowed failures of an account from one origin within a quarter of an hour (docs/behaviour.md 12.6). */
const FAILURES_OF_ACCOUNT_AT_ORIGIN = 5
/** Allowed failures of an origin, for all accounts together. */
const FAILURES_OF_ORIGIN = 20

const OTHER_ORIGIN = '198.51.100.20'

/** Opens a practice with one admin. */
function openPractice(options?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(options)
  insertAdmin(app)
  return app
}

describe('the limit of failures', () => {
  it('counts both spellings of a domain with umlauts as one account', async () => {
    const app = openTestApp()
    for (let failures = 0; failures < FAILURES_OF_ACCOUNT_AT_ORIGIN; failures++)
      expect((await postLogin(app, { email: 'rosa@bücher.example' })).status).toBe(401)
    expect((await postLogin(app, { email: 'rosa@xn--bcher-kva.example' })).status).toBe(429)
  })

  it('answers 429 with the time to wait after five failures within 15 minutes', async () => {
    const app = openPractice()
    for (let failures = 0; failures < FAILURES_OF_ACCOUNT_AT_ORIGIN; failures++) {
      expect((await postLogin(app, { password: 'wrong' })).status).toBe(401)
      app.pass(MINUTE)
    }

    const answer = await postLogin(app)
    // The first of the five failures was five minutes ago.
    const seconds = 10 * 60
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(seconds)])
    expect(answer.json).toEqual({
      error: 'too_many',
      message: 'Zu viele Anfragen. Bitte warten Sie ein wenig und versuchen Sie es dann erneut.',
      retry_after: seconds,
    })
  })

  it('answers faster than one check of a password takes', async () => {
    const app = openPractice()
    for (let failures = 0; failures < FAILURES_OF_ACCOUNT_AT_ORIGIN; failures++)
      await postLogin(app, { password: 'wrong' })
    const answerTimesMs: number[] = []
    for (let logins = 0; logins < 10; logins++) {
      const start = performance.now()
      expect((await postLogin(app)).status).toBe(429)
      answerTimesMs.push(performance.now() - start)
    }

    const start = performance.now()
    await checkPassword(PASSWORD_HASH, 'wrong')
    const checkTimeMs = performance.now() - start
    // A busy computer delays single answers, but hardly all ten.
    expect(Math.min(...answerTimesMs)).toBeLessThan(checkTimeMs)
  })

  it('counts the network address of the visitor, regardless of X-Forwarded-For', async () => {
    const app = openPractice()
    const failAs = (visitor: number) =>
      postLogin(
        app,
        { email: `${visitor}@x.example` },
        { address: OTHER_ORIGIN, headers: { 'x-forwarded-for': `192.0.2.${visitor}` } },
      )
    for (let visitor = 0; visitor < FAILURES_OF_ORIGIN; visitor++)
      expect((await failAs(visitor)).status).toBe(401)
    expect((await failAs(FAILURES_OF_ORIGIN)).status).toBe(429)
    expect((await postLogin(app)).status).toBe(200)
  })

  it('counts visitors behind a trusted proxy separately', async () => {
    const app = openPractice({ config: { trustedProxies: ['10.0.0.0/8'] } })
    // Visitors can send a first IP address of their own. The proxy adds the last one, which is the true one.
    const loginFrom = (visitor: string, email: string) =>
      postLogin(
        app,
        { email },
        { address: '10.0.0.1', headers: { 'x-forwarded-for': `192.0.2.99, ${visitor}` } },
      )
    for (let failures = 0; failures < FAILURES_OF_ORIGIN; failures++)
      await loginFrom('198.51.100.1', `${failures}@x.example`)
    expect((await loginFrom('198.51.100.1', ADMIN)).status).toBe(429)
    expect((await loginFrom('198.51.100.2', ADMIN)).status).toBe(200)
  })

  it('counts simultaneous attempts, and refuses the right password among them', async () => {
    const app = openPractice()
    const guesses = Array.from({ length: 29 }, (_, index) => `guess ${index}`)
    const attempts = [...guesses, PASSWORD]
    const answers = await Promise.all(attempts.map((password) => postLogin(app, { password })))
    const failed = answers.filter(({ status }) => status === 401)
    const refused = answers.filter(({ status }) => status === 429)
    expect(failed).toHaveLength(FAILURES_OF_ACCOUNT_AT_ORIGIN)
    expect(refused).toHaveLength(attempts.length - FAILURES_OF_ACCOUNT_AT_ORIGIN)
    expect(app.rows(`select id from audit where action = 'login-failed'`)).toHaveLength(
      FAILURES_OF_ACCOUNT_AT_ORIGIN,
    )
    // Each failure counts for the account from here, for the account from anywhere, and for the origin.
    expect(app.rows('select id from attempts')).toHaveLength(3 * FAILURES_OF_ACCOUNT_AT_ORIGIN)
  })
})
