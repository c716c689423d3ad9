import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { openLog } from '../log.ts'
import { writeSettings } from '../practice/settings.ts'
import { anEntry, book } from '../testing/factory.ts'
import { type House, openHouse } from '../testing/house.ts'

const START = '2027-01-12T08:30:00+01:00'

/** A feed of the practice; `path` is what the doctor's telephone asks for. */
async function subscribed(house: House, wish: Record<string, unknown> = {}) {
  const answer = await house
    .admin()
    .post('/api/admin/feeds', { title: 'Handy der Ärztin', initials_only: false, ...wish })
  return { answer, path: new URL(answer.json.url).pathname }
}

async function load(house: House, path: string) {
  const answer = await house.browser().get(path)
  const calendar = new ICAL.Component(ICAL.parse(answer.text))
  const events = calendar.getAllSubcomponents('vevent')
  const values = (name: string) => events.map((event) => String(event.getFirstPropertyValue(name)))
  return { answer, calendar, events, values }
}

async function confirmed(house: House, start = START) {
  const { id } = (await book(house, house.browser(), start)).json
  await house.admin().post('/api/admin/confirm', { id })
  return id as string
}

describe('a feed', () => {
  it('is made with an address that is told once, and kept as a fingerprint', async () => {
    const house = openHouse()
    const { answer, path } = await subscribed(house)
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
    expect((await house.admin().get('/api/admin/feeds')).json).toEqual([listed])
    const token = path.split('/')[3] ?? ''
    expect(house.ctx().db.$client.serialize().includes(token)).toBe(false)
    expect(house.rows('select actor_name, action, subject from audit')).toEqual([
      { actor_name: 'assistenz@ordination.example', action: 'feed-made', subject: 'Handy der Ärztin' },
    ])
  })

  it('lies where the portal is found from outside', async () => {
    const house = openHouse()
    writeSettings(house.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.example/' })
    expect((await subscribed(house)).answer.json.url).toMatch(/^https:\/\/termine\.example\/api\/feed\//)
  })

  it('shows who comes for what, to a calendar program', async () => {
    const house = openHouse()
    await confirmed(house)
    const { path } = await subscribed(house)
    const { answer, calendar, events, values } = await load(house, path)
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

  it('shows initials only where that was asked for, and nothing of the treatment', async () => {
    const house = openHouse()
    await confirmed(house)
    const contact = { firstName: 'Özlem', lastName: 'van der Probe', mobile: '06600000034' }
    await house.admin().post('/api/admin/bookings', anEntry({ contact, start: '2027-01-12T10:00:00+01:00' }))
    const { path } = await subscribed(house, { initials_only: true })
    const { answer, values } = await load(house, path)
    expect(values('summary')).toEqual(['R. M.', 'Ö. v.'])
    const whole = answer.text.replace(/\r\n /g, '')
    for (const secret of ['Rosa', 'Musterfrau', 'Özlem', 'Probe', 'ordination,', 'Folgebehandlung'])
      expect(whole).not.toContain(secret)
  })

  it('tells nothing else about the patient, nor the id that lets its bearer cancel', async () => {
    const house = openHouse()
    const id = await confirmed(house)
    const { path } = await subscribed(house)
    const whole = (await load(house, path)).answer.text.replace(/\r\n /g, '')
    for (const secret of [id, 'rosa@', '+4366', '1980', '1237', 'Erfundene Gasse'])
      expect(whole).not.toContain(secret)
  })

  it('names an appointment as the patient’s own calendar does, the same every time', async () => {
    const house = openHouse()
    const id = await confirmed(house)
    const { path } = await subscribed(house)
    const first = await load(house, path)
    const own = new ICAL.Component(
      ICAL.parse((await house.browser().get(`/api/bookings/${id}/termin.ics`)).text),
    )
    expect(first.values('uid')).toEqual([
      String(own.getFirstSubcomponent('vevent')?.getFirstPropertyValue('uid')),
    ])
    house.pass(60_000)
    expect((await load(house, path)).answer.text).toBe(first.answer.text)
  })

  it('holds confirmed appointments alone, from thirty days back on', async () => {
    const house = openHouse({ config: { rateLimits: false } })
    const { path } = await subscribed(house)
    const seen = async () => (await load(house, path)).events.length
    const id = await confirmed(house)
    await book(house, house.browser(), '2027-01-13T08:30:00+01:00')
    expect(await seen()).toBe(1)
    house.at('2027-02-11T08:30:00+01:00')
    expect(await seen()).toBe(1)
    house.pass(1)
    expect(await seen()).toBe(0)
    house.at('2027-01-08T08:30:00+01:00')
    await house.admin().post(`/api/admin/bookings/${id}/cancel`, {})
    expect(await seen()).toBe(0)
  })

  it('is a calendar also while nothing stands in it', async () => {
    const house = openHouse()
    const { path } = await subscribed(house)
    const { answer, events } = await load(house, path)
    expect([answer.status, events]).toEqual([200, []])
  })

  it('lets no name smuggle anything in', async () => {
    const house = openHouse()
    await confirmed(house)
    const evil = 'x"\r\nATTENDEE:mailto:eve@evil.example\r\nEND:VEVENT;:,\\n'
    house.rows(
      'update bookings set first_name = ?, last_name = ?, service_name = ? returning id',
      evil,
      evil,
      evil,
    )
    house.rows(`insert into feeds values (9, 'x', ?, 0, 0) returning id`, evil)
    const { path } = await subscribed(house)
    house.rows('update feeds set title = ? where id <> 9 returning id', evil)
    const { answer, calendar, events } = await load(house, path)
    expect(events).toHaveLength(1)
    expect(events[0]?.getAllProperties().map(({ name }) => name)).not.toContain('attendee')
    expect(calendar.getAllProperties().map(({ name }) => name)).not.toContain('attendee')
    expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('changes nothing by being read', async () => {
    const house = openHouse()
    await confirmed(house)
    const { path } = await subscribed(house)
    const before = house.ctx().db.$client.serialize()
    await load(house, path)
    await house.browser().send('HEAD', path)
    await house.browser().get('/api/feed/unknown/termine.ics')
    expect(before.equals(house.ctx().db.$client.serialize())).toBe(true)
  })

  it('is found under no other address', async () => {
    const house = openHouse()
    const { path } = await subscribed(house)
    const { token } = house.rows<{ token: string }>('select token from feeds')[0] ?? { token: '' }
    for (const wrong of [
      '/api/feed/unknown/termine.ics',
      `/api/feed/${token}/termine.ics`,
      path.toUpperCase().replace('/API/FEED', '/api/feed').replace('TERMINE.ICS', 'termine.ics'),
      path.replace('termine.ics', ''),
    ]) {
      const answer = await house.browser().get(wrong)
      expect([answer.status, answer.json]).toEqual([
        404,
        { error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' },
      ])
    }
  })

  it('ends, and its address leads nowhere from then on', async () => {
    const house = openHouse()
    const { path } = await subscribed(house)
    const { path: other } = await subscribed(house, { title: 'Tablet' })
    const assistant = house.admin()
    expect((await assistant.delete('/api/admin/feeds/1')).status).toBe(204)
    expect((await house.browser().get(path)).status).toBe(404)
    expect((await house.browser().get(other)).status).toBe(200)
    expect((await assistant.delete('/api/admin/feeds/1')).status).toBe(204)
    expect((await assistant.delete('/api/admin/feeds/all')).status).toBe(204)
    expect(house.rows('select action, subject from audit order by id')).toEqual([
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
    const house = openHouse()
    const wish = { title: 'Handy', initials_only: true, ...changes }
    const { status, json } = await house.admin().post('/api/admin/feeds', wish)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(house.rows('select id from feeds')).toEqual([])
  })

  it('is limited as every call is', async () => {
    const house = openHouse()
    const { path } = await subscribed(house)
    const asked = await Promise.all(Array.from({ length: 101 }, () => house.browser().get(path)))
    expect(asked.at(-1)?.status).toBe(429)
  })

  it('never shows its token in the log', async () => {
    const lines: string[] = []
    const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
    const house = openHouse({ ports: { log } })
    const { path } = await subscribed(house)
    house.ctx().db.$client.exec('drop table feeds')
    expect((await house.browser().get(path)).status).toBe(500)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('/api/feed/:token/termine.ics')
    expect(lines[0]).not.toContain(path.split('/')[3])
  })
})
