import { Hono } from 'hono'
import { getAdmin } from '../../access/admins.ts'
import { deviceName } from '../../access/device.ts'
import { endOtherSessions, endSession, signOut } from '../../access/ended-sessions.ts'
import { listFactors } from '../../access/second-factor.ts'
import { listSessions, type Session } from '../../access/sessions.ts'
import type { Ctx } from '../../ctx.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { sessionEnd } from './session-end.ts'

/** The calls about the signed-in admin's sessions. */
export function sessionRoutes() {
  return new Hono<AdminEnv>()
    .post('/logout', noBody, (c) => {
      signOut(ctxOf(c), c.get('session'))
      return c.body(null, 204)
    })
    .get('/session', (c) => c.json(sessionAnswer(ctxOf(c), c.get('session'))))
    .get('/sessions', (c) => {
      const current = c.get('session')
      return c.json(
        listSessions(ctxOf(c), current.adminId).map(({ id, device, createdAt, seenAt }) => ({
          id,
          device: deviceName(device),
          created_at: isoAt(createdAt),
          seen_at: isoAt(seenAt),
          current: id === current.id,
        })),
      )
    })
    .delete('/sessions/:id', noBody, (c) => {
      endSession(ctxOf(c), c.get('session'), Number(c.req.param('id')))
      return c.body(null, 204)
    })
    .delete('/sessions', noBody, (c) => {
      endOtherSessions(ctxOf(c), c.get('session'))
      return c.body(null, 204)
    })
}

function sessionAnswer(ctx: Ctx, session: Session) {
  const { adminId, name, email, role } = session
  const admin = getAdmin(ctx, adminId)
  const factors = listFactors(ctx, admin)
  return {
    user: { name, email, role, ...(admin.resourceId !== null && { resource_id: admin.resourceId }) },
    ...sessionEnd(session),
    second_factor: factors.length > 0,
    factors,
  }
}
