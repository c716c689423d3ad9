import { queueEmail } from '../messaging/outbox/queue.ts'
import type { TestApp } from './test-app.ts'

/** Queues an e-mail to Rosa Musterfrau that is about no booking. */
export function queueMail(app: TestApp, kind: 'confirmed' | 'email-verification' = 'confirmed') {
  return queueEmail(app.ctx(), {
    kind,
    recipient: 'rosa@musterfrau.example',
    subject: `Betreff ${kind}`,
    text: 'Text',
    html: '<p>Text</p>',
  })
}
