import { type Logger, schedule } from 'node-cron'
import { deleteExpiredChallenges } from '../access/bot-check.ts'
import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { deleteExpiredSessions } from '../access/sessions.ts'
import { deleteExpiredVerifications } from '../booking/email-verification.ts'
import { deleteOldOrigins } from '../booking/limits.ts'
import { notifyErpConflicts } from '../booking/notifications.ts'
import { remindDue, remindPracticeOfUnanswered } from '../booking/reminders.ts'
import type { Actor, Ctx } from '../ctx.ts'
import { FAULT_MESSAGES, noteDatabaseError } from '../db/health.ts'
import { backUpWhenDue } from '../db/nightly-backups.ts'
import { type ErpPorts, pullWhenDue } from '../erp/sync.ts'
import { erpTransport } from '../erp/transport.ts'
import type { Log } from '../log.ts'
import { emailTransport, type MailPorts } from '../messaging/email/transport.ts'
import { deliverDue, type Transport } from '../messaging/outbox/deliver.ts'
import type { Lane } from '../messaging/outbox/queue.ts'
import { refreshBalances } from '../messaging/sms/balances.ts'
import { pollDeliveryReports } from '../messaging/sms/delivery-reports.ts'
import { type SmsPorts, smsTransport } from '../messaging/sms/transport.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { deleteExpiredHolds } from '../schedule/occupations.ts'
import type { Channel } from '../shared/message-kinds.ts'

type JobPorts = MailPorts & SmsPorts & ErpPorts

const TRANSPORTS = {
  email: emailTransport,
  sms: smsTransport,
  erp: erpTransport,
} satisfies Readonly<Record<Channel, (ports: JobPorts) => Transport>>

/** `ctx` makes a Ctx with the current `now`, since some jobs wait for other servers. */
type Job = Readonly<{ name: string; when: string; run: (ctx: () => Ctx) => unknown; lane?: Lane }>

/** Workers that send e-mail checks at the same time, so that a slow recipient delays no other. */
const CHECK_WORKERS = 3
/** One worker for each channel, so that a slow mail server delays no SMS, and that messages leave in their order. */
const DELIVERIES: ReadonlyArray<Readonly<{ channel: Channel; lane: Lane; name: string; when: string }>> = [
  ...Array.from(
    { length: CHECK_WORKERS },
    (_, nr) =>
      ({
        channel: 'email',
        lane: 'checks',
        name: `deliver e-mail checks ${nr + 1}`,
        when: '* * * * * *',
      }) as const,
  ),
  { channel: 'email', lane: 'others', name: 'deliver email', when: '*/3 * * * * *' },
  { channel: 'sms', lane: 'others', name: 'deliver sms', when: '*/3 * * * * *' },
  { channel: 'erp', lane: 'others', name: 'deliver erp', when: '*/3 * * * * *' },
]

/**
 * All jobs, with seconds as the first field and in UTC, which has no summer time. Each job reads from the database what is
 * due, so that a machine that slept catches up with one run.
 */
const jobs = (ports: JobPorts, isStopping: () => boolean): readonly Job[] => [
  ...DELIVERIES.map(({ channel, lane, name, when }) => ({
    name,
    when,
    lane,
    run: (ctx: () => Ctx) => deliverDue(ctx, TRANSPORTS[channel](ports), ports.log, { lane, isStopping }),
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

export type Jobs = Readonly<{
  /** Starts the workers of the e-mail checks, after the current request is answered. */
  sendChecks: () => void
  /** Starts nothing new, and waits for what runs; an e-mail that hangs is given back to the outbox. */
  stop: () => Promise<void>
}>

export function startJobs(ctxFor: (actor: Actor) => Ctx, ports: JobPorts): Jobs {
  const running = new Map<Job, Promise<void>>()
  let stopping = false
  const all = jobs(ports, () => stopping)
  const start = (job: Job): void => {
    if (stopping || running.has(job)) return
    const ctx = () => ctxFor({ kind: 'job' })
    const work = runLogged(job.name, () => job.run(ctx), ctx(), ports.log)
    running.set(
      job,
      work.finally(() => running.delete(job)),
    )
  }
  const options = {
    timezone: 'UTC',
    // After a machine slept, the last missed run is made up for at once.
    missedExecutionTolerance: Number.POSITIVE_INFINITY,
    logger: debugLogger(ports.log),
  }
  const tasks = all.map((job) => schedule(job.when, () => start(job), { ...options, name: job.name }))
  return {
    sendChecks: () => void setImmediate(() => all.filter(({ lane }) => lane === 'checks').forEach(start)),
    async stop() {
      stopping = true
      ports.mail?.stop?.()
      for (const task of tasks) await task.stop()
      await Promise.all(running.values())
    },
  }
}

/** node-cron warns of every missed run: thousands after a machine slept. */
function debugLogger(log: Log): Logger {
  const debug = (message: string | Error) => log.debug(String(message))
  return { info: debug, warn: debug, error: debug, debug }
}

/** Logs an error; the job runs again at its next time. */
async function runLogged(name: string, run: () => unknown, { db }: Ctx, log: Log): Promise<void> {
  try {
    await run()
  } catch (err) {
    const fault = noteDatabaseError(db, err)
    log[fault === 'damaged' ? 'fatal' : 'error'](
      { err, job: name },
      fault === undefined ? 'job failed' : FAULT_MESSAGES[fault],
    )
  }
}
