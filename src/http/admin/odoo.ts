import { Hono } from 'hono'
import {
  type ErpStatus,
  listErpChanges,
  readErpStatus,
  restoreErpEvent,
  startFirstSync,
} from '../../backoffice/odoo.ts'
import { notifyBusyConflicts } from '../../booking/notifications.ts'
import type { Ctx } from '../../ctx.ts'
import { pullNow } from '../../erp/pull-schedule.ts'
import { isSyncOn } from '../../erp/sync.ts'
import { listBusyConflicts } from '../../schedule/busy-conflicts.ts'
import { BUSY_KINDS } from '../../schedule/busy-times.ts'
import { PRACTICE_ROLES, type Role, SETUP_ROLES, seesPatients } from '../../shared/role.ts'
import { isoAt, isoOrNull } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { noBody } from '../input.ts'
import { type AdminEnv, requireRole } from './guard.ts'

/**
 * The calls that show and control the synchronisation with Odoo (docs/behaviour.md, section 17). Its state is
 * for the roles that set it up, facts about appointments are for the roles that work with them.
 */
export function odooRoutes(deps: Deps) {
  return new Hono<AdminEnv>()
    .get('/odoo', requireRole(...SETUP_ROLES), (c) => c.json(odooStatusFor(ctxOf(c), c.get('session').role)))
    .post('/odoo/pull', requireRole(...SETUP_ROLES), noBody, async (c) => {
      const { actor } = ctxOf(c)
      // The pull takes a while, so what follows needs the current `now`.
      const freshCtx = () => deps.ctx(actor)
      if (await pullNow(freshCtx, deps)) notifyBusyConflicts(freshCtx())
      return c.json(odooStatusFor(freshCtx(), c.get('session').role))
    })
    .post('/odoo/first-sync', requireRole(...SETUP_ROLES), noBody, (c) =>
      c.json({ queued: startFirstSync(ctxOf(c)) }),
    )
    .post('/odoo/bookings/:id/restore', requireRole(...PRACTICE_ROLES), noBody, (c) => {
      restoreErpEvent(ctxOf(c), c.req.param('id'))
      return c.json({ note: 'Der Eintrag in Odoo wird gleich wieder wie hier.' })
    })
}

/**
 * Returns the appointments that differ between the portal and Odoo, and those with conflicts in another
 * calendar; null if the synchronisation is off and there are no such conflicts.
 */
export function odooTasks(ctx: Ctx) {
  if (isSyncOn(ctx))
    return tasksAnswer({ conflicts: listBusyConflicts(ctx, ...BUSY_KINDS), changes: listErpChanges(ctx) })
  const conflicts = listBusyConflicts(ctx, 'calendar')
  return conflicts.length === 0 ? null : tasksAnswer({ conflicts, changes: [] })
}

/** Returns the status, without the appointments that differ for a role that must not see patients. */
function odooStatusFor(ctx: Ctx, role: Role) {
  const status = readErpStatus(ctx)
  return odooStatusAnswer(seesPatients(role) ? status : { ...status, conflicts: [], changes: [] })
}

function odooStatusAnswer(status: ErpStatus) {
  const { pulledAt, pushedAt, pullError, pushError, conflicts, changes, ...counts } = status
  return {
    ...counts,
    ...tasksAnswer({ conflicts, changes }),
    pulled_at: isoOrNull(pulledAt),
    pull_error: pullError,
    pushed_at: isoOrNull(pushedAt),
    push_error: pushError,
  }
}

function tasksAnswer({ conflicts, changes }: Pick<ErpStatus, 'conflicts' | 'changes'>) {
  return {
    conflicts: conflicts.map(({ kind, bookingId, name, bookingStartsAt, startsAt, endsAt }) => ({
      kind,
      booking_id: bookingId,
      name,
      booking_start: isoAt(bookingStartsAt),
      start: isoAt(startsAt),
      end: isoAt(endsAt),
    })),
    changes: changes.map(({ booking, change, startsAt }) => ({
      booking_id: booking.id,
      booking_start: isoAt(booking.startsAt),
      name: `${booking.firstName} ${booking.lastName}`,
      change,
      start: isoOrNull(startsAt),
    })),
  }
}
