import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { getBooking } from '../booking/bookings.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { notifyBusyConflicts } from '../booking/notifications.ts'
import { bookings } from '../db/schema.ts'
import { onWake } from '../db/wake.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { disconnectOdoo } from './odoo.ts'
import { pullNow, pullWhenDue } from './pull-schedule.ts'
import { listUnsynced, queueErpPush, queueFirstSync } from './push-queue.ts'
import { erpTransport } from './push-transport.ts'

let app: TestApp
let simulator: ReturnType<typeof openOdooSimulator>

async function connect(options: Parameters<typeof openOdooSimulator>[0] = {}) {
  simulator = openOdooSimulator(options)
  writeSettings(app.ctx(), 'odoo', {
    ODOO_URL: await listenAs(simulator),
    ODOO_DB: 'praxis',
    ODOO_USER: 'ordi',
    ODOO_PASS: 'demo-key',
  })
}

beforeEach(async () => {
  app = openTestApp({ config: { allowPrivateTargets: true } })
  await connect()
})

const ports = () => ({ resolveHost: async () => [], log: app.log })
const push = () => deliverDue(app.ctx, erpTransport(ports()), app.log)
const pull = () => pullWhenDue(app.ctx, ports())
const rows = () =>
  app.rows<{ status: string; error: string | null }>(
    `select status, error from messages where channel = 'erp' order by id`,
  )
/** Confirms a booking at this hour of 12 January. */
const confirm = (hour = 8.5) => {
  const startsAt = Date.parse('2027-01-12T00:00:00+01:00') + hour * HOUR
  const { id } = insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE })
  decideBooking(app.ctx(), id, { decision: 'confirm' })
  return id
}
const busy = () => app.rows(`select 1 from absences where kind = 'erp'`).length

describe('a decision', () => {
  it('queues the booking for Odoo in its own transaction, and the worker brings it there', async () => {
    const id = confirm()
    expect(rows()).toEqual([{ status: 'queued', error: null }])
    await push()
    expect(rows()).toEqual([{ status: 'sent', error: null }])
    expect(simulator.events()).toMatchObject([{ active: true }])
    cancelByStaff(app.ctx(), id, '')
    await push()
    expect(simulator.events()).toMatchObject([{ active: false }])
  })

  it('queues nothing that Odoo need not know: a rejected request, a cancelled request', async () => {
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, { decision: 'reject' })
    cancelByStaff(app.ctx(), insertBooking(app.ctx().db).id, '')
    expect(rows()).toEqual([])
  })

  it('queues nothing while the synchronisation is off', () => {
    writeSettings(app.ctx(), 'odoo', { odoo_sync: false })
    confirm()
    expect(rows()).toEqual([])
  })

  it('is brought to Odoo once when it changes before it was', async () => {
    const id = confirm()
    cancelByStaff(app.ctx(), id, '')
    await push()
    expect([rows(), simulator.events()]).toEqual([[{ status: 'sent', error: null }], []])
  })
})

describe('a push that fails', () => {
  it('is tried again when the failure is temporary', async () => {
    confirm()
    await push()
    confirm(9)
    simulator.faults.expect('psycopg2.errors.SerializationFailure')
    app.at('2027-01-07T14:00:00+01:00')
    await push()
    expect(rows().at(-1)).toEqual({ status: 'queued', error: 'Odoo war gerade beschäftigt.' })
    app.pass(MINUTE)
    await push()
    expect(rows().at(-1)).toEqual({ status: 'sent', error: null })
  })

  it('pauses the queue without losing an attempt when the settings are wrong', async () => {
    confirm()
    writeSettings(app.ctx(), 'odoo', { ODOO_PASS: 'wrong' })
    await push()
    expect(rows()).toEqual([{ status: 'queued', error: 'Odoo hat Benutzer oder Passwort abgelehnt.' }])
    const calls = simulator.calls.length
    app.pass(MINUTE)
    await push()
    expect(simulator.calls).toHaveLength(calls)
    writeSettings(app.ctx(), 'odoo', { ODOO_PASS: 'demo-key' })
    app.pass(5 * MINUTE)
    await push()
    expect(rows()).toEqual([{ status: 'sent', error: null }])
  })
})

describe('the push of a cancelled booking that has failed', () => {
  it('is counted, and can be retried', async () => {
    const id = confirm()
    await push()
    cancelByStaff(app.ctx(), id, '')
    simulator.faults.expect('builtins.ValueError')
    await push()
    expect(outboxState(app.ctx()).erp.failed).toBe(1)
    const [row] = app.rows<{ id: number }>(`select id from messages where status = 'failed'`)
    retryMessage(app.ctx(), 'erp', row?.id ?? 0)
    await push()
    expect(outboxState(app.ctx()).erp.failed).toBe(0)
    expect(simulator.events()).toMatchObject([{ active: false }])
  })
})

