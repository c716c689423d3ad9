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

/** Names (`group.setting`) of the settings that are encrypted in the database and never leave the server. */
export const SECRETS: ReadonlySet<string> = new Set(
  GROUPS.flatMap((group) => secretsOf(group).map((name) => `${group}.${name}`)),
)

const groupRows = prepared((db) =>
  db
    .select({ name: settings.name, value: settings.value })
    .from(settings)
    .where(like(settings.name, sql.placeholder('group')))
    .prepare(),
)

/** Returns one setting, decrypted if it is a secret. Costs less than reading its whole group. */
export function readSetting<G extends Group, Name extends keyof Settings[G] & string>(
  ctx: Ctx,
  group: G,
  key: Name,
): Settings[G][Name] {
  const fixed = settingsOfEnvironment(group, ctx.config)[key]
  if (fixed !== undefined) return fixed
  const name = `${group}.${key}`
  const stored = readSettingsRow(ctx.db, name)
  return stored === undefined ? DEFAULTS[group][key] : decode(ctx, name, stored)
}

/**
 * Returns one group with its secrets decrypted, for use on the server. Answers of the API take
 * `showSettings`.
 */
export function readSettings<G extends Group>(ctx: Ctx, group: G): Readonly<Settings[G]> {
  const stored = Object.fromEntries(
    groupRows(ctx.db)
      .all({ group: `${group}.%` })
      .map(({ name, value }) => [name.slice(group.length + 1), decode(ctx, name, value)]),
  )
  return { ...DEFAULTS[group], ...stored, ...settingsOfEnvironment(group, ctx.config) }
}

/** Returns the value of a stored setting, decrypted if it is a secret. */
function decode(ctx: Ctx, name: string, value: string) {
  return JSON.parse(SECRETS.has(name) ? decrypt(ctx, `settings:value:${name}`, value) : value)
}

/** Writes these values of a group without an audit row; other values stay. */
export function writeSettings<G extends Group>(ctx: Ctx, group: G, values: Partial<Settings[G]>): void {
  for (const [key, plain] of Object.entries(values)) {
    const name = `${group}.${key}`
    const text = JSON.stringify(plain)
    const value = SECRETS.has(name) ? encrypt(ctx, `settings:value:${name}`, text) : text
    writeSettingsRow(ctx.db, name, value, ctx.now)
  }
  // New settings may permit messages and offers that were impossible before.
  wake(ctx)
}
