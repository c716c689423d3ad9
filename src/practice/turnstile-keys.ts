import type { TurnstileKeys } from '../access/turnstile.ts'
import type { Ctx } from '../ctx.ts'
import { portalHosts } from './addresses.ts'
import { readSetting } from './settings.ts'

/**
 * Returns the Turnstile keys when both are set: the site key in the environment, and the secret in the
 * settings. Otherwise returns undefined, and the built-in bot check is used.
 */
export function turnstileKeys(ctx: Ctx): TurnstileKeys | undefined {
  const siteKey = ctx.config.turnstileSiteKey
  if (!siteKey) return undefined
  const secret = readSetting(ctx, 'general', 'TURNSTILE_SECRET')
  return secret ? { siteKey, secret, hostnames: portalHosts(ctx) } : undefined
}
