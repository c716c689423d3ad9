import { describe, expect, it } from 'vitest'
import { saveResource } from '../../schedule/resources.ts'
import { getService, saveService } from '../../schedule/services.ts'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

/** The start of the appointment whose patient waits for an earlier one. */
const OWN_START = '2027-02-02T09:00:00+01:00'
/** A free time on an earlier day, a Tuesday. */
const EARLIER_START = '2027-01-12T08:30:00+01:00'
/** The entries of these tests end the day before that appointment. */
const UNTIL_THE_DAY_BEFORE = { not_after: '2027-02-01' }

describe("the practice's waiting list", () => {
  it('has the longest waiting patient first, with everything about each entry', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const booking = insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      serviceName: 'Folgebehandlung',
      startsAt: Date.parse(OWN_START),
    })
    await app.browser().post('/api/waiting-list', { booking_id: booking.id, ...UNTIL_THE_DAY_BEFORE })
    app.pass(1000)
    const withLandline = { service_id: 'facial', name: 'Otto Beispielmann', mobile: '05572 123456' }
    const added = await admin.post('/api/admin/waiting-list', { ...withLandline, ...UNTIL_THE_DAY_BEFORE })
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
        booking: { id: booking.id, status: 'requested', start: OWN_START, resource_id: 'doctor-1' },
        made_by: null,
        created_at: isoAt(NOW),
      },
      added.json,
    ])
    expect(added.json).toMatchObject({
      name: 'Otto Beispielmann',
      email: '',
      // An offer is sent by e-mail or SMS, which a landline does not get.
      reachable: false,
      booking: null,
      made_by: 'assistenz@ordination.example',
    })
  })

  it.each([
    { lacking: 'a name', name: '', fields: { name: 'Bitte einen Namen eingeben.' } },
    {
      lacking: 'a way to reach the person',
      name: 'Otto',
      fields: { email: 'Bitte E-Mail oder Telefon eingeben.' },
    },
  ])('refuses an entry without $lacking', async ({ name, fields }) => {
    const entry = { service_id: 'facial', name, ...UNTIL_THE_DAY_BEFORE }
    const { status, json } = await openTestApp().admin().post('/api/admin/waiting-list', entry)
    expect([status, json.fields]).toEqual([400, fields])
  })
})

describe('an entry of the waiting list', () => {
  /** Opens the app with an entry for mornings, by a patient with an appointment. */
  async function openWithEntry() {
    const app = openTestApp()
    const admin = app.admin()
    const booking = insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      startsAt: Date.parse(OWN_START),
    })
    const added = await admin.post('/api/admin/waiting-list', {
      booking_id: booking.id,
      ...UNTIL_THE_DAY_BEFORE,
      parts: ['morning'],
    })
    const path = `/api/admin/waiting-list/${added.json.id}`
    return {
      app,
      admin,
      offer: () => admin.post(`${path}/offer`, { start: EARLIER_START }),
      remove: () => admin.delete(path),
      readTimes: (query = '') => admin.get(`${path}/slots?from=2027-01-12${query}`),
    }
  }

  it('has its free times, with those that fit its wishes marked', async () => {
    const { readTimes } = await openWithEntry()
    const [day] = (await readTimes()).json
    expect([day.date, day.starts.at(0)]).toEqual(['2027-01-12', '2027-01-12T08:00:00+01:00'])
    const NOON = '2027-01-12T12:00:00+01:00'
    const inMorning = day.starts.filter((start: string) => start < NOON)
    expect(inMorning).not.toEqual([])
    expect(day.starts.at(-1) > NOON).toBe(true)
    expect(day.fitting).toEqual(inMorning)
  })

  it('has the free times of a part of the day, regardless of its wishes', async () => {
    const { readTimes } = await openWithEntry()
    const [day] = (await readTimes('&part=afternoon')).json
    expect(day.starts.at(0)).toBe('2027-01-12T13:30:00+01:00')
  })

  it('gets one offer by hand', async () => {
    const { offer } = await openWithEntry()
    const offered = await offer()
    expect(offered.status).toBe(201)
    expect(offered.json.offer).toMatchObject({
      start: EARLIER_START,
      start_local: EARLIER_START,
      // An offer stays open for an hour.
      until: isoAt(NOW + HOUR),
    })
    const repeated = await offer()
    const message = 'Diese Person hat schon ein Angebot, bis 14:40\u00a0Uhr.'
    expect([repeated.status, repeated.json.error, repeated.json.message]).toEqual([409, 'conflict', message])
  })

  it('can be removed twice, and then has neither offers nor times', async () => {
    const { admin, offer, remove, readTimes } = await openWithEntry()
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(204)
    expect((await admin.get('/api/admin/waiting-list')).json).toEqual({ entries: [] })
    expect((await offer()).status).toBe(404)
    expect((await readTimes()).status).toBe(404)
  })

  it('is recorded in the audit when it is added, offered a time, and removed', async () => {
    const { app, offer, remove } = await openWithEntry()
    await offer()
    await remove()
    await remove()
    expect(app.rows('select action from audit order by id')).toEqual([
      { action: 'waiting-added' },
      { action: 'offer-made' },
      { action: 'waiting-removed' },
    ])
  })
})

describe('an entry for one of two doctors', () => {
  /** Opens the app with an entry for Dr. B, who is occupied at EARLIER_START. */
  async function openWithWish() {
    const app = openTestApp()
    const admin = app.admin()
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    saveService(app.ctx(), { ...getService(app.ctx(), 'facial'), otherResourceIds: ['doctor-2'] })
    insertBooking(app.ctx().db, { startsAt: Date.parse(EARLIER_START), resourceId: 'doctor-2' })
    const wish = { service_id: 'facial', name: 'Otto Beispielmann', email: 'otto@beispielmann.example' }
    const added = await admin.post('/api/admin/waiting-list', {
      ...wish,
      ...UNTIL_THE_DAY_BEFORE,
      resource: 'doctor-2',
    })
    const readTimes = (query = '') =>
      admin.get(`/api/admin/waiting-list/${added.json.id}/slots?from=2027-01-12${query}`)
    return { added, readTimes }
  }

  it('names the wished doctor', async () => {
    const { added } = await openWithWish()
    expect(added.json).toMatchObject({ resource: 'doctor-2', resource_name: 'Dr. B' })
  })

  it('has the times of this doctor, and on request those of the other', async () => {
    const { readTimes } = await openWithWish()
    const hasStart = async (query?: string) => {
      const [day] = (await readTimes(query)).json
      return day.starts.includes(EARLIER_START)
    }
    expect(await hasStart()).toBe(false)
    expect(await hasStart('&resource=doctor-1')).toBe(true)
  })

  it('refuses an unknown doctor', async () => {
    const { readTimes } = await openWithWish()
    const { status, json } = await readTimes('&resource=doctor-3')
    expect([status, json.error]).toEqual([400, 'invalid'])
  })
})
