import { eq } from 'drizzle-orm'
import { recordAudit } from '../../access/audit.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { emails, sms } from '../../db/schema.ts'
import { Problem } from '../../shared/problems.ts'
import { reachableMobile } from '../sms/phone.ts'
import { canSendSms } from '../sms/provider-accounts.ts'
import { SMS_UNKNOWN } from './deliver-sms.ts'
import { isObsolete, NO_LONGER_TRUE } from './staleness.ts'

/** Why a message cannot be sent once more: it is in the queue already, or has done its work. */
const STANDING: Readonly<Record<string, string>> = {
  queued: 'Diese Nachricht wartet bereits auf den Versand.',
  sending: 'Diese Nachricht wird gerade gesendet.',
  sent: 'Diese Nachricht wurde bereits gesendet.',
}

/** As if it had just been queued. */
const afresh = (ctx: Ctx) => ({ status: 'queued', attempts: 0, dueAt: ctx.now, error: null }) as const

/**
 * Puts a mail that failed or was held back into the queue again, under the same Message-ID. What is no longer true by then
 * the worker holds back once more (deliver.ts).
 * @throws Problem 'not found', conflict (also where it promises an appointment that has been called off)
 */
export function retryEmail(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    getStopped(ctx, ctx.db.select().from(emails).where(eq(emails.id, id)).get())
    ctx.db.update(emails).set(afresh(ctx)).where(eq(emails.id, id)).run()
    recordAudit(ctx, 'message-resent', `E-Mail ${id}`)
  })
}

/**
 * Puts a text message that failed, was held back or whose outcome is unknown into the queue again: a person has decided that
 * it may arrive twice.
 * @throws Problem 'not found', conflict (also where no text message reaches the number, or nobody is there to send it)
 */
export function retrySms(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const { status, recipient } = getStopped(ctx, ctx.db.select().from(sms).where(eq(sms.id, id)).get())
    if (!isE164Mobile(recipient)) throw new Problem('conflict', {}, 'Diese Nummer kann keine SMS empfangen.')
    if (!canSendSms(ctx)) throw new Problem('conflict', {}, 'Es ist kein SMS-Provider eingerichtet.')
    // A provider that then speaks of a repetition proves that the first one had gone out after all.
    const sendStatus = status === 'unknown' ? SMS_UNKNOWN : null
    ctx.db
      .update(sms)
      .set({ ...afresh(ctx), sendStatus })
      .where(eq(sms.id, id))
      .run()
    recordAudit(ctx, 'message-resent', `SMS ${id}`)
  })
}

/** The message, if there is one, its way has ended before anybody was reached for certain, and it promises nothing in vain. */
function getStopped<Row extends { status: string; kind: string; bookingId: string | null }>(
  ctx: Ctx,
  row: Row | undefined,
): Row {
  if (row === undefined) throw new Problem('not found', {}, 'Diese Nachricht gibt es nicht.')
  const standing = STANDING[row.status]
  if (standing !== undefined) throw new Problem('conflict', {}, standing)
  if (isObsolete(ctx, row)) throw new Problem('conflict', {}, NO_LONGER_TRUE)
  return row
}

/** A number that no text message reaches was kept as the patient typed it. */
function isE164Mobile(recipient: string): boolean {
  return /^\+\d+$/.test(recipient) && 'e164' in reachableMobile(recipient, '')
}
