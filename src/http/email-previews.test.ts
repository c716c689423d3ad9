import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { book } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

/** The ids of the first e-mails of `book`. */
const VERIFICATION_ID = 1
const RECEIPT_ID = 2
/** The part of the URL that names the e-mail. */
const RECEIPT_FOLDER = `/email-previews/${RECEIPT_ID}/`

/** Opens the app with a request. `url` is the URL of a frame that shows this e-mail about it. */
async function openPreviewApp(id = RECEIPT_ID) {
  const app = openTestApp()
  await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  const { url, html } = (await app.admin().get(`/api/admin/outbox/emails/${id}/preview`)).json
  return { app, url: url as string, html: html as string }
}

describe('the frame of an e-mail', () => {
  it('shows the e-mail with its styles and runs nothing', async () => {
    const { app, url, html } = await openPreviewApp()
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

  it('shows a verification without its link and code', async () => {
    const { app, url, html } = await openPreviewApp(VERIFICATION_ID)
    expect((await app.browser().get(url)).text).toBe(html)
    expect(html).toContain('unkenntlich gemacht')
    expect(html).not.toContain('token=')
  })

  it.each([
    {
      change: 'the id of another e-mail',
      changeUrl: (url: string) => url.replace(RECEIPT_FOLDER, `/email-previews/${VERIFICATION_ID}/`),
    },
    {
      change: 'another last character of the signature',
      changeUrl: (url: string) => url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    },
    { change: 'no signature at all', changeUrl: () => `/api${RECEIPT_FOLDER}x` },
    {
      change: 'the folder of previews of texts',
      changeUrl: (url: string) => url.replace(RECEIPT_FOLDER, `/email-previews/texts/${RECEIPT_ID}/`),
    },
  ])('is refused at a URL with $change', async ({ changeUrl }) => {
    const { app, url } = await openPreviewApp()
    expect(url).toContain(RECEIPT_FOLDER)
    const { status, json } = await app.browser('198.51.100.4').get(changeUrl(url))
    expect([status, json.error]).toEqual([403, 'bad_signature'])
  })

  it('is available for two minutes', async () => {
    const { app, url } = await openPreviewApp()
    const second = 1000
    app.pass(2 * MINUTE - second)
    expect((await app.browser('198.51.100.4').get(url)).status).toBe(200)
    app.pass(second)
    const { status, json } = await app.browser('198.51.100.4').get(url)
    expect([status, json.error]).toEqual([403, 'bad_signature'])
  })

  it('changes nothing when it is opened', async () => {
    const { app, url } = await openPreviewApp()
    const bytesBefore = app.ctx().db.$client.serialize()
    for (const method of ['GET', 'HEAD']) await app.browser().send(method, url)
    expect(bytesBefore.equals(app.ctx().db.$client.serialize())).toBe(true)
  })
})
