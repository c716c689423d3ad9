import type { MailServer } from '../../practice/mail-server.ts'
import { type TlsFault, tlsFaultOf } from '../../shared/tls-fault.ts'
import { ForbiddenAddress, NO_AUTH } from './smtp-connection.ts'

export type MailResult = Readonly<{ ok: true }> | MailFault

/**
 * - `temporary`: another try may succeed.
 * - `permanent`: the server will never accept this message.
 * - `configuration`: the server accepts no message before the settings are corrected.
 * - `interrupted`: the process stops.
 */
export type MailFault = Readonly<{
  ok: false
  kind: 'temporary' | 'permanent' | 'configuration' | 'interrupted'
  detail: string
  /** A sentence that tells the practice which setting to correct; only for `configuration`. */
  advice?: string
  /** A sentence that says why the server could not be reached, with the setting to check. */
  cause?: string
  /**
   * Says of a `permanent` fault whether the server refused the recipient, or its policy forbids the message
   * (RFC 3463, 5.7), as a relay does that wants a login. When every message is refused, the settings are
   * wrong and not the messages.
   */
  refuses?: 'recipient' | 'policy'
}>

const MESSAGE_CODES = new Set(['EENVELOPE', 'EMESSAGE'])
const POLICY = /\b5\.7\.\d|\brelay/i
/** The beginning of every line of a reply (RFC 5321, 4.2). */
const SMTP_REPLY = /^[2-5]\d\d(?:[ -]|$)/
const NO_SMTP = 'The server does not speak SMTP.'
const LOGIN_REQUIRED = 530

/** Sentences that say which setting to correct. `whereConfigured` is where the server is set up. */
const adviceFor = (whereConfigured: string) => ({
  login: `Der E-Mail-Server nimmt die Anmeldung nicht an: Bitte Benutzer und Passwort ${whereConfigured} prüfen.`,
  noLogin: `Der E-Mail-Server bietet keine Anmeldung an: Bitte Server und Port ${whereConfigured} prüfen, oder Benutzer und Passwort dort weglassen.`,
  loginRequired: `Der E-Mail-Server verlangt eine Anmeldung: Bitte Benutzer und Passwort ${whereConfigured} eintragen.`,
  noTls: `Die Verbindung zum E-Mail-Server ist nicht verschlüsselt, darum wird keine Anmeldung gesendet: Bitte Server und Port ${whereConfigured} prüfen.`,
  certificate: `Dem Zertifikat des E-Mail-Servers wird nicht vertraut: Bitte den Namen ${whereConfigured} prüfen. Eine eigene Zertifizierungsstelle steht in NODE_EXTRA_CA_CERTS.`,
  plain: `Der E-Mail-Server ist auf diesem Port anders verschlüsselt: Bitte Verschlüsselung und Port ${whereConfigured} prüfen.`,
  version: `Der E-Mail-Server bietet nur veraltete Verschlüsselung an, nötig ist TLS 1.2 oder neuer: Bitte Server und Port ${whereConfigured} prüfen, oder bei seinem Betreiber nachfragen.`,
  sender: 'Der E-Mail-Server lehnt den Absender ab: Bitte MAIL_FROM prüfen.',
  forbidden: `Unter dieser Adresse kann kein E-Mail-Server sein: Bitte den Server ${whereConfigured} prüfen.`,
  noSmtp: `Unter dieser Adresse antwortet kein E-Mail-Server: Bitte Server und Port ${whereConfigured} prüfen.`,
  server: `Der E-Mail-Server lehnt die Verbindung ab: Bitte Server und Port ${whereConfigured} prüfen.`,
})
/** These replace OpenSSL's own words. */
const TLS_DETAILS: Readonly<Record<Exclude<TlsFault, 'certificate'>, string>> = {
  plain: 'The server does not begin with TLS on this port.',
  version: 'The server offers no version of TLS or no cipher that is still in use.',
}
const ADVICE_OF_CODE: Readonly<Record<string, keyof ReturnType<typeof adviceFor>>> = {
  EAUTH: 'login',
  ENOAUTH: 'loginRequired',
  ECONFIG: 'server',
  EREQUIRETLS: 'noTls',
  ETLS: 'noTls',
}

/**
 * Returns why no connection was made, by the code of the system or of nodemailer; undefined for another
 * fault.
 */
