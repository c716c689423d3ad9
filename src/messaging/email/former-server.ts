import type { Ctx } from '../../ctx.ts'
import { onceUnlocked } from '../../db/lock.ts'
import type { Message } from '../../db/schema.ts'
import type { MailRoute } from '../../practice/mail-server.ts'
import { faultText } from '../../shared/messages/fault-text.ts'
import { tryRecordOutcome } from '../outbox/queue.ts'
import { MAIL_TIMEOUT_MS } from './smtp-connection.ts'
import { composeFor, type MailPorts } from './transport.ts'

/** Milliseconds for which `sendByFormerServer` keeps its messages from other workers. */
export const FORMER_LEASE_MS = 2 * MAIL_TIMEOUT_MS.total

const FORMER_REFUSED =
  'Der bisherige E-Mail-Server hat sie nicht angenommen. Dieselbe E-Mail steht noch einmal im Postausgang.'

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
