import { describe, expect, it } from 'vitest'
import { openSyncedApp } from '../testing/synced-app.ts'

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
    const app = await openSyncedApp(options)
    app.confirm()
    await app.push()
    app.confirm(9)
    app.odoo.faults.expect(fault)
    await app.push()
    const [row] = app.rows(
      `select status, attempts, error from messages where channel = 'erp' order by id desc`,
    )
    expect(row).toEqual({ ...outcome, error })
    expect(app.odoo.events()).toHaveLength(1)
  })
})
