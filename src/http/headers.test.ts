import { expect, test } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'

test('no page takes inline styles or scripts, the admin area neither', async () => {
  const browser = openTestApp().browser()
  for (const path of [
    '/',
    '/booking',
    '/patient/overview',
    '/admin',
    '/admin/outbox',
    '/admin/confirm',
    '/api/status',
  ]) {
    const policy = (await browser.get(path)).headers.get('content-security-policy') ?? ''
    expect([path, policy.split('; ').filter((rule) => rule.startsWith('style-src'))]).toEqual([
      path,
      [`style-src 'self'`],
    ])
    expect(policy).not.toContain('unsafe')
  }
})
