import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type EmailMessage, openMailPort } from '../messaging/email/smtp.ts'
import { MAIL_TIMEOUTS_MS } from '../messaging/email/smtp-connection.ts'
import { settingsOfEnvironment } from '../practice/environment-settings.ts'
import { type MailServer, mailServerOf } from '../practice/mail-server.ts'
import type { Settings } from '../shared/settings/settings.ts'
import { openSmtpServer, type SmtpServer } from './smtp-server.ts'

/** The e-mail that `sendTo` sends. */
export const SENT_MESSAGE: EmailMessage = {
  from: { name: 'Ordination Dr. Alma Beispiel', address: 'termine@praxis.example' },
  to: 'maria@example.at',
  replyTo: 'praxis@praxis.example',
  subject: 'Reservierung erhalten: Dienstag, 12. Jänner 2027',
  text: 'Grüß Gott\n.\nzweite Zeile',
  html: '<p>Grüß Gott</p>',
  calendar: null,
  messageId: '<0b7e8f5c-1@praxis.example>',
}

/**
 * Timeouts in milliseconds for tests with a server that does not answer. Other tests keep the usual, longer
 * ones, because the machine may be busy.
 */
export const SHORT_TIMEOUTS_MS = { connect: 500, greeting: 300, silence: 200, total: 600 }

/** Sends SENT_MESSAGE with these changes to a server once, without retries. */
export async function sendTo(
  smtpUrl: string,
  {
    changes = {},
    timeoutsMs = MAIL_TIMEOUTS_MS,
  }: Readonly<{ changes?: Partial<EmailMessage>; timeoutsMs?: typeof MAIL_TIMEOUTS_MS }> = {},
) {
  return openMailPort(timeoutsMs).send({ ...SENT_MESSAGE, ...changes }, mailServerAt(smtpUrl))
}

/** Returns the mail server as the portal reads it from SMTP_URL. */
export function mailServerAt(smtpUrl: string): MailServer {
  const settings = settingsOfEnvironment('smtp', { smtpUrl, mailFrom: '' })
  const server = mailServerOf(settings as Settings['smtp'], 'in SMTP_URL')
  if (server === undefined) throw new Error('no server')
  return server
}

/** Opens a mail server, which is closed after the test. */
export async function openMailServer(options?: Parameters<typeof openSmtpServer>[0]): Promise<SmtpServer> {
  const server = await openSmtpServer(options)
  onTestFinished(() => server.close())
  return server
}

/** Opens a server that passes connections to `converse`, and closes it after the test. @returns its port */
export async function openRawServer(converse: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    converse(socket)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
