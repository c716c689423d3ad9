import { Hono } from 'hono'
import * as v from 'valibot'
import { listAudit, listAuditActors } from '../../backoffice/audit.ts'
import { AUDIT_KINDS, type AuditKind } from '../../shared/audit.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { beforeField, dayField, pageLengthField } from '../fields.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'

const KINDS = Object.keys(AUDIT_KINDS) as AuditKind[]

const pageQuery = v.object({
  before: beforeField,
  limit: pageLengthField,
  actor: v.optional(v.string()),
  kind: v.optional(v.picklist(KINDS, `Bitte eines von ${KINDS.join(', ')} angeben.`)),
  on: v.optional(dayField),
})

/** The calls that read the audit; no call changes it. */
export function auditRoutes() {
  return new Hono<AdminEnv>()
    .get('/audit', query(pageQuery), (c) => {
      const { entries, more } = listAudit(ctxOf(c), c.req.valid('query'))
      const rows = entries.map(
        ({ id, at, actor, actorName, shownName, action, subject, changes, booking }) => ({
          id,
          at: isoAt(at),
          actor,
          actor_name: actorName,
          person: shownName,
          action,
          subject,
          changes,
          booking: booking === undefined ? null : { id: booking.id, start: isoAt(booking.startsAt) },
        }),
      )
      return c.json({ entries: rows, more })
    })
    .get('/audit/actors', (c) => {
      const actors = listAuditActors(ctxOf(c))
      return c.json({ actors: actors.map(({ actor, name }) => ({ actor, person: name })) })
    })
}
