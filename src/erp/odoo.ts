import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { readSettings } from '../practice/settings.ts'
import { Problem } from '../shared/problems.ts'
import { type Guard, type Lookup, postGuarded, type Unanswered } from './guarded-call.ts'

/** Odoo's external API: JSON-RPC at `{ODOO_URL}/jsonrpc`, up to version 21. */

/** For both calls together. */
const TIMEOUT_MS = 10_000

const NO_ODOO = 'Unter ODOO_URL antwortet kein Odoo.'

const UNANSWERED: Readonly<Record<Unanswered['why'], string>> = {
  address: 'ODOO_URL muss mit http:// oder https:// beginnen und darf keine Zugangsdaten enthalten.',
  name: 'Den Namen in ODOO_URL gibt es nicht.',
  private:
    'ODOO_URL führt in ein privates Netz oder auf diesen Rechner. Das muss mit ALLOW_PRIVATE_TARGETS=1 erlaubt werden.',
  forbidden: 'ODOO_URL führt zu einer Adresse, die nie aufgerufen wird.',
  tls: 'Die verschlüsselte Verbindung zu Odoo kam nicht zustande. Bitte prüfen Sie das Zertifikat.',
  unreachable: 'Odoo ist nicht erreichbar.',
  'time-out': 'Odoo hat nicht rechtzeitig geantwortet.',
  'too-large': NO_ODOO,
}

/** By `error.data.name`, since Odoo's message depends on its product name and language. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['psycopg2.OperationalError', 'Odoo kennt die Datenbank ODOO_DB nicht.'],
  [
    'odoo.exceptions.AccessDenied',
    'Odoo hat die Anmeldung abgelehnt. Bitte versuchen Sie es später noch einmal.',
  ],
])

const rpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ data: z.object({ name: z.string() }) }).optional(),
})
const version = z.object({ server_version: z.string() })
/** The user's id, or false for a wrong login. */
const user = z.union([z.int().positive(), z.literal(false)])

/**
 * Connects to the Odoo of the saved settings and signs in. Changes nothing there.
 * @returns a sentence for the admin
 * @throws Problem test_failed with the reason, which contains nothing of Odoo's answer
 */
export async function testOdooConnection(ctx: Ctx, lookup: Lookup, timeoutMs = TIMEOUT_MS): Promise<string> {
  const { ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS } = readSettings(ctx, 'odoo')
  if ([ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS].includes(''))
    throw failed('Odoo ist noch nicht eingerichtet: Bitte URL, Datenbank, Benutzer und Passwort speichern.')
  const guard = {
    lookup,
    allowPrivate: ctx.config.allowPrivateTargets,
    signal: AbortSignal.timeout(timeoutMs),
  }
  const address = `${ODOO_URL.replace(/[?#].*$/, '').replace(/\/+$/, '')}/jsonrpc`
  // Without the password, which only an Odoo may receive.
  const info = await callCommon(address, guard, 'version', [])
  if (!version.safeParse(info).success) throw failed(NO_ODOO)
  const login = user.safeParse(
    await callCommon(address, guard, 'authenticate', [ODOO_DB, ODOO_USER, ODOO_PASS, {}]),
  )
  if (!login.success) throw failed(NO_ODOO)
  if (login.data === false) throw failed('Odoo hat Benutzer oder Passwort abgelehnt.')
  return 'Die Verbindung zu Odoo steht, die Anmeldung hat funktioniert.'
}

/** @throws Problem test_failed */
async function callCommon(
  address: string,
  guard: Guard,
  method: 'version' | 'authenticate',
  args: readonly unknown[],
): Promise<unknown> {
  const answer = await postGuarded(
    address,
    { jsonrpc: '2.0', method: 'call', id: 1, params: { service: 'common', method, args } },
    guard,
  )
  if (!answer.answered) throw failed(UNANSWERED[answer.why])
  // Odoo answers errors with 200 too; any other status comes from another server.
  if (answer.status !== 200) throw failed(`${NO_ODOO.slice(0, -1)} (HTTP ${answer.status}).`)
  const parsed = rpcAnswer.safeParse(answer.json)
  if (!parsed.success) throw failed(NO_ODOO)
  const { result, error } = parsed.data
  if (error !== undefined) throw failed(MESSAGES.get(error.data.name) ?? 'Odoo meldet einen Fehler.')
  return result
}

function failed(reason: string): Problem {
  return new Problem('test_failed', {}, reason)
}
