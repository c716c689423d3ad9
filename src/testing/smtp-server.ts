import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { settingsOfEnvironment } from '../practice/environment-settings.ts'
import { type MailServer, mailServerOf } from '../practice/mail-server.ts'
import type { Settings } from '../shared/settings/settings.ts'
import { readPem } from './private-ca/pem.ts'

/** The server's answer to a message. `code` is an SMTP reply, `delay` is in milliseconds. */
export type Behaviour =
  | { do: 'accept' }
  | { do: 'refuse'; at: 'greeting' | 'sender' | 'recipient' | 'message'; code: number; says?: string }
  | { do: 'hang' }
  | { do: 'drop' }
  | { do: 'delay'; delay: number }
  /** Accepts the message, and answers when the promise is fulfilled. */
  | { do: 'wait'; until: Promise<unknown> }

export type ReceivedMail = Email & { envelope: { from: string; to: string[] }; raw: string }

export type SmtpServer = Awaited<ReturnType<typeof openSmtpServer>>

type Options = {
  /** The login that the server requires; without it, the server requires none. */
  login?: { user: string; pass: string }
  /** Offers STARTTLS with an untrusted certificate. */
  startTls?: boolean
  /** Speaks TLS from the first byte, with the same certificate. */
  tls?: boolean
  /** Uses a certificate that PRIVATE_CA has signed for this machine, instead of the untrusted one. */
  privateCa?: boolean
}

/** Opens a real SMTP server on a free loopback port. It keeps what it accepts, and fails on demand. */
export async function openSmtpServer({
  login,
  startTls = false,
  tls = false,
  privateCa = false,
}: Options = {}) {
  const mails: ReceivedMail[] = []
  const logins: string[] = []
  const sockets = new Set<Socket>()
  /** The sessions that have sent a message. A further one in the same session meets the next behaviour. */
  const sessionsWithMail = new Set<string>()
  let connections = 0
  let nextBehaviours: Behaviour[] = []
  let behaviour: Behaviour = { do: 'accept' }
  let underWay = 0

  /** Returns the error to answer with at this point of the session; null to go on. */
  const refusalAt = (at: Extract<Behaviour, { do: 'refuse' }>['at']) =>
    behaviour.do === 'refuse' && behaviour.at === at
      ? Object.assign(new Error(behaviour.says ?? 'refused on demand'), { responseCode: behaviour.code })
      : null

  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }

  const server = new SMTPServer({
    logger: false,
    secure: tls,
    ...(privateCa && { cert: readPem('server.pem'), key: readPem('server.key') }),
    // Milliseconds; `close` hangs up anyway.
    closeTimeout: 1,
    authOptional: login === undefined,
    // The portal logs in without TLS only to a server on this machine, as this one is.
    allowInsecureAuth: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections += 1
      behaviour = nextBehaviours.shift() ?? behaviour
      done(refusalAt('greeting'))
    },
    onAuth({ username = '', password }, _session, done) {
      logins.push(username)
      if (username === login?.user && password === login.pass) done(null, { user: username })
      else done(Object.assign(new Error('wrong login'), { responseCode: 535 }))
    },
    onMailFrom(_address, { id }, done) {
      if (sessionsWithMail.has(id)) behaviour = nextBehaviours.shift() ?? behaviour
      sessionsWithMail.add(id)
      done(refusalAt('sender'))
    },
    onRcptTo: (_address, _session, done) => done(refusalAt('recipient')),
    async onData(stream, { envelope }, done) {
      // It stays undefined when the sender dies halfway.
      const raw = await buffer(stream).catch(() => undefined)
      if (raw === undefined || behaviour.do === 'hang') return
      if (behaviour.do === 'drop') return hangUp()
      underWay += 1
      if (behaviour.do === 'delay') await setTimeout(behaviour.delay)
      if (behaviour.do === 'wait') await behaviour.until
      underWay -= 1
      const refusal = refusalAt('message')
      if (refusal === null)
        mails.push({
          ...(await PostalMime.parse(raw)),
          envelope: addressesOf(envelope),
          raw: raw.toString(),
        })
      done(refusal)
    },
  })
  // An error of a connection, as when a sender dies, would otherwise end the test.
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    port,
    url: `${tls ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    /** The accepted messages, parsed. */
    mails,
    /** Returns how many connections there were in all, and how many are open. */
    connections: () => ({ all: connections, open: sockets.size }),
    /** Returns how many messages were read and are not yet answered. */
    underWay: () => underWay,
    /** The user names that were sent. */
    logins,
    /** Sets one behaviour for each coming message. The last one stays. */
    behave(...next: Behaviour[]) {
      nextBehaviours = next
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      hangUp()
      await closed
    },
  }
}

/** Returns the mail server as the portal reads it from SMTP_URL. */
export function mailServerAt(smtpUrl: string): MailServer {
  const settings = settingsOfEnvironment('smtp', { smtpUrl, mailFrom: '' })
  const server = mailServerOf(settings as Settings['smtp'], 'in SMTP_URL')
  if (server === undefined) throw new Error('no server')
  return server
}

function addressesOf({
  mailFrom,
  rcptTo,
}: {
  mailFrom: { address: string } | false
  rcptTo: { address: string }[]
}) {
  return { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
}
