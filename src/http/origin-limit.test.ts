import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { openLoggedApp } from '../testing/logged-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** The most verification e-mails that one origin may ask for. */
const MAILS_OF_ORIGIN = 20
/** The number of visitors, who together ask for more than that. */
const VISITOR_COUNT = MAILS_OF_ORIGIN + 2

describe('the limit for an origin', () => {
  const REQUESTS_PER_SECOND = 100
  const askHealth = (app: TestApp, address: string, headers?: Record<string, string>) =>
    app.browser(address).get('/api/health', headers)

  it('refuses more than 100 requests within a second, but only from that origin', async () => {
    const app = openTestApp()
    for (let requests = 0; requests < REQUESTS_PER_SECOND; requests++)
      expect((await askHealth(app, '203.0.113.7')).status).toBe(200)
    const refused = await askHealth(app, '203.0.113.7')
    const message = 'Zu viele Anfragen. Bitte warten Sie ein wenig und versuchen Sie es dann erneut.'
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(refused.json).toEqual({ error: 'too_many', message, retry_after: 1 })
    expect((await askHealth(app, '203.0.113.8')).status).toBe(200)
  })

  it('allows requests again after a second', async () => {
    const app = openTestApp()
    for (let requests = 0; requests <= REQUESTS_PER_SECOND; requests++) await askHealth(app, '203.0.113.7')
    app.pass(1000)
    expect((await askHealth(app, '203.0.113.7')).status).toBe(200)
  })

  it('counts visitors behind a trusted proxy separately', async () => {
    const app = openTestApp({ config: { trustedProxies: ['10.0.0.0/8'] } })
    const askFor = async (forwarded: string) =>
      (await askHealth(app, '10.0.0.1', { 'x-forwarded-for': forwarded })).status
    for (let requests = 0; requests < REQUESTS_PER_SECOND; requests++) await askFor('198.51.100.1')
    expect(await askFor('192.0.2.99, 198.51.100.1')).toBe(429)
    expect(await askFor('198.51.100.2')).toBe(200)
  })

  it('is off with RATE_LIMITS=off', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (let requests = 0; requests <= REQUESTS_PER_SECOND; requests++)
      expect((await askHealth(app, '203.0.113.7')).status).toBe(200)
  })
})

describe('the limits behind a proxy that is missing in TRUSTED_PROXIES', () => {
  const PROXY_ON_INTERNET = '203.0.113.7'
  const PROXY_IN_PRIVATE_NETWORK = '172.18.0.1'

  /** Asks for an e-mail to the visitor with this number, for whom the proxy forwards the request. */
  const askForMail = async (app: TestApp, address: string, visitor: number) =>
    app.browser(address, { 'x-forwarded-for': `198.51.100.${visitor}` }).post('/api/email/send', {
      email: `patient${visitor}@musterfrau.example`,
      turnstile_token: await app.botToken(),
    })

  /** Asks for an e-mail to each of VISITOR_COUNT visitors. @returns how many were accepted */
  const askForMails = async (app: TestApp, address: string) => {
    const statuses: number[] = []
    for (let visitor = 0; visitor < VISITOR_COUNT; visitor++)
      statuses.push((await askForMail(app, address, visitor)).status)
    return statuses.filter((status) => status === 200).length
  }

  const readStatus = async (app: TestApp) => (await app.admin().get('/api/admin/status')).json

  it('apply to a proxy on the internet, where anybody can send the header, and the status warns', async () => {
    const { app, lines } = openLoggedApp()
    expect(await askForMails(app, PROXY_ON_INTERNET)).toBe(MAILS_OF_ORIGIN)
    expect(await readStatus(app)).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('Proxy nicht als vertrauenswürdig eingetragen'),
    })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', proxy: PROXY_ON_INTERNET }])
  })

  it('are lifted in a private network, which the status reports as a danger for a day', async () => {
    const { app } = openLoggedApp()
    expect(await askForMails(app, PROXY_IN_PRIVATE_NETWORK)).toBe(VISITOR_COUNT)
    expect(await readStatus(app)).toMatchObject({
      level: 'danger',
      message: expect.stringContaining('TRUSTED_PROXIES setzen: Alle Besucher'),
    })
    app.pass(DAY_LENGTH + HOUR)
    expect((await readStatus(app)).message).not.toContain('TRUSTED_PROXIES')
  })

  it('apply on this machine, unless the portal’s URL can be opened on others', async () => {
    const acceptedAt = (baseUrl: string) =>
      askForMails(openLoggedApp({ config: { baseUrl } }).app, '127.0.0.1')
    expect(await acceptedAt('http://localhost:8080')).toBe(MAILS_OF_ORIGIN)
    expect(await acceptedAt('https://termine.example')).toBe(VISITOR_COUNT)
  })

  it('are reported in the log once an hour', async () => {
    const { app, lines } = openLoggedApp()
    await askForMails(app, PROXY_IN_PRIVATE_NETWORK)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', proxy: PROXY_IN_PRIVATE_NETWORK },
    ])
    app.pass(HOUR)
    await askForMail(app, PROXY_IN_PRIVATE_NETWORK, 0)
    expect(lines).toHaveLength(2)
  })
})

describe('the limits behind a proxy that hides the IP addresses', () => {
  it('are lifted for patients, and the log says so', async () => {
    const { app, lines } = openLoggedApp({ config: { trustedProxies: ['172.30.84.0/24'] } })
    const browser = app.browser('172.30.84.2', { 'x-forwarded-for': '172.30.84.1' })
    for (let visitor = 0; visitor < VISITOR_COUNT; visitor++) {
      const answer = await browser.post('/api/email/send', { email: `patient${visitor}@musterfrau.example` })
      expect(answer.status).toBe(200)
    }
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^a visitor comes from an address of TRUSTED_PROXIES/),
    ])
  })
})
