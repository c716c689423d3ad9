import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { SendMailOptions } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { networks } from '../../config.ts'
import type { MailServer } from '../../practice/mail-server.ts'
import { isOneAddress, type NamedAddress } from '../../shared/named-address.ts'
import { type TlsFault, tlsFaultOf } from '../../shared/tls-fault.ts'

export type EmailMessage = Readonly<{
  from: NamedAddress
  /** Exactly one address, without a name. */
  to: string
  /** May be empty. */
  replyTo: string
  subject: string
  text: string
  html: string
  /** An iCalendar object; mail programs offer to act on it. */
  calendar: string | null
  /** `<uuid@host>`; every attempt has the same. */
  messageId: string | null
}>

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

/** Sends mail over connections that it keeps for a while. */
export type MailPort = Readonly<{
  /**
   * Never throws. `isLast` says that the server gets no further e-mail, and so the connection is not kept.
   */
  send(
    message: EmailMessage,
    server: MailServer,
    options?: Readonly<{ isLast: boolean }>,
  ): Promise<MailResult>
  /** Closes the connections at the end of the process. Messages being sent have STOP_MS to end. */
  stop?(): void
}>

/**
 * Milliseconds. `total` also ends a connection to a server that sends just often enough to avoid `silence`.
 */
export const MAIL_TIMEOUT_MS = { connect: 15_000, greeting: 15_000, silence: 25_000, total: 30_000 }

/** Connections at a time: one for each worker (jobs/schedule.ts) and one for a test message. */
const MAX_CONNECTIONS = 5
/** Messages on one connection; many servers refuse more. */
const MAX_MESSAGES = 50
/** Milliseconds after which an unused connection is closed, before the server does it. */
const IDLE_MS = 15_000
/** Milliseconds that a message has to end after the process was asked to stop. */
const STOP_MS = 3_000

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const MESSAGE_CODES = new Set(['EENVELOPE', 'EMESSAGE'])
const POLICY = /\b5\.7\.\d|\brelay/i
/** The beginning of every line of a reply (RFC 5321, 4.2). */
const SMTP_REPLY = /^[2-5]\d\d(?:[ -]|$)/
const NO_SMTP = 'The server does not speak SMTP.'
const NO_AUTH = 'The server offers no login.'
const AUTHENTICATED = 235
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

/** Keeps connections to one server, and opens new ones when the next e-mail goes to another. */
export function openMailPort(timeoutMs = MAIL_TIMEOUT_MS, resolve: Resolve = lookup): MailPort {
  const openPool = (server: MailServer) =>
    openTransport(server, timeoutMs, resolve, {
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      maxMessages: MAX_MESSAGES,
      maxRequeues: 1,
      idleTimeout: IDLE_MS,
    })
  let current: { server: MailServer; pool: ReturnType<typeof openPool> } | undefined
  const close = () => void current?.pool.then((opened) => opened.close())
  const poolFor = (server: MailServer) => {
    if (isDeepStrictEqual(current?.server, server) && current) return current.pool
    close()
    current = { server, pool: openPool(server) }
    return current.pool
  }
  const stopping = new AbortController()
  return {
    async send(message, server, { isLast } = { isLast: false }) {
      if (!isOneAddress(message.to))
        return fault('permanent', 'The recipient is not exactly one e-mail address.')
      try {
        const transport = await (isLast ? openTransport(server, timeoutMs, resolve) : poolFor(server))
        const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs.total)])
        await transport.sendMail({ ...compose(message), signal })
        return { ok: true }
      } catch (error) {
        if (stopping.signal.aborted) return fault('interrupted', 'The process stops.')
        return classify(error, server)
      }
    },
    stop() {
      close()
      setTimeout(() => stopping.abort(), STOP_MS).unref()
    },
  }
}

/** Connects and logs in without sending an e-mail. Never throws. */
export async function tryMailServer(server: MailServer, timeoutMs = MAIL_TIMEOUT_MS): Promise<MailResult> {
  const transport = await openTransport(server, timeoutMs)
  try {
    await transport.verify()
    return { ok: true }
  } catch (error) {
    return classify(error, server)
  } finally {
    transport.close()
  }
}

/**
 * Opens a transport whose connections serve one e-mail each, unless `pool` says otherwise. nodemailer is
 * loaded with the first e-mail, because it is the largest package and the start does not need it.
 */
