import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, type LookupFunction, type Socket } from 'node:net'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { networkList } from '../../networks.ts'
import type { MailServer } from '../../practice/mail-server.ts'

/**
 * Milliseconds until a step of sending is given up. `total` also ends a connection to a server that sends
 * just often enough to avoid `silence`.
 */
export const MAIL_TIMEOUTS_MS = { connect: 15_000, greeting: 15_000, silence: 25_000, total: 30_000 }

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
/** The reply code to a correct login (RFC 4954). */
const AUTHENTICATED = 235
/** The error message when a server offers no login. */
export const NO_AUTH = 'The server offers no login.'

/**
 * Link-local addresses and the metadata services of cloud providers, which give a virtual machine its secrets
 * and are never mail servers. Private networks are allowed, because a practice's own mail server may be in
 * one.
 */
const FORBIDDEN = networkList([
  '169.254.0.0/16',
  'fe80::/10',
  // These metadata services of AWS, Alibaba and Azure are not link-local.
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
])

/** Resolves a name to all its IP addresses, as the system does. */
export type Resolve = (host: string, options: Readonly<{ all: true }>) => Promise<LookupAddress[]>

/** The error for a server name that resolves to an IP address of `FORBIDDEN`. */
export class ForbiddenAddress extends Error {}

/** How a connection is opened. Tests shorten the timeouts and replace the resolution of names. */
export type ConnectionOptions = Readonly<{ timeoutsMs?: typeof MAIL_TIMEOUTS_MS; resolve?: Resolve }>

/**
 * Opens nodemailer's transport to a server. The package is loaded only with the first e-mail, because it is
 * the largest one.
 * @param pool nodemailer's options for several connections; without them, each e-mail has its own connection
 */
export async function openTransport<Pool extends object>(
  server: MailServer,
  { timeoutsMs = MAIL_TIMEOUTS_MS, resolve = lookup }: ConnectionOptions,
  pool?: Pool,
) {
  return (await import('nodemailer')).createTransport({
    ...connectionTo(server, { timeoutsMs, resolve }),
    ...pool,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Returns nodemailer's options for connections to the server. A login requires TLS, except on loopback, where
 * a relay rarely has a valid certificate.
 */
function connectionTo(server: MailServer, { timeoutsMs, resolve }: Required<ConnectionOptions>) {
  const { host, port, security, login } = server
  const secure = security === 'tls'
  const isLocal = LOOPBACK.test(host)
  return {
    host,
    port,
    secure,
    getSocket: (_options: unknown, callback: (error: Error | null, given?: { connection: Socket }) => void) =>
      void openSocket(server, timeoutsMs.connect, resolve).then(
        (connection) => callback(null, { connection }),
        callback,
      ),
    ignoreTLS: isLocal,
    requireTLS: (security === 'starttls' || login !== undefined) && !secure && !isLocal,
    connectionTimeout: timeoutsMs.connect,
    greetingTimeout: timeoutsMs.greeting,
    socketTimeout: timeoutsMs.silence,
    // Without `forceAuth`, nodemailer sends mail without a login to a server that offers none.
    ...(login && { auth: login, forceAuth: true, customAuth: { PLAIN: logInPlain } }),
  }
}

/**
 * Connects to an IP address that was checked. nodemailer would resolve the name again, and the name server
 * could then give another address.
 */
async function openSocket({ host, port }: MailServer, timeoutMs: number, resolve: Resolve): Promise<Socket> {
  // The system also resolves other notations of an IP address, such as 0xa9fea9fe.
  const addresses = await resolve(host, { all: true })
  if (addresses.some(isForbidden)) throw new ForbiddenAddress()
  const checked: LookupFunction = (_name, _options, callback) => callback(null, addresses)
  const socket = connect({ host, port, lookup: checked, autoSelectFamily: true })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('Connection timeout')))
  await once(socket, 'connect').catch((error) => {
    // After several IP addresses, the error only wraps the error of each one, and has no message of its own.
    throw error instanceof AggregateError ? error.errors[0] : error
  })
  return socket.setTimeout(0)
}

function isForbidden({ address, family }: LookupAddress): boolean {
  // A link-local address may end with a zone, such as %eth0.
  return FORBIDDEN.check(address.replace(/%.*$/, ''), family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Logs in with AUTH PLAIN (RFC 4616).
 * @throws Error when the login fails or the server offers none; nodemailer calls this function even then
 */
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
