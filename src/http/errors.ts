import { randomUUID } from 'node:crypto'
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { Problem } from '../shared/problems.ts'
import type { Deps, Env } from './deps.ts'

/** Answers every error as `{error, message, …facts}`. Logs unexpected ones with a request id, which is in the answer too. */
export function handleErrors({ log }: Deps): ErrorHandler<Env> {
  return (error, c) => {
    if (error instanceof Problem) return problemResponse(c, error)
    if (error instanceof HTTPException && error.status < 500)
      return problemResponse(c, new Problem('invalid'))
    const request = randomUUID()
    log.error({ err: error, request, method: c.req.method, route: routePath(c) }, 'request failed')
    return problemResponse(c, new Problem(isDiskError(error) ? 'unavailable' : 'internal', { request }))
  }
}

export function problemResponse(c: Context, problem: Problem) {
  const retry = problem.facts.retry_after
  if (typeof retry === 'number') c.header('Retry-After', String(retry))
  return c.json({ ...problem.facts, error: problem.code, message: problem.message }, problem.status)
}

/** A full, read-only or busy disk, which may be temporary. Drizzle wraps SQLite's error. */
function isDiskError(error: unknown): boolean {
  const code =
    (error as { code?: string; cause?: { code?: string } }).code ??
    (error as { cause?: { code?: string } }).cause?.code
  return code !== undefined && /^SQLITE_(FULL|READONLY|IOERR|BUSY)/.test(code)
}
