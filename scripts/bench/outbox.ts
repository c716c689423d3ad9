import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type Ctx, inTx } from '../../src/ctx.ts'
import { insertMessage } from '../../src/messaging/outbox/queue.ts'

/** Opens an in-memory database with `count` messages, of which every hundredth has failed. */
export function openOutbox(count: number): Readonly<{ ctx: Ctx; close: () => void }> {
  const app = openApp(readConfig({ LOG_LEVEL: 'silent', APP_SECRET: 'x'.repeat(32) }), ':memory:')
  const ctx = app.ctx({ kind: 'job' })
  const email = {
    kind: 'confirmed',
    recipient: 'rosa@musterfrau.example',
    subject: 'Termin',
    text: 'Text',
  } as const
  inTx(ctx, () => {
    for (let index = 0; index < count; index++)
      insertMessage(
        ctx,
        { channel: 'email', ...email },
        { status: index % 100 === 0 ? 'failed' : 'sent', sentAt: ctx.now },
      )
  })
  return { ctx, close: app.close }
}