describe('an outage of Odoo', () => {
  const events = () =>
    simulator.events().map(({ active, start }) => (active ? String(start).slice(11, 16) : 'archived'))
  const move = (id: string) => {
    const { startsAt, endsAt } = getBooking(app.ctx(), id)
    const moved = { startsAt: startsAt + HOUR, endsAt: endsAt + HOUR }
    app.ctx().db.update(bookings).set(moved).where(eq(bookings.id, id)).run()
    queueErpPush(app.ctx(), { id, startsAt })
  }
  /** Lets these hours pass while Odoo does not answer, and runs the jobs in each of them. */
  const passAway = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      simulator.faults.expect('unreachable', 'unreachable')
      await push()
      await pull()
      app.pass(HOUR)
    }
    simulator.faults.expect()
  }

  it('of three days loses no push, and everything is brought there at once after it', async () => {
    const [moved, cancelled] = [confirm(8), confirm(9)]
    await push()
    await pull()
    app.pass(1_000)
    move(moved)
    cancelByStaff(app.ctx(), cancelled, '')
    confirm(11)
    await passAway(72)
    expect(rows().slice(2)).toEqual(Array(3).fill({ status: 'queued', error: 'Odoo ist nicht erreichbar.' }))
    expect(outboxState(app.ctx()).erp).toMatchObject({ failed: 0, overdue: 72 * HOUR })
    expect(await pull()).toBe(true)
    await push()
    expect(events()).toEqual(['08:00', 'archived', '10:00'])
    expect(rows().map(({ status }) => status)).toEqual(Array(5).fill('sent'))
  })

  it('that pushes of an earlier version did not survive is made up for after a start', async () => {
    const [moved, cancelled, failed] = [confirm(8), confirm(9), confirm(11)]
    await push()
    await pull()
    move(moved)
    cancelByStaff(app.ctx(), cancelled, '')
    app.change(`delete from erp_events where booking_id = ?`, failed)
    app.change(`update messages set status = 'failed', error = 'x' where status = 'queued'`)
    app.change(`update messages set status = 'failed', error = 'x' where booking_id = ?`, failed)
    app.change(`update messages set settled_at = 1 where booking_id = ?`, moved)
    app.pass(5 * MINUTE)
    await pull()
    await push()
    expect(events()).toEqual(['07:00', '08:00', '10:00'])
    disconnectOdoo()
    app.pass(5 * MINUTE)
    await pull()
    await push()
    expect(events()).toEqual(['08:00', 'archived', '10:00'])
    expect(app.rows('select 1 from erp_events')).toHaveLength(3)
    expect(outboxState(app.ctx()).erp.failed).toBe(0)
  })

  it('lets the pushes of others go when only one of them gets no answer', async () => {
    await pull()
    confirm(8)
    confirm(9)
    simulator.faults.expect('unreachable')
    await push()
    app.pass(5 * MINUTE - 1)
    await push()
    expect(events()).toEqual([])
    app.pass(1)
    await push()
    expect(events()).toHaveLength(2)
  })

  it('does not bring what Odoo never accepts again with every reading', async () => {
    await pull()
    confirm()
    simulator.faults.expect('builtins.ValueError')
    await push()
    app.pass(5 * MINUTE)
    await pull()
    expect(rows()).toMatchObject([{ status: 'failed' }])
  })
})

describe('a push that works after an outage', () => {
  const isPulled = async () => {
    let woken: string | undefined
    onWake(app.ctx().db, (work) => {
      woken = work
    })
    await push()
    return [woken, await pull()]
  }

  it('has busy times read at once when they could not be read', async () => {
    await pull()
    confirm()
    app.pass(5 * MINUTE)
    simulator.faults.expect(503)
    expect(await pull()).toBe(false)
    app.pass(1_000)
    expect(await isPulled()).toEqual(['busy times', true])
  })

  it('has them read at once when only pushes have failed, and not again by the next push', async () => {
    await pull()
    app.pass(MINUTE)
    const waiting = [confirm(), confirm(9)]
    simulator.faults.expect(503)
    await push()
    app.pass(5 * MINUTE)
    expect(await isPulled()).toEqual(['busy times', true])
    app.change(
      `update messages set status = 'queued', error = 'x', due_at = 0 where booking_id = ?`,
      waiting[1],
    )
    expect(await isPulled()).toEqual([undefined, false])
  })

  it('changes nothing without an outage', async () => {
    await pull()
    confirm()
    app.pass(MINUTE)
    expect(await isPulled()).toEqual([undefined, false])
  })
})

