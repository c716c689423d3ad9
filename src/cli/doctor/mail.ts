import type { Ctx } from '../../ctx.ts'
import { probeMailServer } from '../../messaging/email/smtp.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'
import { findMailServer, findSender } from '../../practice/mail-server.ts'
import { lookUpFailed, type ResolveTxt, recordsOf } from './dns.ts'
import { reasonOf } from './reason.ts'

/** Milliseconds for each stage of the connection, and for all of them. */
const MAIL_TIMEOUTS_MS = { connect: 10_000, greeting: 10_000, silence: 10_000, total: 15_000 }

/** Connects and logs in, without sending anything. */
export async function checkMailServer(ctx: Ctx): Promise<Finding> {
  const about = 'mail server'
  const server = findMailServer(ctx)
  if (server === undefined)
    return wrongFinding(about, {
      text: 'none is set, so that nobody can verify an address and book: web admin, E-Mail-Server; or SMTP_URL',
      german:
        'Es ist keiner eingerichtet. Darum kann niemand die Adresse bestätigen und buchen: Bitte unter „E-Mail-Server“ eintragen.',
    })
  const { host, port, login } = server
  const attempt = await probeMailServer(server, MAIL_TIMEOUTS_MS)
  if (attempt.ok)
    return goodFinding(about, {
      text: `${host}:${port} takes ${login ? 'the login' : 'mail without login'}`,
      german: `${host}:${port} nimmt ${login ? 'die Anmeldung' : 'E-Mails ohne Anmeldung'} an`,
    })
  const place = ctx.config.smtpUrl === undefined ? 'the web admin, E-Mail-Server' : 'SMTP_URL'
  return wrongFinding(about, {
    text: `${host}:${port}: ${attempt.detail.replace(/\.$/, '')}. Check ${place}.`,
    german:
      attempt.advice ??
      attempt.cause ??
      `${host}:${port} nimmt gerade nichts an (${attempt.detail.replace(/\.$/, '')}).`,
  })
}

/**
 * Checks whether the sender's domain declares who may send for it (RFC 7208, 7489). A missing record is only
 * a hint, because e-mails can be sent without it, and only the domain's operator can add it.
 */
export async function checkSender(ctx: Ctx, resolveTxt: ResolveTxt): Promise<Finding> {
  const about = 'sender'
  const sender = findSender(ctx)
  if (sender === undefined)
    return wrongFinding(about, {
      text: 'there is none: enter the e-mail of the practice in the web admin, or set MAIL_FROM',
      german: 'Es gibt keinen: Bitte unter „Praxisdaten“ die E-Mail-Adresse eintragen.',
    })
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  try {
    const missing = await listMissingRecords(domain, resolveTxt)
    if (missing.length === 0)
      return goodFinding(about, {
        text: `${sender.address}; ${domain} has SPF and DMARC`,
        german: `${sender.address}; ${domain} hat SPF und DMARC`,
      })
    return hintFinding(about, {
      text: `${domain} has no ${missing.join(' and ')} record, so that e-mails may end as spam: ask who runs its mail`,
      german: `${domain} hat keinen Eintrag für ${missing.join(' und ')}, darum können E-Mails als Spam enden: Bitte bei der Verwaltung der Domain ergänzen.`,
    })
  } catch (error) {
    return lookUpFailed(about, domain, reasonOf(error))
  }
}

/** Returns which records about senders the domain lacks. @throws Error when no name server answers */
async function listMissingRecords(domain: string, resolveTxt: ResolveTxt): Promise<string[]> {
  const hasRecord = async (name: string, version: string) =>
    // Long records are split into parts.
    (await recordsOf(resolveTxt(name))).some((parts) => parts.join('').startsWith(version))
  const [hasSpf, hasDmarc] = await Promise.all([
    hasRecord(domain, 'v=spf1'),
    hasRecord(`_dmarc.${domain}`, 'v=DMARC1'),
  ])
  return [...(hasSpf ? [] : ['SPF']), ...(hasDmarc ? [] : ['DMARC'])]
}