function causeOf(error: NodemailerError, { host, port, whereConfigured }: MailServer): string | undefined {
  const codes = `${error.code} ${error.originalCode} ${error.message}`
  if (/ENOTFOUND|ENODATA/.test(codes))
    return `Den E-Mail-Server „${host}“ gibt es nicht: Bitte den Namen ${whereConfigured} prüfen.`
  if (codes.includes('EAI_AGAIN'))
    return `Der Name „${host}“ lässt sich nicht nachschlagen: Bitte die Internetverbindung des Servers prüfen.`
  if (codes.includes('ECONNREFUSED'))
    return `Der E-Mail-Server „${host}“ nimmt auf Port ${port} keine Verbindung an: Bitte Server und Port ${whereConfigured} prüfen.`
  if (/Connection timeout|connect ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Greeting never received/.test(codes))
    return `Der E-Mail-Server „${host}“ antwortet auf Port ${port} nicht: Bitte Server, Port und Verschlüsselung ${whereConfigured} prüfen.`
  if (codes.includes('before secure TLS connection'))
    return `Der E-Mail-Server „${host}“ beendet die Verbindung auf Port ${port}, bevor sie verschlüsselt ist: Bitte Verschlüsselung und Port ${whereConfigured} prüfen.`
  return undefined
}

/**
 * Returns each form in which the password is sent, the longest first. A server may repeat them in its answer.
 */
function secretsOf({ login }: MailServer): string[] {
  if (login === undefined || login.pass === '') return []
  const { user, pass } = login
  return [...[`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString('base64')), pass]
}

/** Reads the kind of fault from nodemailer's error codes and the server's reply. */
export function classify(error: unknown, server: MailServer): MailFault {
  if (error instanceof ForbiddenAddress) return forbidden(server)
  const {
    code = '',
    originalCode = '',
    command,
    permanent,
    response = '',
    responseCode,
    message,
  } = error as NodemailerError
  const detail = secretsOf(server)
    .reduce((text, secret) => text.replaceAll(secret, '***'), message)
    .replace(/\s+/g, ' ')
    .slice(0, 300)
  const advice = adviceFor(server.whereConfigured)
  const wrongSetting = (wrong: keyof typeof advice) => ({
    ...fault('configuration', detail),
    advice: advice[wrong],
  })
  // The answer of a service that is no mail server stays secret: an admin could read internal servers by it.
  if (response !== '' && !SMTP_REPLY.test(response))
    return { ...fault('configuration', NO_SMTP), advice: advice.noSmtp }
  const tls = tlsFaultOf({ code: originalCode })
  if (tls === 'certificate') return wrongSetting(tls)
  if (tls !== undefined) return { ...fault('configuration', TLS_DETAILS[tls]), advice: advice[tls] }
  if (detail.includes(NO_AUTH)) return wrongSetting('noLogin')
  const wrong = ADVICE_OF_CODE[code]
  if (wrong !== undefined) return wrongSetting(wrong)
  if (permanent && responseCode === LOGIN_REQUIRED) return wrongSetting('loginRequired')
  // A server that refuses the sender, or the connection, refuses every message.
  if (permanent && command === 'MAIL FROM') return wrongSetting('sender')
  if (permanent && !MESSAGE_CODES.has(code)) return wrongSetting('server')
  if (permanent && POLICY.test(response)) return { ...fault('permanent', detail), refuses: 'policy' }
  if (permanent && command === 'RCPT TO') return { ...fault('permanent', detail), refuses: 'recipient' }
  const notSent = MESSAGE_CODES.has(code) && responseCode === undefined
  if (permanent || notSent) return fault('permanent', detail)
  const cause = responseCode === undefined ? causeOf(error as NodemailerError, server) : undefined
  return { ...fault('temporary', detail), ...(cause !== undefined && { cause }) }
}

/** Returns a fault without advice. */
export function fault(kind: MailFault['kind'], detail: string): MailFault {
  return { ok: false, kind, detail }
}

type NodemailerError = Error & {
  code?: string
  originalCode?: string
  command?: string
  permanent?: boolean
  response?: string
  responseCode?: number
}

function forbidden({ whereConfigured }: MailServer): MailFault {
  return {
    ...fault('configuration', 'The address is link-local or a metadata service.'),
    advice: adviceFor(whereConfigured).forbidden,
  }
}
