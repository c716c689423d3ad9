import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { aContact, aHold, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** A verified browser with a hold, and its next step. */
async function atTheReview(app: TestApp) {
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  const { hold_id } = (await browser.post('/api/hold', aHold())).json
  const confirm = (turnstile_token: string) =>
    browser.post('/api/booking/confirm', { hold_id, contact: aContact(), consent: true, turnstile_token })
  return { browser, hold_id, confirm }
}

describe('the built-in bot check at the door', () => {
  it('asks something that a browser can solve, and takes the solution for a booking', async () => {
    const { browser, confirm } = await atTheReview(openTestApp())
    const { status, json, headers } = await browser.get('/api/bot-check/challenge')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    const challenge: Challenge = json
    const solution = await solveChallenge({ challenge, deriveKey })
    const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    expect((await confirm(token)).status).toBe(201)
  }, 30_000)
})

describe('Turnstile at the door', () => {
  const open = (answer: () => Promise<Response>) => {
    const asked: Record<string, string>[] = []
    const ask: typeof fetch = (_url, init) => {
      asked.push(JSON.parse(String(init?.body)))
      return answer()
    }
    const app = openTestApp({ config: { turnstileSiteKey: 'site' }, ports: { ask } })
    writeSettings(app.ctx(), 'general', { TURNSTILE_SECRET: 'the secret key' })
    return { app, asked }
  }
  const good = async () => Response.json({ success: true, hostname: 'localhost', action: 'booking' })

  it('decides when both of its keys are set', async () => {
    const { app, asked } = open(good)
    const { browser, confirm } = await atTheReview(app)
    expect((await browser.get('/api/status')).json.bot_check).toEqual({ kind: 'turnstile', site_key: 'site' })
    expect((await confirm('a token')).status).toBe(201)
    expect(asked).toMatchObject([{ secret: 'the secret key', response: 'a token' }])
  })

  it('is not replaced by a solved check of the other kind: the server decides, not the client', async () => {
    const { app, asked } = open(async () =>
      Response.json({ success: false, 'error-codes': ['invalid-input-response'] }),
    )
    const { confirm } = await atTheReview(app)
    const answer = await confirm(await app.botToken())
    expect([answer.status, answer.json.error]).toEqual([400, 'bot_check_failed'])
    expect(asked).toHaveLength(1)
  })

  it('that cannot be reached lets nobody pass; the hold stays, and a later try succeeds', async () => {
    let reachable = false
    const { app, asked } = open(() => (reachable ? good() : Promise.reject(new TypeError('fetch failed'))))
    const { confirm } = await atTheReview(app)
    const answer = await confirm('a token')
    expect([answer.status, answer.json]).toEqual([
      503,
      {
        error: 'bot_check_unavailable',
        message: 'Die Sicherheitsprüfung ist derzeit nicht möglich. Bitte rufen Sie uns an.',
      },
    ])
    expect(app.rows('select * from bookings')).toEqual([])
    reachable = true
    expect((await confirm('a token')).status).toBe(201)
    expect(asked[0]?.idempotency_key).toBe(asked[1]?.idempotency_key)
  })

  it('is not asked about what is hopeless anyway', async () => {
    const { app, asked } = open(good)
    const { confirm } = await atTheReview(app)
    app.pass(10 * 60_000)
    expect((await confirm('a token')).json.error).toBe('hold_expired')
    expect(asked).toEqual([])
  })

  it('makes one booking of two presses, even when they wait for it together', async () => {
    const { app } = open(good)
    const { confirm } = await atTheReview(app)
    const answers = await Promise.all([confirm('a token'), confirm('a token'), confirm('another')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  })
})
