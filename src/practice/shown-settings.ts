import type { Ctx } from '../ctx.ts'
import { type Group, type ShownSettings, secretsOf } from '../shared/settings/settings.ts'
import { settingsOfEnvironment } from './environment-settings.ts'
import { readSettings } from './settings.ts'

/**
 * Returns one group for an API answer. Secrets are empty, `secrets` says which of them have a value, `fixed`
 * names the settings of the environment.
 */
export function showSettings<G extends Group>(ctx: Ctx, group: G): ShownSettings<G> {
  const secrets = filledSecrets(ctx, group)
  const secretNames = Object.keys(secrets)
  const fixed = Object.keys(settingsOfEnvironment(group, ctx.config))
  return {
    ...readSettings(ctx, group),
    ...Object.fromEntries(secretNames.map((name) => [name, ''])),
    ...(secretNames.length > 0 && { secrets }),
    ...(fixed.length > 0 && { fixed }),
  } as ShownSettings<G>
}

/** Returns for each setting of a group whether it has a value: stored, from the environment or by default. */
export function filledSettings(ctx: Ctx, group: Group): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(readSettings(ctx, group)).map(([name, value]) => [name, value !== '']),
  )
}

/** Returns for each secret of a group whether it has a value. */
function filledSecrets(ctx: Ctx, group: Group): Record<string, boolean> {
  const filled = filledSettings(ctx, group)
  const secretNames: readonly string[] = secretsOf(group)
  return Object.fromEntries(secretNames.map((name) => [name, filled[name] === true]))
}
