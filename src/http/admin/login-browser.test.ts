import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN, insertAdmin, PASSWORD, postLogin } from '../../testing/admins.ts'
import type { Browser } from '../../testing/browser.ts'
import {
  acceptInvitation,
  CHOSEN_PASSWORD,
  GERDA_EMAIL,
  INVITATION,
  invitationToken,
  openStaffApp,
} from '../../testing/staff-app.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Allowed failures of an account from one origin within a quarter of an hour (docs/behaviour.md 12.6). */
const FAILURES_OF_ACCOUNT_AT_ORIGIN = 5
/** Allowed failures of an account, from all origins together. */
const FAILURES_OF_ACCOUNT = 49

const OTHER_ADMIN = 'dr.muster@ordination.example'

/** Opens a practice with one admin. */
function openPractice() {
  const app = openTestApp()
  insertAdmin(app)
  return app
}

/** Opens a practice, and signs the admin in with a browser. `cookie` is the cookie that this browser got. */
async function openWithKnownBrowser() {
  const app = openPractice()
  const browser = app.browser()
  const signInKnown = (changes: object = {}) =>
    browser.post('/api/admin/login', { email: ADMIN, password: PASSWORD, ...changes })
  const [cookie = ''] = (await signInKnown()).headers.getSetCookie()
  return { app, signInKnown, cookie }
}

describe('a browser that has signed in to an account', () => {
  it('gets a cookie for the admin area', async () => {
    const app = openPractice()
    const answer = await app.browser().post('/api/admin/login', { email: ADMIN, password: PASSWORD })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie.split('; ').toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=34560000',
      'Path=/api/admin',
      'SameSite=Strict',
      expect.stringMatching(/^ordi_known_[\w-]{12}=[\w-]{32}\.[\w-]{43}$/),
    ])
  })

  it('has the same cookie for both spellings of a domain with umlauts', async () => {
    const app = openTestApp()
    insertAdmin(app, { email: 'rosa@bücher.example' })
    const readCookieName = async (email: string) => {
      const browser = app.browser()
      await browser.post('/api/admin/login', { email, password: PASSWORD })
      const [name] = browser.cookies.keys()
      return name
    }
    const name = await readCookieName('rosa@bücher.example')
    expect(name).toMatch(/^ordi_known_/)
    expect(await readCookieName('rosa@xn--bcher-kva.example')).toBe(name)
  })

  it('is not locked out by the failures of others', async () => {
    const { app, signInKnown, cookie } = await openWithKnownBrowser()
    for (let failures = 0; failures < FAILURES_OF_ACCOUNT; failures++)
      await postLogin(app, { password: 'wrong' }, { address: `198.51.100.${failures}` })
    for (let failures = 0; failures < FAILURES_OF_ACCOUNT_AT_ORIGIN; failures++)
      await postLogin(app, { password: 'wrong' })
    expect((await postLogin(app)).status).toBe(429)

    const signedIn = await signInKnown()
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers.getSetCookie()).toEqual([cookie])
  })

  it('is locked out of another account', async () => {
    const { app, signInKnown } = await openWithKnownBrowser()
    insertAdmin(app, { email: OTHER_ADMIN })
    for (let failures = 0; failures < FAILURES_OF_ACCOUNT_AT_ORIGIN; failures++)
      await postLogin(app, { email: OTHER_ADMIN, password: 'wrong' })
    expect((await signInKnown({ email: OTHER_ADMIN })).status).toBe(429)
  })

  it('is locked out after five failures of its own', async () => {
    const { signInKnown } = await openWithKnownBrowser()
    for (let failures = 0; failures < FAILURES_OF_ACCOUNT_AT_ORIGIN; failures++)
      expect((await signInKnown({ password: 'wrong' })).status).toBe(401)
    expect((await signInKnown()).status).toBe(429)
  })

  it('signs in first during a flood of attempts, most of which are refused', async () => {
    const { app, signInKnown } = await openWithKnownBrowser()
    const attemptCount = 60
    const statusesSoFar: number[] = []
    const flood = Array.from({ length: attemptCount }, async (_, index) => {
      const origin = { address: `198.51.100.${index}` }
      const answer = await postLogin(app, { email: `${index}@x.example` }, origin)
      statusesSoFar.push(answer.status)
      return answer
    })
    expect((await signInKnown()).status).toBe(200)
    // One password is checked and sixteen wait (MAX_WAITING in passwords.ts). The others may try again in a
    // second.
    const checkedCount = 1 + 16
    // By then only the few attempts whose passwords were being checked have been answered.
    expect(statusesSoFar.filter((status) => status === 401).length).toBeLessThan(checkedCount / 2)
    const answers = await Promise.all(flood)
    const mayRetry = answers.filter(({ status, json }) => status === 429 && json.retry_after === 1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(checkedCount)
    expect(mayRetry).toHaveLength(attemptCount - checkedCount)
    expect((await postLogin(app)).status).toBe(200)
  })

  it.each([
    {
      change: 'a reset',
      inviteAgain: (doctor: Browser, id: number) => doctor.post(`/api/admin/people/${id}/reset`),
    },
    {
      change: 'a removal and a new invitation',
      inviteAgain: async (doctor: Browser, id: number) => {
        await doctor.delete(`/api/admin/people/${id}`)
        await doctor.post('/api/admin/people', INVITATION)
      },
    },
  ])('is unknown after $change', async ({ inviteAgain }) => {
    const { app, doctor } = await openStaffApp()
    const id = insertAdmin(app, { email: GERDA_EMAIL, name: 'Gerda' })
    const browser = app.browser()
    const signInAgain = (password: string) =>
      browser.post('/api/admin/login', { email: GERDA_EMAIL, password })
    // Strangers behind the same IP address exhaust its limit, but a known browser has its own.
    const exhaustLimit = async () => {
      for (let failures = 0; failures < FAILURES_OF_ACCOUNT_AT_ORIGIN; failures++)
        await postLogin(app, { email: GERDA_EMAIL, password: 'wrong' })
    }

    expect((await signInAgain(PASSWORD)).status).toBe(200)
    await exhaustLimit()
    expect((await signInAgain(PASSWORD)).status).toBe(200)

    await inviteAgain(doctor, id)
    await acceptInvitation(app, invitationToken(app))
    app.pass(15 * MINUTE)
    await exhaustLimit()
    expect((await signInAgain(CHOSEN_PASSWORD)).json.error).toBe('too_many')
  })
})
