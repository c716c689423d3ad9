import { describe, expect, it } from 'vitest'
import { recordAudit } from '../../access/audit.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('the audit', () => {
  /** Opens the app with 150 entries, with the ids 1 to 150, and returns an admin's browser. */
  function openWithEntries() {
    const app = openTestApp()
    for (let id = 1; id <= 150; id++) recordAudit(app.ctx(), 'booking-confirmed', `${id}…`)
    return app.admin()
  }

  it('is listed newest first', async () => {
    const { status, json } = await openWithEntries().get('/api/admin/audit')
    expect(status).toBe(200)
    const [newest] = json.entries
    expect(newest).toEqual({
      id: 150,
      at: isoAt(NOW),
      actor: 'visitor',
      actor_name: '',
      person: 'visitor',
      action: 'booking-confirmed',
      subject: '150…',
      changes: [],
      booking: null,
    })
  })

  it.each([
    { part: 'the first page', query: '', page: { count: 100, first: 150, last: 51, more: true } },
    {
      part: 'twenty before 51',
      query: '?before=51&limit=20',
      page: { count: 20, first: 50, last: 31, more: true },
    },
    { part: 'all', query: '?limit=500', page: { count: 150, first: 150, last: 1, more: false } },
    { part: 'nothing before the first', query: '?before=1', page: { count: 0, more: false } },
    {
      part: 'one of a kind, a day and an actor',
      query: '?kind=bookings&on=2027-01-07&actor=visitor&limit=1',
      page: { count: 1, first: 150, last: 150, more: true },
    },
    { part: 'nothing of another kind', query: '?kind=settings', page: { count: 0, more: false } },
  ])('answers $part for the query "$query"', async ({ query, page }) => {
    const { entries, more } = (await openWithEntries().get(`/api/admin/audit${query}`)).json
    expect({ count: entries.length, first: entries[0]?.id, last: entries.at(-1)?.id, more }).toEqual(page)
  })

  it('lists the actors that occur in it', async () => {
    expect((await openWithEntries().get('/api/admin/audit/actors')).json).toEqual({
      actors: [{ actor: 'visitor', person: 'visitor' }],
    })
  })

  it.each([
    {
      name: 'limit',
      values: ['0', '501', '-1', 'all'],
      sentence: 'Bitte eine Zahl von 1 bis 500 angeben.',
    },
    { name: 'before', values: ['x', ''], sentence: 'Bitte die Nummer eines Eintrags angeben.' },
    { name: 'on', values: ['2027-02-30', 'heute'], sentence: 'Bitte ein gültiges Datum angeben.' },
    {
      name: 'kind',
      values: ['logins', ''],
      sentence: 'Bitte eines von access, bookings, messages, absences, services, settings, privacy angeben.',
    },
  ])('cannot be listed with a wrong $name', async ({ name, values, sentence }) => {
    const admin = openTestApp().admin()
    for (const value of values) {
      const { status, json } = await admin.get(`/api/admin/audit?${name}=${value}`)
      expect([status, json.error, json.fields]).toEqual([400, 'invalid', { [name]: sentence }])
    }
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('cannot be changed by %s', async (method) => {
    const app = openTestApp()
    recordAudit(app.ctx(), 'logout')
    const admin = app.admin()
    expect((await admin.send(method, '/api/admin/audit', {})).status).toBe(404)
    expect((await admin.send(method, '/api/admin/audit/1', {})).status).toBe(404)
    expect(app.rows('select action from audit')).toEqual([{ action: 'logout' }])
  })
})
