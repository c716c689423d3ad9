import { expect, test } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { book } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

/** The e-mail of a request to the patient, or another one, and the address of its preview. */
async function previewed(id = 2) {
  const app = openTestApp()
  await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  const { url, html } = (await app.admin().get(`/api/admin/outbox/emails/${id}/preview`)).json
  return { app, url: url as string, html: html as string }
}

test('a frame shows the e-mail with its styles and runs nothing', async () => {
  const { app, url, html } = await previewed()
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
  const { app, url } = await previewed()
  const stranger = app.browser('198.51.100.4')
  const refused = [403, 'bad_signature']
  const answer = async (path: string) => {
    const { status, json } = await stranger.get(path)
    return [status, json?.error]
  }
  expect(await answer(url.replace('/email-previews/2/', '/email-previews/1/'))).toEqual(refused)
  expect(await answer(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toEqual(refused)
  expect(await answer('/api/email-previews/2/x')).toEqual(refused)
  app.pass(2 * MINUTE - 1000)
  expect((await stranger.get(url)).status).toBe(200)
  app.pass(1000)
  expect(await answer(url)).toEqual(refused)
})

test('a frame shows a verification without its link and code', async () => {
  const { app, url, html } = await previewed(1)
  expect((await app.browser().get(url)).text).toBe(html)
  expect(html).toContain('unkenntlich gemacht')
  expect(html).not.toContain('token=')
})

test('opening it changes nothing', async () => {
  const { app, url } = await previewed()
  const before = app.ctx().db.$client.serialize()
  for (const method of ['GET', 'HEAD']) await app.browser().send(method, url)
  expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
})
