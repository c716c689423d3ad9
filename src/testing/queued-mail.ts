import { queueEmail } from '../messaging/outbox/queue.ts'
import type { TestApp } from './test-app.ts'

/** Queues an e-mail to Rosa Musterfrau that is about no booking. */
export function queueEmailToRosa(app: TestApp, kind: 'confirmed' | 'email-verification' = 'confirmed') {
  return queueEmail(app.ctx(), {
    kind,
    recipient: 'rosa@musterfrau.example',
    subject: `Betreff ${kind}`,
    text: 'Text',
    html: '<p>Text</p>',
  })
}

/** Returns the id of the only e-mail of this kind. @throws Error unless there is exactly one */
export function onlyEmailId(app: TestApp, kind: string): number {
  const emails = app.rows<{ id: number }>(
    `select id from messages where channel = 'email' and kind = ?`,
    kind,
  )
  const [email] = emails
  if (email === undefined || emails.length > 1)
    throw new Error(`${emails.length} e-mails of the kind ${kind}`)
  return email.id
}
