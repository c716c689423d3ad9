import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { onceUnlocked } from '../../db/lock.ts'
import type { Db } from '../../db/open.ts'
import { type Message, messages } from '../../db/schema.ts'
import { wake } from '../../db/wake.ts'
import { type Log, maskEmail } from '../../log.ts'
import {
  findMailRoute,
  findMailServer,
  findSender,
  hasMailServer,
  type MailRoute,
} from '../../practice/mail-server.ts'
import { readSettings } from '../../practice/settings.ts'
import { faultText } from '../../shared/messages/fault-text.ts'
import type { DeliveryOutcome, Transport } from '../outbox/deliver.ts'
import { PAUSE_MS } from '../outbox/faults.ts'
import { withBody } from '../outbox/packed-bodies.ts'
import { tryRecordOutcome } from '../outbox/queue.ts'
import { findStaleReason } from '../outbox/staleness.ts'
import type { MailFault, MailResult } from './mail-fault.ts'
import type { EmailMessage, MailPort } from './smtp.ts'
import { MAIL_TIMEOUT_MS } from './smtp-connection.ts'

export type MailPorts = Readonly<{ mail: MailPort; log: Log }>

const NO_SERVER = {
  ok: false,
  kind: 'configuration',
  detail: 'Es ist kein E-Mail-Server eingerichtet. Bitte unter „E-Mail-Server“ eintragen.',
} as const satisfies MailResult

const NO_SENDER = {
  ok: false,
  kind: 'configuration',
  detail: 'Kein Absender: Bitte MAIL_FROM oder die E-Mail-Adresse in den Praxisdaten eintragen.',
} as const satisfies MailResult

/** Sentences for faults that have none of their own; the server's words follow. */
export const CAUSES: Readonly<Partial<Record<MailFault['kind'], string>>> = {
  temporary: 'E-Mail-Server nicht erreichbar: Er nimmt gerade nichts an.',
  permanent: 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an.',
}
const WRONG_ADDRESS = 'Adresse prüfen: Sie nimmt keine E-Mails an.'

const RESULTS = {
  temporary: 'temporary',
  permanent: 'failed',
  configuration: 'configuration',
  interrupted: 'untried',
} as const

/** Returns the way to send e-mails by the practice's mail server, at least once each. */
export function emailTransport({ mail, log }: MailPorts): Transport {
  return {
    channel: 'email',
    leaseMs: 2 * MAIL_TIMEOUT_MS.total,
    atMostOnce: false,
    isReady: hasMailServer,
    whileNotReady(ctx) {
      if (!ctx.config.production) showWaiting(ctx, log)
    },
    async send(ctx, row): Promise<DeliveryOutcome> {
      const result = await sendFromPractice(ctx(), mail, row)
      report(log, row, result)
      if (result.ok) {
        refusals.delete(ctx().db)
        return { result: 'sent', error: null }
      }
      const { kind, detail, advice, cause, refuses } = result
      // An e-mail about a danger must not make one: its refusal says nothing about other recipients.
      if (refuses !== undefined && row.kind !== 'danger') return judgeRefusal(ctx(), row, refuses, detail)
      const sentence = advice ?? cause ?? CAUSES[kind]
      return {
        result: RESULTS[kind],
        error: sentence === undefined ? detail : faultText(sentence, detail),
        advice,
      }
    },
  }
}

/**
 * For each database: the domains refused since the server last took an e-mail, with the ids of the e-mails
 * that failed.
 */
const refusals = new WeakMap<Db, Map<string, number[]>>()

/** Once this many domains were refused, the server is at fault and not the recipients. */
const REFUSES_ALL = { recipient: 3, policy: 2 }

function refusedAdvice(ctx: Ctx): string {
  const whereConfigured = findMailServer(ctx)?.whereConfigured
  return `Der E-Mail-Server lehnt die Empfänger ab: Bitte Benutzer und Passwort ${whereConfigured} und den Absender (MAIL_FROM) prüfen.`
}

/**
 * Distinguishes a wrong recipient from a server that refuses every recipient, such as a relay that wants a
 * login (docs/behaviour.md 10.11). Other e-mails are tried all the same, so that wrong addresses cannot stop
 * the mail.
 */
