import type { Ctx } from '../../ctx.ts'
import { tryMailServer } from '../../messaging/email/smtp.ts'
import { findMailServer, findSender } from '../../practice/mail-server.ts'
import { type Finding, good, hint, wrong } from './finding.ts'

/** Reads the TXT records of a name. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>

const TIMEOUT_MS = { connect: 10_000, greeting: 10_000, silence: 10_000, total: 15_000 }

/** Connects and logs in, without sending anything. */
export async function checkMailServer(ctx: Ctx): Promise<Finding> {
  const about = 'mail server'
  const server = findMailServer(ctx)
  if (server === undefined)
    return wrong(
      about,
      'none is set, so that nobody can verify an address and book: web admin, E-Mail-Server; or SMTP_URL',
    )
  const { host, port, login } = server
  const result = await tryMailServer(server, TIMEOUT_MS)
  if (result.ok) return good(about, `${host}:${port} takes ${login ? 'the login' : 'mail without login'}`)
  const place = ctx.config.smtpUrl === undefined ? 'the web admin, E-Mail-Server' : 'SMTP_URL'
  return wrong(about, `${host}:${port}: ${result.detail.replace(/\.$/, '')}. Check ${place}.`)
}

/** Whether the domain of the sender says who may send for it (RFC 7208, 7489). Hints only: the mail server's operator knows. */
export async function checkSender(ctx: Ctx, resolveTxt: ResolveTxt): Promise<Finding> {
  const about = 'sender'
  const sender = findSender(ctx)
  if (sender === undefined)
    return wrong(about, 'there is none: enter the e-mail of the practice in the web admin, or set MAIL_FROM')
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const has = async (name: string, version: string) =>
    (await resolveTxt(name).catch(() => [])).some((parts) => parts.join('').startsWith(version))
  const [spf, dmarc] = await Promise.all([has(domain, 'v=spf1'), has(`_dmarc.${domain}`, 'v=DMARC1')])
  const missing = [...(spf ? [] : ['SPF']), ...(dmarc ? [] : ['DMARC'])].join(' and ')
  return missing === ''
    ? good(about, `${sender.address}; ${domain} has SPF and DMARC`)
    : hint(
        about,
        `${domain} has no ${missing} record, so that e-mails may end as spam: ask who runs its mail`,
      )
}
