import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { messages } from '../db/schema.ts'
import { openMailPort } from '../messaging/email/smtp.ts'
import { emailTransport } from '../messaging/email/transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { queueEmail } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { openEmptyDatabase } from './databases.ts'
import { openSmtpServer } from './smtp-server.ts'
import { tempDir } from './temp-dir.ts'

export type MailOutbox = Awaited<ReturnType<typeof openMailOutbox>>

/** The instant at which the clock of the outbox starts. */
export const OUTBOX_START = Date.parse('2026-11-20T10:00:00+01:00')

/** The practice that sends the e-mails. */
export const OUTBOX_PRACTICE = { name: 'Ordination Dr. Beispiel', mail: 'praxis@praxis.example' }

/**
 * Opens an outbox without the rest of the portal: on a database file, with a real SMTP server and its own
 * clock.
 */
export async function openMailOutbox() {
  const db = openEmptyDatabase(join(tempDir(), 'ordi.db'))
  const smtp = await openSmtpServer()
  onTestFinished(async () => {
    db.$client.close()
    await smtp.close()
  })
  let now = OUTBOX_START
  const environment = { smtpUrl: smtp.url as string | undefined, production: false }
  const ctx = (): Ctx => ({
    db,
    now,
    actor: { kind: 'job' },
    config: {
      ...readConfig({ BASE_URL: 'https://termine.example' }),
      appSecret: 'x'.repeat(32),
      ...environment,
    },
  })
  writeSettings(ctx(), 'practice', OUTBOX_PRACTICE)

  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const port = openMailPort()
  const listMessages = () => db.select().from(messages).all()
  return {
    db,
    smtp,
    /** The part of the configuration that tests change. */
    environment,
    ctx,
    now: () => now,
    /** Moves the clock forward, or back by a negative number. */
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    /** The parsed lines of the log. */
    logged,
    log,
    transport: emailTransport({ mail: port, log }),
    /** Queues an e-mail, by default to Maria. Its subject names the recipient. */
    queue: ({
      recipient = 'maria@example.at',
      ...changes
    }: Partial<Parameters<typeof queueEmail>[1]> = {}) => {
      queueEmail(ctx(), {
        kind: 'reservation-received',
        recipient,
        subject: `An ${recipient}`,
        text: 'Grüß Gott',
        html: '<p>Grüß Gott</p>',
        ...changes,
      })
    },
    /** Returns the recipients of all e-mails that have arrived, in order of arrival. */
    arrivedRecipients: () => smtp.mails.map(({ envelope }) => envelope.to[0]),
    /** Delivers what is due, through the SMTP server unless another port is given. */
    deliver: (mail = port) => deliverDue(ctx, emailTransport({ mail, log }), log),
    /** Returns the messages in the order in which they were queued. */
    listMessages,
    /** Returns the first message; undefined while none is stored. */
    firstMessage: () => listMessages()[0],
    statuses: () => listMessages().map(({ status }) => status),
  }
}
