import type { ResolveHost } from '../access/guarded-call.ts'
import type { Ctx } from '../ctx.ts'
import { readSettings } from '../practice/settings.ts'
import { openOdoo } from './odoo-client.ts'
import type { Odoo } from './odoo-connection.ts'

/** Returns whether URL, database, user and password are all saved. */
export function isOdooSetUp(ctx: Ctx): boolean {
  const { ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS } = readSettings(ctx, 'odoo')
  return ![ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS].includes('')
}

/**
 * The last connection, with the settings that it was opened with. It is reused because signing in takes half
 * a second.
 */
let cached: Readonly<{ settings: string; connection: Promise<Odoo> }> | undefined

/**
 * Returns a connection to the Odoo of the saved settings, signed in.
 * @throws OdooError
 */
export function connectOdoo(ctx: Ctx, resolveHost: ResolveHost): Promise<Odoo> {
  const login = readOdooLogin(ctx)
  const settings = JSON.stringify(login)
  if (cached?.settings === settings) return cached.connection
  const connection = openOdoo(login, { resolveHost, allowPrivate: ctx.config.allowPrivateTargets })
  cached = { settings, connection }
  // A failed sign-in must not be reused: the next call has to try again.
  connection.catch(() => {
    if (cached?.connection === connection) disconnectOdoo()
  })
  return connection
}

/** Drops the connection, for instance because Odoo no longer accepts it. */
export function disconnectOdoo(): void {
  cached = undefined
}

/** Returns the saved URL, database, user and password. */
export function readOdooLogin(ctx: Ctx) {
  const { ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS } = readSettings(ctx, 'odoo')
  return { url: ODOO_URL, database: ODOO_DB, user: ODOO_USER, password: ODOO_PASS }
}
