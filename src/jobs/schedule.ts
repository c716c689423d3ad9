import { type Logger, type ScheduledTask, schedule } from 'node-cron'
import { sweepSpentChallenges } from '../access/bot-check.ts'
import { sweepAttempts } from '../access/rate-limit.ts'
import { sweepSessions } from '../access/sessions.ts'
import { sweepVerifications } from '../booking/email-verification.ts'
import { nudgeUnanswered, remindDue } from '../booking/reminders.ts'
import type { Actor, Ctx } from '../ctx.ts'
import { backUpWhenDue } from '../db/backups.ts'
import type { Log } from '../log.ts'
import { type DeliveryPorts, deliverDue } from '../messaging/outbox/deliver.ts'
import { deliverDueSms, type SmsPorts } from '../messaging/outbox/deliver-sms.ts'
import { refreshBalances } from '../messaging/sms/balances.ts'
import { pollDeliveryReports } from '../messaging/sms/delivery-reports.ts'
import { sweepHolds } from '../schedule/occupations.ts'

type JobPorts = DeliveryPorts & SmsPorts

/** `ctx` gives a fresh now at each call, for jobs that wait for the world outside. */
type Job = Readonly<{ name: string; when: string; run: (ctx: () => Ctx) => unknown }>

/**
 * All clockwork. In UTC, where no hour is missing or comes twice; each job asks the database what is due, so
 * that a machine which slept catches up once.
 */
const jobs = (ports: JobPorts): readonly Job[] => [
  { name: 'deliver mails', when: '*/3 * * * * *', run: (ctx) => deliverDue(ctx, ports) },
  { name: 'deliver text messages', when: '*/3 * * * * *', run: (ctx) => deliverDueSms(ctx, ports) },
  { name: 'ask for delivery reports', when: '29 */5 * * * *', run: (ctx) => pollDeliveryReports(ctx, ports) },
  { name: 'ask for balances', when: '53 7 * * * *', run: (ctx) => refreshBalances(ctx, ports) },
  {
    name: 'remind',
    when: '41 * * * * *',
    run: (ctx) => {
      remindDue(ctx())
      nudgeUnanswered(ctx())
    },
  },
  // Hourly, since a machine may be off every night; it is made at most once a night.
  { name: 'back up', when: '0 15 * * * *', run: (ctx) => backUpWhenDue(ctx, ports.log) },
  { name: 'sweep holds', when: '17 * * * * *', run: (ctx) => sweepHolds(ctx()) },
  {
    name: 'clean up',
    when: '0 23 2 * * *',
    run: (ctx) => {
      sweepVerifications(ctx())
      sweepSpentChallenges(ctx())
      sweepAttempts(ctx())
      sweepSessions(ctx())
    },
  },
]

/** Starts the clockwork; the returned function stops it and waits for what is under way. */
export function startJobs(ctxFor: (actor: Actor) => Ctx, ports: JobPorts): () => Promise<void> {
  const underWay = new Set<Promise<void>>()
  const options = {
    timezone: 'UTC',
    noOverlap: true,
    // After a machine slept, the turn that was missed last is taken at once.
    missedExecutionTolerance: Number.POSITIVE_INFINITY,
    logger: quietly(ports.log),
  }
  const tasks: ScheduledTask[] = jobs(ports).map(({ name, when, run }) =>
    schedule(
      when,
      async () => {
        const work = guarded(name, () => run(() => ctxFor({ kind: 'job' })), ports.log)
        underWay.add(work)
        await work.finally(() => underWay.delete(work))
      },
      { ...options, name },
    ),
  )
  return async () => {
    for (const task of tasks) await task.stop()
    await Promise.all(underWay)
  }
}

/** The library remarks on every single turn that it leaves out: thousands after a night's sleep. */
function quietly(log: Log): Logger {
  const remark = (message: string | Error) => log.debug(String(message))
  return { info: remark, warn: remark, error: remark, debug: remark }
}

/** A job that fails is logged and tried again at its next turn; it never takes the process with it. */
async function guarded(name: string, run: () => unknown, log: Log): Promise<void> {
  try {
    await run()
  } catch (err) {
    log.error({ err, job: name }, 'job failed')
  }
}
