import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'

/**
 * An observation that contradicts the configuration. `untrusted-proxy` and `distant-proxy` are proxies that
 * TRUSTED_PROXIES lacks, so that their visitors share one address. `hidden-visitor` is a visitor whose
 * address is in TRUSTED_PROXIES. `turnstile-host` is a host with Turnstile checks that is none of the
 * portal's addresses.
 */
type Kind = 'untrusted-proxy' | 'distant-proxy' | 'hidden-visitor' | 'turnstile-host'
type Mismatch = { name: string; seenAt: Instant; loggedAt: Instant }

/** Mismatches are kept in memory, because the environment changes with a restart only. */
const mismatches = new WeakMap<Ctx['config'], Map<Kind, Mismatch>>()

/** Records the host or address that was seen. @returns true once an hour, when the log should name it */
export function recordMismatch(
  { config, now }: Pick<Ctx, 'config' | 'now'>,
  kind: Kind,
  name: string,
): boolean {
  const known = mismatches.get(config) ?? new Map<Kind, Mismatch>()
  mismatches.set(config, known)
  const before = known.get(kind)
  const isDue = before === undefined || before.loggedAt <= now - HOUR
  known.set(kind, { name, seenAt: now, loggedAt: isDue ? now : before.loggedAt })
  return isDue
}

/** Returns the address or the host that was seen last, if that was within the last day. */
export function findMismatch({ config, now }: Pick<Ctx, 'config' | 'now'>, kind: Kind): string | undefined {
  const last = mismatches.get(config)?.get(kind)
  return last !== undefined && last.seenAt > now - DAY_LENGTH ? last.name : undefined
}
