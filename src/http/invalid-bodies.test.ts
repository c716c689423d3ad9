import { describe, expect, it } from 'vitest'
import { changingRoutes, openCaller } from '../testing/api-routes.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('the body of a call that changes something', () => {
  /** Calls that read no body. */
  const WITHOUT_BODY = new Set([
    'DELETE /api/my/session',
    'POST /api/admin/logout',
    'POST /api/admin/demo/end',
    'POST /api/admin/odoo/pull',
    'POST /api/admin/login/passkey/options',
    'POST /api/admin/account/passkeys/challenge',
    'POST /api/admin/odoo/first-sync',
    'DELETE /api/admin/first-steps',
    'POST /api/admin/installation/backup',
    'POST /api/admin/holds/release',
    'POST /api/admin/installation/examination',
    'DELETE /api/admin/sessions',
  ])
  /** Calls with their own code or sentence for an invalid body. */
  const OWN_REFUSALS: Record<string, { error: string; message: string }> = {
    '/api/email/send': { error: 'invalid', message: 'Bitte gültige E-Mail eingeben.' },
    '/api/admin/login': {
      error: 'email and password required',
      message: 'E-Mail und Passwort sind erforderlich.',
    },
  }
  const USUAL_REFUSAL = { error: 'invalid', message: 'Bitte prüfen Sie Ihre Angaben.' }

  it.each([
    { fault: 'empty', body: '' },
    { fault: 'half a text of JSON', body: '{"email":"rosa@' },
    { fault: 'no JSON', body: 'email=rosa' },
    { fault: 'a list', body: '[]' },
    { fault: 'null', body: 'null' },
    { fault: 'a text', body: '"x"' },
    { fault: 'a number', body: '1e999' },
    { fault: 'a very deep list', body: '['.repeat(20_000) + ']'.repeat(20_000) },
  ])('is refused when it is $fault', async ({ body }) => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      // Many of the calls with an id read no body either.
      if (path.includes('some-id') || WITHOUT_BODY.has(`${method} ${path}`)) continue
      const headers = { 'content-type': 'application/json' }
      const { status, json } = await openCaller(app, path).send(method, path, body, headers)
      const { error, message } = OWN_REFUSALS[path] ?? USUAL_REFUSAL
      expect([path, status, json.error, json.message]).toEqual([path, 400, error, message])
    }
  })
})

describe('a body without fields', () => {
  const extendHold = (body: unknown) => openTestApp().browser().post('/api/hold/some-id/extend', body)

  it.each([{ body: undefined }, { body: '' }, { body: {} }])(
    'may be missing or empty: $body',
    async ({ body }) => {
      expect((await extendHold(body)).json.error).toBe('hold_expired')
    },
  )

  it('is refused with an unknown field', async () => {
    const { status, json } = await extendHold({ minutes: 60 })
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', { minutes: 'Unbekannte Angabe.' }])
  })

  it.each(['[]', '{', '1'])('is refused with anything but an object: %s', async (body) => {
    expect((await extendHold(body)).json.error).toBe('invalid')
  })
})