async function openTransport<Pool extends object>(
  server: MailServer,
  timeoutMs = MAIL_TIMEOUT_MS,
  resolve: Resolve = lookup,
  pool?: Pool,
) {
  return (await import('nodemailer')).createTransport({
    ...connectionTo(server, timeoutMs, resolve),
    ...pool,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Link-local addresses, and the metadata services of cloud providers. They give a machine its secrets, and no
 * mail server is there. Private networks are allowed, because a practice's own mail server is in one.
 */
const FORBIDDEN = networks([
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
])

/** Finds all addresses of a name, as the system does. */
type Resolve = (host: string, options: Readonly<{ all: true }>) => Promise<LookupAddress[]>

class ForbiddenAddress extends Error {}

/**
 * Connects to an address that was checked. nodemailer would resolve the name once more, and whoever answers
 * for it could name another address then.
 */
async function openSocket({ host, port }: MailServer, timeoutMs: number, resolve: Resolve): Promise<Socket> {
  // The system also reads other notations, such as 0xa9fea9fe, and connects to what they stand for.
  const addresses = await resolve(host, { all: true })
  if (addresses.some(isForbidden)) throw new ForbiddenAddress()
  const checked: LookupFunction = (_name, _options, callback) => callback(null, addresses)
  const socket = connect({ host, port, lookup: checked, autoSelectFamily: true })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('Connection timeout')))
  await once(socket, 'connect').catch((error) => {
    // This is the error of several addresses, and has no message of its own.
    throw error instanceof AggregateError ? error.errors[0] : error
  })
  return socket.setTimeout(0)
}

function isForbidden({ address, family }: LookupAddress): boolean {
  return FORBIDDEN.check(address.replace(/%.*$/, ''), family === 6 ? 'ipv6' : 'ipv4')
}

function forbidden({ whereConfigured }: MailServer): MailFault {
  return {
    ...fault('configuration', 'The address is link-local or a metadata service.'),
    advice: adviceFor(whereConfigured).forbidden,
  }
}

/** Requires TLS for a login, except on loopback, where a relay rarely has a valid certificate. */
function connectionTo(server: MailServer, timeoutMs = MAIL_TIMEOUT_MS, resolve: Resolve = lookup) {
  const { host, port, security, login } = server
  const secure = security === 'tls'
  const isLocal = LOOPBACK.test(host)
  return {
    host,
    port,
    secure,
    getSocket: (_options: unknown, callback: (error: Error | null, given?: { connection: Socket }) => void) =>
      void openSocket(server, timeoutMs.connect, resolve).then(
        (connection) => callback(null, { connection }),
        callback,
      ),
    ignoreTLS: isLocal,
    requireTLS: (security === 'starttls' || login !== undefined) && !secure && !isLocal,
    connectionTimeout: timeoutMs.connect,
    greetingTimeout: timeoutMs.greeting,
    socketTimeout: timeoutMs.silence,
    // Without `forceAuth`, nodemailer sends mail without a login to a server that offers none.
    ...(login && { auth: login, forceAuth: true, customAuth: { PLAIN: logInPlain } }),
  }
}

/** Throws when the server offers no login, because nodemailer calls it then too. */
async function logInPlain({
  auth,
  authMethods,
  sendCommand,
}: SMTPConnection.CustomAuthenticationContext): Promise<void> {
  if (!authMethods.includes('PLAIN')) throw new Error(NO_AUTH)
  const { user, pass } = auth.credentials
  const login = Buffer.from(`\0${user}\0${pass}`).toString('base64')
  const { status } = await sendCommand(`AUTH PLAIN ${login}`)
  if (status !== AUTHENTICATED) throw new Error('Invalid login')
}

function compose({ to, replyTo, calendar, messageId, ...content }: EmailMessage): SendMailOptions {
  return {
    ...content,
    to: { name: '', address: to },
    // The envelope is explicit, so that no header can add a recipient.
    envelope: { from: content.from.address, to: [to] },
    ...(isOneAddress(replyTo) && { replyTo: { name: '', address: replyTo } }),
    ...(calendar !== null && { icalEvent: calendarPart(calendar) }),
    ...(messageId !== null && { messageId }),
    // These headers prevent automatic replies: RFC 3834, and its equivalent in Exchange.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** The method of the MIME part must be that of the calendar (RFC 6047, section 2.4). */
function calendarPart(calendar: string) {
  const [, method] = /^METHOD:(\w+)/m.exec(calendar) ?? []
  return { method, filename: 'termin.ics', content: calendar }
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
function classify(error: unknown, server: MailServer): MailFault {
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

function fault(kind: MailFault['kind'], detail: string): MailFault {
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
