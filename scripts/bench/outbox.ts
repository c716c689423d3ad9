import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type Ctx, inTx } from '../../src/ctx.ts'
import { claimDue } from '../../src/messaging/outbox/leases.ts'
import { listLog } from '../../src/messaging/outbox/log.ts'
import { insertMessage } from '../../src/messaging/outbox/queue.ts'
import { MINUTE } from '../../src/shared/day.ts'
import { atMost, type Comparison } from './comparison-table.ts'
import { measureInTurn, microsecondsPerCall, ROUNDS } from './measure.ts'

const CALLS_PER_ROUND = 50

/**
 * Compares the queries of the outbox monitor, the alerts and the delivery between an outbox and one with a
 * hundred times the messages.
 */
export async function compareOutboxes(): Promise<Comparison[]> {
  const outboxes = { large: openOutbox(100_000), small: openOutbox(1_000) }
  const { large, small } = await measureInTurn(['large', 'small'], ROUNDS, (size) => {
    const { ctx } = outboxes[size]
    return microsecondsPerCall(CALLS_PER_ROUND, () => {
      listLog(ctx, 'email', { limit: 10 })
      listLog(ctx, 'email', { limit: 10, status: 'failed' })
      listLog(ctx, 'email', { limit: 10, status: 'unknown' })
      claimDue(ctx, { channel: 'email', lane: 'others' }, MINUTE)
    })
  })
  for (const { close } of Object.values(outboxes)) close()
  const name = '100,000 messages against our own 1,000'
  return [{ name, ours: large, reference: small, unit: 'µs', ratioAim: atMost(1.5) }]
}

/** Opens an in-memory database with `count` messages, of which every hundredth has failed. */
function openOutbox(count: number): Readonly<{ ctx: Ctx; close: () => void }> {
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
