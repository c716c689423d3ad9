import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import { apiRoutes, changingRoutes, openCaller } from '../testing/api-routes.ts'
import { aContact, aHold, verifyEmailAddress } from '../testing/factory.ts'
import { openLoggedApp } from '../testing/logged-app.ts'
import type { TestApp } from '../testing/test-app.ts'

const SPECIAL_VALUES = [null, '', [], {}, '__proto__', 'constructor', Number.MAX_VALUE, -0, '\0', '\ud800']

/** Draws any JSON value, preferring those that programs often handle wrongly. */
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(...SPECIAL_VALUES, 'x'.repeat(10_000)),
  anyText(),
)

/** Opens the app and a browser with a verified e-mail address. `lines` are those of the log. */
async function openVisitedApp() {
  const { app, lines } = openLoggedApp({ config: { rateLimits: false } })
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  return { app, browser, lines }
}

const readDatabase = (app: TestApp): Buffer => app.ctx().db.$client.serialize()

describe('a random body', () => {
  /** A body that would give every object the property `polluted`, if it were merged into another object. */
  const POLLUTING_BODY =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"contact":{"__proto__":{"polluted":1}}}'

  const anyBody = fc.oneof(
    fc.json(),
    anyValue.map((value) => JSON.stringify(value)),
    fc.string(),
    fc.constant(POLLUTING_BODY),
  )

  it('is refused by every call, changes nothing and causes no error', async () => {
    const { app, browser, lines } = await openVisitedApp()
    const bytesBefore = readDatabase(app)
    const paths = changingRoutes(app).flatMap(({ method, path }) => (method === 'POST' ? [path] : []))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), anyBody, async (path, body) => {
        const { status, json } = await browser.post(path, body)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect([typeof json.error, typeof json.message]).toEqual(['string', 'string'])
      }),
      { numRuns: 400 },
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(readDatabase(app).equals(bytesBefore)).toBe(true)
    expect(lines).toEqual([])
  })
})

describe('a random value in one field', () => {
  type Fields = Record<string, unknown>

  /** Bodies that the patients' calls would accept if hold and bot check were real. */
  const BODIES: Record<string, Fields> = {
    '/api/email/send': { email: 'rosa@musterfrau.example' },
    '/api/email/verify': { email: 'rosa@musterfrau.example', code: '000000' },
    '/api/hold': aHold(),
    '/api/booking/confirm': { hold_id: 'x', contact: aContact(), consent: true, turnstile_token: 'x' },
  }

  /** Draws a patient's call with a random value in one field of its body. */
  const callWithOneRandomField = fc.constantFrom(...Object.entries(BODIES)).chain(([path, body]) =>
    fc.record({
      path: fc.constant(path),
      body: fc
        .record({ field: fc.constantFrom(...Object.keys(body)), value: anyValue })
        .map(({ field, value }) => ({ ...body, [field]: value })),
    }),
  )

  /** Draws a call with a random value in one field of the contact. */
  const callWithOneRandomFieldOfContact = fc
    .record({
      path: fc.constantFrom('/api/hold', '/api/booking/confirm'),
      field: fc.constantFrom(...Object.keys(aContact())),
      value: anyValue,
    })
    .map(({ path, field, value }) => ({
      path,
      body: { ...BODIES[path], contact: { ...aContact(), [field]: value } },
    }))

  it.each([
    { place: 'the body', anyCall: callWithOneRandomField },
    { place: 'its contact', anyCall: callWithOneRandomFieldOfContact },
  ])('of $place causes no error', async ({ anyCall }) => {
    const { browser, lines } = await openVisitedApp()
    await fc.assert(
      fc.asyncProperty(anyCall, async ({ path, body }) => {
        expect((await browser.post(path, body)).status).toBeLessThan(500)
      }),
      { numRuns: 200 },
    )
    expect(lines).toEqual([])
  })
})

describe('a request with random parts', () => {
  const anyPartOfAddress = fc
    .oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.constantFrom('1', '-1', '%', '%ff', '..', '__proto__', '2027-13-45', '9'.repeat(400)),
    )
    .map(encodeURIComponent)
  // Two dots as an id would remove what is before them, so that the path would belong to another route.
  const anyId = anyPartOfAddress.filter((part) => part !== '..')

  /** Parameters that some route reads. All of them have the same value in a request. */
  const PARAMETERS = ['limit', 'before', 'from', 'to', 'date', 'service', 'summary', 'email']
  const anyQuery = fc.oneof(
    anyPartOfAddress.map((value) => PARAMETERS.map((name) => `${name}=${value}`).join('&')),
    fc.constantFrom('%&%=%', 'date[]=1', 'date=2027-01-08&date=x&service=facial'),
  )

  /** Keys that some route reads. */
  const KEYS = ['id', 'email', 'password', 'current', 'next', 'code', 'message', 'service', 'start']
  const anyValueOfKey = fc.oneof(anyValue, fc.constantFrom<unknown>('2027-01-12', 'facial', 1, true))
  const anyBody = fc.oneof(
    fc.json(),
    fc.dictionary(fc.constantFrom(...KEYS), anyValueOfKey).map((body) => JSON.stringify(body)),
  )

  it('causes no error', async () => {
    const { app, lines } = await openVisitedApp()
    const anyRequest = fc.record({
      route: fc.constantFrom(...apiRoutes(app)),
      id: anyId,
      query: anyQuery,
      body: anyBody,
    })
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ route: { method, path }, id, query, body }) => {
        const address = `${path.replaceAll('some-id', id)}?${query}`
        const caller = openCaller(app, path)
        const { status } = await caller.send(method, address, method === 'GET' ? undefined : body)
        expect(status, `${method} ${address}`).not.toBe(500)
      }),
      { numRuns: 1000 },
    )
    expect(lines).toEqual([])
  })
})
