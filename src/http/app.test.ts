import { describe, expect, it } from 'vitest'
import { changingRoutes, openCaller } from '../testing/api-routes.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('an unknown path', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/status/more', '/api/__proto__', '/api/%00'])(
    'under /api is 404 in JSON: %s',
    async (path) => {
      const browser = openTestApp().browser()
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const { status, json } = await browser.send(method, path, method === 'GET' ? undefined : {})
        const refusal = { error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' }
        expect([method, status, json]).toEqual([method, 404, refusal])
      }
    },
  )

  it.each([
    { method: 'PUT', path: '/api/hold' },
    { method: 'GET', path: '/api/hold' },
    { method: 'POST', path: '/api/status' },
    { method: 'DELETE', path: '/api/services/facial' },
  ])('can be a known path with another method: $method $path', async ({ method, path }) => {
    const body = method === 'GET' ? undefined : {}
    expect((await openTestApp().browser().send(method, path, body)).json.error).toBe('unknown_path')
  })
})

describe('the content type of a call that changes something', () => {
  it('must be JSON', async () => {
    const typesOfForms = [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      '',
    ]
    const typesLikeJson = [
      'application/jsonp',
      'application/json-patch+json',
      'text/json',
      'text/plain; application/json',
    ]
    const refusal = { error: 'unsupported_media_type', message: 'Diese Anfrage muss JSON sein.' }
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      for (const type of [...typesOfForms, ...typesLikeJson]) {
        const headers = { 'content-type': type }
        const { status, json } = await openCaller(app, path).send(method, path, '{}', headers)
        expect([path, type, status, json]).toEqual([path, type, 415, refusal])
      }
    }
  })

  it.each([
    { sent: 'a body', init: { body: new TextEncoder().encode('{}') } },
    { sent: 'nothing, although the call reads a body', init: {} },
  ])('must not be missing: $sent', async ({ init }) => {
    const { http } = openTestApp()
    expect((await http.request('/api/hold', { method: 'POST', ...init })).status).toBe(415)
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=utf-8'])(
    'can be %s',
    async (type) => {
      const answer = await openTestApp().browser().post('/api/hold', {}, { 'content-type': type })
      // The type is accepted, so the empty body is the first fault.
      expect(answer.json.error).toBe('invalid')
    },
  )
})
