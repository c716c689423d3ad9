import type { Context, MiddlewareHandler } from 'hono'
import { resumeSession, type Session } from '../../access/sessions.ts'
import type { Ctx } from '../../ctx.ts'
import { Problem } from '../../shared/problems.ts'
import { isoAt } from '../../time/vienna.ts'
import type { Deps, Env } from '../deps.ts'

export type AdminEnv = { Variables: Env['Variables'] & { session: Session } }

/** Every answer says in this header when the session expires. */
const SESSION_HEADER = 'Session-Expires-At'

/** Open pages poll these paths, which must not keep an unattended session alive. */
const POLLED = new Set(['/api/admin/status'])

/**
 * Requires a session, and sets the Ctx of its admin.
 * @throws Problem unauthorized
 */
export function signedIn(deps: Deps): MiddlewareHandler<AdminEnv> {
  return async (c, next) => {
    // The session can end, or its role change, while the body arrives, so the body is read before. The route
    // refuses a faulty one.
    await c.req.text().catch(() => '')
    const session = getSession(c, deps)
    c.set('session', session)
    c.set('ctx', ctxOfAdmin(session, deps))
    await next()
  }
}

/** @throws Problem forbidden for an assistant (docs/behaviour.md 12.39) */
export const doctorOnly: MiddlewareHandler<AdminEnv> = async (c, next) => {
  if (c.get('session').role !== 'doctor') throw new Problem('forbidden')
  await next()
}

/**
 * The Ctx of the signed-in admin, for routes outside the admin area that admins can use too.
 * @throws Problem unauthorized
 */
export function adminCtx(c: Context, deps: Deps): Ctx {
  return ctxOfAdmin(getSession(c, deps), deps)
}

/** Returns the live session of the request's bearer token. @throws Problem unauthorized */
function getSession(c: Context, deps: Deps): Session {
  const [, token] = /^Bearer ([\w-]{20,100})$/.exec(c.req.header('authorization') ?? '') ?? []
  const keepAlive = !POLLED.has(c.req.path.replace(/\/$/, ''))
  const session = token && resumeSession(deps.ctx({ kind: 'visitor' }), token, keepAlive)
  if (!session) throw new Problem('unauthorized')
  c.header(SESSION_HEADER, isoAt(session.expiresAt))
  return session
}

function ctxOfAdmin({ adminId: id, email }: Session, deps: Deps): Ctx {
  return deps.ctx({ kind: 'admin', id, email })
}
