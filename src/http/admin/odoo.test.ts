import { describe, expect, it } from 'vitest'
import { insertBooking } from '../../testing/bookings.ts'
import { type OdooApp, openOdooApp } from '../../testing/odoo-app.ts'
import { NOW } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

/** The status before anything was synchronised. */
const EMPTY_STATUS = {
  on: true,
  pulled_at: null,
  pull_error: null,
  pushed_at: null,
  push_error: null,
  waiting: 0,
  failed: 0,
  unsynced: 0,
  conflicts: [],
  changes: [],
}

describe('the status of the synchronisation', () => {
  /** Opens the app with a confirmed booking, which is not in Odoo. */
  async function openWithBooking() {
    const app = await openOdooApp()
    insertBooking(app.ctx().db, { status: 'confirmed' })
    return app
  }

  it('counts bookings that Odoo does not have yet', async () => {
    const app = await openWithBooking()
    expect(await app.readStatus()).toEqual({ ...EMPTY_STATUS, unsynced: 1 })
  })

  it('counts the queued pushes after the first synchronisation has begun', async () => {
    const app = await openWithBooking()
    expect(await app.firstSync()).toEqual({ queued: 1 })
    expect(await app.firstSync()).toEqual({ queued: 0 })
    expect(await app.readStatus()).toEqual({ ...EMPTY_STATUS, waiting: 1 })
  })

  it('says why a push was refused', async () => {
    const app = await openWithBooking()
    await app.firstSync()
    app.odoo.faults.plan('psycopg2.errors.SerializationFailure')
    await app.push()
    const refused = { waiting: 1, push_error: 'Odoo war gerade beschäftigt.' }
    expect(await app.readStatus()).toEqual({ ...EMPTY_STATUS, ...refused })
  })

  it('counts the booking of a failed push as not in Odoo yet', async () => {
    const app = await openWithBooking()
    await app.firstSync()
    app.changeRows(`update messages set status = 'failed' where channel = 'erp'`)
    expect(await app.readStatus()).toEqual({ ...EMPTY_STATUS, unsynced: 1, failed: 1 })
  })

  it('has the time of the last push', async () => {
    const app = await openWithBooking()
    await app.firstSync()
    await app.push()
    expect(await app.readStatus()).toEqual({ ...EMPTY_STATUS, pushed_at: isoAt(NOW) })
  })

  it('says that the synchronisation is off', async () => {
    const app = await openWithBooking()
    app.switchSyncOff()
    expect((await app.readStatus()).on).toBe(false)
  })
})

it('the status of a portal without bookings has only zeros', async () => {
  const app = await openOdooApp()
  expect(await app.readStatus()).toEqual(EMPTY_STATUS)
})

describe('a pull', () => {
  /**
   * Synchronises Rosa's appointment, and enters an event in Odoo, whose times are in UTC, that overlaps it.
   * @returns the id of the appointment
   */
  async function makeConflict(app: OdooApp): Promise<string> {
    const { id } = await app.syncBooking()
    app.odoo.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
    return id
  }

  it('answers the conflicts with busy times, even when repeated', async () => {
    const app = await openOdooApp()
    const id = await makeConflict(app)
    const conflict = {
      kind: 'erp',
      booking_id: id,
      name: 'Rosa Musterfrau',
      booking_start: '2027-01-12T08:30:00+01:00',
      start: '2027-01-12T08:00:00+01:00',
      end: '2027-01-12T11:00:00+01:00',
    }
    const pulled = { ...EMPTY_STATUS, pulled_at: isoAt(NOW), pushed_at: isoAt(NOW), conflicts: [conflict] }
    for (let pulls = 0; pulls < 2; pulls++) {
      const { status, json } = await app.doctor.post('/api/admin/odoo/pull')
      expect([status, json]).toEqual([200, pulled])
    }
    expect(await app.readStatus()).toMatchObject({ conflicts: [{ booking_id: id }] })
  })

  it('sends one e-mail to the practice about each conflict, which the start page shows', async () => {
    const app = await openOdooApp()
    await makeConflict(app)
    for (let pulls = 0; pulls < 2; pulls++) await app.pull()
    expect(app.rows(`select 1 from messages where kind = 'erp-conflict'`)).toHaveLength(1)
    const { alerts } = (await app.doctor.get('/api/admin/overview')).json
    expect(alerts.map(({ kind }: { kind: string }) => kind)).toContain('odoo-conflict')
  })

  it('answers why Odoo could not be read', async () => {
    const app = await openOdooApp()
    app.odoo.faults.plan(503)
    const { status, json } = await app.doctor.post('/api/admin/odoo/pull')
    const pull_error = 'Odoo ist nicht erreichbar (HTTP 503).'
    expect([status, json]).toEqual([200, { ...EMPTY_STATUS, pull_error }])
  })

  it('reads nothing while the synchronisation is off', async () => {
    const app = await openOdooApp()
    const callsBefore = app.odoo.calls.length
    app.switchSyncOff()
    expect(await app.pull()).toMatchObject({ on: false, pulled_at: null })
    expect(app.odoo.calls).toHaveLength(callsBefore)
  })
})

it.each(['pull', 'first-sync', `bookings/${'x'.repeat(32)}/restore`])(
  'a form on another site cannot call %s',
  async (call) => {
    const app = await openOdooApp()
    const { status, json } = await app.doctor.post(`/api/admin/odoo/${call}`, 'a=b', {
      'content-type': 'text/plain',
    })
    expect([status, json.error]).toEqual([415, 'unsupported_media_type'])
  },
)
