import { Hono } from 'hono'
import * as v from 'valibot'
import { listAudit } from '../../access/audit.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'

const MAX_LIMIT = 500
const LIMIT = `Bitte eine Zahl von 1 bis ${MAX_LIMIT} angeben.`

const page = v.object({
  before: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}$/, 'Bitte die Nummer eines Eintrags angeben.'),
      v.transform(Number),
    ),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.digits(LIMIT),
      v.transform(Number),
      v.minValue(1, LIMIT),
      v.maxValue(MAX_LIMIT, LIMIT),
    ),
    '100',
  ),
})

/** The audit is read only. */
export function auditRoutes() {
  return new Hono<AdminEnv>().get('/audit', query(page), (c) => {
    const { before, limit } = c.req.valid('query')
    const { entries, more } = listAudit(ctxOf(c), { before, limit })
    const rows = entries.map(({ id, at, actor, actorName, action, subject }) => ({
      id,
      at: isoAt(at),
      actor,
      actor_name: actorName,
      action,
      subject,
    }))
    return c.json({ entries: rows, more })
  })
}
