import { Hono } from 'hono'
import * as v from 'valibot'
import { signEmailPreview } from '../../access/links.ts'
import { previewEmail } from '../../messaging/email/preview.ts'
import { type LoggedEmail, type LoggedSms, listEmails, listSms } from '../../messaging/outbox/log.ts'
import { retryEmail, retrySms } from '../../messaging/outbox/resend.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { noBody, query } from '../input.ts'
import type { AdminEnv } from './guard.ts'

const MOST = 500
const LIMIT = `Bitte eine Zahl von 1 bis ${MOST} angeben.`

const listQuery = v.object({
  limit: v.pipe(
    v.optional(v.string(LIMIT), '100'),
    v.regex(/^\d{1,3}$/, LIMIT),
    v.transform(Number),
    v.minValue(1, LIMIT),
    v.maxValue(MOST, LIMIT),
  ),
})

/** Long enough for a frame to load, of no use to whoever finds the address later. */
const LOOK = 2 * MINUTE

const AGAIN = { message: 'Wird noch einmal gesendet.' }

/** What was sent, what waits and what failed; and sending it once more. */
export function outboxRoutes(_doorway: Deps) {
  return new Hono<AdminEnv>()
    .get('/outbox/emails', query(listQuery), (c) =>
      c.json({ emails: listEmails(ctxOf(c), c.req.valid('query').limit).map(emailAnswer) }),
    )
    .get('/outbox/sms', query(listQuery), (c) =>
      c.json({ sms: listSms(ctxOf(c), c.req.valid('query').limit).map(smsAnswer) }),
    )
    .get('/outbox/emails/:id/preview', (c) => {
      const ctx = ctxOf(c)
      const id = numberOf(c.req.param('id'))
      const { subject, html } = previewEmail(ctx, id)
      // Where a frame can look at it as it is styled; an empty letter has nothing to look at.
      const url = html === '' ? null : `/api/letters/${id}/${signEmailPreview(ctx, id, ctx.now + LOOK)}`
      return c.json({ subject, html, url })
    })
    .post('/outbox/emails/:id/retry', noBody, (c) => {
      retryEmail(ctxOf(c), numberOf(c.req.param('id')))
      return c.json(AGAIN)
    })
    .post('/outbox/sms/:id/retry', noBody, (c) => {
      retrySms(ctxOf(c), numberOf(c.req.param('id')))
      return c.json(AGAIN)
    })
}

/** No message has the number 0. */
function numberOf(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}

function emailAnswer(mail: LoggedEmail) {
  return {
    id: mail.id,
    subject: mail.subject,
    recipient: mail.recipient,
    cc: mail.cc,
    bcc: mail.bcc,
    status: mail.status,
    error: mail.error,
    log_uuid: mail.logUuid,
    created_at: isoAt(mail.createdAt),
    kind: mail.kind,
    attempts: mail.attempts,
    due_at: isoAt(mail.dueAt),
    sent_at: whenKnown(mail.sentAt),
    booking_id: mail.bookingId,
  }
}

function smsAnswer(sms: LoggedSms) {
  return {
    id: sms.id,
    recipient: sms.recipient,
    sender: sms.sender,
    text: sms.text,
    send_status: sms.sendStatus,
    status: sms.status,
    send_price: sms.priceMillicents === null ? null : sms.priceMillicents / 100_000,
    message_id: sms.messageId,
    dlr_status: sms.deliveryStatus,
    dlr_timestamp_iso: whenKnown(sms.deliveredAt),
    log_uuid: sms.logUuid,
    error: sms.error,
    provider: sms.provider,
    kind: sms.kind,
    created_at: isoAt(sms.createdAt),
    booking_id: sms.bookingId,
  }
}

function whenKnown(at: Instant | null): string | null {
  return at === null ? null : isoAt(at)
}
