import { describe, expect, it } from 'vitest'
import { openSyncedApp } from '../testing/synced-app.ts'

const PAUSED = { status: 'queued', attempts: 0 }
const RETRIED = { status: 'queued', attempts: 1 }
const FAILED = { status: 'failed', attempts: 1 }

const NO_PERMISSION = 'Dem Odoo-Benutzer fehlt ein Recht.'
const BUSY = 'Odoo war gerade beschäftigt.'
const MODULE_MISSING = 'In Odoo fehlt ein Modul: Bitte „Kalender“ und „Kontakte“ installieren.'
const EVENT_DELETED = 'Der Eintrag wurde in Odoo gelöscht.'

type Refusal = readonly [fault: string | number, outcome: object, error: string]

/** Refusals over JSON-RPC, and the outcome of each for the push of a booking (docs/behaviour.md 17.9). */
const JSON_RPC: readonly Refusal[] = [
  ['odoo.exceptions.AccessDenied', PAUSED, 'Odoo hat die Anmeldung abgelehnt.'],
  // A fork of Odoo uses its own name in its exceptions.
  ['orbex.exceptions.AccessDenied', PAUSED, 'Odoo hat die Anmeldung abgelehnt.'],
  ['odoo.exceptions.AccessError', PAUSED, NO_PERMISSION],
  ["odoo.exceptions.UserError: Object calendar.event doesn't exist", PAUSED, MODULE_MISSING],
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
  ['odoo.exceptions.MissingError', RETRIED, EVENT_DELETED],
  ['odoo.exceptions.Unheard', RETRIED, 'Odoo meldet einen Fehler.'],
  ['odoo.exceptions.ValidationError', FAILED, 'Odoo meldet einen Fehler (ValidationError).'],
  ['odoo.exceptions.UserError', FAILED, 'Odoo meldet einen Fehler (UserError).'],
  ['builtins.ValueError', FAILED, 'Odoo meldet einen Fehler (ValueError).'],
  ['builtins.TypeError', FAILED, 'Odoo meldet einen Fehler (TypeError).'],
  ['builtins.AttributeError', FAILED, 'Odoo meldet einen Fehler (AttributeError).'],
  ['builtins.KeyError', FAILED, 'Odoo meldet einen Fehler (KeyError).'],
]

/** Refusals over JSON-2, which is used if there is no /jsonrpc and has its own errors. */
const JSON_2: readonly Refusal[] = [
  [
    'werkzeug.exceptions.Unauthorized',
    PAUSED,
    'Odoo hat den API-Schlüssel abgelehnt. Vielleicht ist er abgelaufen.',
  ],
  ['werkzeug.exceptions.Forbidden', PAUSED, NO_PERMISSION],
  ['odoo.exceptions.AccessError', PAUSED, NO_PERMISSION],
  ["werkzeug.exceptions.NotFound: the model 'calendar.event' does not exist", PAUSED, MODULE_MISSING],
  [415, PAUSED, 'Unter ODOO_URL antwortet kein Odoo (HTTP 415).'],
  [503, PAUSED, 'Odoo ist nicht erreichbar (HTTP 503).'],
  ['odoo.exceptions.MissingError', RETRIED, EVENT_DELETED],
  ['odoo.exceptions.ValidationError', FAILED, 'Odoo meldet einen Fehler (ValidationError).'],
  ['builtins.ValueError', FAILED, 'Odoo meldet einen Fehler (ValueError).'],
]

describe.each([
  { api: 'JSON-RPC', odoo: {}, refusals: JSON_RPC },
  { api: 'JSON-2', odoo: { version: 19, hasJsonRpc: false }, refusals: JSON_2 },
] as const)('over $api', ({ odoo, refusals }) => {
  it.each(refusals)('a booking that Odoo refuses with %s becomes %j: %s', async (fault, outcome, error) => {
    const app = await openSyncedApp(odoo)
    // The first push opens the connection, so that the fault meets the event of the second.
    app.insertConfirmed()
    await app.push()
    app.insertConfirmed('09:00')
    app.odoo.faults.plan(fault)
    await app.push()
    const [newest] = app.rows(
      `select status, attempts, error from messages where channel = 'erp' order by id desc`,
    )
    expect(newest).toEqual({ ...outcome, error })
    // Odoo has only the event of the first push.
    expect(app.odoo.events()).toHaveLength(1)
  })
})
