import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import { apiRoutes, changingRoutes, openCaller } from '../testing/api-routes.ts'
import type { Browser } from '../testing/browser.ts'
import { aContact, aHold, verifyEmailAddress } from '../testing/factory.ts'
import { openLoggedApp } from '../testing/logged-app.ts'
import type { TestApp } from '../testing/test-app.ts'

describe('random input', () => {
  const SPECIAL = [null, '', [], {}, '__proto__', 'constructor', Number.MAX_VALUE, -0, '\0', '\ud800']
  const unusual = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(...SPECIAL, 'x'.repeat(10_000)),
    anyText(),
  )
  /** Bodies that the patients' calls accept, if hold and bot check were real. */
  const BODIES: Record<string, Record<string, unknown>> = {
    '/api/email/send': { email: 'rosa@musterfrau.example' },
    '/api/email/verify': { email: 'rosa@musterfrau.example', code: '000000' },
    '/api/hold': aHold(),
    '/api/booking/confirm': { hold_id: 'x', contact: aContact(), consent: true, turnstile_token: 'x' },
  }
  const POLLUTION =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"contact":{"__proto__":{"polluted":1}}}'

  /** Makes random requests, none of which may log an error. @returns the app, and its database before them */
  async function sendRandom<Input>(
    inputs: (app: TestApp) => fc.Arbitrary<Input>,
    send: (app: TestApp, browser: Browser, input: Input) => Promise<void>,
    numRuns = 400,
  ) {
    const { app, lines } = openLoggedApp({ config: { rateLimits: false } })
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const before = app.ctx().db.$client.serialize()
    await fc.assert(
      fc.asyncProperty(inputs(app), (input) => send(app, browser, input)),
      { numRuns },
    )
    expect(lines).toEqual([])
    return { app, before }
  }

  it('in a body is refused without an error, and changes nothing', async () => {
    const anything = fc.oneof(
      fc.json(),
      unusual.map((value) => JSON.stringify(value)),
      fc.string(),
      fc.constant(POLLUTION),
    )
    const { app, before } = await sendRandom(
      (app) => {
        const routes = changingRoutes(app).filter(({ method }) => method === 'POST')
        return fc.tuple(fc.constantFrom(...routes), anything)
      },
      async (_, browser, [{ path }, body]) => {
        const { status, json } = await browser.post(path, body)
        expect(status >= 400 && status < 500).toBe(true)
        expect([typeof json.error, typeof json.message]).toEqual(['string', 'string'])
      },
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('in a single field causes no error', async () => {
    await sendRandom(
      () => fc.tuple(fc.constantFrom(...Object.entries(BODIES)), fc.nat(), fc.boolean(), unusual),
      async (_, browser, [[path, template], pick, inContact, value]) => {
        const body = structuredClone(template)
        const target = inContact && body.contact ? (body.contact as Record<string, unknown>) : body
        const keys = Object.keys(target)
        target[keys[pick % keys.length] ?? ''] = value
        expect((await browser.post(path, body)).status).toBeLessThan(500)
      },
    )
  })

  it('in any part of a request causes no error', async () => {
    const text = fc
      .oneof(
        fc.string({ unit: 'binary-ascii' }),
        fc.constantFrom('1', '-1', '%', '%ff', '..', '__proto__', '2027-13-45', '9'.repeat(400)),
      )
      .map(encodeURIComponent)
    const PARAMETERS = ['limit', 'before', 'from', 'to', 'date', 'service', 'summary', 'email']
    const query = fc.oneof(
      text.map((value) => PARAMETERS.map((name) => `${name}=${value}`).join('&')),
      fc.constantFrom('%&%=%', 'date[]=1', 'date=2027-01-08&date=x&service=facial'),
    )
    const KEYS = ['id', 'email', 'password', 'current', 'next', 'code', 'message', 'service', 'start']
    const value = fc.oneof(unusual, fc.constantFrom<unknown>('2027-01-12', 'facial', 1, true))
    const anything = fc.oneof(
      fc.json(),
      fc.dictionary(fc.constantFrom(...KEYS), value).map((body) => JSON.stringify(body)),
    )
    await sendRandom(
      (app) => fc.tuple(fc.constantFrom(...apiRoutes(app)), text, query, anything),
      async (app, _, [{ method, path }, id, search, body]) => {
        const address = `${path.replaceAll('some-id', id)}?${search}`
        const { status } = await openCaller(app, path).send(
          method,
          address,
          method === 'GET' ? undefined : body,
        )
        expect([method, address, status]).not.toEqual([method, address, 500])
      },
      1000,
    )
  })
})
