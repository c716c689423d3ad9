import { Hono } from 'hono'
import {
  type ErpStatus,
  readErpStatus,
  restoreErpEvent,
  startFirstSync,
} from '../../backoffice/erp-status.ts'
import { notifyErpConflicts } from '../../booking/notifications.ts'
import { pullNow } from '../../erp/sync.ts'
import { isoAt, isoOrNull } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** The calls that show and steer the synchronisation with Odoo (docs/behaviour.md, section 17). */
export function odooRoutes(deps: Deps) {
  return new Hono<AdminEnv>()
    .get('/odoo', (c) => c.json(statusAnswer(readErpStatus(ctxOf(c)))))
    .post('/odoo/pull', noBody, async (c) => {
      const admin = ctxOf(c).actor
      if (await pullNow(() => deps.ctx(admin), deps)) notifyErpConflicts(deps.ctx(admin))
      return c.json(statusAnswer(readErpStatus(deps.ctx(admin))))
    })
    .post('/odoo/first-sync', noBody, (c) => c.json({ queued: startFirstSync(ctxOf(c)) }))
    .post('/odoo/bookings/:id/restore', noBody, (c) => {
      restoreErpEvent(ctxOf(c), c.req.param('id'))
      return c.json({ note: 'Der Eintrag in Odoo wird gleich wieder wie hier.' })
    })
}

function statusAnswer(status: ErpStatus) {
  const { pulledAt, pushedAt, pullError, pushError, conflicts, changes, ...counts } = status
  return {
    ...counts,
    pulled_at: isoOrNull(pulledAt),
    pull_error: pullError,
    pushed_at: isoOrNull(pushedAt),
    push_error: pushError,
    conflicts: conflicts.map(({ bookingId, bookingStartsAt, startsAt, endsAt }) => ({
      booking_id: bookingId,
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
