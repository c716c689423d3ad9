import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

/** The start of the appointment whose patient waits for an earlier one. */
const OWN_START = '2027-02-02T09:00:00+01:00'
/** A Tuesday on which times are free. */
const EARLIER_DAY = '2027-01-12'
/** A free time on that day. */
const EARLIER_START = `${EARLIER_DAY}T08:30:00+01:00`
/** The day before `OWN_START`, the last day of the entries of these tests. */
const LAST_DAY = '2027-02-01'
/** An entry that the practice makes for a caller. */
const ENTRY_WITH_LANDLINE = {
  service_id: 'facial',
  name: 'Otto Beispielmann',
  mobile: '05572 123456',
  not_after: LAST_DAY,
}

describe("the practice's waiting list", () => {
  it('has the longest waiting patient first, with everything about each entry', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const booking = insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      serviceName: 'Folgebehandlung',
      startsAt: Date.parse(OWN_START),
    })
    await app.browser().post('/api/waiting-list', { booking_id: booking.id, not_after: LAST_DAY })
    app.pass(1000)
    const added = await admin.post('/api/admin/waiting-list', ENTRY_WITH_LANDLINE)

    const { entries } = (await admin.get('/api/admin/waiting-list')).json
    expect(entries).toEqual([
      {
        id: expect.any(String),
        service: { id: 'folgebehandlung', name: 'Folgebehandlung' },
        booking_id: booking.id,
        not_after: LAST_DAY,
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
  })

  it('has the entries of the practice, whose patients may not be reachable by an offer', async () => {
    const added = await openTestApp().admin().post('/api/admin/waiting-list', ENTRY_WITH_LANDLINE)
    expect(added.status).toBe(201)
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
    const entry = { service_id: 'facial', name, not_after: LAST_DAY }
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
      not_after: LAST_DAY,
      parts: ['morning'],
    })
    const path = `/api/admin/waiting-list/${added.json.id}`
    return {
      app,
      admin,
      offer: () => admin.post(`${path}/offer`, { start: EARLIER_START }),
      remove: () => admin.delete(path),
      readTimes: (query = '') => admin.get(`${path}/slots?from=${EARLIER_DAY}${query}`),
    }
  }

  it('has its free times, with those that fit its wishes marked', async () => {
    const { readTimes } = await openWithEntry()
    const [day] = (await readTimes()).json
    expect([day.date, day.starts.at(0)]).toEqual([EARLIER_DAY, `${EARLIER_DAY}T08:00:00+01:00`])
    const noon = `${EARLIER_DAY}T12:00:00+01:00`
    const inMorning = day.starts.filter((start: string) => start < noon)
    expect(inMorning).not.toEqual([])
    expect(day.starts.at(-1) > noon).toBe(true)
    expect(day.fitting).toEqual(inMorning)
  })

  it('has the free times of a part of the day, regardless of its wishes', async () => {
    const { readTimes } = await openWithEntry()
    const [day] = (await readTimes('&part=afternoon')).json
    expect(day.starts.at(0)).toBe(`${EARLIER_DAY}T13:30:00+01:00`)
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
    // The second removal changes nothing, so it has no line.
    await remove()
    expect(app.rows('select action from audit order by id')).toEqual([
      { action: 'waiting-added' },
      { action: 'offer-made' },
      { action: 'waiting-removed' },
    ])
  })
})
