import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { type Message, messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import { findMailServer } from '../../practice/mail-server.ts'
import { faultText } from '../../shared/messages/fault-text.ts'
import { PAUSE_MS } from '../outbox/faults.ts'
import type { DeliveryOutcome } from '../outbox/transport.ts'
import type { MailFault } from './mail-fault.ts'

const WRONG_ADDRESS = 'Adresse prüfen: Sie nimmt keine E-Mails an.'

/** A refusal of the recipient, or of the e-mail because of the server's policy, in the server's own words. */
type Refusal = Readonly<{ refuses: NonNullable<MailFault['refuses']>; detail: string }>

/**
 * The refused domains of recipients, each with the ids of its e-mails that have failed for good; perhaps
 * none.
 */
type RefusedDomains = Map<string, readonly number[]>

/**
 * The domains that the server has refused since it last accepted an e-mail, for each open database. They are
 * in memory only, because they are soon collected again.
 */
const refusedDomainsOf = new WeakMap<Db, RefusedDomains>()

/**
 * The number of refused domains from which on the server is at fault, not the recipients. A policy rarely
 * concerns the recipient, so fewer domains suffice for it (docs/behaviour.md 10.11).
 */
const REFUSED_DOMAINS_OF_FAULTY_SERVER = { recipient: 3, policy: 2 }

/**
 * Distinguishes a wrong recipient from a server that refuses every recipient, such as a relay that requires a
 * login (docs/behaviour.md 10.11). Other e-mails are still tried, so that wrong e-mail addresses cannot stop
 * the mail.
 */
export function judgeRefusal(ctx: Ctx, message: Message, { refuses, detail }: Refusal): DeliveryOutcome {
  const refusedDomains = addRefusedDomain(ctx, message, refuses)
  const advice = refusedAdvice(ctx)
  if (refusedDomains.size >= REFUSED_DOMAINS_OF_FAULTY_SERVER[refuses]) {
    requeueFailed(ctx, [...refusedDomains.values()].flat())
    return { result: 'refused', error: faultText(advice, detail), advice }
  }
  if (refuses === 'recipient')
    return { result: 'failed', error: faultText(WRONG_ADDRESS, detail), wrongRecipient: true }
  return { result: 'temporary', error: faultText(advice, detail), advice }
}

/** Adds the recipient's domain to those that the server has refused. Returns them all. */
function addRefusedDomain(
  ctx: Ctx,
  { id, kind, recipient }: Message,
  refuses: Refusal['refuses'],
): RefusedDomains {
  const refusedDomains = refusedDomainsOf.getOrInsertComputed(ctx.db, (): RefusedDomains => new Map())
  const domain = recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase()
  const failedIds = refusedDomains.get(domain) ?? []
  // Only an e-mail that fails for good may have to be queued again. One refused by policy waits anyway, and a
  // test is sent only once. In either case the domain counts as refused.
  const mayBeQueuedAgain = refuses === 'recipient' && kind !== 'test'
  refusedDomains.set(domain, mayBeQueuedAgain ? [...failedIds, id] : failedIds)
  return refusedDomains
}

/** Forgets the refused domains, because the server has accepted an e-mail. */
export function forgetRefusals(ctx: Ctx): void {
  refusedDomainsOf.delete(ctx.db)
}

/** Returns the sentence for a server that refuses every recipient. */
function refusedAdvice(ctx: Ctx): string {
  const whereConfigured = findMailServer(ctx)?.whereConfigured
  return `Der E-Mail-Server lehnt die Empfänger ab: Bitte Benutzer und Passwort ${whereConfigured} und den Absender (MAIL_FROM) prüfen.`
}

/** Queues e-mails again that failed because of the server. */
function requeueFailed(ctx: Ctx, ids: readonly number[]): void {
  ctx.db
    .update(messages)
    .set({ status: 'queued', attempts: 0, dueAt: ctx.now + PAUSE_MS })
    .where(and(inArray(messages.id, [...ids]), eq(messages.status, 'failed')))
    .run()
  // Some of the e-mails may be verifications, which have workers of their own.
  wake(ctx, 'email')
  wake(ctx, 'verifications')
}
