import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { aContact, aManualBooking } from '../../testing/factory.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { NOW, openTestApp, recordLog } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('the list of bookings', () => {
  it('has a row for each booking, by start', async () => {
    const { admin, id } = await openRequestedApp()
    const entered = await admin.post('/api/admin/bookings', aManualBooking())
    const { status, json } = await admin.get('/api/admin/bookings')
    const requested = {
      id,
      status: 'requested',
      start: '2027-01-12T08:30:00+01:00',
      end: '2027-01-12T09:15:00+01:00',
      service_name: 'Erstordination',
      service_id: 'erstordination',
      name: 'Rosa Musterfrau',
      first_visit: true,
      mobile: '+43 660 0000012',
      email: 'rosa@musterfrau.example',
      created_at: isoAt(NOW),
      resource_id: 'doctor-1',
      marked: false,
      attendance: null,
    }
    expect([status, json]).toEqual([200, { bookings: [requested, entered.json], total: 2 }])
  })

  it('can be filtered by day, status and search text, which the audit does not record', async () => {
    const { app, admin, id } = await openRequestedApp()
    await admin.post('/api/admin/bookings', aManualBooking())
    const filter = 'from=2027-01-12&to=2027-01-12&status=requested&search=ROSA&limit=1'
    const { json } = await admin.get(`/api/admin/bookings?${filter}`)
    expect(json).toMatchObject({ bookings: [{ id }], total: 1 })
    expect(json.bookings).toHaveLength(1)
    expect(app.rows('select action from audit')).toEqual([{ action: 'booking-entered' }])
  })

  it('takes an empty filter for none', async () => {
    const { admin, id } = await openRequestedApp()
    const { json } = await admin.get('/api/admin/bookings?from=&to=&status=&when=&search=&resource=')
    expect(json).toMatchObject({ bookings: [{ id }], total: 1 })
  })

  it('has sixty rows on one page without a limit', async () => {
    const { app, admin } = await openRequestedApp()
    const startsAt = Date.parse('2027-02-01T08:00:00+01:00')
    for (let hour = 0; hour < 60; hour++)
      insertBooking(app.ctx().db, { status: 'confirmed', startsAt: startsAt + hour * HOUR })
    const { json } = await admin.get('/api/admin/bookings?from=2027-02-01&to=2027-02-28')
    expect([json.bookings.length, json.total]).toEqual([60, 60])
  })

  it('is empty after its last page, but still has the total', async () => {
    const { admin } = await openRequestedApp()
    expect((await admin.get('/api/admin/bookings?offset=50')).json).toEqual({ bookings: [], total: 1 })
  })

  it.each([
    { query: 'to=2027-02-30', fields: { to: 'Bitte ein gültiges Datum angeben.' } },
    {
      query: 'from=2027-01-13&to=2027-01-12',
      fields: { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' },
    },
    { query: 'status=offen', fields: { status: 'Diesen Status gibt es nicht.' } },
    { query: 'when=bald', fields: { when: 'Bitte coming oder past angeben.' } },
    { query: 'limit=501', fields: { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' } },
    { query: 'offset=1e3', fields: { offset: 'Bitte eine Zahl von 0 bis 1000000 angeben.' } },
    { query: `search=${'x'.repeat(201)}`, fields: { search: 'Bitte höchstens 200 Zeichen eingeben.' } },
  ])('is refused with a sentence at the field for ?$query', async ({ query, fields }) => {
    const { status, json } = await openTestApp().admin().get(`/api/admin/bookings?${query}`)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
  })
})

it.each([
  { method: 'GET', call: '', body: undefined },
  { method: 'POST', call: '/cancel', body: {} },
  { method: 'POST', call: '/move', body: { start: '2027-01-13T19:00:00+01:00' } },
  { method: 'POST', call: '/undo', body: undefined },
  {
    method: 'PUT',
    call: '/contact',
    body: { firstName: 'Rosa', lastName: 'Musterfrau', mobile: '0660 0000012' },
  },
  { method: 'GET', call: '/slots?from=2027-01-12', body: undefined },
])('no booking is found under an unknown id by $method {id}$call', async ({ method, call, body }) => {
  const path = `/api/admin/bookings/${'x'.repeat(32)}${call}`
  const { status, json } = await openTestApp().admin().send(method, path, body)
  const message = 'Der Termin konnte nicht gefunden werden.'
  expect([status, json]).toEqual([404, { error: 'not found', message }])
})

it('an unexpected error is logged without patient, id and search text', async () => {
  const { lines, log } = recordLog()
  const app = openTestApp({ ports: { log } })
  const { id } = insertBooking(app.ctx().db)
  const admin = app.admin()
  const { svn4: _, ...contact } = aContact()
  // Without a table of this name, every query of bookings fails.
  app.ctx().db.$client.exec('alter table bookings rename to b')
  const answers = [
    await admin.get('/api/admin/bookings?search=Musterfrau'),
    await admin.get(`/api/admin/bookings/${id}`),
    await admin.post(`/api/admin/bookings/${id}/cancel`, { message: 'Geheimes' }),
    await admin.post('/api/admin/bookings', aManualBooking({ contact })),
    await admin.get('/api/admin/bookings.csv'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
  expect(lines).toHaveLength(5)
  for (const secret of [id, 'Musterfrau', 'musterfrau', 'Geheimes', '+4366', 'Erfundene'])
    expect(lines.join('')).not.toContain(secret)
})
