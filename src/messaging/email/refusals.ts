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
 * The ids of the e-mails that have failed, by the domain of their recipient. A domain has no ids where its
 * e-mails were refused but have not failed for good.
 */
type RefusedDomains = Map<string, readonly number[]>

/**
 * The domains that the server has refused since it last took an e-mail, for each open database. They are lost
 * with the process, and soon collected again.
 */
const refusedDomainsOf = new WeakMap<Db, RefusedDomains>()

/**
 * The number of refused domains from which on the server is at fault, and not the recipients. A policy seldom
 * concerns a recipient, so fewer domains are enough for that (docs/behaviour.md 10.11).
 */
const REFUSED_DOMAINS_OF_FAULTY_SERVER = { recipient: 3, policy: 2 }

/**
 * Distinguishes a wrong recipient from a server that refuses every recipient, such as a relay that wants a
 * login (docs/behaviour.md 10.11). Other e-mails are tried all the same, so that wrong addresses cannot stop
 * the mail.
 * @param refuses whether the server refuses this recipient, or what the e-mail is (its policy)
 * @param detail the server's own words
 */
export function judgeRefusal(
  ctx: Ctx,
  { id, kind, recipient }: Message,
  refuses: 'recipient' | 'policy',
  detail: string,
): DeliveryOutcome {
  const refusedDomains = refusedDomainsOf.getOrInsertComputed(ctx.db, (): RefusedDomains => new Map())
  const domain = recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase()
  const failedIds = refusedDomains.get(domain) ?? []
  // Only an e-mail that fails here has to be queued again later: after a refusal by policy it waits, and a
  // test is sent once. Either way its domain counts as refused.
  const isToBeQueuedAgain = refuses === 'recipient' && kind !== 'test'
  refusedDomains.set(domain, isToBeQueuedAgain ? [...failedIds, id] : failedIds)
  if (refusedDomains.size >= REFUSED_DOMAINS_OF_FAULTY_SERVER[refuses]) {
    requeueFailed(ctx, [...refusedDomains.values()].flat())
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
  refusedDomainsOf.delete(ctx.db)
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
