import { describe, expect, it } from 'vitest'
import { changingRoutes } from '../testing/api-routes.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('a call that changes something', () => {
  it('is refused from pages of other sites', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      for (const site of ['cross-site', 'same-site']) {
        const headers = { 'sec-fetch-site': site, origin: 'https://evil.example' }
        const { status, json } = await app.browser().send(method, path, {}, headers)
        expect([path, status, json?.error]).toEqual([path, 403, 'cross_site'])
      }
    }
  })

  it('is accepted from the own pages, and from no page', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const { method, path } of changingRoutes(app)) {
      for (const site of ['same-origin', 'none']) {
        const { status } = await app.browser().send(method, path, {}, { 'sec-fetch-site': site })
        expect([path, status]).not.toEqual([path, 403])
      }
    }
  })

  it('is the only kind that is refused: other sites may read', async () => {
    const answer = await openTestApp().browser().get('/api/status', { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(200)
  })

  it('does not answer CORS preflights', async () => {
    const answer = await openTestApp().browser().send('OPTIONS', '/api/hold', undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    })
    expect(answer.status).toBe(404)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
