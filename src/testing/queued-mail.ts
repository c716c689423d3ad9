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

/** Returns the id of the only e-mail of this kind. */
export function emailId(app: TestApp, kind: string): number {
  const [message] = app.rows<{ id: number }>('select id from messages where kind = ?', kind)
  if (message === undefined) throw new Error(`no e-mail of the kind ${kind}`)
  return message.id
}
