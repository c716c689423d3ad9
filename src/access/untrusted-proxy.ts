import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'

type Sighting = { proxy: string; at: Instant; logged: Instant }

/** In memory, because TRUSTED_PROXIES changes with a restart only. */
const sightings = new WeakMap<Ctx['config'], Sighting>()

/**
 * Records that a request came through a proxy that is not in TRUSTED_PROXIES, so that its visitors cannot be told apart.
 * @returns whether the log should say so: once an hour
 */
export function recordUntrustedProxy({ config, now }: Pick<Ctx, 'config' | 'now'>, proxy: string): boolean {
  const before = sightings.get(config)
  const isDue = before === undefined || before.logged <= now - HOUR
  sightings.set(config, { proxy, at: now, logged: isDue ? now : before.logged })
  return isDue
}

/** The address of a proxy that is missing in TRUSTED_PROXIES, seen within the last day. */
export function findUntrustedProxy({ config, now }: Pick<Ctx, 'config' | 'now'>): string | undefined {
  const last = sightings.get(config)
  return last !== undefined && last.at > now - DAY_LENGTH ? last.proxy : undefined
}
