import { describe, expect, it } from 'vitest'
import { insertBooking } from '../../testing/bookings.ts'
import { type OdooApp, openOdooApp } from '../../testing/odoo-app.ts'

// Odoo has times in UTC, an hour behind Vienna in January.

/** The booking of `syncBooking`, as the calls answer it. */
const BOOKING = { booking_start: '2027-01-12T08:30:00+01:00', name: 'Rosa Musterfrau' }
const BOOKED_IN_ODOO = '2027-01-12 07:30:00'

/** The time to which the doctor moves its event: from 10:00 to 10:30. */
const MOVED_IN_ODOO = { start: '2027-01-12 09:00:00', stop: '2027-01-12 09:30:00' }
const MOVED_START = '2027-01-12T10:00:00+01:00'

/** Opens the app with a booking whose event was moved in Odoo, which no pull has read yet. */
async function openWithMovedEvent() {
  const app = await openOdooApp()
  const { id, event } = await app.syncBooking()
  // A pull examines only events that were pushed before it began.
  app.pass(1_000)
  app.odoo.changeEvent(event, MOVED_IN_ODOO)
  return { app, id, event }
}

const pullChanges = async (app: OdooApp) => (await app.pull()).changes

describe('an event that the doctor changed in Odoo', () => {
  it('is listed with its new time, or as removed', async () => {
    const { app, id, event } = await openWithMovedEvent()
    const change = { booking_id: id, ...BOOKING }
    expect(await pullChanges(app)).toEqual([{ ...change, change: 'moved', start: MOVED_START }])
    app.odoo.removeEvent(event)
    expect(await pullChanges(app)).toEqual([{ ...change, change: 'removed', start: null }])
  })

  it('is not shown to staff who look after the technology', async () => {
    const { app } = await openWithMovedEvent()
    expect(await pullChanges(app)).toHaveLength(1)
    const technik = app.admin('it@ordination.example', 'technik')
    const { json } = await technik.get('/api/admin/odoo')
    expect(json).toMatchObject({ on: true, conflicts: [], changes: [] })
  })

  it.each([
    { change: 'moved', changeAgain: () => undefined },
    { change: 'removed', changeAgain: (app: OdooApp, event: number) => app.odoo.removeEvent(event) },
  ])('can be restored after it was $change', async ({ changeAgain }) => {
    const { app, id, event } = await openWithMovedEvent()
    changeAgain(app, event)
    expect(await pullChanges(app)).toHaveLength(1)

    const { status, json } = await app.doctor.post(`/api/admin/odoo/bookings/${id}/restore`)
    expect([status, json]).toEqual([200, { note: 'Der Eintrag in Odoo wird gleich wieder wie hier.' }])
    expect(await pullChanges(app)).toEqual([])

    await app.push()
    expect(app.odoo.events()).toMatchObject([{ start: BOOKED_IN_ODOO, active: true }])
    expect(await pullChanges(app)).toEqual([])
    expect(app.rows('select action, actor_name, subject from audit')).toEqual([
      { action: 'message-resent', actor_name: 'assistenz@ordination.example', subject: `${id.slice(0, 6)}…` },
    ])
  })

  it('is accepted by moving the booking', async () => {
    const { app, id, event } = await openWithMovedEvent()
    const [{ start }] = await pullChanges(app)
    const moved = await app.doctor.post(`/api/admin/bookings/${id}/move`, { start })
    expect([moved.status, (await app.readStatus()).changes]).toEqual([200, []])

    await app.push()
    expect(await app.readStatus()).toMatchObject({ waiting: 0, failed: 0 })
    expect(await pullChanges(app)).toEqual([])
    expect(app.odoo.events()).toMatchObject([{ id: event, start: MOVED_IN_ODOO.start, active: true }])
  })

  it('is shown to an assistant on the start page, beside conflicts, and resolved there', async () => {
    const { app, id } = await openWithMovedEvent()
    app.odoo.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
    await app.pull()

    const assistant = app.admin('resi@ordination.example', 'assistant')
    const readTasks = async () => (await assistant.get('/api/admin/overview')).json.odoo
    const booking = { booking_id: id, ...BOOKING }
    const busy = { start: '2027-01-12T08:00:00+01:00', end: '2027-01-12T11:00:00+01:00' }
    expect(await readTasks()).toEqual({
      conflicts: [{ kind: 'erp', ...booking, ...busy }],
      changes: [{ ...booking, change: 'moved', start: MOVED_START }],
    })

    expect((await assistant.get('/api/admin/odoo')).status).toBe(403)
    expect((await assistant.post(`/api/admin/odoo/bookings/${id}/restore`)).status).toBe(200)
    expect(await readTasks()).toMatchObject({ changes: [] })
  })
})

it('the start page has nothing of Odoo while the synchronisation is off', async () => {
  const app = await openOdooApp()
  const readTasks = async () => (await app.doctor.get('/api/admin/overview')).json.odoo
  expect(await readTasks()).not.toBeNull()
  app.switchSyncOff()
  expect(await readTasks()).toBeNull()
})

it('no event is restored for an unknown booking, or while the synchronisation is off', async () => {
  const app = await openOdooApp()
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
  const restore = async (bookingId: string) => {
    const { status, json } = await app.doctor.post(`/api/admin/odoo/bookings/${bookingId}/restore`)
    return [status, json.error, json.message]
  }
  expect(await restore('x'.repeat(32))).toEqual([404, 'not found', expect.any(String)])
  app.switchSyncOff()
  expect(await restore(id)).toEqual([409, 'conflict', 'Die Übertragung an Odoo ist abgeschaltet.'])
  expect(app.rows('select 1 from messages union all select 1 from audit')).toEqual([])
})
