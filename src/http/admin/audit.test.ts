import { describe, expect, it } from 'vitest'
import { recordAudit } from '../../access/audit.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('the audit', () => {
  /** Opens the app with 150 entries, the ids of which are 1 to 150, and returns an admin's browser. */
  function openWithEntries() {
    const app = openTestApp()
    for (let i = 1; i <= 150; i++) recordAudit(app.ctx(), 'booking-confirmed', `${i}…`)
    return app.admin()
  }

  it('is listed newest first', async () => {
    const { status, json } = await openWithEntries().get('/api/admin/audit')
    expect([status, json.entries[0]]).toEqual([
      200,
      {
        id: 150,
        at: '2027-01-07T13:40:00+01:00',
        actor: 'visitor',
        actor_name: '',
        person: 'visitor',
        action: 'booking-confirmed',
        subject: '150…',
        changes: [],
        booking: null,
      },
    ])
  })

  it.each([
    ['', { count: 100, first: 150, last: 51, more: true }],
    ['?before=51&limit=20', { count: 20, first: 50, last: 31, more: true }],
    ['?limit=500', { count: 150, first: 150, last: 1, more: false }],
    ['?before=1', { count: 0, more: false }],
    ['?kind=bookings&on=2027-01-07&actor=visitor&limit=1', { count: 1, first: 150, last: 150, more: true }],
    ['?kind=settings', { count: 0, more: false }],
  ])('is read by pages, and narrowed by the query %j', async (query, page) => {
    const { entries, more } = (await openWithEntries().get(`/api/admin/audit${query}`)).json
    expect({ count: entries.length, first: entries[0]?.id, last: entries.at(-1)?.id, more }).toEqual(page)
  })

  it('names whoever is in it', async () => {
    expect((await openWithEntries().get('/api/admin/audit/actors')).json).toEqual({
      actors: [{ actor: 'visitor', person: 'visitor' }],
    })
  })

  it.each([
    ['limit', ['0', '501', '-1', 'all'], 'Bitte eine Zahl von 1 bis 500 angeben.'],
    ['before', ['x', ''], 'Bitte die Nummer eines Eintrags angeben.'],
    ['on', ['2027-02-30', 'heute'], 'Bitte ein gültiges Datum angeben.'],
    [
      'kind',
      ['logins', ''],
      'Bitte eines von access, bookings, messages, absences, services, settings, privacy angeben.',
    ],
  ])('is refused for a wrong %s', async (name, values, sentence) => {
    const admin = openTestApp().admin()
    for (const value of values) {
      const { status, json } = await admin.get(`/api/admin/audit?${name}=${value}`)
      expect([status, json.error, json.fields]).toEqual([400, 'invalid', { [name]: sentence }])
    }
  })

  it('cannot be changed by any call', async () => {
    const app = openTestApp()
    recordAudit(app.ctx(), 'logout')
    const admin = app.admin()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/api/admin/audit', '/api/admin/audit/1'])
        expect((await admin.send(method, path, {})).status).toBe(404)
    expect(app.rows('select action from audit')).toEqual([{ action: 'logout' }])
  })
})
