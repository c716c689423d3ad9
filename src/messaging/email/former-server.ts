import type { Ctx } from '../../ctx.ts'
import { retryOnceUnlocked } from '../../db/lock.ts'
import type { Message } from '../../db/schema.ts'
import type { MailRoute } from '../../practice/mail-server.ts'
import { faultText } from '../../shared/messages/fault-text.ts'
import { tryRecordOutcome } from '../outbox/leases.ts'
import { MAIL_TIMEOUTS_MS } from './smtp-connection.ts'
import { composeFor, type MailPorts } from './transport.ts'

/** Milliseconds for which `sendByFormerServer` keeps its messages from other workers. */
export const FORMER_LEASE_MS = 2 * MAIL_TIMEOUTS_MS.total

/** The reason why an e-mail that the former server refused is suppressed, before the server's own words. */
const FORMER_REFUSED =
  'Der bisherige E-Mail-Server hat sie nicht angenommen. Dieselbe E-Mail steht noch einmal im Postausgang.'

/**
 * Sends e-mails by the server that was set before a change of the settings, in one attempt each
 * (docs/behaviour.md 12.49). The caller has leased them. An e-mail that the former server refuses is stored
 * as suppressed, not as failed, because that says nothing about the new server. Never throws, because nobody
 * waits for the result.
 */
export async function sendByFormerServer(
  ctx: () => Ctx,
  { mail, log }: MailPorts,
  { former, notices }: Readonly<{ former: MailRoute; notices: readonly Message[] }>,
): Promise<void> {
  const sendOnce = async (row: Message) => {
    const mailResult = await mail.send(composeFor(ctx(), row, former), former.server, { isLast: true })
    const outcome = mailResult.ok
      ? ({ status: 'sent', sentAt: ctx().now } as const)
      : ({ status: 'muted', error: faultText(FORMER_REFUSED, mailResult.detail) } as const)
    await retryOnceUnlocked(ctx().db, () => tryRecordOutcome(ctx(), row, outcome), FORMER_LEASE_MS)
    log.info({ mail: row.logUuid, kind: row.kind, sent: mailResult.ok }, 'mail tried by the former server')
  }
  // When the outcome cannot be stored, the new server sends the e-mail once the lease has ended.
  await Promise.all(notices.map((row) => sendOnce(row).catch((err) => log.error({ err }, 'mail not stored'))))
}
