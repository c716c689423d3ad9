import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import * as v from 'valibot'
import { signEmailPreview } from '../../access/links.ts'
import { retryErpPush } from '../../backoffice/erp-status.ts'
import type { Ctx } from '../../ctx.ts'
import { previewEmail } from '../../messaging/email/preview.ts'
import { type LoggedMessage, listFound, listLog, searchLog } from '../../messaging/outbox/log.ts'
import { retryMessage } from '../../messaging/outbox/retry.ts'
import { type Channel, MESSAGE_STATUSES } from '../../shared/messages/message-kinds.ts'
import { isoAt, isoOrNull } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { before, limit, noBody, query, search } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { wireStatus } from './wire.ts'

const pageQuery = v.object({
  before,
  limit,
  search,
  status: v.optional(
    v.pipe(
      v.picklist(MESSAGE_STATUSES.map(wireStatus), 'Diesen Status gibt es nicht.'),
      v.transform((wire) => (wire === 'muted' ? 'suppressed' : wire)),
    ),
  ),
})

const RETRIED = { message: 'Wird noch einmal gesendet.' }

/** The calls that list e-mails, SMS and pushes to Odoo, and send one of them again. */
export function outboxRoutes() {
  return new Hono<AdminEnv>()
    .get('/outbox/emails', query(pageQuery), async (c) => {
      const { rows, more } = await pageOf(ctxOf(c), 'email', c.req.valid('query'))
      return c.json({ emails: rows.map(emailAnswer), more })
    })
    .get('/outbox/sms', query(pageQuery), async (c) => {
      const { rows, more } = await pageOf(ctxOf(c), 'sms', c.req.valid('query'))
      return c.json({ sms: rows.map(smsAnswer), more })
    })
    .get('/outbox/odoo', query(pageQuery), async (c) => {
      const { rows, more } = await pageOf(ctxOf(c), 'erp', c.req.valid('query'))
      return c.json({ odoo: rows.map(pushAnswer), more })
    })
    .get('/outbox/emails/:id/preview', (c) => {
      const ctx = ctxOf(c)
      const id = readId(c.req.param('id'))
      const { subject, html } = previewEmail(ctx, id)
      // The page shows the e-mail in a frame, where it keeps its inline styles. An empty preview needs no
      // frame.
      const url = html === '' ? null : `/api/email-previews/${id}/${signEmailPreview(ctx, id)}`
      return c.json({ subject, html, url })
    })
    .post('/outbox/emails/:id/retry', noBody, (c) => {
      retryMessage(ctxOf(c), 'email', readId(c.req.param('id')))
      return c.json(RETRIED)
    })
    .post('/outbox/sms/:id/retry', noBody, (c) => {
      retryMessage(ctxOf(c), 'sms', readId(c.req.param('id')))
      return c.json(RETRIED)
    })
    .post('/outbox/odoo/:id/retry', noBody, (c) => {
      retryErpPush(ctxOf(c), readId(c.req.param('id')))
      return c.json(RETRIED)
    })
}

/**
 * Returns one page of the log, narrowed to what a search finds. Other requests are answered while it
 * searches.
 */
async function pageOf(ctx: Ctx, channel: Channel, { search, ...filter }: v.InferOutput<typeof pageQuery>) {
  if (!search?.trim()) return listLog(ctx, channel, filter)
  const found: number[] = []
  for (const ids of searchLog(ctx, channel, search, filter)) {
    found.push(...ids)
    if (found.length > filter.limit) break
    await setImmediate()
  }
  return { rows: listFound(ctx, found.slice(0, filter.limit)), more: found.length > filter.limit }
}

/** Returns 0, which is no message's id, for anything but a whole number. */
function readId(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}

function emailAnswer(row: LoggedMessage) {
  return {
    ...commonAnswer(row),
    subject: row.subject,
    // The portal writes to one recipient only.
    cc: null,
    bcc: null,
    attempts: row.attempts,
    due_at: isoAt(row.dueAt),
    sent_at: isoOrNull(row.sentAt),
  }
}

function smsAnswer(row: LoggedMessage) {
  return {
    ...commonAnswer(row),
    sender: row.sender,
    text: row.text,
    send_status: row.sendStatus,
    send_price: row.priceMillicents === null ? null : row.priceMillicents / 100_000,
    message_id: row.providerMessageId,
    dlr_status: row.deliveryStatus,
    dlr_timestamp_iso: isoOrNull(row.deliveredAt),
    provider: row.provider,
  }
}

function pushAnswer(row: LoggedMessage) {
  return { ...commonAnswer(row), subject: row.subject, attempts: row.attempts }
}

function commonAnswer(row: LoggedMessage) {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    status: wireStatus(row.status),
    error: row.error,
    emptied: row.emptied,
    log_uuid: row.logUuid,
    created_at: isoAt(row.createdAt),
    booking_id: row.bookingId,
    booking_start: isoOrNull(row.bookingStartsAt),
  }
}
