import { type Logger, type ScheduledTask, schedule } from 'node-cron'
import { deleteExpiredChallenges } from '../access/bot-check.ts'
import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { deleteExpiredSessions } from '../access/sessions.ts'
import { deleteExpiredVerifications } from '../booking/email-verification.ts'
import { deleteOldOrigins } from '../booking/limits.ts'
import { notifyErpConflicts } from '../booking/notifications.ts'
import { remindDue, remindPracticeOfUnanswered } from '../booking/reminders.ts'
import type { Actor, Ctx } from '../ctx.ts'
import { backUpWhenDue } from '../db/nightly-backups.ts'
import { type ErpPorts, pullWhenDue } from '../erp/sync.ts'
import { erpTransport } from '../erp/transport.ts'
import type { Log } from '../log.ts'
import { emailTransport, type MailPorts } from '../messaging/email/transport.ts'
import { deliverDue, type Transport } from '../messaging/outbox/deliver.ts'
import { refreshBalances } from '../messaging/sms/balances.ts'
import { pollDeliveryReports } from '../messaging/sms/delivery-reports.ts'
import { type SmsPorts, smsTransport } from '../messaging/sms/transport.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { deleteExpiredHolds } from '../schedule/occupations.ts'
import { CHANNELS, type Channel } from '../shared/message-kinds.ts'

type JobPorts = MailPorts & SmsPorts & ErpPorts

const TRANSPORTS = {
  email: emailTransport,
  sms: smsTransport,
  erp: erpTransport,
} satisfies Readonly<Record<Channel, (ports: JobPorts) => Transport>>

/** `ctx` makes a Ctx with the current `now`, since some jobs wait for other servers. */
type Job = Readonly<{ name: string; when: string; run: (ctx: () => Ctx) => unknown }>

/**
 * All jobs, with seconds as the first field and in UTC, which has no summer time. Each job reads from the database what is
 * due, so that a machine that slept catches up with one run.
 */
const jobs = (ports: JobPorts): readonly Job[] => [
  // A job for each channel, so that a slow mail server delays no SMS.
  ...CHANNELS.map((channel) => ({
    name: `deliver ${channel}`,
    when: '*/3 * * * * *',
    run: (ctx: () => Ctx) => deliverDue(ctx, TRANSPORTS[channel](ports), ports.log),
  })),
  { name: 'ask for delivery reports', when: '29 */5 * * * *', run: (ctx) => pollDeliveryReports(ctx, ports) },
  {
    name: 'read busy times of Odoo',
    when: '*/5 * * * * *',
    run: async (ctx) => {
      if (await pullWhenDue(ctx, ports)) notifyErpConflicts(ctx())
    },
  },
  { name: 'ask for balances', when: '53 7 * * * *', run: (ctx) => refreshBalances(ctx, ports) },
  {
    name: 'remind',
    when: '41 * * * * *',
    run: (ctx) => {
      remindDue(ctx())
      remindPracticeOfUnanswered(ctx())
    },
  },
  // At the start too (cli/serve.ts); every night those of one more day come within reach of patients.
  { name: 'close holidays', when: '0 53 1 * * *', run: (ctx) => closeHolidays(ctx()) },
  // Hourly, since a machine may be off at night. Makes one backup a night.
  { name: 'back up', when: '0 15 * * * *', run: (ctx) => backUpWhenDue(ctx, ports.log) },
  { name: 'delete expired holds', when: '17 * * * * *', run: (ctx) => deleteExpiredHolds(ctx()) },
  {
    name: 'clean up',
    when: '0 23 2 * * *',
    run: (ctx) => {
      deleteExpiredVerifications(ctx())
      deleteExpiredChallenges(ctx())
      deleteExpiredAttempts(ctx())
      deleteExpiredSessions(ctx())
      deleteOldOrigins(ctx())
    },
  },
]

/** @returns a function that stops the jobs and waits for running ones */
export function startJobs(ctxFor: (actor: Actor) => Ctx, ports: JobPorts): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const options = {
    timezone: 'UTC',
    noOverlap: true,
    // After a machine slept, the last missed run is made up for at once.
    missedExecutionTolerance: Number.POSITIVE_INFINITY,
    logger: debugLogger(ports.log),
  }
  const tasks: ScheduledTask[] = jobs(ports).map(({ name, when, run }) =>
    schedule(
      when,
      async () => {
        const work = runLogged(name, () => run(() => ctxFor({ kind: 'job' })), ports.log)
        running.add(work)
        await work.finally(() => running.delete(work))
      },
      { ...options, name },
    ),
  )
  return async () => {
    for (const task of tasks) await task.stop()
    await Promise.all(running)
  }
}

/** node-cron warns of every missed run: thousands after a machine slept. */
function debugLogger(log: Log): Logger {
  const debug = (message: string | Error) => log.debug(String(message))
  return { info: debug, warn: debug, error: debug, debug }
}

/** Logs an error; the job runs again at its next time. */
async function runLogged(name: string, run: () => unknown, log: Log): Promise<void> {
  try {
    await run()
  } catch (err) {
    log.error({ err, job: name }, 'job failed')
  }
}
