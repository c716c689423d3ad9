import { describe, expect, it } from 'vitest'
import { saveResource } from '../../schedule/resources.ts'
import { getService, saveService } from '../../schedule/services.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const OWN = '2027-02-02T09:00:00+01:00'
const START = '2027-01-12T08:30:00+01:00'
const WISHES = { not_after: '2027-02-01' }
const MORNINGS = { ...WISHES, parts: ['morning'] }

describe("the practice's waiting list", () => {
  it('has the longest waiting first, with what is known of each', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const booking = insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      serviceName: 'Folgebehandlung',
      startsAt: Date.parse(OWN),
    })
    await app.browser().post('/api/waiting-list', { booking_id: booking.id, ...WISHES })
    app.pass(1000)
    const called = { service_id: 'facial', name: 'Otto Beispielmann', mobile: '05572 123456', ...WISHES }
    const added = await admin.post('/api/admin/waiting-list', called)
    expect(added.status).toBe(201)
    const { entries } = (await admin.get('/api/admin/waiting-list')).json
    expect(entries).toEqual([
      {
        id: expect.any(String),
        service: { id: 'folgebehandlung', name: 'Folgebehandlung' },
        booking_id: booking.id,
        not_after: '2027-02-01',
        not_before: null,
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        parts: ['morning', 'afternoon'],
        offer: null,
        name: 'Rosa Musterfrau',
        email: 'rosa@musterfrau.example',
        mobile: '+43 664 1234567',
        reachable: true,
        booking: { id: booking.id, status: 'requested', start: OWN, resource_id: 'doctor-1' },
        made_by: null,
        created_at: '2027-01-07T13:40:00+01:00',
      },
      added.json,
    ])
    expect(added.json).toMatchObject({
      name: 'Otto Beispielmann',
      email: '',
      // A landline.
      reachable: false,
      booking: null,
      made_by: 'assistenz@ordination.example',
    })
  })

  it('names the doctor that somebody wishes for, and offers times of another one when asked to', async () => {
    const app = openTestApp()
    const admin = app.admin()
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    saveService(app.ctx(), { ...getService(app.ctx(), 'facial'), otherResourceIds: ['b'] })
    insertBooking(app.ctx().db, { startsAt: Date.parse(START), resourceId: 'b' })
    const wish = { service_id: 'facial', name: 'Otto Beispielmann', email: 'otto@beispielmann.example' }
    const added = await admin.post('/api/admin/waiting-list', { ...wish, ...WISHES, resource: 'b' })
    expect(added.json).toMatchObject({ resource: 'b', resource_name: 'Dr. B' })
    const times = (of = '') =>
      admin.get(`/api/admin/waiting-list/${added.json.id}/slots?from=2027-01-12${of}`)
    const offers = async (of?: string) => (await times(of)).json[0].starts.includes(START)
    expect([await offers(), await offers('&resource=doctor-1')]).toEqual([false, true])
    expect(await times('&resource=c')).toMatchObject({ status: 400, json: { error: 'invalid' } })
  })

  it('adds, offers by hand and removes, which the audit records', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const booking = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung', startsAt: Date.parse(OWN) })
    const { id } = (await admin.post('/api/admin/waiting-list', { booking_id: booking.id, ...MORNINGS })).json
    const [day] = (await admin.get(`/api/admin/waiting-list/${id}/slots?from=2027-01-12`)).json
    const afternoon = await admin.get(`/api/admin/waiting-list/${id}/slots?from=2027-01-12&part=afternoon`)
    expect(afternoon.json[0].starts[0]).toBe('2027-01-12T13:30:00+01:00')
    expect([day.date, day.starts[0]]).toEqual(['2027-01-12', '2027-01-12T08:00:00+01:00'])
    const isMorning = (start: string) => start.slice(11, 13) < '12'
    expect(day.fitting).toEqual(day.starts.filter(isMorning))
    expect([day.fitting.length > 0, day.fitting.length < day.starts.length]).toEqual([true, true])
    const offer = () => admin.post(`/api/admin/waiting-list/${id}/offer`, { start: START })
    expect(await offer()).toMatchObject({
      status: 201,
      json: { offer: { start: START, start_local: START, until: '2027-01-07T14:40:00+01:00' } },
    })
    expect(await offer()).toMatchObject({
      status: 409,
      json: { error: 'conflict', message: 'Diese Person hat schon ein Angebot, bis 14:40\u00a0Uhr.' },
    })
    expect((await admin.delete(`/api/admin/waiting-list/${id}`)).status).toBe(204)
    expect((await admin.delete(`/api/admin/waiting-list/${id}`)).status).toBe(204)
    expect((await admin.get('/api/admin/waiting-list')).json).toEqual({ entries: [] })
    expect((await offer()).status).toBe(404)
    expect((await admin.get(`/api/admin/waiting-list/${id}/slots?from=2027-01-12`)).status).toBe(404)
    expect(
      app.rows(
        `select action from audit where action in ('waiting-added', 'offer-made', 'waiting-removed') order by id`,
      ),
    ).toEqual(['waiting-added', 'offer-made', 'waiting-removed'].map((action) => ({ action })))
  })

  it('refuses an entry without a name or a way to reach the person', async () => {
    const admin = openTestApp().admin()
    const faulty = await admin.post('/api/admin/waiting-list', { service_id: 'facial', name: '', ...WISHES })
    expect([faulty.status, faulty.json.fields]).toEqual([400, { name: 'Bitte einen Namen eingeben.' }])
    const unreachable = { service_id: 'facial', name: 'Otto', ...WISHES }
    expect((await admin.post('/api/admin/waiting-list', unreachable)).json.fields).toEqual({
      email: 'Bitte E-Mail oder Telefon eingeben.',
    })
  })
})
