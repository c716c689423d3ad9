import { describe, expect, it } from 'vitest'
import { ADMIN } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'

/** Ending a feed twice, or one with an id that is none, changes nothing. */
const ENDED = ['1', '1', 'all']

/**
 * Opens the app with a feed. `path` is the path that a calendar program requests, and `token` the secret in
 * it.
 */
async function openFeedApp(options?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(options)
  const admin = app.admin()
  const makeFeed = (title: string) => admin.post('/api/admin/feeds', { title, initials_only: false })
  const pathOf = (answer: { json: { url: string } }) => new URL(answer.json.url).pathname
  const answer = await makeFeed('Handy der Ärztin')
  const path = pathOf(answer)
  const [, token = ''] = /^\/api\/feed\/([^/]+)\//.exec(path) ?? []
  expect(token).toHaveLength(32)
  return { app, admin, makeFeed, pathOf, answer, path, token, readFeed: app.browser().get }
}

describe('a feed', () => {
  it('has a URL that is answered only once and stored as a hash', async () => {
    const { app, admin, answer, token } = await openFeedApp()
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        id: 1,
        title: 'Handy der Ärztin',
        initials_only: false,
        created_at: '2027-01-07T13:40:00+01:00',
        url: expect.stringMatching(/^http:\/\/localhost:8080\/api\/feed\/[\w-]{32}\/termine\.ics$/),
      },
    ])
    const { url: _, ...listed } = answer.json
    expect((await admin.get('/api/admin/feeds')).json).toEqual([listed])
    const { $client } = app.ctx().db
    expect($client.serialize().includes(token)).toBe(false)
  })

  it('is a calendar, which reading does not change', async () => {
    const { app, path, readFeed } = await openFeedApp()
    insertBooking(app.ctx().db, { status: 'confirmed' })
    const before = app.ctx().db.$client.serialize()
    const { status, headers, text } = await readFeed(path)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ])
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(text).toContain('Rosa Musterfrau')
    await app.browser().send('HEAD', path)
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('is not found at any other URL', async () => {
    const { app, path, readFeed } = await openFeedApp()
    const [{ token: hash } = { token: '' }] = app.rows<{ token: string }>('select token from feeds')
    for (const wrong of [
      '/api/feed/unknown/termine.ics',
      `/api/feed/${hash}/termine.ics`,
      path.replace(/[^/]{32}/, (secret) => secret.toUpperCase()),
      path.replace('termine.ics', ''),
    ]) {
      const answer = await readFeed(wrong)
      const message = 'Diese Adresse gibt es nicht.'
      expect([answer.status, answer.json]).toEqual([404, { error: 'unknown_path', message }])
    }
  })

  it('can end without ending the others', async () => {
    const { admin, makeFeed, pathOf, path, readFeed } = await openFeedApp()
    const other = pathOf(await makeFeed('Tablet'))
    for (const id of ENDED) expect((await admin.delete(`/api/admin/feeds/${id}`)).status).toBe(204)
    expect([(await readFeed(path)).status, (await readFeed(other)).status]).toEqual([404, 200])
  })

  it('is recorded in the audit when it is created and when it ends', async () => {
    const { app, admin } = await openFeedApp()
    for (const id of ENDED) await admin.delete(`/api/admin/feeds/${id}`)
    expect(app.rows('select actor_name, action, subject from audit order by id')).toEqual([
      { actor_name: ADMIN, action: 'feed-made', subject: 'Handy der Ärztin' },
      { actor_name: ADMIN, action: 'feed-ended', subject: 'Handy der Ärztin' },
    ])
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
