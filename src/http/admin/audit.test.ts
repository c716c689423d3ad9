import { describe, expect, it } from 'vitest'
import { recordAudit } from '../../access/audit.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('the audit', () => {
  it('is listed newest first, by pages of 100 entries', async () => {
    const app = openTestApp()
    for (let i = 1; i <= 150; i++) recordAudit(app.ctx(), 'booking-confirmed', `${i}…`)
    const admin = app.admin()
    const { status, json } = await admin.get('/api/admin/audit')
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
    const page = async (query = '') => {
      const { entries, more } = (await admin.get(`/api/admin/audit${query}`)).json
      return [entries.length, entries[0]?.id, entries.at(-1)?.id, more]
    }
    expect(await page()).toEqual([100, 150, 51, true])
    expect(await page('?before=51&limit=20')).toEqual([20, 50, 31, true])
    expect(await page('?limit=500')).toEqual([150, 150, 1, false])
    expect(await page('?before=1')).toEqual([0, undefined, undefined, false])
    expect(await page('?kind=bookings&on=2027-01-07&actor=visitor&limit=1')).toEqual([1, 150, 150, true])
    expect(await page('?kind=settings')).toEqual([0, undefined, undefined, false])
    expect((await admin.get('/api/admin/audit/actors')).json).toEqual({
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
