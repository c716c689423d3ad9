import { describe, expect, it } from 'vitest'
import { ADMIN } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { NOW, openTestApp, recordLog } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'

/** A feed of the app below, and what is answered when it is made. */
const FEED = {
  id: 1,
  title: 'Handy der Ärztin',
  initials_only: false,
  created_at: isoAt(NOW),
}
const FEED_URL = /^http:\/\/localhost:8080\/api\/feed\/(?<token>[\w-]{32})\/termine\.ics$/

/**
 * Opens the app with a feed. `path` is the path that a calendar program requests, and `token` the secret in
 * it.
 */
async function openFeedApp(options?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(options)
  const admin = app.admin()
  const makeFeed = (title: string) => admin.post('/api/admin/feeds', { title, initials_only: false })
  const answer = await makeFeed(FEED.title)
  const path = pathOf(answer)
  const token = FEED_URL.exec(answer.json.url)?.groups?.token ?? ''
  expect(token).toHaveLength(32)
  return { app, admin, makeFeed, answer, path, token, readFeed: app.browser().get }
}

/** Returns the path in the answer to a new feed. */
function pathOf({ json }: { json: { url: string } }): string {
  return new URL(json.url).pathname
}

/** Ends the feed. Only the first call changes something: a feed ends once, and `all` is the id of none. */
async function endFeed(admin: Browser): Promise<void> {
  for (const id of [FEED.id, FEED.id, 'all'])
    expect((await admin.delete(`/api/admin/feeds/${id}`)).status).toBe(204)
}

describe('a feed', () => {
  it('has a URL that is answered only once and stored as a hash', async () => {
    const { app, admin, answer, token } = await openFeedApp()
    const url = expect.stringMatching(FEED_URL)
    expect([answer.status, answer.json]).toEqual([201, { ...FEED, url }])
    expect((await admin.get('/api/admin/feeds')).json).toEqual([FEED])
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('is a calendar, which reading does not change', async () => {
    const { app, path, readFeed } = await openFeedApp()
    insertBooking(app.ctx().db, { status: 'confirmed' })
    const bytesBefore = app.ctx().db.$client.serialize()
    const { status, headers, text } = await readFeed(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(text).toContain('Rosa Musterfrau')
    await app.browser().send('HEAD', path)
    expect(bytesBefore.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it.each<{ fault: string; wrongPath: (path: string, hash: string) => string }>([
    { fault: 'an unknown token', wrongPath: () => '/api/feed/unknown/termine.ics' },
    { fault: 'the stored hash', wrongPath: (_, hash) => `/api/feed/${hash}/termine.ics` },
    {
      fault: 'the token in capitals',
      wrongPath: (path) => path.replace(/[^/]{32}/, (token) => token.toUpperCase()),
    },
    { fault: 'no name of a file', wrongPath: (path) => path.replace('termine.ics', '') },
  ])('is not found at a URL with $fault', async ({ wrongPath }) => {
    const { app, path, readFeed } = await openFeedApp()
    const [feed] = app.rows<{ token: string }>('select token from feeds')
    const answer = await readFeed(wrongPath(path, feed?.token ?? ''))
    const message = 'Diese Adresse gibt es nicht.'
    expect([answer.status, answer.json]).toEqual([404, { error: 'unknown_path', message }])
  })

  it('can end without ending the others', async () => {
    const { admin, makeFeed, path, readFeed } = await openFeedApp()
    const pathOfOther = pathOf(await makeFeed('Tablet'))
    await endFeed(admin)
    expect((await readFeed(path)).status).toBe(404)
    expect((await readFeed(pathOfOther)).status).toBe(200)
  })

  it('is recorded in the audit when it is created and when it ends', async () => {
    const { app, admin } = await openFeedApp()
    await endFeed(admin)
    expect(app.rows('select actor_name, action, subject from audit order by id')).toEqual([
      { actor_name: ADMIN, action: 'feed-made', subject: FEED.title },
      { actor_name: ADMIN, action: 'feed-ended', subject: FEED.title },
    ])
  })

  it.each([undefined, null, '', 'practice'])('for %j shows the appointments of all resources', async (id) => {
    const app = openTestApp()
    const input = { title: 'Handy', initials_only: true, resource_id: id }
    expect((await app.admin().post('/api/admin/feeds', input)).status).toBe(201)
    expect(app.rows('select resource_id from feeds')).toEqual([{ resource_id: null }])
  })

  it.each([
    { fault: 'no title', changes: { title: ' ' }, fields: { title: 'Bitte einen Titel angeben.' } },
    {
      fault: 'a title that is too long',
      changes: { title: 'x'.repeat(81) },
      fields: { title: 'Bitte höchstens 80 Zeichen eingeben.' },
    },
    {
      fault: 'an initials_only that is no boolean',
      changes: { initials_only: 'ja' },
      fields: { initials_only: 'Bitte prüfen Sie diese Angabe.' },
    },
  ])('is refused with $fault', async ({ changes, fields }) => {
    const app = openTestApp()
    const input = { title: 'Handy', initials_only: true, ...changes }
    const { status, json } = await app.admin().post('/api/admin/feeds', input)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows('select id from feeds')).toEqual([])
  })

  it('never shows its token in the log', async () => {
    const { log, lines } = recordLog()
    const { app, path, token, readFeed } = await openFeedApp({ ports: { log } })
    app.ctx().db.$client.exec('drop table feeds')
    expect((await readFeed(path)).status).toBe(500)
    expect(lines).toEqual([expect.stringContaining('/api/feed/:token/termine.ics')])
    expect(lines[0]).not.toContain(token)
  })
})
