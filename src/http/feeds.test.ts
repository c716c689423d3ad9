import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { openLog } from '../log.ts'
import { writeSettings } from '../practice/settings.ts'
import { anEntry, book } from '../testing/factory.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const START = '2027-01-12T08:30:00+01:00'

/** A feed of the practice; `path` is what the doctor's telephone asks for. */
async function subscribed(app: TestApp, input: Record<string, unknown> = {}) {
  const answer = await app
    .admin()
    .post('/api/admin/feeds', { title: 'Handy der Ärztin', initials_only: false, ...input })
  return { answer, path: new URL(answer.json.url).pathname }
}

async function load(app: TestApp, path: string) {
  const answer = await app.browser().get(path)
  const calendar = new ICAL.Component(ICAL.parse(answer.text))
  const events = calendar.getAllSubcomponents('vevent')
  const values = (name: string) => events.map((event) => String(event.getFirstPropertyValue(name)))
  return { answer, calendar, events, values }
}

async function confirmed(app: TestApp, start = START) {
  const { id } = (await book(app, app.browser(), start)).json
  await app.admin().post('/api/admin/confirm', { id })
  return id as string
}

describe('a feed', () => {
  it('has an address that is answered once and stored as a hash', async () => {
    const app = openTestApp()
    const { answer, path } = await subscribed(app)
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
    expect((await app.admin().get('/api/admin/feeds')).json).toEqual([listed])
    const token = path.split('/')[3] ?? ''
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
    expect(app.rows('select actor_name, action, subject from audit')).toEqual([
      { actor_name: 'assistenz@ordination.example', action: 'feed-made', subject: 'Handy der Ärztin' },
    ])
  })

  it('has an address below PUBLIC_BASE_URL', async () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.example/' })
    expect((await subscribed(app)).answer.json.url).toMatch(/^https:\/\/termine\.example\/api\/feed\//)
  })

  it('shows patient and service to a calendar program', async () => {
    const app = openTestApp()
    await confirmed(app)
    const { path } = await subscribed(app)
    const { answer, calendar, events, values } = await load(app, path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Handy der Ärztin')
    expect(events).toHaveLength(1)
    expect(answer.text).toContain('\r\nDTSTART:20270112T073000Z\r\n')
    expect(answer.text).toContain('\r\nDTEND:20270112T081500Z\r\n')
    expect(values('summary')).toEqual(['Rosa Musterfrau, Erstordination'])
    expect(values('status')).toEqual(['CONFIRMED'])
    expect(values('class')).toEqual(['PRIVATE'])
    for (const line of answer.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('with initials only shows neither names nor services', async () => {
    const app = openTestApp()
    await confirmed(app)
    const contact = { firstName: 'Özlem', lastName: 'van der Probe', mobile: '06600000034' }
    await app.admin().post('/api/admin/bookings', anEntry({ contact, start: '2027-01-12T10:00:00+01:00' }))
    const { path } = await subscribed(app, { initials_only: true })
    const { answer, values } = await load(app, path)
    expect(values('summary')).toEqual(['R. M.', 'Ö. v.'])
    const whole = answer.text.replace(/\r\n /g, '')
    for (const secret of ['Rosa', 'Musterfrau', 'Özlem', 'Probe', 'ordination,', 'Folgebehandlung'])
      expect(whole).not.toContain(secret)
  })

  it('contains no other personal data and no booking id', async () => {
    const app = openTestApp()
    const id = await confirmed(app)
    const { path } = await subscribed(app)
    const whole = (await load(app, path)).answer.text.replace(/\r\n /g, '')
    for (const secret of [id, 'rosa@', '+4366', '1980', '1237', 'Erfundene Gasse'])
      expect(whole).not.toContain(secret)
  })

  it('has the UID of the patient’s own calendar entry', async () => {
    const app = openTestApp()
    const id = await confirmed(app)
    const { path } = await subscribed(app)
    const first = await load(app, path)
    const own = new ICAL.Component(
      ICAL.parse((await app.browser().get(`/api/bookings/${id}/termin.ics`)).text),
    )
    expect(first.values('uid')).toEqual([
      String(own.getFirstSubcomponent('vevent')?.getFirstPropertyValue('uid')),
    ])
    app.pass(60_000)
    expect((await load(app, path)).answer.text).toBe(first.answer.text)
  })

  it('contains confirmed appointments from 30 days back on', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const { path } = await subscribed(app)
    const seen = async () => (await load(app, path)).events.length
    const id = await confirmed(app)
    await book(app, app.browser(), '2027-01-13T08:30:00+01:00')
    expect(await seen()).toBe(1)
    app.at('2027-02-11T08:30:00+01:00')
    expect(await seen()).toBe(1)
    app.pass(1)
    expect(await seen()).toBe(0)
    app.at('2027-01-08T08:30:00+01:00')
    await app.admin().post(`/api/admin/bookings/${id}/cancel`, {})
    expect(await seen()).toBe(0)
  })

  it('is a valid calendar when it is empty', async () => {
    const app = openTestApp()
    const { path } = await subscribed(app)
    const { answer, events } = await load(app, path)
    expect([answer.status, events]).toEqual([200, []])
  })

  it('escapes names', async () => {
    const app = openTestApp()
    await confirmed(app)
    const evil = 'x"\r\nATTENDEE:mailto:eve@evil.example\r\nEND:VEVENT;:,\\n'
    app.rows(
      'update bookings set first_name = ?, last_name = ?, service_name = ? returning id',
      evil,
      evil,
      evil,
    )
    app.rows(`insert into feeds values (9, 'x', ?, 0, 0) returning id`, evil)
    const { path } = await subscribed(app)
    app.rows('update feeds set title = ? where id <> 9 returning id', evil)
    const { answer, calendar, events } = await load(app, path)
    expect(events).toHaveLength(1)
    expect(events[0]?.getAllProperties().map(({ name }) => name)).not.toContain('attendee')
    expect(calendar.getAllProperties().map(({ name }) => name)).not.toContain('attendee')
    expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('is not changed by reading', async () => {
    const app = openTestApp()
    await confirmed(app)
    const { path } = await subscribed(app)
    const before = app.ctx().db.$client.serialize()
    await load(app, path)
    await app.browser().send('HEAD', path)
    await app.browser().get('/api/feed/unknown/termine.ics')
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('has no other address', async () => {
    const app = openTestApp()
    const { path } = await subscribed(app)
    const { token } = app.rows<{ token: string }>('select token from feeds')[0] ?? { token: '' }
    for (const wrong of [
      '/api/feed/unknown/termine.ics',
      `/api/feed/${token}/termine.ics`,
      path.toUpperCase().replace('/API/FEED', '/api/feed').replace('TERMINE.ICS', 'termine.ics'),
      path.replace('termine.ics', ''),
    ]) {
      const answer = await app.browser().get(wrong)
      expect([answer.status, answer.json]).toEqual([
        404,
        { error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' },
      ])
    }
  })

  it('ends, and its address is unknown from then on', async () => {
    const app = openTestApp()
    const { path } = await subscribed(app)
    const { path: other } = await subscribed(app, { title: 'Tablet' })
    const assistant = app.admin()
    expect((await assistant.delete('/api/admin/feeds/1')).status).toBe(204)
    expect((await app.browser().get(path)).status).toBe(404)
    expect((await app.browser().get(other)).status).toBe(200)
    expect((await assistant.delete('/api/admin/feeds/1')).status).toBe(204)
    expect((await assistant.delete('/api/admin/feeds/all')).status).toBe(204)
    expect(app.rows('select action, subject from audit order by id')).toEqual([
      { action: 'feed-made', subject: 'Handy der Ärztin' },
      { action: 'feed-made', subject: 'Tablet' },
      { action: 'feed-ended', subject: 'Handy der Ärztin' },
    ])
  })

  it.each([
    [{ title: ' ' }, { title: 'Bitte einen Titel angeben.' }],
    [{ title: 'x'.repeat(81) }, { title: 'Bitte höchstens 80 Zeichen eingeben.' }],
    [{ initials_only: 'ja' }, { initials_only: 'Bitte prüfen Sie diese Angabe.' }],
    [{ initials_only: undefined }, { initials_only: 'Diese Angabe fehlt.' }],
  ])('is refused: %j', async (changes, fields) => {
    const app = openTestApp()
    const input = { title: 'Handy', initials_only: true, ...changes }
    const { status, json } = await app.admin().post('/api/admin/feeds', input)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows('select id from feeds')).toEqual([])
  })

  it('has the rate limit of all calls', async () => {
    const app = openTestApp()
    const { path } = await subscribed(app)
    const asked = await Promise.all(Array.from({ length: 101 }, () => app.browser().get(path)))
    expect(asked.at(-1)?.status).toBe(429)
  })

  it('never shows its token in the log', async () => {
    const lines: string[] = []
    const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
    const app = openTestApp({ ports: { log } })
    const { path } = await subscribed(app)
    app.ctx().db.$client.exec('drop table feeds')
    expect((await app.browser().get(path)).status).toBe(500)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('/api/feed/:token/termine.ics')
    expect(lines[0]).not.toContain(path.split('/')[3])
  })
})
