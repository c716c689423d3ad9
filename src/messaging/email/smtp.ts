import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config.ts'

export type Mailbox = Readonly<{ name: string; address: string }>

export type EmailMessage = Readonly<{
  from: Mailbox
  /** Exactly one address, without a name. */
  to: string
  replyTo: string | undefined
  subject: string
  text: string
  html: string
  /** An iCalendar object; mail programs offer to act on it. */
  calendar: string | undefined
  /** `<uuid@host>`, the same at every attempt. */
  messageId: string | undefined
}>

/** What became of a message, as data: whose fault it is decides what happens next. */
export type MailResult = Readonly<{ ok: true }> | MailFault

/**
 * `temporary`: worth another try. `permanent`: this message will never pass. `configuration`: no message
 * will pass before somebody mends the settings.
 */
export type MailFault = Readonly<{
  ok: false
  kind: 'temporary' | 'permanent' | 'configuration'
  detail: string
}>

/** The way out for mail. Never throws. */
export type MailPort = Readonly<{ send(message: EmailMessage): Promise<MailResult> }>

/** Milliseconds; `total` bounds a server that answers just often enough to seem alive. */
export const MAIL_TIMEOUT_MS = { connect: 15_000, greeting: 15_000, silence: 25_000, total: 30_000 }

const ONE_MAILBOX = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const NOT_THE_MESSAGE = new Set(['EAUTH', 'ENOAUTH', 'ECONFIG', 'EREQUIRETLS', 'ETLS'])
const ABOUT_THE_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE'])
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/

/** Mail over the server of SMTP_URL; undefined when none is set. */
export function openMailPort(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  timeoutMs = MAIL_TIMEOUT_MS,
): MailPort | undefined {
  if (smtpUrl === undefined) return undefined
  const target = server(smtpUrl)
  const secrets = secretsOf(target.auth)
  const options = {
    ...target,
    connectionTimeout: timeoutMs.connect,
    greetingTimeout: timeoutMs.greeting,
    socketTimeout: timeoutMs.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return {
    async send(message) {
      if (!isOneMailbox(message.to))
        return fault('permanent', 'The recipient is not exactly one e-mail address.')
      try {
        // Loaded for the first mail: it is the largest package, and none is sent before the portal answers.
        const { createTransport } = await import('nodemailer')
        const mail = { ...compose(message), signal: AbortSignal.timeout(timeoutMs.total) }
        await createTransport(options).sendMail(mail)
        return { ok: true }
      } catch (error) {
        return classify(error, secrets)
      }
    },
  }
}

/** `Ordination <a@b.at>` or `a@b.at`, as MAIL_FROM has it; undefined when it holds no single address. */
export function readMailbox(text: string): Mailbox | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  return isOneMailbox(address) ? { name: name.trim(), address } : undefined
}

function isOneMailbox(text: string): boolean {
  return ONE_MAILBOX.test(text)
}

/**
 * The URL is read here and not by nodemailer, which would let its query switch the certificate check off.
 * A login leaves only through TLS. Loopback needs none, and a relay there rarely has a valid certificate.
 */
function server(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const near = LOOPBACK.test(host)
  const auth = url.username === '' ? undefined : { user: decoded(url.username), pass: decoded(url.password) }
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: near,
    requireTLS: auth !== undefined && !secure && !near,
    ...(auth && { auth }),
  }
}

function compose({
  from,
  to,
  replyTo,
  subject,
  text,
  html,
  calendar,
  messageId,
}: EmailMessage): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    // Written out, so that no reading of a header can add a recipient.
    envelope: { from: from.address, to: [to] },
    ...(replyTo !== undefined && isOneMailbox(replyTo) && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    ...(calendar !== undefined && { icalEvent: enclosed(calendar) }),
    ...(messageId !== undefined && { messageId }),
    // RFC 3834, and the same for Exchange: nobody's absence note shall answer.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** Mail programs leave an entry alone whose part of the mail and whose text name different methods (RFC 6047, section 2.4). */
function enclosed(calendar: string) {
  const [, method] = /^METHOD:(\w+)/m.exec(calendar) ?? []
  return { method, filename: 'termin.ics', content: calendar }
}

/** The password in each form in which it crosses the wire, the longest first: a server could repeat what it was told. */
function secretsOf(auth: { user: string; pass: string } | undefined): string[] {
  if (auth === undefined || auth.pass === '') return []
  const { user, pass } = auth
  return [...[`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString('base64')), pass]
}

/** Whose fault it was, from nodemailer's error codes and the server's reply. */
function classify(error: unknown, secrets: readonly string[]): MailFault {
  const { code = '', originalCode = '', command, permanent, responseCode, message } = error as NodemailerFault
  const detail = secrets
    .reduce((text, secret) => text.replaceAll(secret, '***'), message)
    .replace(/\s+/g, ' ')
    .slice(0, 300)
  if (NOT_THE_MESSAGE.has(code) || CERTIFICATE.test(originalCode)) return fault('configuration', detail)
  // A refused sender or a server that refuses us outright is the same for every message.
  if (permanent && (!ABOUT_THE_MESSAGE.has(code) || command === 'MAIL FROM'))
    return fault('configuration', detail)
  const neverLeft = ABOUT_THE_MESSAGE.has(code) && responseCode === undefined
  return fault(permanent || neverLeft ? 'permanent' : 'temporary', detail)
}

function fault(kind: MailFault['kind'], detail: string): MailFault {
  return { ok: false, kind, detail }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type NodemailerFault = Error & {
  code?: string
  originalCode?: string
  command?: string
  permanent?: boolean
  responseCode?: number
}
