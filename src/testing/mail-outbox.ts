import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import type { Db } from '../db/open.ts'
import { messages } from '../db/schema.ts'
import { openMailPort } from '../messaging/email/smtp.ts'
import { emailTransport } from '../messaging/email/transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { queueEmail } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { openEmptyDatabase } from './databases.ts'
import { openSmtpServer, type SmtpServer } from './smtp-server.ts'
import { tempDir } from './temp-dir.ts'

export type MailOutbox = Awaited<ReturnType<typeof openMailOutbox>>

/** The instant at which the clock of the outbox starts. */
export const OUTBOX_START = Date.parse('2026-11-20T10:00:00+01:00')

/** The practice that sends the e-mails. */
export const OUTBOX_PRACTICE = { name: 'Ordination Dr. Beispiel', mail: 'praxis@praxis.example' }

/**
 * Opens an outbox without the rest of the portal: on a database file, with a real SMTP server and its own
 * clock, and with helpers that queue and deliver e-mails and read the outcome.
 */
export async function openMailOutbox() {
  const db = openEmptyDatabase(join(tempDir(), 'ordi.db'))
  const smtp = await openSmtpServer()
  onTestFinished(async () => {
    db.$client.close()
    await smtp.close()
  })
  const practice = openSendingPractice(db, smtp)
  return { db, smtp, ...practice, ...helpersToSend(practice.ctx), ...helpersToRead(db, smtp) }
}

/** The part of the configuration that tests change. */
type Environment = { -readonly [Name in 'smtpUrl' | 'production']: Config[Name] }

/** Stores the settings of the practice, and returns its context with the means to change it. */
function openSendingPractice(db: Db, smtp: SmtpServer) {
  let now = OUTBOX_START
  const environment: Environment = { smtpUrl: smtp.url, production: false }
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
  return {
    ctx,
    environment,
    /** Moves the clock forward, or back by a negative number. */
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

/** Returns the helpers that queue and deliver e-mails, and the log of their delivery. */
function helpersToSend(ctx: () => Ctx) {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const port = openMailPort()
  return {
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
    /** Delivers what is due, through the SMTP server unless another port is given. */
    deliver: (mail = port) => deliverDue(ctx, emailTransport({ mail, log }), log),
  }
}

/** Returns the helpers that read the stored messages and the e-mails that have arrived. */
function helpersToRead(db: Db, smtp: SmtpServer) {
  /** Returns the messages in the order in which they were queued. */
  const listMessages = () => db.select().from(messages).all()
  return {
    listMessages,
    /** Returns the message that was queued first; undefined while none is stored. */
    findFirstMessage: () => listMessages().at(0),
    /** Returns the status of each message, in the order in which they were queued. */
    listStatuses: () => listMessages().map(({ status }) => status),
    /** Returns the recipients of all e-mails that have arrived, in order of arrival. */
    listArrivedRecipients: () => smtp.mails.map(({ envelope }) => envelope.to[0]),
  }
}
