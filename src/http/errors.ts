import { randomUUID } from 'node:crypto'
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { Ctx } from '../ctx.ts'
import { FAULT_MESSAGES } from '../db/database-fault.ts'
import { recordDatabaseError } from '../db/health.ts'
import { waitUntilUnlocked } from '../db/lock.ts'
import { readSetting } from '../practice/settings.ts'
import { Problem } from '../shared/problems.ts'
import { bindingsOf, ctxOf, type Deps, type Env } from './deps.ts'

/** Seconds after which a caller may repeat a call that met a locked database. */
const SECONDS_AFTER_LOCK = 2

/**
 * Returns the handler that answers every error as `{error, message, …facts}`. Unexpected errors are logged
 * with a request id, which is also in the answer.
 */
export function handleErrors({ ctx, log }: Deps): ErrorHandler<Env> {
  return (error, c) => {
    if (error instanceof Problem) return problemResponse(c, error)
    // A request that is aborted while its body is read is no fault of the server, so it is not logged.
    const isAborted = error === bindingsOf(c).incoming?.errored
    const isBadRequest = error instanceof HTTPException && error.status < 500
    if (isAborted || isBadRequest) return problemResponse(c, new Problem('invalid'))

    const facts = { request: randomUUID() }
    const entry = { err: error, ...facts, method: c.req.method, route: routePath(c) }
    const visitorCtx = ctx({ kind: 'visitor' })
    const fault = recordDatabaseError(visitorCtx.db, error)
    if (fault === undefined) {
      log.error(entry, 'request failed')
      return problemResponse(c, new Problem('internal', facts))
    }
    log[fault === 'damaged' ? 'fatal' : 'error'](entry, FAULT_MESSAGES[fault])
    const retryFacts = fault === 'locked' && { retry_after: SECONDS_AFTER_LOCK }
    return problemResponse(c, unavailableProblem(c, visitorCtx, { ...facts, ...retryFacts }))
  }
}

/**
 * Returns the Problem unavailable. For patients, who want an appointment, it includes the practice's phone
 * number.
 */
function unavailableProblem(c: Context, ctx: Ctx, facts: Problem['facts']): Problem {
  if (c.req.path.startsWith('/api/admin/'))
    return new Problem(
      'unavailable',
      facts,
      'Gerade kann nichts gespeichert werden. Bitte versuchen Sie es gleich noch einmal.',
    )
  const problem = new Problem('unavailable', facts)
  const phone = findPhone(ctx)
  if (phone === '') return problem
  return new Problem('unavailable', { ...facts, phone }, problem.message.replace(/\.$/, `: ${phone}.`))
}

/** Returns the practice's phone number; '' if there is none or the database cannot be read. */
function findPhone(ctx: Ctx): string {
  try {
    return readSetting(ctx, 'practice', 'phone')
  } catch (error) {
    if (recordDatabaseError(ctx.db, error) === undefined) throw error
    return ''
  }
}

/** Answers a Problem in the shape that all refusals have, with `Retry-After` if it has a time to wait. */
export function problemResponse(c: Context, problem: Problem) {
  const retrySeconds = problem.facts.retry_after
  if (typeof retrySeconds === 'number') c.header('Retry-After', String(retrySeconds))
  return c.json({ ...problem.facts, error: problem.code, message: problem.message }, problem.status)
}

/**
 * Waits until no other process keeps the database locked, so that the caller of a write need not repeat it.
 * @throws Problem unavailable when that takes too long
 */
export const whenWritable: MiddlewareHandler<Env> = async (c, next) => {
  const ctx = ctxOf(c)
  if (!(await waitUntilUnlocked(ctx.db)))
    throw unavailableProblem(c, ctx, { retry_after: SECONDS_AFTER_LOCK })
  await next()
}
