import { z } from 'zod'
import type { ResolveHost } from '../access/guarded-call.ts'
import type { Ctx } from '../ctx.ts'
import { Problem } from '../shared/problems.ts'
import { isOdooSetUp, readOdooLogin } from './odoo.ts'
import { openOdoo } from './odoo-client.ts'
import type { NamedValues, Odoo } from './odoo-connection.ts'
import { OdooError } from './odoo-faults.ts'
import { listOdooCalendars, partnerIdOf } from './odoo-users.ts'

/** Milliseconds for all calls of a connection test together. */
const TEST_TIMEOUT_MS = 20_000

/** The access rights that the synchronisation needs, with the German words for each in a failed test. */
const RIGHTS = [
  { model: 'res.partner', operation: 'create', words: 'Kontakte anlegen' },
  { model: 'calendar.event', operation: 'create', words: 'Termine anlegen' },
  { model: 'calendar.event', operation: 'write', words: 'Termine ändern' },
  { model: 'calendar.event', operation: 'read', words: 'den Kalender lesen' },
] as const

/**
 * Signs in to the Odoo of the saved settings, and checks that it has the users of the resources and the
 * access rights that the synchronisation needs. Changes nothing in Odoo.
 * @returns a sentence with version, database and user
 * @throws Problem test_failed with the reason, which contains nothing of Odoo's answer
 */
export async function testOdooConnection(
  ctx: Ctx,
  resolveHost: ResolveHost,
  timeoutMs = TEST_TIMEOUT_MS,
): Promise<string> {
  if (!isOdooSetUp(ctx))
    throw testProblem(
      'Odoo ist noch nicht eingerichtet: Bitte URL, Datenbank, Benutzer und Passwort speichern.',
    )
  const login = readOdooLogin(ctx)
  const guard = {
    resolveHost,
    allowPrivate: ctx.config.allowPrivateTargets,
    signal: AbortSignal.timeout(timeoutMs),
  }
  try {
    const odoo = await openOdoo(login, guard)
    for (const { user } of listOdooCalendars(ctx)) await partnerIdOf(odoo, user)
    const missing = await listMissingRights(odoo)
    if (missing.length > 0)
      throw testProblem(
        `Die Anmeldung hat funktioniert, aber dem Odoo-Benutzer fehlt: ${missing.join(', ')}.`,
      )
    const version = odoo.version === '' ? 'Odoo' : `Odoo ${odoo.version}`
    return `Die Verbindung steht: ${version} (${odoo.driver}), Datenbank ${login.database}, Benutzer ${login.user}. Alle nötigen Rechte sind da.`
  } catch (error) {
    if (error instanceof OdooError) throw testProblem(error.message)
    throw error
  }
}

/** Returns the German words for the access rights that the user lacks. */
async function listMissingRights(odoo: Odoo): Promise<string[]> {
  const missing: string[] = []
  for (const { model, operation, words } of RIGHTS)
    if (!(await hasRight(odoo, model, operation))) missing.push(words)
  return missing
}

/**
 * Returns whether the user has an access right. Odoo 18 deprecated `check_access_rights` in favour of
 * `has_access`; every version has at least one of them.
 */
async function hasRight(odoo: Odoo, model: string, operation: string): Promise<boolean> {
  const callMethod = (method: string, args: NamedValues) => odoo.call(z.boolean(), { model, method, args })
  try {
    return await callMethod('check_access_rights', { operation, raise_exception: false })
  } catch (error) {
    // An unknown method is a permanent failure.
    if (!(error instanceof OdooError) || error.kind !== 'permanent') throw error
    return callMethod('has_access', { ids: [], operation })
  }
}

/** Returns the Problem for a test that has failed. */
function testProblem(reason: string): Problem {
  return new Problem('test_failed', {}, reason)
}
