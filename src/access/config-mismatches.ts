import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'

/**
 * What the configuration does not fit: a proxy, nearby or perhaps at a distance, that is not in TRUSTED_PROXIES, so that its
 * visitors cannot be told apart, a visitor whose address is in TRUSTED_PROXIES, and a host with Turnstile checks that is none of
 * the portal's addresses.
 */
type Kind = 'untrusted-proxy' | 'distant-proxy' | 'hidden-visitor' | 'turnstile-host'
type Mismatch = { name: string; at: Instant; logged: Instant }

/** In memory, because the environment changes with a restart only. */
const mismatches = new WeakMap<Ctx['config'], Map<Kind, Mismatch>>()

/** @returns whether the log should say so: once an hour */
export function recordMismatch(
  { config, now }: Pick<Ctx, 'config' | 'now'>,
  kind: Kind,
  name: string,
): boolean {
  const known = mismatches.get(config) ?? new Map<Kind, Mismatch>()
  mismatches.set(config, known)
  const before = known.get(kind)
  const isDue = before === undefined || before.logged <= now - HOUR
  known.set(kind, { name, at: now, logged: isDue ? now : before.logged })
  return isDue
}

/** The address of the proxy, or the host, that was seen within the last day. */
export function findMismatch({ config, now }: Pick<Ctx, 'config' | 'now'>, kind: Kind): string | undefined {
  const last = mismatches.get(config)?.get(kind)
  return last !== undefined && last.at > now - DAY_LENGTH ? last.name : undefined
}
