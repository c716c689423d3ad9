import type { Context } from 'hono'
import { fingerprint } from '../access/crypto.ts'
import type { Config } from '../config.ts'
import type { Ctx, OpenedConfig } from '../ctx.ts'
import { isPortalOnlyLocal } from '../practice/addresses.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { ctxOf, type Env } from './deps.ts'
import { networkOf } from './network-address.ts'
import { isLoopback, type ProxyMismatch, proxyMismatchOf, visitorOf } from './proxies.ts'

/**
 * Returns the network address that a request came from: the socket's, or behind a trusted proxy the one in
 * `X-Forwarded-For`. IPv6 addresses are cut to their /48, because one customer can have all addresses in it
 * (RFC 6177).
 */
export function originOf(c: Context, config: Config): string {
  return networkOf(visitorOf(c, config).address)
}

/** Returns a fingerprint of the origin, so that rate limits store no IP address. */
export function originFingerprint(c: Context, config: OpenedConfig): string {
  return fingerprint({ config }, 'origin', originOf(c, config))
}

/**
 * Returns the origin for the limits of patients. It is undefined while visitors cannot be distinguished,
 * because one patient would then use up the limits of all (docs/behaviour.md 13.14). A nearby address that
 * forwards is not a proxy for all visitors if somebody has called without it lately: it is a visitor who
 * sends a header. So is a program on this machine while the portal's address can be opened on this machine
 * only.
 */
export function patientOrigin(c: Context<Env>, config: OpenedConfig): string | undefined {
  const ctx = ctxOf(c)
  const mismatch = proxyMismatchOf(c, config)
  if (mismatch === undefined) recordDirectCall(config, originOf(c, config), ctx.now)
  return mayBeShared(ctx, config, mismatch) ? undefined : originFingerprint(c, config)
}

/** Returns whether several visitors may come from the IP address that a mismatch is about. */
function mayBeShared(ctx: Ctx, config: OpenedConfig, mismatch: ProxyMismatch | undefined): boolean {
  if (mismatch === undefined || mismatch.kind === 'distant-proxy') return false
  if (mismatch.kind === 'hidden-visitor') return true
  if (isReachedDirectly(config, networkOf(mismatch.address), ctx.now)) return false
  return !(isLoopback(mismatch.address) && isPortalOnlyLocal(ctx))
}

type DirectCall = Readonly<{ origin: string; at: Instant }>

/** The last two origins from which patients called directly, not through an untrusted proxy. */
const directCalls = new WeakMap<Config, readonly DirectCall[]>()

function recordDirectCall(config: Config, origin: string, at: Instant): void {
  const callsOfOthers = (directCalls.get(config) ?? []).filter((call) => call.origin !== origin)
  directCalls.set(config, [{ origin, at }, ...callsOfOthers.slice(0, 1)])
}

/** Returns whether, within a day, a patient has called from an origin other than the forwarder's. */
function isReachedDirectly(config: Config, forwarder: string, now: Instant): boolean {
  return (directCalls.get(config) ?? []).some(
    ({ origin, at }) => origin !== forwarder && at > now - DAY_LENGTH,
  )
}