function judgeRefusal(
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

/** Queues e-mails again that have failed by the server's fault. */
function requeueFailed(ctx: Ctx, ids: readonly number[]): void {
  ctx.db
    .update(messages)
    .set({ status: 'queued', attempts: 0, dueAt: ctx.now + PAUSE_MS })
    .where(and(inArray(messages.id, [...ids]), eq(messages.status, 'failed')))
    .run()
  wake(ctx, 'email')
  wake(ctx, 'verifications')
}

/** Returns why no e-mail can be sent at all, as a sentence; undefined when one can be tried. */
export function whyNoEmails(ctx: Ctx): string | undefined {
  if (!hasMailServer(ctx)) return NO_SERVER.detail
  return findSender(ctx) === undefined ? NO_SENDER.detail : undefined
}

/** Sends by the practice's mail server. */
async function sendFromPractice(ctx: Ctx, mail: MailPort, row: Message): Promise<MailResult> {
  const route = findMailRoute(ctx)
  if (route !== undefined) return mail.send(composeFor(ctx, row, route), route.server)
  return hasMailServer(ctx) ? NO_SENDER : NO_SERVER
}

/** Composes the e-mail with the practice as sender and as recipient of replies. */
function composeFor(ctx: Ctx, row: Message, { from }: MailRoute): EmailMessage {
  const practice = readSettings(ctx, 'practice')
  const { recipient: to, subject, text, html, calendar, messageId } = row
  const content = { to, replyTo: practice.mail, subject, text, html, calendar, messageId }
  return { from: { name: from.name || practice.name, address: from.address }, ...content }
}

/** Milliseconds for which `sendByFormerServer` keeps its messages from other workers. */
export const FORMER_LEASE_MS = 2 * MAIL_TIMEOUT_MS.total

/**
 * Sends e-mails that the caller has leased by the server from before a change, in one attempt each
 * (docs/behaviour.md 12.49). The outcome says nothing about the new server, so one that is not taken is
 * stored as suppressed and is no failure. It does not throw, because nobody waits for it.
 */
export async function sendByFormerServer(
  ctx: () => Ctx,
  { mail, log }: MailPorts,
  { former, notices }: Readonly<{ former: MailRoute; notices: readonly Message[] }>,
): Promise<void> {
  const send = async (row: Message) => {
    const result = await mail.send(composeFor(ctx(), row, former), former.server, { isLast: true })
    const outcome = result.ok
      ? ({ status: 'sent', sentAt: ctx().now } as const)
      : ({ status: 'suppressed', error: faultText(FORMER_REFUSED, result.detail) } as const)
    await onceUnlocked(ctx().db, () => tryRecordOutcome(ctx(), row, outcome), FORMER_LEASE_MS)
    log.info({ mail: row.logUuid, kind: row.kind, sent: result.ok }, 'mail tried by the former server')
  }
  // The new server sends what could not be stored, once the lease ends.
  await Promise.all(notices.map((row) => send(row).catch((err) => log.error({ err }, 'mail not stored'))))
}

const FORMER_REFUSED =
  'Der bisherige E-Mail-Server hat sie nicht angenommen. Dieselbe E-Mail steht noch einmal im Postausgang.'

/**
 * Logs the server's answer only where the settings are at fault, because otherwise it may name the recipient.
 */
function report(log: Log, row: Message, result: MailResult): void {
  const about = { mail: row.logUuid, kind: row.kind, attempt: row.attempts }
  if (result.ok) log.info(about, 'mail sent')
  else if (result.kind === 'configuration')
    log.error({ ...about, fault: result.detail }, 'mail settings are wrong, the outbox pauses')
  else log.warn({ ...about, fault: result.kind }, 'mail not sent')
}

/** For each database: the id of the last row whose links were logged. */
const shownUpTo = new WeakMap<Db, number>()

/** Logs links and code of each waiting e-mail once, so that a developer without an SMTP server can go on. */
function showWaiting(ctx: Ctx, log: Log): void {
  const waiting = ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.channel, 'email'),
        eq(messages.status, 'queued'),
        gt(messages.id, shownUpTo.get(ctx.db) ?? 0),
      ),
    )
    .orderBy(asc(messages.id))
    .all()
    .map((row) => withBody(ctx, row))
  for (const row of waiting) {
    shownUpTo.set(ctx.db, row.id)
    if (findStaleReason(ctx, row) !== undefined) continue
    const [code] = /^.*\b\d{6}$/m.exec(row.kind === 'email-verification' ? row.text : '') ?? []
    const links = row.text.match(/https?:\/\/\S+/g) ?? []
    log.info(
      { to: maskEmail(row.recipient), subject: row.subject, code, links },
      'mail waits: no SMTP server is set',
    )
  }
}
