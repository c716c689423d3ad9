import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'

/**
 * An observation that contradicts the configuration.
 * - `untrusted-proxy`: A nearby proxy forwards visitors, but TRUSTED_PROXIES lacks it.
 * - `distant-proxy`: A peer on the internet sends the header of a proxy.
 * - `hidden-visitor`: The visitor's own address is in TRUSTED_PROXIES.
 * - `turnstile-host`: A Turnstile check was solved on a host that is none of the portal's addresses.
 *
 * `ProxyMismatch` (http/proxies.ts) says more about the first three.
 */
export type MismatchKind = 'untrusted-proxy' | 'distant-proxy' | 'hidden-visitor' | 'turnstile-host'

/** The last observation of a kind, and when the log last named one. */
type Mismatch = { hostOrIp: string; seenAt: Instant; loggedAt: Instant }

/**
 * Mismatches are kept in memory, because the environment changes only with a restart. They are kept for each
 * configuration, because one process can run several portals, for example in tests.
 */
const mismatches = new WeakMap<Ctx['config'], Map<MismatchKind, Mismatch>>()

/**
 * Records a mismatch.
 * @param hostOrIp the host or IP address that was seen
 * @returns true once an hour, when the log should name it
 */
export function recordMismatch(
  { config, now }: Pick<Ctx, 'config' | 'now'>,
  kind: MismatchKind,
  hostOrIp: string,
): boolean {
  const ofConfig = mismatches.get(config) ?? new Map<MismatchKind, Mismatch>()
  mismatches.set(config, ofConfig)
  const previous = ofConfig.get(kind)
  const isLogDue = previous === undefined || previous.loggedAt <= now - HOUR
  ofConfig.set(kind, { hostOrIp, seenAt: now, loggedAt: isLogDue ? now : previous.loggedAt })
  return isLogDue
}

/** Returns the last IP address or host that was seen, if that was within the last day. */
export function findRecentMismatch(
  { config, now }: Pick<Ctx, 'config' | 'now'>,
  kind: MismatchKind,
): string | undefined {
  const last = mismatches.get(config)?.get(kind)
  return last !== undefined && last.seenAt > now - DAY_LENGTH ? last.hostOrIp : undefined
}
