import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from 'smtp-server'
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

type RefusedAt = Extract<Behaviour, { do: 'refuse' }>['at']

/** An accepted message: parsed, its envelope, and as it was sent. */
export type ReceivedMail = Email & { envelope: { from: string; to: string[] }; raw: string }

export type SmtpServer = Awaited<ReturnType<typeof openSmtpServer>>

type Options = {
  /** The login that the server requires; undefined for a server without login. */
  login?: { user: string; pass: string }
  /** Offers STARTTLS with an untrusted certificate. */
  startTls?: boolean
  /** Speaks TLS from the first byte, with the same certificate. */
  tls?: boolean
  /** Uses a certificate that PRIVATE_CA has signed for localhost, instead of the untrusted one. */
  privateCa?: boolean
}

/** The behaviour of a running server, and what it has seen. */
type State = {
  behaviour: Behaviour
  nextBehaviours: Behaviour[]
  readonly mails: ReceivedMail[]
  readonly logins: string[]
  readonly sockets: Set<Socket>
  /** The sessions that have begun a message. */
  readonly sessionsWithMail: Set<string>
  connectionCount: number
  /** How many messages were read but not yet answered. */
  unansweredCount: number
}

/** Opens a real SMTP server on a free loopback port. It keeps what it accepts, and fails on demand. */
export async function openSmtpServer(options: Options = {}) {
  const state: State = {
    behaviour: { do: 'accept' },
    nextBehaviours: [],
    mails: [],
    logins: [],
    sockets: new Set(),
    sessionsWithMail: new Set(),
    connectionCount: 0,
    unansweredCount: 0,
  }
  const server = new SMTPServer({ ...settingsFor(options), ...answersOf(state, options.login) })
  // Without a listener a connection error, as when a sender dies, would end the test.
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    state.sockets.add(socket)
    socket.once('close', () => state.sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    port,
    url: `${options.tls ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    /** The accepted messages, parsed. */
    mails: state.mails,
    /** Returns how many connections were opened, and how many of them are still open. */
    connections: () => ({ opened: state.connectionCount, stillOpen: state.sockets.size }),
    /** Returns how many messages were read but not yet answered. */
    unanswered: () => state.unansweredCount,
    /** The user names that were sent. */
    logins: state.logins,
    /** Sets the next behaviours, one each. `takeNextBehaviour` says when each begins. */
    behave(...behaviours: Behaviour[]) {
      state.nextBehaviours = behaviours
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      hangUp(state)
      await closed
    },
  }
}

function settingsFor({
  login,
  startTls = false,
  tls = false,
  privateCa = false,
}: Options): SMTPServerOptions {
  return {
    logger: false,
    secure: tls,
    ...(privateCa && { cert: readPem('server.pem'), key: readPem('server.key') }),
    // Milliseconds. It can be short, because `close` has already hung up.
    closeTimeout: 1,
    authOptional: login === undefined,
    // The portal logs in without TLS only to a server on this machine, as this one is.
    allowInsecureAuth: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
  }
}

/** Returns what the server does at each point of a session, in the order of the session. */
function answersOf(state: State, login: Options['login']): SMTPServerOptions {
  return {
    onConnect(_session, done) {
      state.connectionCount += 1
      takeNextBehaviour(state)
      done(refusalAt('greeting', state))
    },
    onAuth({ username = '', password }, _session, done) {
      state.logins.push(username)
      if (username === login?.user && password === login.pass) done(null, { user: username })
      else done(Object.assign(new Error('wrong login'), { responseCode: 535 }))
    },
    onMailFrom(_address, { id }, done) {
      if (state.sessionsWithMail.has(id)) takeNextBehaviour(state)
      state.sessionsWithMail.add(id)
      done(refusalAt('sender', state))
    },
    onRcptTo: (_address, _session, done) => done(refusalAt('recipient', state)),
    async onData(stream, { envelope }, done) {
      // A sender that died halfway has not ended its message, so there is none.
      const raw = await buffer(stream).catch(() => undefined)
      if (raw === undefined) return
      // Without `done` the sender waits for an answer.
      if (state.behaviour.do === 'hang') return
      if (state.behaviour.do === 'drop') return hangUp(state)
      await waitBeforeAnswer(state)
      const refusal = refusalAt('message', state)
      if (refusal === null)
        state.mails.push({
          ...(await PostalMime.parse(raw)),
          envelope: addressesOf(envelope),
          raw: raw.toString(),
        })
      done(refusal)
    },
  }
}

/**
 * Moves on to the next behaviour, with each connection and each further message in it. The last one stays.
 */
function takeNextBehaviour(state: State): void {
  state.behaviour = state.nextBehaviours.shift() ?? state.behaviour
}

/** Returns the error to answer at this point of the session; null to go on. */
function refusalAt(point: RefusedAt, { behaviour }: State): Error | null {
  if (behaviour.do !== 'refuse' || behaviour.at !== point) return null
  return Object.assign(new Error(behaviour.says ?? 'refused on demand'), { responseCode: behaviour.code })
}

async function waitBeforeAnswer(state: State): Promise<void> {
  const { behaviour } = state
  state.unansweredCount += 1
  if (behaviour.do === 'delay') await setTimeout(behaviour.delay)
  if (behaviour.do === 'wait') await behaviour.until
  state.unansweredCount -= 1
}

function hangUp({ sockets }: State): void {
  for (const socket of sockets) socket.destroy()
}

function addressesOf({ mailFrom, rcptTo }: SMTPServerEnvelope): ReceivedMail['envelope'] {
  return { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
}
