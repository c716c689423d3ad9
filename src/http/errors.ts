import { randomUUID } from 'node:crypto'
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { FAULT_MESSAGES, noteDatabaseError } from '../db/health.ts'
import { sqliteErrorIn } from '../db/open.ts'
import { Problem } from '../shared/problems.ts'
import { bindingsOf, type Deps, type Env } from './deps.ts'

/**
 * Answers every error as `{error, message, …facts}`. Unexpected ones are logged with a request id, which is
 * in the answer too.
 */
export function handleErrors({ ctx, log }: Deps): ErrorHandler<Env> {
  return (error, c) => {
    if (error instanceof Problem) return problemResponse(c, error)
    // A request that breaks off while its body is read is no fault of the server, so it is not logged.
    if (error === bindingsOf(c).incoming?.errored || (error instanceof HTTPException && error.status < 500))
      return problemResponse(c, new Problem('invalid'))
    const facts = { request: randomUUID() }
    const entry = { err: error, ...facts, method: c.req.method, route: routePath(c) }
    const fault = noteDatabaseError(ctx({ kind: 'visitor' }).db, error)
    if (fault === undefined) log.error(entry, 'request failed')
    else log[fault === 'damaged' ? 'fatal' : 'error'](entry, FAULT_MESSAGES[fault])
    return problemResponse(c, new Problem(fault || isBusy(error) ? 'unavailable' : 'internal', facts))
  }
}

export function problemResponse(c: Context, problem: Problem) {
  const retry = problem.facts.retry_after
  if (typeof retry === 'number') c.header('Retry-After', String(retry))
  return c.json({ ...problem.facts, error: problem.code, message: problem.message }, problem.status)
}

/** Whether another process keeps the database locked, which is temporary. */
function isBusy(error: unknown): boolean {
  return sqliteErrorIn(error)?.code.startsWith('SQLITE_BUSY') ?? false
}
