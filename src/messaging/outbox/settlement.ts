import { eq } from 'drizzle-orm'
import { recordAudit } from '../../access/audit.ts'
import { actorColumns, type Ctx, inTx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { CHANNEL_NAMES, type Channel } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { getMessage } from './log.ts'
import { hasStopped } from './remedy.ts'

const NOT_FAILED = 'Diese Nachricht ist nicht fehlgeschlagen.'

/**
 * Records that the practice has settled a failure in another way, for example by telephone. The failure is
 * then no longer open. A second call changes nothing.
 * @throws Problem 'not found'; conflict unless the message has stopped
 */
export function settleFailure(ctx: Ctx, channel: Channel, id: number): void {
  inTx(ctx, () => {
    const row = getMessage(ctx, channel, id)
    if (!hasStopped(row)) throw new Problem('conflict', {}, NOT_FAILED)
    if (row.settledAt !== null) return
    const { actorName } = actorColumns(ctx)
    ctx.db.update(messages).set({ settledAt: ctx.now, settledBy: actorName }).where(eq(messages.id, id)).run()
    recordAudit(ctx, 'failure-settled', `${CHANNEL_NAMES[channel]} ${id}`)
  })
}

/** Undoes `settleFailure`, so that the failure is open again. @throws Problem 'not found' */
export function reopenFailure(ctx: Ctx, channel: Channel, id: number): void {
  inTx(ctx, () => {
    if (getMessage(ctx, channel, id).settledAt === null) return
    ctx.db.update(messages).set({ settledAt: null, settledBy: null }).where(eq(messages.id, id)).run()
    recordAudit(ctx, 'failure-reopened', `${CHANNEL_NAMES[channel]} ${id}`)
  })
}
