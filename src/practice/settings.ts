import { like, sql } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { decrypt, encrypt } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { settings } from '../db/schema.ts'
import { readRow, writeRow } from '../db/settings-rows.ts'
import { wake } from '../db/wake.ts'
import type { AuditChange } from '../shared/audit.ts'
import { Problem } from '../shared/problems.ts'
import {
  fieldsOf,
  type Group,
  SETTINGS,
  type SecretOf,
  type Settings,
  type ShownSettings,
  secretsOf,
} from '../shared/settings/settings.ts'
import type { SettingsChange } from '../shared/settings/settings-schema.ts'
import { settingsOfEnvironment } from './environment-settings.ts'

const FIXED = 'Das legt der Server fest (SMTP_URL, MAIL_FROM) und lässt sich hier nicht ändern.'

const GROUPS = Object.keys(SETTINGS) as Group[]

/** The values of settings that are not stored. */
const DEFAULTS = Object.fromEntries(
  GROUPS.map((group) => [
    group,
    Object.fromEntries(Object.entries(fieldsOf(group)).map(([name, field]) => [name, field.default])),
  ]),
) as Settings

/** Names (`group.setting`) of the settings that are encrypted in the database and never leave the server. */
const SECRETS: ReadonlySet<string> = new Set(
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
  const { [key]: fixed } = settingsOfEnvironment(group, ctx.config)
  if (fixed !== undefined) return fixed
  const name = `${group}.${key}`
  const stored = readRow(ctx.db, name)
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

/**
 * Returns one group for an API answer. Secrets are empty, `secrets` names the stored ones, `fixed` those of
 * the environment.
 */
export function showSettings<G extends Group>(ctx: Ctx, group: G): ShownSettings<G> {
  const secrets = storedSecrets(ctx, group)
  const names = Object.keys(secrets)
  const fixed = Object.keys(settingsOfEnvironment(group, ctx.config))
  return {
    ...readSettings(ctx, group),
    ...Object.fromEntries(names.map((name) => [name, ''])),
    ...(names.length > 0 && { secrets }),
    ...(fixed.length > 0 && { fixed }),
  } as ShownSettings<G>
}

/** Tells for each setting of a group whether it has a value. */
export function storedNames(ctx: Ctx, group: Group): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(readSettings(ctx, group)).map(([name, value]) => [name, value !== '']),
  )
}

/** Tells for each secret of a group whether it is stored. */
export function storedSecrets<G extends Group>(ctx: Ctx, group: G): Record<SecretOf<G>, boolean> {
  const values = readSettings(ctx, group) as Readonly<Record<PropertyKey, unknown>>
  return Object.fromEntries(secretsOf(group).map((name) => [name, values[name] !== ''])) as Record<
    SecretOf<G>,
    boolean
  >
}

/**
 * Saves an admin's changes, and records them in the audit, secrets by name only. A missing field and an empty
 * secret stay as they are; null removes a secret, and so does a change of the server that gets it. Source:
 * docs/behaviour.md 12.11 and 12.12.
 * @throws Problem invalid when a changed setting is set by the environment
 */
export function saveSettings<G extends Group>(ctx: Ctx, group: G, change: Partial<SettingsChange<G>>): void {
  inTx(ctx, () => {
    const changed = changesOf(ctx, group, change)
    if (changed.length === 0) return
    assertChangeable(
      changed.map(({ field }) => field),
      Object.keys(settingsOfEnvironment(group, ctx.config)),
    )
    const values = Object.fromEntries(changed.map(({ field, after }) => [field, after]))
    writeSettings(ctx, group, values as Partial<Settings[G]>)
    const recorded = changed.map((change) =>
      SECRETS.has(`${group}.${change.field}`) ? { field: change.field } : (change as AuditChange),
    )
    recordAudit(ctx, 'settings-saved', group, recorded)
  })
}

/** Returns what saving would change, by the names of the settings. */
export function changesOf<G extends Group>(ctx: Ctx, group: G, change: Partial<SettingsChange<G>>) {
  const stored = readSettings(ctx, group) as Readonly<Record<string, unknown>>
  const sent = change as Readonly<Record<string, unknown>>
  const isChanged = (name: string) => valueAfter(stored[name], sent[name]) !== stored[name]
  const fixed = Object.keys(settingsOfEnvironment(group, ctx.config))
  return Object.entries(stored).flatMap(([field, before]) => {
    // A password is dropped with its server, because another server must not get to know it.
    const isDropped = !fixed.includes(field) && fieldsOf(group)[field]?.sentTo?.some(isChanged)
    const after = SECRETS.has(`${group}.${field}`)
      ? secretAfter(isDropped ? '' : before, sent[field])
      : valueAfter(before, sent[field])
    return after === before ? [] : [{ field, before, after }]
  })
}

/** @throws Problem invalid when one of the changed settings is set by the environment */
function assertChangeable(changed: readonly string[], fixed: readonly string[]): void {
  const refused = changed.filter((name) => fixed.includes(name))
  if (refused.length === 0) return
  throw new Problem('invalid', { fields: Object.fromEntries(refused.map((name) => [name, FIXED])) }, FIXED)
}

/** A setting that was not sent stays as it is. */
function valueAfter(before: unknown, sent: unknown): unknown {
  return sent === undefined ? before : sent
}

/** Null removes a secret. An empty one keeps it, because a form shows a stored secret as empty. */
function secretAfter(before: unknown, sent: unknown): unknown {
  return sent === null ? '' : sent || before
}

/** Writes these values of a group without an audit row; other values stay. */
export function writeSettings<G extends Group>(ctx: Ctx, group: G, values: Partial<Settings[G]>): void {
  for (const [key, plain] of Object.entries(values)) {
    const name = `${group}.${key}`
    const text = JSON.stringify(plain)
    const value = SECRETS.has(name) ? encrypt(ctx, `settings:value:${name}`, text) : text
    writeRow(ctx.db, name, value, ctx.now)
  }
  // New settings may permit messages and offers that were impossible before.
  wake(ctx)
}