describe('busy times', () => {
  it('are read at once after saving, then every five minutes', async () => {
    expect(await pull()).toBe(true)
    app.pass(4 * MINUTE)
    expect(await pull()).toBe(false)
    app.pass(MINUTE)
    expect(await pull()).toBe(true)
    app.pass(1_000)
    writeSettings(app.ctx(), 'odoo', { ODOO_USER: 'ordi' })
    expect(await pull()).toBe(true)
  })

  it('are read before the activities of appointments in Odoo 19 are deleted', async () => {
    simulator.plan({ summary: 'Termin', note: `<p>ordi:${'0'.repeat(32)}</p>` })
    expect(await pull()).toBe(true)
    expect(simulator.activities()).toEqual([])
  })

  it('stay when Odoo is away, with the reason', async () => {
    simulator.enter({ start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' })
    await pull()
    app.pass(5 * MINUTE)
    simulator.faults.expect('unreachable')
    expect(await pull()).toBe(false)
    expect(busy()).toBe(1)
    expect(app.rows('select pull_error from erp_state')).toEqual([
      { pull_error: 'Odoo ist nicht erreichbar.' },
    ])
  })

  it('are freed, and waiting pushes given up, when the synchronisation is switched off', async () => {
    simulator.enter({ start: '2027-01-12 07:00:00', stop: '2027-01-12 07:30:00' })
    await pull()
    confirm()
    writeSettings(app.ctx(), 'odoo', { odoo_sync: false })
    await pull()
    expect([busy(), rows()]).toEqual([
      0,
      [{ status: 'suppressed', error: 'Die Übertragung an Odoo ist abgeschaltet.' }],
    ])
    expect(simulator.events()).toMatchObject([{ active: true }])
    // The waiting list is offered what became free.
    expect(app.rows('select starts_at from freed_times')).toEqual([
      { starts_at: Date.parse('2027-01-12T08:00:00+01:00') },
    ])
  })

  it.each<[string, () => unknown]>([
    ['was switched off', () => writeSettings(app.ctx(), 'odoo', { odoo_sync: false })],
    ['was pointed at another Odoo', () => connect()],
  ])('are not stored by a reading that ends after the synchronisation %s', async (_, change) => {
    simulator.enter({ start: '2027-01-13 07:00:00', stop: '2027-01-13 08:00:00' })
    await pull()
    const [answered, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { answer } = simulator
    simulator.answer = async (...call) => {
      const response = await answer(...call)
      answered.resolve()
      await changed.promise
      return response
    }
    const reading = pullNow(app.ctx, ports())
    await answered.promise
    app.pass(1_000)
    await change()
    await pull()
    changed.resolve()
    await reading
    await pull()
    expect(busy()).toBe(0)
  })

  it('of another Odoo replace those of the one before, and its event ids are forgotten', async () => {
    confirm()
    await push()
    simulator.enter({ start: '2027-01-13 07:00:00', stop: '2027-01-13 08:00:00' })
    await pull()
    const before = simulator
    app.pass(1_000)
    await connect()
    await pull()
    expect([busy(), app.rows('select 1 from erp_events')]).toEqual([0, []])
    expect(queueFirstSync(app.ctx())).toBe(1)
    await push()
    expect([before.events().length, simulator.events().length]).toEqual([2, 1])
  })
})

describe('the first synchronisation', () => {
  it('brings every coming confirmed booking to Odoo, and no other', async () => {
    writeSettings(app.ctx(), 'odoo', { odoo_sync: false })
    const { now, db } = app.ctx()
    const at = (hours: number) => ({ startsAt: now + hours * HOUR, endsAt: now + hours * HOUR + 30 * MINUTE })
    insertBooking(db, { status: 'confirmed', ...at(24) })
    insertBooking(db, { status: 'confirmed', ...at(25) })
    insertBooking(db, { status: 'requested', ...at(26) })
    insertBooking(db, { status: 'cancelled', ...at(27) })
    insertBooking(db, { status: 'confirmed', ...at(-5) })
    writeSettings(app.ctx(), 'odoo', { odoo_sync: true })
    expect(listUnsynced(app.ctx())).toHaveLength(2)
    expect(queueFirstSync(app.ctx())).toBe(2)
    expect(queueFirstSync(app.ctx())).toBe(0)
    await push()
    expect([simulator.events().length, listUnsynced(app.ctx())]).toEqual([2, []])
  })
})

describe('a conflict', () => {
  it('is one e-mail to the practice, and another one only when it comes back', async () => {
    confirm()
    await push()
    const emails = () => app.rows(`select 1 from messages where kind = 'erp-conflict'`).length
    const next = async () => {
      app.pass(5 * MINUTE)
      await pull()
      notifyBusyConflicts(app.ctx())
      return emails()
    }
    expect(await next()).toBe(0)
    const event = simulator.enter({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
    expect([await next(), await next()]).toEqual([1, 1])
    simulator.remove(event)
    expect(await next()).toBe(1)
    simulator.enter({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
    expect(await next()).toBe(2)
  })
})

const PAUSED = { status: 'queued', attempts: 0 }
const RETRIED = { status: 'queued', attempts: 1 }
const FAILED = { status: 'failed', attempts: 1 }

const RIGHT = 'Dem Odoo-Benutzer fehlt ein Recht.'
const BUSY = 'Odoo war gerade beschäftigt.'
const MODULE = 'In Odoo fehlt ein Modul: Bitte „Kalender“ und „Kontakte“ installieren.'
const GONE = 'Der Eintrag wurde in Odoo gelöscht.'

type Row = readonly [fault: string | number, row: object, error: string]

/** Consequences of a refusal by Odoo for the push of a booking (docs/behaviour.md 17.9). */
const RPC: readonly Row[] = [
  ['odoo.exceptions.AccessDenied', PAUSED, 'Odoo hat die Anmeldung abgelehnt.'],
  ['orbex.exceptions.AccessDenied', PAUSED, 'Odoo hat die Anmeldung abgelehnt.'],
  ['odoo.exceptions.AccessError', PAUSED, RIGHT],
  ["odoo.exceptions.UserError: Object calendar.event doesn't exist", PAUSED, MODULE],
  [404, PAUSED, 'Unter ODOO_URL antwortet kein Odoo (HTTP 404).'],
  [303, PAUSED, 'Unter ODOO_URL antwortet kein Odoo (HTTP 303).'],
  ['unreachable', PAUSED, 'Odoo ist nicht erreichbar.'],
  ['reset', PAUSED, 'Odoo ist nicht erreichbar.'],
  [502, PAUSED, 'Odoo ist nicht erreichbar (HTTP 502).'],
  [503, PAUSED, 'Odoo ist nicht erreichbar (HTTP 503).'],
  [504, PAUSED, 'Odoo ist nicht erreichbar (HTTP 504).'],
  ['psycopg2.OperationalError', PAUSED, 'Odoo erreicht die Datenbank ODOO_DB nicht.'],
  ['psycopg2.errors.SerializationFailure', RETRIED, BUSY],
  ['psycopg2.errors.LockNotAvailable', RETRIED, BUSY],
  ['odoo.exceptions.MissingError', RETRIED, GONE],
  ['odoo.exceptions.Unheard', RETRIED, 'Odoo meldet einen Fehler.'],
  ['odoo.exceptions.ValidationError', FAILED, 'Odoo meldet einen Fehler (ValidationError).'],
  ['odoo.exceptions.UserError', FAILED, 'Odoo meldet einen Fehler (UserError).'],
  ['builtins.ValueError', FAILED, 'Odoo meldet einen Fehler (ValueError).'],
  ['builtins.TypeError', FAILED, 'Odoo meldet einen Fehler (TypeError).'],
  ['builtins.AttributeError', FAILED, 'Odoo meldet einen Fehler (AttributeError).'],
]

const JSON_2: readonly Row[] = [
  [
    'werkzeug.exceptions.Unauthorized',
    PAUSED,
    'Odoo hat den API-Schlüssel abgelehnt. Vielleicht ist er abgelaufen.',
  ],
  ['werkzeug.exceptions.Forbidden', PAUSED, RIGHT],
  ['odoo.exceptions.AccessError', PAUSED, RIGHT],
  ["werkzeug.exceptions.NotFound: the model 'calendar.event' does not exist", PAUSED, MODULE],
  [415, PAUSED, 'Unter ODOO_URL antwortet kein Odoo (HTTP 415).'],
  [503, PAUSED, 'Odoo ist nicht erreichbar (HTTP 503).'],
  ['odoo.exceptions.MissingError', RETRIED, GONE],
  ['odoo.exceptions.ValidationError', FAILED, 'Odoo meldet einen Fehler (ValidationError).'],
  ['builtins.ValueError', FAILED, 'Odoo meldet einen Fehler (ValueError).'],
]

describe.each([
  ['JSON-RPC', {}, RPC],
  ['JSON-2', { like: 19, api: 'rpc-off' }, JSON_2],
] as const)('over %s', (_, options, refusals) => {
  it.each(refusals)('a booking that Odoo refuses with %s becomes %j: %s', async (fault, outcome, error) => {
    await connect(options)
    confirm()
    await push()
    confirm(9)
    simulator.faults.expect(fault)
    await push()
    const [row] = app.rows(
      `select status, attempts, error from messages where channel = 'erp' order by id desc`,
    )
    expect(row).toEqual({ ...outcome, error })
    expect(simulator.events()).toHaveLength(1)
  })
})
