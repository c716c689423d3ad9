import type { Context, MiddlewareHandler } from 'hono'
import { resumeSession, type Session } from '../../access/sessions.ts'
import type { Ctx } from '../../ctx.ts'
import { Problem } from '../../shared/problems.ts'
import { isoAt } from '../../time/vienna.ts'
import type { Deps, Env } from '../deps.ts'

export type AdminEnv = { Variables: Env['Variables'] & { session: Session } }

/** Tells the page until when the session now lives, with every answer. */
export const SESSION_HEADER = 'Session-Expires-At'

/** Pages ask for these by themselves; they keep no session alive. */
const POLLED = new Set(['/api/admin/status'])

/**
 * Lets in who bears the token of a live session; from here on the Ctx knows who acts.
 * @throws Problem unauthorized
 */
export function signedIn(deps: Deps): MiddlewareHandler<AdminEnv> {
  return async (c, next) => {
    const session = getSession(c, deps)
    c.set('session', session)
    c.set('ctx', ctxOfAdmin(session, deps))
    await next()
  }
}

/**
 * For a door outside the admin area that an admin may use as well.
 * @throws Problem unauthorized
 */
export function adminCtx(c: Context, deps: Deps): Ctx {
  return ctxOfAdmin(getSession(c, deps), deps)
}

/** The live session that the request's bearer token belongs to. */
function getSession(c: Context, deps: Deps): Session {
  const [, token] = /^Bearer ([\w-]{20,100})$/.exec(c.req.header('authorization') ?? '') ?? []
  const awake = !POLLED.has(c.req.path.replace(/\/$/, ''))
  const session = token && resumeSession(deps.ctx({ kind: 'visitor' }), token, awake)
  if (!session) throw new Problem('unauthorized')
  c.header(SESSION_HEADER, isoAt(session.expiresAt))
  return session
}

function ctxOfAdmin({ adminId: id, email }: Session, deps: Deps): Ctx {
  return deps.ctx({ kind: 'admin', id, email })
}
