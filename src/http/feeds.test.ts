import { describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'

/** A feed of the practice; `path` is what a calendar program asks for. */
async function subscribed(given?: Parameters<typeof openTestApp>[0]) {
  const app = openTestApp(given)
  const assistant = app.admin()
  const make = (title: string) => assistant.post('/api/admin/feeds', { title, initials_only: false })
  const pathOf = (answer: { json: { url: string } }) => new URL(answer.json.url).pathname
  const answer = await make('Handy der Ärztin')
  return { app, assistant, make, pathOf, answer, path: pathOf(answer), load: app.browser().get }
}

describe('a feed', () => {
  it('has an address that is answered once and stored as a hash', async () => {
    const { app, assistant, answer, path } = await subscribed()
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
    expect((await assistant.get('/api/admin/feeds')).json).toEqual([listed])
    expect(
      app
        .ctx()
        .db.$client.serialize()
        .includes(path.split('/')[3] ?? ''),
    ).toBe(false)
  })

  it('is a calendar, which reading does not change', async () => {
    const { app, path, load } = await subscribed()
    insertBooking(app.ctx().db, { status: 'confirmed' })
    const before = app.ctx().db.$client.serialize()
    const { status, headers, text } = await load(path)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ])
    expect(text).toContain('Rosa Musterfrau')
    await app.browser().send('HEAD', path)
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('has no other address', async () => {
    const { app, path, load } = await subscribed()
    const [{ token } = { token: '' }] = app.rows<{ token: string }>('select token from feeds')
    for (const wrong of [
      '/api/feed/unknown/termine.ics',
      `/api/feed/${token}/termine.ics`,
      path.replace(/[^/]{32}/, (secret) => secret.toUpperCase()),
      path.replace('termine.ics', ''),
    ]) {
      const answer = await load(wrong)
      const message = 'Diese Adresse gibt es nicht.'
      expect([answer.status, answer.json]).toEqual([404, { error: 'unknown_path', message }])
    }
  })

  it('ends, and its address is unknown from then on', async () => {
    const { app, assistant, make, pathOf, path, load } = await subscribed()
    const other = pathOf(await make('Tablet'))
    for (const id of ['1', '1', 'all'])
      expect((await assistant.delete(`/api/admin/feeds/${id}`)).status).toBe(204)
    expect([(await load(path)).status, (await load(other)).status]).toEqual([404, 200])
    expect(app.rows('select actor_name, action, subject from audit order by id')).toEqual(
      [
        { action: 'feed-made', subject: 'Handy der Ärztin' },
        { action: 'feed-made', subject: 'Tablet' },
        { action: 'feed-ended', subject: 'Handy der Ärztin' },
      ].map((entry) => ({ actor_name: 'assistenz@ordination.example', ...entry })),
    )
  })

  it.each([
    [{ title: ' ' }, { title: 'Bitte einen Titel angeben.' }],
    [{ title: 'x'.repeat(81) }, { title: 'Bitte höchstens 80 Zeichen eingeben.' }],
    [{ initials_only: 'ja' }, { initials_only: 'Bitte prüfen Sie diese Angabe.' }],
  ])('is refused: %j', async (changes, fields) => {
    const app = openTestApp()
    const input = { title: 'Handy', initials_only: true, ...changes }
    const { status, json } = await app.admin().post('/api/admin/feeds', input)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows('select id from feeds')).toEqual([])
  })

  it('never shows its token in the log', async () => {
    const { log, lines } = recordLog()
    const { app, path, load } = await subscribed({ ports: { log } })
    app.ctx().db.$client.exec('drop table feeds')
    expect((await load(path)).status).toBe(500)
    expect(lines).toEqual([expect.stringContaining('/api/feed/:token/termine.ics')])
    expect(lines[0]).not.toContain(path.split('/')[3])
  })
})
