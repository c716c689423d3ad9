import { beforeEach, describe, expect, it } from 'vitest'
import { erpTransport } from '../../erp/push-transport.ts'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import type { Browser } from '../../testing/browser.ts'
import { listenAs } from '../../testing/loopback.ts'
import { openOdooSimulator } from '../../testing/simulators/odoo.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const EMPTY = {
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
const NOW = '2027-01-07T13:40:00+01:00'

let app: TestApp
let admin: Browser
let simulator: ReturnType<typeof openOdooSimulator>

beforeEach(async () => {
  simulator = openOdooSimulator()
  app = openTestApp({ config: { allowPrivateTargets: true }, ports: { resolveHost: async () => [] } })
  writeSettings(app.ctx(), 'odoo', {
    ODOO_URL: await listenAs(simulator),
    ODOO_DB: 'praxis',
    ODOO_USER: 'ordi',
    ODOO_PASS: 'demo-key',
  })
  admin = app.admin()
})

const status = async () => (await admin.get('/api/admin/odoo')).json
const push = () => deliverDue(app.ctx, erpTransport({ resolveHost: async () => [], log: app.log }), app.log)
const switchOff = () => writeSettings(app.ctx(), 'odoo', { odoo_sync: false })

/**
 * A confirmed booking at 08:30 that the first synchronisation brings to Odoo.
 * @returns it with its event there
 */
async function synced() {
  const booking = insertBooking(app.ctx().db, { status: 'confirmed' })
  expect((await admin.post('/api/admin/odoo/first-sync')).json).toEqual({ queued: 1 })
  await push()
  return { ...booking, event: simulator.events()[0]?.id ?? 0 }
}

describe('the status', () => {
  const firstSync = async () => (await admin.post('/api/admin/odoo/first-sync')).json

  beforeEach(() => {
    insertBooking(app.ctx().db, { status: 'confirmed' })
  })

  it('counts what Odoo does not have yet', async () => {
    expect(await status()).toEqual({ ...EMPTY, unsynced: 1 })
  })

  it('counts what waits once the first synchronisation has queued it', async () => {
    expect(await firstSync()).toEqual({ queued: 1 })
    expect(await firstSync()).toEqual({ queued: 0 })
    expect(await status()).toEqual({ ...EMPTY, waiting: 1 })
  })

  it('says why a push was refused', async () => {
    await firstSync()
    simulator.faults.expect('psycopg2.errors.SerializationFailure')
    await push()
    expect(await status()).toEqual({ ...EMPTY, waiting: 1, push_error: 'Odoo war gerade beschäftigt.' })
  })

  it('counts a push that has failed as not in Odoo yet', async () => {
    await firstSync()
    app.change(`update messages set status = 'failed' where channel = 'erp'`)
    expect(await status()).toEqual({ ...EMPTY, unsynced: 1, failed: 1 })
  })

  it('says when the last push was', async () => {
    await firstSync()
    await push()
    expect(await status()).toEqual({ ...EMPTY, pushed_at: NOW })
  })

  it('says that the synchronisation is off', async () => {
    switchOff()
    expect((await status()).on).toBe(false)
  })
})

it('the status of a portal without bookings counts nothing', async () => {
  expect(await status()).toEqual(EMPTY)
})

