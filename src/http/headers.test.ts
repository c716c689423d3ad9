import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { LETTERS } from '../testing/correspondence.ts'
import { openHouse } from '../testing/house.ts'

async function policyOf(path: string): Promise<string[]> {
  const answer = await openHouse().browser().get(path)
  return answer.headers.get('content-security-policy')?.split('; ') ?? []
}

test('pages take no inline styles', async () => {
  for (const path of [
    '/',
    '/booking',
    '/patient/overview',
    '/admin/confirm',
    '/admin/reject',
    '/api/status',
  ]) {
    const policy = await policyOf(path)
    expect(policy.filter((rule) => rule.startsWith('style-src'))).toEqual([`style-src 'self'`])
    expect(policy.join()).not.toContain('unsafe')
  }
})

test('the admin area shows letters as they are styled, and no other style sheet', async () => {
  const sheets = new Set(Object.values(LETTERS).map(({ html }) => /<style>(.*?)<\/style>/s.exec(html)?.[1]))
  expect(sheets.size).toBe(1)
  const [sheet = ''] = sheets
  const hash = createHash('sha256').update(sheet).digest('base64')
  for (const path of ['/admin', '/admin/outbox', '/admin/login']) {
    const policy = await policyOf(path)
    expect(policy).toContain(`script-src 'self'`)
    expect(policy.filter((rule) => rule.startsWith('style-src'))).toEqual([
      `style-src 'self'`,
      `style-src-elem 'self' 'sha256-${hash}'`,
      `style-src-attr 'unsafe-inline'`,
    ])
  }
})
