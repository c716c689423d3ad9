import { randomUUID } from 'node:crypto'
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { Problem } from '../shared/problems.ts'
import type { Deps, Env } from './deps.ts'

/** Turns whatever was thrown into one shape: `{error, message, …facts}` (decisions, section 3). */
export function handleErrors({ log }: Deps): ErrorHandler<Env> {
  return (fault, c) => {
    if (fault instanceof Problem) return problemResponse(c, fault)
    if (fault instanceof HTTPException && fault.status < 500)
      return problemResponse(c, new Problem('invalid'))
    const request = randomUUID()
    log.error({ err: fault, request, method: c.req.method, route: routePath(c) }, 'request failed')
    return problemResponse(c, new Problem(isDiskTrouble(fault) ? 'unavailable' : 'internal', { request }))
  }
}

export function problemResponse(c: Context, problem: Problem) {
  const retry = problem.facts.retry_after
  if (typeof retry === 'number') c.header('Retry-After', String(retry))
  return c.json({ ...problem.facts, error: problem.code, message: problem.message }, problem.status)
}

/** A full or read-only disk is no fault of the request, and may pass. */
function isDiskTrouble(fault: unknown): boolean {
  const code =
    (fault as { code?: string; cause?: { code?: string } }).code ??
    (fault as { cause?: { code?: string } }).cause?.code
  return code !== undefined && /^SQLITE_(FULL|READONLY|IOERR|BUSY)/.test(code)
}
