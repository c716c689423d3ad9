import { describe, expect, it } from 'vitest'
import { openSyncedApp } from '../testing/synced-app.ts'

const PAUSED = { status: 'queued', attempts: 0 }
const RETRIED = { status: 'queued', attempts: 1 }
const FAILED = { status: 'failed', attempts: 1 }

const NO_PERMISSION = 'Dem Odoo-Benutzer fehlt ein Recht.'
const BUSY = 'Odoo war gerade beschäftigt.'
const MODULE_MISSING = 'In Odoo fehlt ein Modul: Bitte „Kalender“ und „Kontakte“ installieren.'
const EVENT_DELETED = 'Der Eintrag wurde in Odoo gelöscht.'

/** A fault of Odoo, and the state of the message after it. */
type Refusal = Readonly<{ fault: string | number; outcome: object; error: string }>

/** Refusals over JSON-RPC, and the outcome of each for the push of a booking (docs/behaviour.md 17.9). */
const JSON_RPC: readonly Refusal[] = [
  { fault: 'odoo.exceptions.AccessDenied', outcome: PAUSED, error: 'Odoo hat die Anmeldung abgelehnt.' },
  // A fork of Odoo uses its own name in its exceptions.
  { fault: 'orbex.exceptions.AccessDenied', outcome: PAUSED, error: 'Odoo hat die Anmeldung abgelehnt.' },
  { fault: 'odoo.exceptions.AccessError', outcome: PAUSED, error: NO_PERMISSION },
  {
    fault: "odoo.exceptions.UserError: Object calendar.event doesn't exist",
    outcome: PAUSED,
    error: MODULE_MISSING,
  },
  { fault: 404, outcome: PAUSED, error: 'Unter ODOO_URL antwortet kein Odoo (HTTP 404).' },
  { fault: 303, outcome: PAUSED, error: 'Unter ODOO_URL antwortet kein Odoo (HTTP 303).' },
  { fault: 'unreachable', outcome: PAUSED, error: 'Odoo ist nicht erreichbar.' },
  { fault: 'reset', outcome: PAUSED, error: 'Odoo ist nicht erreichbar.' },
  { fault: 502, outcome: PAUSED, error: 'Odoo ist nicht erreichbar (HTTP 502).' },
  { fault: 503, outcome: PAUSED, error: 'Odoo ist nicht erreichbar (HTTP 503).' },
  { fault: 504, outcome: PAUSED, error: 'Odoo ist nicht erreichbar (HTTP 504).' },
  {
    fault: 'psycopg2.OperationalError',
    outcome: PAUSED,
    error: 'Odoo erreicht die Datenbank ODOO_DB nicht.',
  },
  { fault: 'psycopg2.errors.SerializationFailure', outcome: RETRIED, error: BUSY },
  { fault: 'psycopg2.errors.LockNotAvailable', outcome: RETRIED, error: BUSY },
  { fault: 'odoo.exceptions.MissingError', outcome: RETRIED, error: EVENT_DELETED },
  { fault: 'odoo.exceptions.Unheard', outcome: RETRIED, error: 'Odoo meldet einen Fehler.' },
  {
    fault: 'odoo.exceptions.ValidationError',
    outcome: FAILED,
    error: 'Odoo meldet einen Fehler (ValidationError).',
  },
  { fault: 'odoo.exceptions.UserError', outcome: FAILED, error: 'Odoo meldet einen Fehler (UserError).' },
  { fault: 'builtins.ValueError', outcome: FAILED, error: 'Odoo meldet einen Fehler (ValueError).' },
  { fault: 'builtins.TypeError', outcome: FAILED, error: 'Odoo meldet einen Fehler (TypeError).' },
  { fault: 'builtins.AttributeError', outcome: FAILED, error: 'Odoo meldet einen Fehler (AttributeError).' },
  { fault: 'builtins.KeyError', outcome: FAILED, error: 'Odoo meldet einen Fehler (KeyError).' },
]

/** Refusals over JSON-2, which is used if there is no /jsonrpc and has its own errors. */
const JSON_2: readonly Refusal[] = [
  {
    fault: 'werkzeug.exceptions.Unauthorized',
    outcome: PAUSED,
    error: 'Odoo hat den API-Schlüssel abgelehnt. Vielleicht ist er abgelaufen.',
  },
  { fault: 'werkzeug.exceptions.Forbidden', outcome: PAUSED, error: NO_PERMISSION },
  { fault: 'odoo.exceptions.AccessError', outcome: PAUSED, error: NO_PERMISSION },
  {
    fault: "werkzeug.exceptions.NotFound: the model 'calendar.event' does not exist",
    outcome: PAUSED,
    error: MODULE_MISSING,
  },
  { fault: 415, outcome: PAUSED, error: 'Unter ODOO_URL antwortet kein Odoo (HTTP 415).' },
  { fault: 503, outcome: PAUSED, error: 'Odoo ist nicht erreichbar (HTTP 503).' },
  { fault: 'odoo.exceptions.MissingError', outcome: RETRIED, error: EVENT_DELETED },
  {
    fault: 'odoo.exceptions.ValidationError',
    outcome: FAILED,
    error: 'Odoo meldet einen Fehler (ValidationError).',
  },
  { fault: 'builtins.ValueError', outcome: FAILED, error: 'Odoo meldet einen Fehler (ValueError).' },
]

describe.each([
  { api: 'JSON-RPC', odoo: {}, refusals: JSON_RPC },
  { api: 'JSON-2', odoo: { version: 19, hasJsonRpc: false }, refusals: JSON_2 },
] as const)('over $api', ({ odoo, refusals }) => {
  it.each(refusals)(
    'a booking that Odoo refuses with $fault becomes $outcome: $error',
    async ({ fault, outcome, error }) => {
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
    },
  )
})
