import type { Ctx } from '../../ctx.ts'
import type { Message } from '../../db/schema.ts'
import { type Log, maskEmails } from '../../log.ts'
import { findMailRoute, findSender, hasMailServer, type MailRoute } from '../../practice/mail-server.ts'
import { readSettings } from '../../practice/settings.ts'
import { faultText } from '../../shared/messages/fault-text.ts'
import type { DeliveryOutcome, Transport } from '../outbox/transport.ts'
import type { MailFault, MailResult } from './mail-fault.ts'
import { forgetRefusals, judgeRefusal } from './refusals.ts'
import type { EmailMessage, MailPort } from './smtp.ts'
import { MAIL_TIMEOUTS_MS } from './smtp-connection.ts'
import { logWaiting } from './waiting-log.ts'

/** Access to the mail server and the log. */
export type MailPorts = Readonly<{ mail: MailPort; log: Log }>

/** The result of an attempt without a mail server. */
const NO_SERVER = {
  ok: false,
  kind: 'configuration',
  detail: 'Es ist kein E-Mail-Server eingerichtet. Bitte unter „E-Mail-Server“ eintragen.',
} as const satisfies MailResult

/** The result of an attempt without an address of the practice to send from. */
const NO_SENDER = {
  ok: false,
  kind: 'configuration',
  detail: 'Kein Absender: Bitte MAIL_FROM oder die E-Mail-Adresse in den Praxisdaten eintragen.',
} as const satisfies MailResult

/** Sentences for faults without advice of their own; the server's words follow. */
export const MAIL_FAULT_SENTENCES: Readonly<Partial<Record<MailFault['kind'], string>>> = {
  temporary: 'E-Mail-Server nicht erreichbar: Er nimmt gerade nichts an.',
  permanent: 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an.',
}

/** The outcome of a message for each kind of fault. */
const RESULT_OF_FAULT = {
  temporary: 'temporary',
  permanent: 'failed',
  configuration: 'configuration',
  interrupted: 'untried',
} as const

/** Returns the transport for e-mails, by the practice's mail server. Each is sent at least once. */
export function emailTransport({ mail, log }: MailPorts): Transport {
  return {
    channel: 'email',
    // A worker loses its lease only long after its attempt must have ended.
    leaseMs: 2 * MAIL_TIMEOUTS_MS.total,
    atMostOnce: false,
    isReady: hasMailServer,
    whileNotReady(ctx) {
      if (!ctx.config.production) logWaiting(ctx, log)
    },
    async send(ctx, row): Promise<DeliveryOutcome> {
      const mailResult = await sendFromPractice(ctx(), mail, row)
      logAttempt(log, row, mailResult)
      if (mailResult.ok) {
        forgetRefusals(ctx())
        return { result: 'sent', error: null }
      }
      const { kind, detail, advice, cause, refuses } = mailResult
      // The refusal of an e-mail about a danger must not cause another danger. It says nothing about other
      // recipients.
      if (refuses !== undefined && row.kind !== 'danger') return judgeRefusal(ctx(), row, { refuses, detail })
      const sentence = advice ?? cause ?? MAIL_FAULT_SENTENCES[kind]
      return {
        result: RESULT_OF_FAULT[kind],
        error: sentence === undefined ? detail : faultText(sentence, detail),
        advice,
      }
    },
  }
}

/** Returns why no e-mail can be sent at all, as a sentence; undefined if one can be tried. */
export function whyMailNotSetUp(ctx: Ctx): string | undefined {
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
export function composeFor(ctx: Ctx, row: Message, { from }: MailRoute): EmailMessage {
  const practice = readSettings(ctx, 'practice')
  const { recipient: to, subject, text, html, calendar, messageId } = row
  const content = { to, replyTo: practice.mail, subject, text, html, calendar, messageId }
  return { from: { name: from.name || practice.name, address: from.address }, ...content }
}

/**
 * Logs an attempt. The server's answer is logged only if the settings are at fault, because it may name the
 * recipient otherwise.
 */
function logAttempt(log: Log, row: Message, result: MailResult): void {
  const logFields = { mail: row.logUuid, kind: row.kind, attempt: row.attempts }
  if (result.ok) log.info(logFields, 'mail sent')
  else if (result.kind === 'configuration')
    log.error(
      { ...logFields, fault: maskEmails(result.detail) },
      'mail settings are wrong, the outbox pauses',
    )
  else log.warn({ ...logFields, fault: result.kind }, 'mail not sent')
}
