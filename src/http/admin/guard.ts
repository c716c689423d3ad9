import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { assertProved, resumeSession, type Session } from '../../access/sessions.ts'
import type { Ctx } from '../../ctx.ts'
import { Problem } from '../../shared/problems.ts'
import { PRACTICE_ROLES, type Role } from '../../shared/role.ts'
import { UNATTENDED_HEADER } from '../../shared/unattended.ts'
import { isoAt } from '../../time/vienna.ts'
import type { Deps, Env } from '../deps.ts'

/** The variables that `requireSession` sets for the calls of the admin area. */
export type AdminEnv = { Variables: Env['Variables'] & { session: Session } }

/** The header in which every answer says when the session expires. */
const SESSION_HEADER = 'Session-Expires-At'

/** Open pages poll these paths, which must not keep an unattended session alive. */
const POLLED_PATHS = new Set(['/api/admin/status'])

/**
 * Requires a session, and sets the Ctx of its admin.
 * @throws Problem unauthorized
 */
export function requireSession(deps: Deps): MiddlewareHandler<AdminEnv> {
  return async (c, next) => {
    // The session can end, or its role can change, while the body arrives. Therefore the body is read first.
    // The route refuses an invalid body.
    await c.req.text().catch(() => '')
    const session = resumeSessionOf(c, deps)
    c.set('session', session)
    c.set('ctx', ctxOfSession(session, deps))
    await next()
  }
}

/**
 * Admits only staff members with one of these roles (docs/behaviour.md 12.39).
 * @throws Problem forbidden
 */
export function requireRole(...roles: readonly Role[]): MiddlewareHandler<AdminEnv> {
  return async (c, next) => {
    assertRole(c.get('session'), roles)
    await next()
  }
}

/**
 * Guards a call that a stolen session must not make: its user must have signed in, or given a proof, within
 * the last ten minutes. Calls that need a proof only for some changes use `assertProved` (docs/behaviour.md
 * 12.47).
 * @throws Problem proof_required
 */
export const requireProof: MiddlewareHandler<AdminEnv> = async (c, next) => {
  assertProved(c.get('ctx'), c.get('session'))
  await next()
}

/**
 * Returns the routes with `requireRole` before each of them. Hono would apply a guard for the whole group
 * also to the groups after it.
 */
export function restrictToRoles<Routes extends Hono<AdminEnv, never, string>>(
  roles: readonly Role[],
  routes: Routes,
): Routes {
  const guarded = new Hono<AdminEnv>()
  for (const { method, path } of routes.routes) guarded.on(method, path, requireRole(...roles))
  // The guard changes neither paths nor answers, so the type for the browser's client remains the same.
  return guarded.route('/', routes) as unknown as Routes
}

/**
 * Returns the Ctx of the signed-in staff member, for decisions on requests, which are outside the admin area.
 * @throws Problem unauthorized; forbidden for those who do not work with patients
 */
export function ctxOfDecider(c: Context, deps: Deps): Ctx {
  const session = resumeSessionOf(c, deps)
  assertRole(session, PRACTICE_ROLES)
  return ctxOfSession(session, deps)
}

/** @throws Problem forbidden */
function assertRole({ role }: Session, roles: readonly Role[]): void {
  if (!roles.includes(role)) throw new Problem('forbidden')
}

/**
 * Returns the live session of the request's bearer token, and prolongs it unless an open page has called by
 * itself.
 * @throws Problem unauthorized
 */
function resumeSessionOf(c: Context, deps: Deps): Session {
  const [, token] = /^bearer ([\w-]{20,100})$/i.exec(c.req.header('authorization') ?? '') ?? []
  const isPolled = POLLED_PATHS.has(c.req.path.replace(/\/$/, ''))
  const keepAlive = !isPolled && c.req.header(UNATTENDED_HEADER) === undefined
  const session = token && resumeSession(deps.ctx({ kind: 'visitor' }), token, { keepAlive })
  if (!session) throw new Problem('unauthorized')
  c.header(SESSION_HEADER, isoAt(session.expiresAt))
  return session
}

function ctxOfSession({ adminId: id, email }: Session, deps: Deps): Ctx {
  return deps.ctx({ kind: 'admin', id, email })
}
