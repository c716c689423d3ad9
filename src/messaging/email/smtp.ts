import { lookup } from 'node:dns/promises'
import { isDeepStrictEqual } from 'node:util'
import type { SendMailOptions } from 'nodemailer'
import type { MailServer } from '../../practice/mail-server.ts'
import { isOneAddress, type NamedAddress } from '../../shared/named-address.ts'
import { classifyMailError, fault, type MailResult } from './mail-fault.ts'
import { type ConnectionOptions, MAIL_TIMEOUTS_MS, openTransport, type Resolve } from './smtp-connection.ts'

/** An e-mail as it is sent. */
export type EmailMessage = Readonly<{
  from: NamedAddress
  /** Exactly one e-mail address, without a name. */
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

/** Sends mail over connections that it keeps for a while. */
export type MailPort = Readonly<{
  /**
   * Sends an e-mail. Never throws. With `isLast` the connection is not kept, because the server gets no
   * further e-mail.
   */
  send(
    message: EmailMessage,
    server: MailServer,
    options?: Readonly<{ isLast: boolean }>,
  ): Promise<MailResult>
  /** Closes the connections when the process stops. Messages being sent have STOP_MS to finish. */
  stop?(): void
}>

/** The most connections at a time: one for each worker (jobs/delivery-jobs.ts) and one for a test message. */
const MAX_CONNECTIONS = 5
/** The most messages on one connection; many servers refuse more. */
const MAX_MESSAGES = 50
/** Milliseconds after which an unused connection is closed, before the server does it. */
const IDLE_MS = 15_000
/** Milliseconds that a message has to finish after the process was asked to stop. */
const STOP_MS = 3_000

/** Opens a port that keeps connections to one server until an e-mail is sent to another. */
export function openMailPort(timeoutsMs = MAIL_TIMEOUTS_MS, resolve: Resolve = lookup): MailPort {
  const connectionOptions = { timeoutsMs, resolve }
  const keptPool = keepPool(connectionOptions)
  const stopping = new AbortController()
  return {
    async send(message, server, { isLast } = { isLast: false }) {
      if (!isOneAddress(message.to))
        return fault('permanent', 'The recipient is not exactly one e-mail address.')
      try {
        const transport = await (isLast ? openTransport(server, connectionOptions) : keptPool.poolFor(server))
        const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutsMs.total)])
        await transport.sendMail({ ...optionsFor(message), signal })
        return { ok: true }
      } catch (error) {
        if (stopping.signal.aborted) return fault('interrupted', 'The process stops.')
        return classifyMailError(error, server)
      }
    },
    stop() {
      keptPool.close()
      setTimeout(() => stopping.abort(), STOP_MS).unref()
    },
  }
}

/** Keeps the pool of one server, until that of another server is asked for. */
function keepPool(options: ConnectionOptions) {
  let kept: Readonly<{ server: MailServer; pool: ReturnType<typeof openPool> }> | undefined
  const close = () => void kept?.pool.then((pool) => pool.close())
  return {
    poolFor: (server: MailServer) => {
      if (kept !== undefined && isDeepStrictEqual(kept.server, server)) return kept.pool
      close()
      kept = { server, pool: openPool(server, options) }
      return kept.pool
    },
    close,
  }
}

/** Opens a transport that keeps several connections to a server. */
function openPool(server: MailServer, options: ConnectionOptions) {
  return openTransport(server, options, {
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MAX_MESSAGES,
    // The pool itself retries once if a connection breaks before the message is sent.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
  })
}

/** Connects and logs in, without sending an e-mail. Never throws. */
export async function probeMailServer(
  server: MailServer,
  timeoutsMs = MAIL_TIMEOUTS_MS,
): Promise<MailResult> {
  try {
    const transport = await openTransport(server, { timeoutsMs })
    await transport.verify().finally(() => transport.close())
    return { ok: true }
  } catch (error) {
    return classifyMailError(error, server)
  }
}

/** Returns nodemailer's options for the e-mail. */
function optionsFor({ to, replyTo, calendar, messageId, ...content }: EmailMessage): SendMailOptions {
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

/** Returns the calendar as a part with the same method, as RFC 6047 requires in section 2.4. */
function calendarPart(calendar: string) {
  const [, method] = /^METHOD:(\w+)/m.exec(calendar) ?? []
  return { method, filename: 'termin.ics', content: calendar }
}
