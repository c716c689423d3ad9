import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Ctx } from '../../ctx.ts'
import { listLog, listMessagesByIds } from '../../messaging/outbox/log.ts'
import { searchLog } from '../../messaging/outbox/log-search.ts'
import { type Channel, MESSAGE_STATUSES } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { type Role, seesPatients } from '../../shared/role.ts'
import { ctxOf } from '../deps.ts'
import { beforeField, pageLengthField, searchField } from '../fields.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { emailAnswer, kindsHiddenFrom, pushAnswer, smsAnswer } from './outbox-answers.ts'

/** The status of a message. */
export const messageStatusField = v.picklist(MESSAGE_STATUSES, 'Diesen Status gibt es nicht.')

/** `open=1` selects only the failures that the practice should act on. */
const openField = v.optional(
  v.pipe(
    v.literal('1', 'Bitte 1 angeben, oder nichts.'),
    v.transform(() => true),
  ),
)

const pageQuery = v.object({
  before: beforeField,
  limit: pageLengthField,
  search: searchField,
  open: openField,
  status: v.optional(messageStatusField),
})

/** The calls that list e-mails, SMS and pushes to Odoo, for all roles. */
export function outboxListRoutes() {
  return new Hono<AdminEnv>()
    .get('/outbox/emails', query(pageQuery), async (c) => {
      const { role } = c.get('session')
      const { rows, more } = await readLogPage(ctxOf(c), { channel: 'email', role }, c.req.valid('query'))
      return c.json({ emails: rows.map((row) => emailAnswer(ctxOf(c), row, role)), more })
    })
    .get('/outbox/sms', query(pageQuery), async (c) => {
      const { role } = c.get('session')
      const { rows, more } = await readLogPage(ctxOf(c), { channel: 'sms', role }, c.req.valid('query'))
      return c.json({ sms: rows.map((row) => smsAnswer(ctxOf(c), row, role)), more })
    })
    .get('/outbox/odoo', query(pageQuery), async (c) => {
      const { role } = c.get('session')
      const { rows, more } = await readLogPage(ctxOf(c), { channel: 'erp', role }, c.req.valid('query'))
      return c.json({ odoo: rows.map((row) => pushAnswer(ctxOf(c), row, role)), more })
    })
}

/**
 * Returns one page of the log, limited to what a search finds; the role determines which e-mails that are.
 * Other requests are answered during the search.
 * @throws Problem forbidden for a search in a role that must not see recipients
 */
async function readLogPage(
  ctx: Ctx,
  { channel, role }: Readonly<{ channel: Channel; role: Role }>,
  { search, ...filter }: v.InferOutput<typeof pageQuery>,
) {
  if (!search?.trim()) return listLog(ctx, channel, filter)
  if (!seesPatients(role)) throw new Problem('forbidden')
  const foundIds: number[] = []
  // A search also matches recipients, so a hit would confirm a guessed e-mail address to staff who must not
  // see it.
  const except = kindsHiddenFrom(role)
  for (const ids of searchLog(ctx, channel, search, { ...filter, except })) {
    foundIds.push(...ids)
    // One row more than the limit shows whether another page follows.
    if (foundIds.length > filter.limit) break
    await setImmediate()
  }
  const rows = listMessagesByIds(ctx, foundIds.slice(0, filter.limit))
  return { rows, more: foundIds.length > filter.limit }
}
