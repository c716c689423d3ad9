import { describe, expect, it } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTestApp } from '../testing/test-app.ts'
import { erpTransport } from './transport.ts'

/** A practice whose sign-in at Odoo has succeeded before, with one booking there, and another one to be brought there. */
async function synced(options: Parameters<typeof openOdooSimulator>[0] = {}) {
  const simulator = openOdooSimulator(options)
  const app = openTestApp({ config: { allowPrivateTargets: true } })
  const login = { ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' }
  writeSettings(app.ctx(), 'odoo', { ODOO_URL: await listenAs(simulator), ...login })
  const push = () => deliverDue(app.ctx, erpTransport({ resolveHost: async () => [], log: app.log }), app.log)
  const confirm = (hours: number) => {
    const startsAt = app.ctx().now + hours * HOUR
    const { id } = insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + HOUR / 2 })
    decideBooking(app.ctx(), id, 'confirm', '')
    return id
  }
  const first = confirm(24)
  await push()
  const row = () =>
    app.rows(`select status, attempts, error from messages where channel = 'erp' order by id desc limit 1`)[0]
  return { app, simulator, push, confirm, row, first }
}

const PAUSED = { status: 'queued', attempts: 0 }
const RETRIED = { status: 'queued', attempts: 1 }
const FAILED = { status: 'failed', attempts: 1 }

const RIGHT = 'Dem Odoo-Benutzer fehlt ein Recht.'
const BUSY = 'Odoo war gerade beschäftigt.'
const MODULE = 'In Odoo fehlt ein Modul: Bitte „Kalender“ und „Kontakte“ installieren.'
const GONE = 'Der Eintrag wurde in Odoo gelöscht.'

type Row = readonly [fault: string | number, row: object, error: string]

/** What a refusal means for the booking that is being brought to Odoo (docs/behaviour.md 17.9). */
const RPC: readonly Row[] = [
  ['odoo.exceptions.AccessDenied', PAUSED, 'Odoo hat die Anmeldung abgelehnt.'],
  ['orbex.exceptions.AccessDenied', PAUSED, 'Odoo hat die Anmeldung abgelehnt.'],
  ['odoo.exceptions.AccessError', PAUSED, RIGHT],
  ["odoo.exceptions.UserError: Object calendar.event doesn't exist", PAUSED, MODULE],
  [404, PAUSED, 'Unter ODOO_URL antwortet kein Odoo (HTTP 404).'],
  [303, PAUSED, 'Unter ODOO_URL antwortet kein Odoo (HTTP 303).'],
  ['unreachable', RETRIED, 'Odoo ist nicht erreichbar.'],
  ['reset', RETRIED, 'Odoo ist nicht erreichbar.'],
  [502, RETRIED, 'Odoo ist nicht erreichbar (HTTP 502).'],
  [503, RETRIED, 'Odoo ist nicht erreichbar (HTTP 503).'],
  [504, RETRIED, 'Odoo ist nicht erreichbar (HTTP 504).'],
  ['psycopg2.OperationalError', RETRIED, 'Odoo erreicht die Datenbank ODOO_DB nicht.'],
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
  [503, RETRIED, 'Odoo ist nicht erreichbar (HTTP 503).'],
  ['odoo.exceptions.MissingError', RETRIED, GONE],
  ['odoo.exceptions.ValidationError', FAILED, 'Odoo meldet einen Fehler (ValidationError).'],
  ['builtins.ValueError', FAILED, 'Odoo meldet einen Fehler (ValueError).'],
]

describe.each([
  ['JSON-RPC', {}, RPC],
  ['JSON-2', { like: 19, api: 'rpc-off' }, JSON_2],
] as const)('over %s', (_, options, rows) => {
  it.each(rows)('a booking that Odoo refuses with %s becomes %j: %s', async (fault, outcome, error) => {
    const { simulator, push, confirm, row } = await synced(options)
    confirm(48)
    // The second call of this push, since it has found no event at its first.
    simulator.faults.expect(undefined, fault)
    await push()
    expect(row()).toEqual({ ...outcome, error })
    expect(simulator.events()).toHaveLength(1)
  })
})

it.each([
  [
    'archived by the doctor',
    (simulator: ReturnType<typeof openOdooSimulator>, id: number) => simulator.change(id, { active: false }),
  ],
  [
    'deleted by the doctor',
    (simulator: ReturnType<typeof openOdooSimulator>, id: number) => simulator.remove(id),
  ],
])('a cancelled booking whose event was %s is done', async (_, change) => {
  const { app, simulator, push, row, first } = await synced()
  change(simulator, simulator.events()[0]?.id ?? 0)
  cancelByStaff(app.ctx(), first, '')
  await push()
  expect(row()).toEqual({ status: 'sent', attempts: 1, error: null })
  expect(simulator.events().filter(({ active }) => active)).toEqual([])
})