it('a pull answers the conflicts with busy times, and writes to the practice about each once', async () => {
  const { id } = await synced()
  simulator.enter({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
  for (let i = 0; i < 2; i++) {
    const { status, json } = await admin.post('/api/admin/odoo/pull')
    expect([status, json]).toEqual([
      200,
      {
        ...EMPTY,
        pulled_at: NOW,
        pushed_at: NOW,
        conflicts: [
          {
            kind: 'erp',
            booking_id: id,
            name: 'Rosa Musterfrau',
            booking_start: '2027-01-12T08:30:00+01:00',
            start: '2027-01-12T08:00:00+01:00',
            end: '2027-01-12T11:00:00+01:00',
          },
        ],
      },
    ])
  }
  expect(await status()).toMatchObject({ conflicts: [{ booking_id: id }] })
  expect(app.rows(`select 1 from messages where kind = 'erp-conflict'`)).toHaveLength(1)
  const alerts = (await admin.get('/api/admin/overview')).json.alerts
  expect(alerts.map(({ kind }: { kind: string }) => kind)).toContain('odoo-conflict')
})

it('an assistant reads on the start page which appointments differ, and settles them', async () => {
  const { id, event } = await synced()
  app.pass(1_000)
  simulator.enter({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
  simulator.change(event, { start: '2027-01-12 12:00:00', stop: '2027-01-12 12:30:00' })
  await admin.post('/api/admin/odoo/pull')
  const assistant = app.admin('resi@ordination.example', 'assistant')
  const tasks = async () => (await assistant.get('/api/admin/overview')).json.odoo
  const booking = { booking_id: id, name: 'Rosa Musterfrau', booking_start: '2027-01-12T08:30:00+01:00' }
  const busy = { start: '2027-01-12T08:00:00+01:00', end: '2027-01-12T11:00:00+01:00' }
  expect(await tasks()).toEqual({
    conflicts: [{ kind: 'erp', ...booking, ...busy }],
    changes: [{ ...booking, change: 'moved', start: '2027-01-12T13:00:00+01:00' }],
  })
  expect((await assistant.get('/api/admin/odoo')).status).toBe(403)
  expect((await assistant.post(`/api/admin/odoo/bookings/${id}/restore`)).status).toBe(200)
  expect(await tasks()).toMatchObject({ changes: [] })
  switchOff()
  expect(await tasks()).toBeNull()
})

it('a pull answers why Odoo could not be read, and reads nothing while the synchronisation is off', async () => {
  simulator.faults.expect(503)
  const { status, json } = await admin.post('/api/admin/odoo/pull')
  expect([status, json]).toEqual([200, { ...EMPTY, pull_error: 'Odoo ist nicht erreichbar (HTTP 503).' }])
  const calls = simulator.calls.length
  switchOff()
  expect((await admin.post('/api/admin/odoo/pull')).json).toMatchObject({ on: false, pulled_at: null })
  expect(simulator.calls).toHaveLength(calls)
})

it('the move of an event in Odoo is taken over by moving the booking', async () => {
  const { id, event } = await synced()
  app.pass(1_000)
  simulator.change(event, { start: '2027-01-12 09:00:00', stop: '2027-01-12 09:30:00' })
  const [change] = (await admin.post('/api/admin/odoo/pull')).json.changes
  const moved = await admin.post(`/api/admin/bookings/${id}/move`, { start: change.start })
  expect([moved.status, (await status()).changes]).toEqual([200, []])
  await push()
  expect(await status()).toMatchObject({ waiting: 0, failed: 0 })
  expect((await admin.post('/api/admin/odoo/pull')).json.changes).toEqual([])
  expect(simulator.events()).toMatchObject([{ id: event, start: '2027-01-12 09:00:00', active: true }])
})

describe('an event that the doctor changed in Odoo', () => {
  const BOOKING = { booking_start: '2027-01-12T08:30:00+01:00', name: 'Rosa Musterfrau' }
  const changes = async () => (await admin.post('/api/admin/odoo/pull')).json.changes

  /** The doctor has moved the event of the booking. */
  async function moved() {
    const booking = await synced()
    app.pass(1_000)
    simulator.change(booking.event, { start: '2027-01-12 09:00:00', stop: '2027-01-12 09:30:00' })
    return booking
  }

  it('is listed with its new time, or as removed', async () => {
    const { id, event } = await moved()
    const change = { booking_id: id, ...BOOKING }
    expect(await changes()).toEqual([{ ...change, change: 'moved', start: '2027-01-12T10:00:00+01:00' }])
    simulator.remove(event)
    expect(await changes()).toEqual([{ ...change, change: 'removed', start: null }])
  })

  it('is not shown to who looks after the technology', async () => {
    await moved()
    expect(await changes()).toHaveLength(1)
    const technik = app.admin('it@ordination.example', 'technik')
    const { json } = await technik.get('/api/admin/odoo')
    expect(json).toMatchObject({ on: true, conflicts: [], changes: [] })
  })

  it.each([
    ['moved', () => undefined],
    ['removed', (event: number) => simulator.remove(event)],
  ])('is restored where it was %s', async (_, changeAgain) => {
    const { id, event } = await moved()
    changeAgain(event)
    expect(await changes()).toHaveLength(1)
    const { status, json } = await admin.post(`/api/admin/odoo/bookings/${id}/restore`)
    expect([status, json]).toEqual([200, { note: 'Der Eintrag in Odoo wird gleich wieder wie hier.' }])
    expect(await changes()).toEqual([])
    await push()
    expect(simulator.events()).toMatchObject([{ start: '2027-01-12 07:30:00', active: true }])
    expect(await changes()).toEqual([])
    expect(app.rows('select action, actor_name, subject from audit')).toEqual([
      { action: 'message-resent', actor_name: 'assistenz@ordination.example', subject: `${id.slice(0, 6)}…` },
    ])
  })
})

it('a push can be repeated from the booking, and brings it as it is then', async () => {
  const { id } = await synced()
  app.change('update bookings set starts_at = starts_at + ?, ends_at = ends_at + ?', HOUR, HOUR)
  const resend = () => admin.post(`/api/admin/bookings/${id}/messages/erp/1/resend`)
  const { status, json } = await resend()
  expect([status, json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
  await push()
  expect(simulator.events()).toMatchObject([{ start: '2027-01-12 08:30:00' }])
  expect(app.rows('select subject, status from messages where id > 1')).toEqual([
    { subject: 'Termin: Dienstag, 12.\u00a0Jänner 2027, 09:30\u00a0Uhr', status: 'sent' },
  ])
  switchOff()
  const refused = await resend()
  expect([refused.status, refused.json]).toEqual([
    409,
    { error: 'conflict', message: 'Die Übertragung an Odoo ist abgeschaltet.' },
  ])
})

it('no event is restored for an unknown booking, or while the synchronisation is off', async () => {
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
  const restore = async (booking: string) => {
    const { status, json } = await admin.post(`/api/admin/odoo/bookings/${booking}/restore`)
    return [status, json.error, json.message]
  }
  expect(await restore('x'.repeat(32))).toEqual([404, 'not found', expect.any(String)])
  switchOff()
  expect(await restore(id)).toEqual([409, 'conflict', 'Die Übertragung an Odoo ist abgeschaltet.'])
  expect(app.rows('select 1 from messages union all select 1 from audit')).toEqual([])
})

it.each(['pull', 'first-sync', `bookings/${'x'.repeat(32)}/restore`])(
  'a form of another site cannot call %s',
  async (call) => {
    const { status, json } = await admin.post(`/api/admin/odoo/${call}`, 'a=b', {
      'content-type': 'text/plain',
    })
    expect([status, json.error]).toEqual([415, 'unsupported_media_type'])
  },
)

it('the log of the outbox lists pushes, and a failed one can be retried', async () => {
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
  await admin.post('/api/admin/odoo/first-sync')
  expect((await admin.get('/api/admin/outbox/odoo')).json).toEqual({
    odoo: [
      {
        id: 1,
        kind: 'erp-push',
        recipient: 'Odoo',
        subject: 'Termin: Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr',
        status: 'queued',
        error: null,
        emptied: null,
        attempts: 0,
        log_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: NOW,
        booking_id: id,
        booking_start: '2027-01-12T08:30:00+01:00',
        name: 'Rosa Musterfrau',
        phone: '+43 664 1234567',
        remedy: null,
        obstacle: null,
        open: false,
        settled: null,
      },
    ],
    more: false,
  })
  expect((await admin.post('/api/admin/outbox/odoo/1/retry')).status).toBe(409)
  app.change(`update messages set status = 'failed'`)
  expect((await admin.post('/api/admin/outbox/odoo/1/retry')).status).toBe(200)
  expect(await status()).toMatchObject({ waiting: 1, failed: 0 })
})

it('a failed push can be settled and opened again, and counts as failed meanwhile or not', async () => {
  insertBooking(app.ctx().db, { status: 'confirmed' })
  await admin.post('/api/admin/odoo/first-sync')
  expect((await admin.post('/api/admin/outbox/odoo/1/settle')).status).toBe(409)
  app.change(`update messages set status = 'failed'`)
  const count = async () => {
    const { reasons, counts } = (await admin.get('/api/admin/status')).json
    const { odoo } = (await admin.get('/api/admin/outbox/odoo?open=1')).json
    const told = reasons.some(({ message }: { message: string }) => message.includes('nicht nach Odoo'))
    return [told, counts.failed, odoo.length, (await status()).failed]
  }
  expect(await count()).toEqual([true, 1, 1, 1])
  const settled = await admin.post('/api/admin/outbox/odoo/1/settle')
  expect([settled.status, settled.json]).toEqual([200, { message: 'Als erledigt vermerkt.' }])
  expect(await count()).toEqual([false, 0, 0, 0])
  expect((await admin.post('/api/admin/outbox/odoo/1/reopen')).status).toBe(200)
  expect(await count()).toEqual([true, 1, 1, 1])
  expect((await admin.post('/api/admin/outbox/odoo/2/settle')).status).toBe(404)
  expect(app.rows('select action, subject from audit where subject is not null')).toEqual([
    { action: 'failure-settled', subject: 'Odoo 1' },
    { action: 'failure-reopened', subject: 'Odoo 1' },
  ])
})
