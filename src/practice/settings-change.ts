import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { AuditChange } from '../shared/audit.ts'
import { Problem } from '../shared/problems.ts'
import { fieldsOf, type Group, type Settings } from '../shared/settings/settings.ts'
import type { SettingsChange } from '../shared/settings/settings-schema.ts'
import { settingsOfEnvironment } from './environment-settings.ts'
import { readSettings, SECRETS, writeSettings } from './settings.ts'

const FIXED = 'Das legt der Server fest (SMTP_URL, MAIL_FROM) und lässt sich hier nicht ändern.'

/**
 * Saves an admin's changes, and records them in the audit, secrets by name only. A missing field and an empty
 * secret stay as they are; null removes a secret, and so does a change of the server that gets it. Source:
 * docs/behaviour.md 12.11 and 12.12.
 * @throws Problem invalid when a changed setting is set by the environment
 */
export function saveSettings<G extends Group>(ctx: Ctx, group: G, change: Partial<SettingsChange<G>>): void {
  inTx(ctx, () => {
    const changed = changedSettings(ctx, group, change)
    if (changed.length === 0) return
    assertNoneFixed(changed, fixedNames(ctx, group))
    const values = Object.fromEntries(changed.map(({ field, after }) => [field, after]))
    writeSettings(ctx, group, values as Partial<Settings[G]>)
    const auditChanges = changed.map((setting) => auditChangeOf(group, setting))
    recordAudit(ctx, 'settings-saved', group, auditChanges)
  })
}

/** A setting by its name, with its values before and after a change. */
type ChangedSetting = Readonly<{ field: string; before: unknown; after: unknown }>

/** Returns the setting as the audit records it, of a secret only the name. */
function auditChangeOf(group: Group, setting: ChangedSetting): AuditChange {
  const { field } = setting
  // All other settings are texts, numbers, booleans or null.
  return SECRETS.has(`${group}.${field}`) ? { field } : (setting as AuditChange)
}

/** Returns the names of the settings that the environment sets. */
function fixedNames(ctx: Ctx, group: Group): string[] {
  return Object.keys(settingsOfEnvironment(group, ctx.config))
}

/** Returns the settings that saving would change. */
export function changedSettings<G extends Group>(
  ctx: Ctx,
  group: G,
  change: Partial<SettingsChange<G>>,
): ChangedSetting[] {
  const stored = readSettings(ctx, group) as Readonly<Record<string, unknown>>
  const sent = change as Readonly<Record<string, unknown>>
  const isChanged = (name: string) => valueAfter(stored[name], sent[name]) !== stored[name]
  const fixed = fixedNames(ctx, group)
  // A password is dropped with its server, because another server must not learn it.
  const isDropped = (name: string) =>
    !fixed.includes(name) && fieldsOf(group)[name]?.destinationSettings?.some(isChanged) === true
  return Object.entries(stored).flatMap(([field, before]) => {
    const after = SECRETS.has(`${group}.${field}`)
      ? secretAfter(isDropped(field) ? '' : before, sent[field])
      : valueAfter(before, sent[field])
    return after === before ? [] : [{ field, before, after }]
  })
}

/** @throws Problem invalid when one of the changed settings is set by the environment */
function assertNoneFixed(changed: readonly ChangedSetting[], fixed: readonly string[]): void {
  const refused = changed.filter(({ field }) => fixed.includes(field))
  if (refused.length === 0) return
  throw new Problem(
    'invalid',
    { fields: Object.fromEntries(refused.map(({ field }) => [field, FIXED])) },
    FIXED,
  )
}

/** A setting that was not sent stays as it is. */
function valueAfter(before: unknown, sent: unknown): unknown {
  return sent === undefined ? before : sent
}

/** Null removes a secret. An empty one keeps it, because a form shows a stored secret as empty. */
function secretAfter(before: unknown, sent: unknown): unknown {
  return sent === null ? '' : sent || before
}
