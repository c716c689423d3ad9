import type { Context } from 'hono'
import { fingerprint } from '../../access/crypto.ts'
import type { Ctx } from '../../ctx.ts'
import { Problem } from '../../shared/problems.ts'
import { ctxOf } from '../deps.ts'
import type { AdminEnv } from './guard.ts'

/** Changes when what is told has changed, and only then. */
export function etagOf(ctx: Ctx, told: unknown): string {
  return fingerprint(ctx, 'version', JSON.stringify(told))
}

/** What a GET tells, with its version as the answer's ETag. */
export function withEtag<T>(c: Context<AdminEnv>, told: T): T {
  c.header('ETag', `"${etagOf(ctxOf(c), told)}"`)
  return told
}

/**
 * Keeps somebody from writing over what another has changed since they read it: If-Match holds the version they have read.
 * `If-None-Match: *` adds what must not be there yet. Without either the last one wins, as for the specification's own caller.
 * To be called in the transaction of the change.
 * @param current what a GET would tell now
 * @param version of it; undefined when it is gone
 * @throws Problem conflict with `current`
 */
export function assertEtag(c: Context<AdminEnv>, current: unknown, version: string | undefined): void {
  const read = c.req.header('if-match')
  const outdated = read !== undefined && (version === undefined || !fits(read, version))
  const taken = c.req.header('if-none-match')?.trim() === '*' && version !== undefined
  if (outdated || taken) throw new Problem('conflict', { current })
}

/** One of several tags, or `*` for any. Proxies that compress weaken tags, and versions in a list stand without quotes. */
function fits(read: string, version: string): boolean {
  const tags = read.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag.replace(/^(?:W\/)?"(.*)"$/, '$1') === version)
}
