import { describe, expect, it } from 'vitest'
import { openLoggedApp } from '../testing/logged-app.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('the security headers', () => {
  const HEADERS = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }

  it.each<[number, string, string, unknown?, Record<string, string>?]>([
    [200, 'GET', '/api/status'],
    [200, 'HEAD', '/api/status'],
    [204, 'DELETE', '/api/hold/x'],
    [400, 'GET', '/api/slots'],
    [401, 'GET', '/api/admin/services'],
    [403, 'POST', '/api/hold', {}, { 'sec-fetch-site': 'cross-site' }],
    [404, 'GET', '/api/nothing'],
    [404, 'GET', '/nothing.txt'],
    [413, 'POST', '/api/hold', 'x'.repeat(70_000)],
    [415, 'POST', '/api/hold', 'x', { 'content-type': 'text/plain' }],
    [500, 'POST', '/api/email/send', { email: 'rosa@musterfrau.example' }],
  ])('are in a %i', async (status, method, path, body, headers) => {
    const { app } = openLoggedApp()
    app.ctx().db.$client.exec('drop table attempts')
    const answer = await app.browser().send(method, path, body, headers)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS)
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
      expect([name, answer.headers.get(name)]).toEqual([name, null])
  })

  const OWN_CONTENT = {
    'default-src': `'none'`,
    'script-src': `'self'`,
    'style-src': `'self'`,
    'img-src': `'self' data:`,
    'font-src': `'self'`,
    'connect-src': `'self'`,
    'worker-src': `'self'`,
    'manifest-src': `'self'`,
    'frame-src': `'self' https://www.google.com`,
    'object-src': `'none'`,
    'base-uri': `'none'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
  }

  it.each([
    [
      'own content only',
      {},
      { ...OWN_CONTENT, 'require-trusted-types-for': `'script'`, 'trusted-types': 'ordi' },
    ],
    [
      'Cloudflare’s scripts and frames when its key is set',
      { turnstileSiteKey: 'site' },
      {
        ...OWN_CONTENT,
        'script-src': `'self' https://challenges.cloudflare.com`,
        'frame-src': `'self' https://www.google.com https://challenges.cloudflare.com`,
      },
    ],
  ])('allow %s', async (_, config, policy) => {
    const { headers } = await openTestApp({ config }).browser().get('/api/status')
    const rules = Object.entries(policy).map((rule) => rule.join(' '))
    expect(headers.get('content-security-policy')?.split('; ').toSorted()).toEqual(rules.toSorted())
  })

  it.each([
    ['https', {}, 'max-age=31536000'],
    ['https', { hstsIncludeSubdomains: true }, 'max-age=31536000; includeSubDomains'],
    ['http', {}, null],
  ])('require https when the visitor uses it: %s %j', async (scheme, changes, strict) => {
    const config = { trustedProxies: ['203.0.113.7'], ...changes }
    const answer = await openTestApp({ config }).browser().get('/api/status', { 'x-forwarded-proto': scheme })
    expect(answer.headers.get('strict-transport-security')).toBe(strict)
  })
})
