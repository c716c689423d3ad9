import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { type Message, messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import { findMailServer } from '../../practice/mail-server.ts'
import { faultText } from '../../shared/messages/fault-text.ts'
import { PAUSE_MS } from '../outbox/faults.ts'
import type { DeliveryOutcome } from '../outbox/transport.ts'

const WRONG_ADDRESS = 'Adresse prüfen: Sie nimmt keine E-Mails an.'

/**
 * The domains that the server has refused since it last took an e-mail, for each database, with the ids of
 * the e-mails that failed.
 */
const refusals = new WeakMap<Db, Map<string, number[]>>()

/** The number of refused domains from which on the server is at fault, and not the recipients. */
const REFUSES_ALL = { recipient: 3, policy: 2 }

/**
 * Distinguishes a wrong recipient from a server that refuses every recipient, such as a relay that wants a
 * login (docs/behaviour.md 10.11). Other e-mails are tried all the same, so that wrong addresses cannot stop
 * the mail.
 */
export function judgeRefusal(
  ctx: Ctx,
  { id, kind, recipient }: Message,
  refuses: 'recipient' | 'policy',
  detail: string,
): DeliveryOutcome {
  const refused = refusals.get(ctx.db) ?? new Map<string, number[]>()
  refusals.set(ctx.db, refused)
  const domain = recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase()
  const failed = refused.get(domain) ?? []
  refused.set(domain, refuses === 'recipient' && kind !== 'test' ? [...failed, id] : failed)
  if (refused.size >= REFUSES_ALL[refuses]) {
    requeueFailed(ctx, [...refused.values()].flat())
    const advice = refusedAdvice(ctx)
    return { result: 'refused', error: faultText(advice, detail), advice }
  }
  if (refuses === 'policy') {
    const advice = refusedAdvice(ctx)
    return { result: 'temporary', error: faultText(advice, detail), advice }
  }
  return { result: 'failed', error: faultText(WRONG_ADDRESS, detail), wrongRecipient: true }
}

/** Forgets the refused domains, because the server has taken an e-mail. */
export function forgetRefusals(ctx: Ctx): void {
  refusals.delete(ctx.db)
}

/** Returns the sentence for a server that refuses every recipient. */
function refusedAdvice(ctx: Ctx): string {
  const whereConfigured = findMailServer(ctx)?.whereConfigured
  return `Der E-Mail-Server lehnt die Empfänger ab: Bitte Benutzer und Passwort ${whereConfigured} und den Absender (MAIL_FROM) prüfen.`
}

/** Queues e-mails again that have failed by the server's fault. */
function requeueFailed(ctx: Ctx, ids: readonly number[]): void {
  ctx.db
    .update(messages)
    .set({ status: 'queued', attempts: 0, dueAt: ctx.now + PAUSE_MS })
    .where(and(inArray(messages.id, [...ids]), eq(messages.status, 'failed')))
    .run()
  // The ids do not say which of them are verifications, which have workers of their own.
  wake(ctx, 'email')
  wake(ctx, 'verifications')
}
