import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { recordMismatch } from '../access/config-mismatches.ts'
import { openRequestLimit } from '../access/request-limit.ts'
import type { Ctx } from '../ctx.ts'
import { Problem } from '../shared/problems.ts'
import type { Deps, Env } from './deps.ts'
import { whenWritable } from './errors.ts'
import { originOf } from './origin.ts'
import { type ProxyMismatch, proxyMismatchOf } from './proxies.ts'

// The middleware that each call of the API passes before its route.

/** The maximum length of a body. */
const MAX_BODY_BYTES = 64 * 1024
/** The limit for each origin. A visitor needs far fewer. */
const REQUESTS_PER_SECOND = 100

/** The warnings in the log, each with its remedy. */
const MISMATCH_WARNINGS: Readonly<Record<ProxyMismatch['kind'], string>> = {
  'untrusted-proxy':
    'all visitors look like one, so the limits for each origin are off: add this proxy to TRUSTED_PROXIES',
  'distant-proxy':
    'this address forwards visitors, who count as one: if it is your proxy, add it to TRUSTED_PROXIES',
  'hidden-visitor':
    'a visitor comes from an address of TRUSTED_PROXIES: if all do, the container runtime hides them, and the limits for each origin are off',
}

/**
 * Sets the Ctx of a request, unless its origin has made too many of them. Warns if it shows that the proxies
 * are not set up right.
 * @throws Problem too_many
 */
export function provideCtx(deps: Deps): MiddlewareHandler<Env> {
  const { config } = deps
  const isWithinLimit = openRequestLimit(REQUESTS_PER_SECOND)
  return (c, next) => {
    const ctx = deps.ctx({ kind: 'visitor' })
    if (config.rateLimits) {
      if (!isWithinLimit(originOf(c, config), ctx.now)) throw new Problem('too_many', { retry_after: 1 })
      warnOfMismatch(ctx, proxyMismatchOf(c, config), deps.log)
    }
    c.set('ctx', ctx)
    return next()
  }
}

/**
 * Logs and records a mismatch of the proxies, unless it is recorded already. The IP address of a visitor
 * stays out of the log.
 */
function warnOfMismatch(ctx: Ctx, mismatch: ProxyMismatch | undefined, log: Deps['log']): void {
  if (mismatch === undefined || !recordMismatch(ctx, mismatch.kind, mismatch.address)) return
  const facts = mismatch.kind === 'hidden-visitor' ? {} : { proxy: mismatch.address }
  log.warn(facts, MISMATCH_WARNINGS[mismatch.kind])
}

/** Refuses requests from pages of other sites (Fetch Metadata Request Headers). @throws Problem cross_site */
const rejectCrossSite: MiddlewareHandler<Env> = async (c, next) => {
  const site = c.req.header('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') throw new Problem('cross_site')
  await next()
}

const limitByCounting = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new Problem('too_large')
  },
})

/**
 * Refuses a body that is too long. Node enforces Content-Length, so only a chunked body has to be counted.
 * @throws Problem too_large
 */
const limitBody: MiddlewareHandler<Env> = (c, next) => {
  const length = c.req.header('content-length')
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) return limitByCounting(c, next)
  const bytes = Number(length)
  if (Number.isNaN(bytes) || bytes > MAX_BODY_BYTES) throw new Problem('too_large')
  return next()
}

/** Applies the guard to every method except GET and HEAD. */
function unlessReading(guard: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : guard(c, next))
}

/** The guards that a call passes if its method is not GET or HEAD. */
export const guardChanges = [rejectCrossSite, limitBody, whenWritable].map(unlessReading)
