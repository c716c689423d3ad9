import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** What the mailbox does with the next messages. Codes are SMTP replies, `delay` is milliseconds. */
export type Mood =
  | { do: 'accept' }
  | { do: 'refuse'; at: 'greeting' | 'sender' | 'recipient' | 'message'; code: number }
  | { do: 'hang' }
  | { do: 'drop' }
  | { do: 'delay'; delay: number }
  /** Takes the message and leaves its sender waiting until the promise is kept. */
  | { do: 'wait'; until: Promise<unknown> }

export type ReceivedMail = Email & { envelope: { from: string; to: string[] }; raw: string }

export type SmtpServer = Awaited<ReturnType<typeof openSmtpServer>>

type Options = {
  /** Who may send; without it everybody may. */
  login?: { user: string; pass: string }
  /** Offers STARTTLS with a certificate that nobody trusts. */
  startTls?: boolean
  /** TLS from the first byte, same certificate. */
  tls?: boolean
}

/** A real SMTP server on a free loopback port that keeps what it gets, and fails on demand. */
export async function openSmtpServer({ login, startTls = false, tls = false }: Options = {}) {
  const mails: ReceivedMail[] = []
  const logins: string[] = []
  const sockets = new Set<Socket>()
  let moods: Mood[] = []
  let mood: Mood = { do: 'accept' }
  let underWay = 0

  const refusal = (at: string) =>
    mood.do === 'refuse' && mood.at === at
      ? Object.assign(new Error('refused on demand'), { responseCode: mood.code })
      : null

  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }

  const server = new SMTPServer({
    logger: false,
    secure: tls,
    closeTimeout: 1,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
    onConnect(_session, done) {
      mood = moods.shift() ?? mood
      done(refusal('greeting'))
    },
    onAuth({ username = '', password }, _session, done) {
      logins.push(username)
      if (username === login?.user && password === login.pass) done(null, { user: username })
      else done(Object.assign(new Error('wrong login'), { responseCode: 535 }))
    },
    onMailFrom: (_address, _session, done) => done(refusal('sender')),
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    async onData(stream, { envelope }, done) {
      // A sender that dies halfway leaves nothing behind.
      const raw = await buffer(stream).catch(() => undefined)
      if (raw === undefined || mood.do === 'hang') return
      if (mood.do === 'drop') return hangUp()
      underWay += 1
      if (mood.do === 'delay') await setTimeout(mood.delay)
      if (mood.do === 'wait') await mood.until
      underWay -= 1
      const refused = refusal('message')
      if (!refused)
        mails.push({ ...(await PostalMime.parse(raw)), envelope: plain(envelope), raw: raw.toString() })
      done(refused)
    },
  })
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
    /** Everything accepted so far, parsed. */
    mails,
    /** How many messages it has read, and not answered yet. */
    underWay: () => underWay,
    /** User names that were sent to it. */
    logins,
    /** One mood for each coming connection; the last one stays. */
    behave(...next: Mood[]) {
      moods = next
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      hangUp()
      await closed
    },
  }
}

function plain({
  mailFrom,
  rcptTo,
}: {
  mailFrom: { address: string } | false
  rcptTo: { address: string }[]
}) {
  return { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
}
