import { type Context, Hono } from 'hono'
import { signEmailPreview } from '../../access/links.ts'
import { retryErpPush } from '../../backoffice/odoo.ts'
import { previewEmail } from '../../messaging/email/preview.ts'
import { getMessage } from '../../messaging/outbox/log.ts'
import { retryMessage } from '../../messaging/outbox/retry.ts'
import { reopenFailure, settleFailure } from '../../messaging/outbox/settlement.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { ctxOf } from '../deps.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { maySeeMessages } from './outbox-answers.ts'

/** The answers of the calls, as staff read them. */
const RETRIED = { message: 'Wird noch einmal gesendet.' }
const SETTLED = { message: 'Als erledigt vermerkt.' }
const REOPENED = { message: 'Ist wieder offen.' }

/** The calls that show an e-mail, send a message again, and settle failures. */
export function outboxRoutes() {
  return new Hono<AdminEnv>()
    .get('/outbox/emails/:id/preview', (c) => {
      const ctx = ctxOf(c)
      const id = readId(c)
      if (!maySeeMessages(getMessage(ctx, 'email', id).kind, c.get('session').role))
        throw new Problem('forbidden')
      const { subject, html } = previewEmail(ctx, id)
      // The page shows the e-mail in a frame, which allows inline styles. An empty preview needs no frame.
      const url = html === '' ? null : `/api/email-previews/${id}/${signEmailPreview(ctx, id)}`
      return c.json({ subject, html, url })
    })
    .post('/outbox/emails/:id/retry', noBody, (c) => retry(c, 'email'))
    .post('/outbox/sms/:id/retry', noBody, (c) => retry(c, 'sms'))
    .post('/outbox/odoo/:id/retry', noBody, (c) => {
      retryErpPush(ctxOf(c), readId(c))
      return c.json(RETRIED)
    })
    .post('/outbox/emails/:id/settle', noBody, (c) => settle(c, 'email'))
    .post('/outbox/sms/:id/settle', noBody, (c) => settle(c, 'sms'))
    .post('/outbox/odoo/:id/settle', noBody, (c) => settle(c, 'erp'))
    .post('/outbox/emails/:id/reopen', noBody, (c) => reopen(c, 'email'))
    .post('/outbox/sms/:id/reopen', noBody, (c) => reopen(c, 'sms'))
    .post('/outbox/odoo/:id/reopen', noBody, (c) => reopen(c, 'erp'))
}

/** A call about the message whose id is in its path. */
type MessageCall = Context<AdminEnv, `${string}/:id/${string}`>

function retry(c: MessageCall, channel: 'email' | 'sms') {
  retryMessage(ctxOf(c), channel, readId(c))
  return c.json(RETRIED)
}

function settle(c: MessageCall, channel: Channel) {
  settleFailure(ctxOf(c), channel, readId(c))
  return c.json(SETTLED)
}

function reopen(c: MessageCall, channel: Channel) {
  reopenFailure(ctxOf(c), channel, readId(c))
  return c.json(REOPENED)
}

/** Reads the id of a message from the path. Anything but a whole number becomes 0, which is never an id. */
function readId(c: MessageCall): number {
  const id = c.req.param('id')
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}
