import { like, sql } from 'drizzle-orm'
import { decrypt, encrypt } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { settings } from '../db/schema.ts'
import { readSettingsRow, writeSettingsRow } from '../db/settings-rows.ts'
import { wake } from '../db/wake.ts'
import { fieldsOf, type Group, SETTINGS, type Settings, secretsOf } from '../shared/settings/settings.ts'
import { settingsOfEnvironment } from './environment-settings.ts'

const GROUPS = Object.keys(SETTINGS) as Group[]

/** The values of settings that are not stored. */
const DEFAULTS = Object.fromEntries(GROUPS.map((group) => [group, defaultsOf(group)])) as Settings

function defaultsOf(group: Group) {
  return Object.fromEntries(Object.entries(fieldsOf(group)).map(([name, field]) => [name, field.default]))
}

/** The stored names (`group.name`) of settings that are stored encrypted and never leave the server. */
export const SECRETS: ReadonlySet<string> = new Set(
  GROUPS.flatMap((group) => secretsOf(group).map((name) => `${group}.${name}`)),
)

const groupRows = prepared((db) =>
  db
    .select({ storedName: settings.name, value: settings.value })
    .from(settings)
    .where(like(settings.name, sql.placeholder('pattern')))
    .prepare(),
)

/** Returns one setting, decrypted if it is a secret. Costs less than reading its whole group. */
export function readSetting<G extends Group, Name extends keyof Settings[G] & string>(
  ctx: Ctx,
  group: G,
  name: Name,
): Settings[G][Name] {
  const fixed = settingsOfEnvironment(group, ctx.config)[name]
  if (fixed !== undefined) return fixed
  const storedName = `${group}.${name}`
  const stored = readSettingsRow(ctx.db, storedName)
  return stored === undefined ? DEFAULTS[group][name] : decode(ctx, storedName, stored)
}

/**
 * Returns one group with its secrets decrypted, for use on the server. Answers of the API take
 * `showSettings`.
 */
export function readSettings<G extends Group>(ctx: Ctx, group: G): Readonly<Settings[G]> {
  const stored = Object.fromEntries(
    groupRows(ctx.db)
      .all({ pattern: `${group}.%` })
      .map(({ storedName, value }) => [storedName.slice(`${group}.`.length), decode(ctx, storedName, value)]),
  )
  return { ...DEFAULTS[group], ...stored, ...settingsOfEnvironment(group, ctx.config) }
}

/** Returns the value of a stored setting, decrypted if it is a secret. */
function decode(ctx: Ctx, storedName: string, value: string) {
  return JSON.parse(SECRETS.has(storedName) ? decrypt(ctx, `settings:value:${storedName}`, value) : value)
}

/** Writes these values of a group without an audit row; other values stay. */
export function writeSettings<G extends Group>(ctx: Ctx, group: G, values: Partial<Settings[G]>): void {
  for (const [name, value] of Object.entries(values)) {
    const storedName = `${group}.${name}`
    const json = JSON.stringify(value)
    const stored = SECRETS.has(storedName) ? encrypt(ctx, `settings:value:${storedName}`, json) : json
    writeSettingsRow(ctx.db, storedName, stored, ctx.now)
  }
  // New settings may permit messages and offers that were impossible before.
  wake(ctx)
}
