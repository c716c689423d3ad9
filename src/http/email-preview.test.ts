import { expect, test } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { book } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

async function aLetter(id = 2) {
  const app = openTestApp()
  await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  const { url, html } = (await app.admin().get(`/api/admin/outbox/emails/${id}/preview`)).json
  return { app, url: url as string, html: html as string }
}

test('a frame shows the e-mail with its styles and runs nothing', async () => {
  const { app, url, html } = await aLetter()
  const { status, text, headers } = await app.browser().get(url)
  expect([status, text]).toEqual([200, html])
  expect(headers.get('content-type')).toContain('text/html')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const policy = headers.get('content-security-policy')?.split('; ') ?? []
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).toContain(`frame-ancestors 'self'`)
  expect(policy).toContain('sandbox')
  expect(policy.filter((rule) => /script|allow|connect/.test(rule))).toEqual([])
})

test('its address serves one e-mail, for two minutes', async () => {
  const { app, url } = await aLetter()
  const stranger = app.browser('198.51.100.4')
  const refused = [403, 'bad_signature']
  const answer = async (path: string) => {
    const { status, json } = await stranger.get(path)
    return [status, json?.error]
  }
  expect(await answer(url.replace('/letters/2/', '/letters/1/'))).toEqual(refused)
  expect(await answer(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toEqual(refused)
  expect(await answer('/api/letters/2/x')).toEqual(refused)
  app.pass(2 * MINUTE - 1000)
  expect((await stranger.get(url)).status).toBe(200)
  app.pass(1000)
  expect(await answer(url)).toEqual(refused)
})

test('link and code of an e-mail check stay hidden here as well', async () => {
  const { app, url } = await aLetter(1)
  const [asked] = app.rows<{ text: string }>(`select text from messages where channel = 'email' and id = 1`)
  const code = /: (\d{6})$/m.exec(asked?.text ?? '')?.[1] ?? 'no code'
  const { text } = await app.browser().get(url)
  expect(text).toContain('unkenntlich gemacht')
  expect(text).not.toContain(code)
  expect(text).not.toContain('token=')
})

test('looking changes nothing', async () => {
  const { app, url } = await aLetter()
  const before = app.rows(`select * from messages where channel = 'email'`)
  for (const method of ['GET', 'HEAD', 'GET']) await app.browser().send(method, url)
  expect(app.rows(`select * from messages where channel = 'email'`)).toEqual(before)
})
