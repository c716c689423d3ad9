import { describe, expect, it } from 'vitest'
import { openLoggedApp } from '../testing/logged-app.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('the security headers', () => {
  /** A call, and the status of its answer. */
  type Call = Readonly<{
    status: number
    method: string
    path: string
    body?: unknown
    headers?: Record<string, string>
  }>

  const COMMON_HEADERS = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }

  /** The content policy that allows only what the portal itself sends, and the frame of the map. */
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

  const BODY_WITH_EMAIL = { email: 'rosa@musterfrau.example' }
  const FROM_ANOTHER_SITE = { 'sec-fetch-site': 'cross-site' }
  const FROM_A_FORM = { 'content-type': 'text/plain' }

  it.each<Call>([
    { status: 200, method: 'GET', path: '/api/status' },
    { status: 200, method: 'HEAD', path: '/api/status' },
    { status: 204, method: 'DELETE', path: '/api/hold/x' },
    { status: 400, method: 'GET', path: '/api/slots' },
    { status: 401, method: 'GET', path: '/api/admin/services' },
    { status: 403, method: 'POST', path: '/api/hold', body: {}, headers: FROM_ANOTHER_SITE },
    { status: 404, method: 'GET', path: '/api/nothing' },
    { status: 404, method: 'GET', path: '/nothing.txt' },
    { status: 413, method: 'POST', path: '/api/hold', body: 'x'.repeat(70_000) },
    { status: 415, method: 'POST', path: '/api/hold', body: 'x', headers: FROM_A_FORM },
    { status: 500, method: 'POST', path: '/api/email/send', body: BODY_WITH_EMAIL },
  ])('are in the answer $status to $method $path', async ({ status, method, path, body, headers }) => {
    const { app } = openLoggedApp()
    // Without this table, the request of a verification fails.
    if (status === 500) app.ctx().db.$client.exec('drop table attempts')
    const answer = await app.browser().send(method, path, body, headers)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(COMMON_HEADERS)
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')

    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
      expect([name, answer.headers.get(name)]).toEqual([name, null])
  })

  it.each([
    {
      content: 'own content only',
      config: {},
      policy: { ...OWN_CONTENT, 'require-trusted-types-for': `'script'`, 'trusted-types': 'ordi' },
    },
    {
      // Cloudflare’s script does not use Trusted Types, so these are not required.
      content: 'Cloudflare’s scripts and frames too if its key is set',
      config: { turnstileSiteKey: 'site' },
      policy: {
        ...OWN_CONTENT,
        'script-src': `'self' https://challenges.cloudflare.com`,
        'frame-src': `'self' https://www.google.com https://challenges.cloudflare.com`,
      },
    },
  ])('allow $content', async ({ config, policy }) => {
    const { headers } = await openTestApp({ config }).browser().get('/api/status')
    const directives = Object.entries(policy).map((directive) => directive.join(' '))
    expect(headers.get('content-security-policy')?.split('; ').toSorted()).toEqual(directives.toSorted())
  })

  it.each([
    {
      rule: 'require https after a visit over https',
      scheme: 'https',
      config: {},
      transportSecurity: 'max-age=31536000',
    },
    {
      rule: 'require https of subdomains too, if it is configured',
      scheme: 'https',
      config: { hstsIncludeSubdomains: true },
      transportSecurity: 'max-age=31536000; includeSubDomains',
    },
    {
      rule: 'do not require https after a visit over http',
      scheme: 'http',
      config: {},
      transportSecurity: null,
    },
  ])('$rule', async ({ scheme, config, transportSecurity }) => {
    const app = openTestApp({ config: { trustedProxies: ['203.0.113.7'], ...config } })
    const answer = await app.browser().get('/api/status', { 'x-forwarded-proto': scheme })
    expect(answer.headers.get('strict-transport-security')).toBe(transportSecurity)
  })
})
