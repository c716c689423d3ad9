import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { openHoldApp } from '../testing/hold-app.ts'

describe('confirming with Turnstile', () => {
  /** The answer of Cloudflare to a solved check. */
  const acceptCheck = async () => Response.json({ success: true, hostname: 'localhost', action: 'booking' })

  /**
   * Opens the app with both keys of Turnstile and a hold. `requests` are the requests to Cloudflare, which
   * gives `answer`.
   */
  async function openTurnstileApp(answer: () => Promise<Response> = acceptCheck) {
    const requests: Record<string, string>[] = []
    const httpFetch: typeof fetch = (_url, init) => {
      requests.push(JSON.parse(String(init?.body)))
      return answer()
    }
    const opened = await openHoldApp({ config: { turnstileSiteKey: 'site' }, ports: { httpFetch } })
    writeSettings(opened.app.ctx(), 'general', { TURNSTILE_SECRET: 'the secret key' })
    return { ...opened, requests }
  }

  it('asks Cloudflare when both of its keys are set', async () => {
    const { browser, confirm, requests } = await openTurnstileApp()
    expect((await browser.get('/api/status')).json.bot_check).toEqual({ kind: 'turnstile', site_key: 'site' })
    expect((await confirm({ turnstile_token: 'a token' })).status).toBe(201)
    expect(requests).toMatchObject([{ secret: 'the secret key', response: 'a token' }])
  })

  it('does not accept a solved built-in check instead', async () => {
    const { confirm } = await openTurnstileApp(async () => Response.json({ success: false }))
    const answer = await confirm()
    expect([answer.status, answer.json.error]).toEqual([400, 'bot_check_failed'])
  })

  it('is refused while Cloudflare cannot be reached, and succeeds later', async () => {
    let isReachable = false
    const { app, confirm, requests } = await openTurnstileApp(() =>
      isReachable ? acceptCheck() : Promise.reject(new TypeError('fetch failed')),
    )
    const answer = await confirm()
    const message = 'Die Sicherheitsprüfung ist derzeit nicht möglich. Bitte rufen Sie uns an.'
    expect([answer.status, answer.json]).toEqual([503, { error: 'bot_check_unavailable', message }])
    expect(app.rows('select * from bookings')).toEqual([])

    isReachable = true
    expect((await confirm()).status).toBe(201)
    const [failed, repeated] = requests
    expect(repeated?.idempotency_key).toBe(failed?.idempotency_key)
  })

  it('does not ask Cloudflare about a hold that has expired', async () => {
    const { app, confirm, requests } = await openTurnstileApp()
    app.pass(10 * MINUTE)
    expect((await confirm()).json.error).toBe('hold_expired')
    expect(requests).toEqual([])
  })

  it('makes one booking from calls that wait for Cloudflare at the same time', async () => {
    const { confirm } = await openTurnstileApp()
    const tokens = ['a token', 'a token', 'another']
    const answers = await Promise.all(tokens.map((turnstile_token) => confirm({ turnstile_token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  })
})
