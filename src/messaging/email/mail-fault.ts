import type { MailServer } from '../../practice/mail-server.ts'
import { type TlsFault, tlsFaultOf } from '../../shared/tls-fault.ts'
import { type Advice, adviceFor, causeOf } from './mail-advice.ts'
import { ForbiddenAddress, NO_AUTH } from './smtp-connection.ts'

/** The result of an attempt to send an e-mail. */
export type MailResult = Readonly<{ ok: true }> | MailFault

/**
 * The reason why an e-mail was not sent, or may not have been sent:
 * - `temporary`: another try may succeed.
 * - `permanent`: the server will never accept this message.
 * - `configuration`: the server accepts no message until the settings are corrected.
 * - `interrupted`: the process stops.
 */
export type MailFault = Readonly<{
  ok: false
  kind: 'temporary' | 'permanent' | 'configuration' | 'interrupted'
  /** The words of the server or of the library, without the password. */
  detail: string
  /** A sentence that tells the practice which setting to correct; only for `configuration`. */
  advice?: string
  /** A sentence that says why the server could not be reached, with the setting to check. */
  cause?: string
  /**
   * The thing that a server has refused with a `permanent` fault: the recipient, or the message because of
   * its policy (RFC 3463, 5.7), for example a relay that requires a login. If every message is refused, the
   * settings are wrong, not the messages.
   */
  refuses?: 'recipient' | 'policy'
}>

/** An error of nodemailer, which adds fields to the error of the system. */
type NodemailerError = Error & {
  code?: string
  originalCode?: string
  command?: string
  permanent?: boolean
  response?: string
  responseCode?: number
}

/** Reads the kind of fault from nodemailer's error codes and the server's reply. */
export function classifyMailError(error: unknown, server: MailServer): MailFault {
  if (error instanceof ForbiddenAddress) return forbiddenFault(server)
  const mailError = error as NodemailerError
  const detail = detailOf(mailError, server)
  return (
    faultOfSettings(mailError, detail, server) ??
    faultOfMessage(mailError, detail) ??
    faultOfConnection(mailError, detail, server)
  )
}

/** Makes a fault without advice. */
export function fault(kind: MailFault['kind'], detail: string): MailFault {
  return { ok: false, kind, detail }
}

/** Returns the fault of a server whose IP address must not be called. */
function forbiddenFault({ whereConfigured }: MailServer): MailFault {
  return {
    ...fault('configuration', 'The address is link-local or a metadata service.'),
    advice: adviceFor(whereConfigured).forbidden,
  }
}

/** Characters of a detail that are kept; a server may answer with a whole page. */
const MAX_DETAIL_LENGTH = 300

/** Returns the text of the error without secrets. */
function detailOf({ message }: NodemailerError, server: MailServer): string {
  return secretsOf(server)
    .reduce((text, secret) => text.replaceAll(secret, '***'), message)
    .replace(/\s+/g, ' ')
    .slice(0, MAX_DETAIL_LENGTH)
}

/**
 * Returns each form in which the password is sent, the longest first. A server may repeat them in its answer.
 */
function secretsOf({ login }: MailServer): string[] {
  if (login === undefined || login.pass === '') return []
  const { user, pass } = login
  const inBase64 = [`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString('base64'))
  return [...inBase64, pass]
}

/** Codes of nodemailer for a fault in the e-mail addresses or in the content of a message. */
const MESSAGE_CODES = new Set(['EENVELOPE', 'EMESSAGE'])
/** The beginning of every line of a reply (RFC 5321, 4.2). */
const SMTP_REPLY = /^[2-5]\d\d(?:[ -]|$)/
const NO_SMTP = 'The server does not speak SMTP.'
/** The reply code of a server that requires a login (RFC 4954). */
const LOGIN_REQUIRED = 530
/** Details that replace OpenSSL's unhelpful own words. */
const TLS_DETAILS: Readonly<Record<Exclude<TlsFault, 'certificate'>, string>> = {
  plain: 'The server does not begin with TLS on this port.',
  version: 'The server offers no version of TLS or no cipher that is still in use.',
}
/** The setting to correct, by the code of nodemailer. */
const SETTING_OF_CODE: Readonly<Record<string, keyof Advice>> = {
  EAUTH: 'login',
  ENOAUTH: 'loginRequired',
  ECONFIG: 'server',
  EREQUIRETLS: 'noTls',
  ETLS: 'noTls',
}

/** Returns the fault if the server accepts no message at all; undefined for any other fault. */
function faultOfSettings(
  { code = '', originalCode = '', command, permanent, response = '', responseCode }: NodemailerError,
  detail: string,
  { whereConfigured }: MailServer,
): MailFault | undefined {
  const faultOf = (setting: keyof Advice, shownDetail = detail): MailFault => ({
    ...fault('configuration', shownDetail),
    advice: adviceFor(whereConfigured)[setting],
  })
  // The answer of another kind of service is left out, because an admin could read internal servers by it.
  if (response !== '' && !SMTP_REPLY.test(response)) return faultOf('noSmtp', NO_SMTP)
  const tls = tlsFaultOf({ code: originalCode })
  if (tls !== undefined) return faultOf(tls, tls === 'certificate' ? detail : TLS_DETAILS[tls])
  if (detail.includes(NO_AUTH)) return faultOf('noLogin')
  const settingOfCode = SETTING_OF_CODE[code]
  if (settingOfCode !== undefined) return faultOf(settingOfCode)
  if (!permanent) return undefined
  if (responseCode === LOGIN_REQUIRED) return faultOf('loginRequired')
  // A server that refuses the sender or the connection refuses every message.
  if (command === 'MAIL FROM') return faultOf('sender')
  return MESSAGE_CODES.has(code) ? undefined : faultOf('server')
}

/** An enhanced status code of class 5.7, or a sentence about relaying. */
const POLICY = /\b5\.7\.\d|\brelay/i

/** Returns the fault if the server will never accept this message; undefined for any other fault. */
function faultOfMessage(
  { code = '', command, permanent, response = '', responseCode }: NodemailerError,
  detail: string,
): MailFault | undefined {
  const neverReachedServer = MESSAGE_CODES.has(code) && responseCode === undefined
  if (!permanent) return neverReachedServer ? fault('permanent', detail) : undefined
  if (POLICY.test(response)) return { ...fault('permanent', detail), refuses: 'policy' }
  if (command === 'RCPT TO') return { ...fault('permanent', detail), refuses: 'recipient' }
  return fault('permanent', detail)
}

/** Returns the fault of a message that may be accepted later, with the cause if there was no connection. */
function faultOfConnection(error: NodemailerError, detail: string, server: MailServer): MailFault {
  const cause = error.responseCode === undefined ? causeOf(error, server) : undefined
  return { ...fault('temporary', detail), ...(cause !== undefined && { cause }) }
}
