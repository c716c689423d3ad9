import { setImmediate as nextTurn } from 'node:timers/promises'
import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { dropEarlierSecret } from '../access/secret-rotation.ts'
import { deleteExpiredSessions } from '../access/sessions.ts'
import { deleteExpiredChallenges } from '../access/spent-challenges.ts'
import { deleteExpiredVerifications, deleteForgottenBrowsers } from '../booking/email-verification.ts'
import { deleteEndedHolds } from '../booking/holds.ts'
import { deleteOldOrigins } from '../booking/limits.ts'
import { notifyErpConflicts } from '../booking/notifications.ts'
import { makeDueOffers } from '../booking/offers.ts'
import { dropLapsedMoves } from '../booking/patient-moves.ts'
import { remindDue, remindPracticeOfUnanswered } from '../booking/reminders.ts'
import { deleteEndedEntries, endDueEntries } from '../booking/waiting-list.ts'
import type { Actor, Ctx } from '../ctx.ts'
import { FAULT_MESSAGES, noteDatabaseError } from '../db/health.ts'
import { backUpWhenDue } from '../db/nightly-backups.ts'
import { type ErpPorts, erpTransport, pullWhenDue } from '../erp/sync.ts'
import type { Log } from '../log.ts'
import { emailTransport, type MailPorts } from '../messaging/email/transport.ts'
import { dropSpentSignatures, packBodies } from '../messaging/outbox/bodies.ts'
import { deliverDue, type Transport } from '../messaging/outbox/deliver.ts'
import type { Lane } from '../messaging/outbox/queue.ts'
import { refreshBalances } from '../messaging/sms/balances.ts'
import { pollDeliveryReports } from '../messaging/sms/delivery-reports.ts'
import { type SmsPorts, smsTransport } from '../messaging/sms/transport.ts'
import { notifyDangers } from '../operation/dangers.ts'
import { recordJobRun } from '../operation/job-runs.ts'
import { deleteExpired } from '../privacy/retention.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { HOUR, type Instant, isWithin, MINUTE } from '../shared/day.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'
import { dropDeadLinks } from '../staff/staff.ts'
import { type DrillPort, drillWhenDue, runAfterBackupWhenDue } from './backups.ts'
import { correctFutureTimes } from './future-times.ts'

type JobPorts = MailPorts & SmsPorts & ErpPorts & Readonly<{ drill: DrillPort }>

const TRANSPORTS = {
  email: emailTransport,
  sms: smsTransport,
  erp: erpTransport,
} satisfies Readonly<Record<Channel, (ports: JobPorts) => Transport>>

const SECOND = 1000

type Job = Readonly<{
  name: string
  /** Milliseconds from one start to the next. */
  every: number
  /** Milliseconds from the start of the process to the first run; at most a minute. */
  first?: number
  lane?: Lane
  /** `ctx` makes a Ctx with the current `now`, since some jobs wait for other servers. */
  run: (ctx: () => Ctx) => unknown
}>

/** Workers that send e-mail checks at the same time, so that a slow recipient delays no other. */
const CHECK_WORKERS = 3
/** One worker for each channel, so that a slow mail server delays no SMS, and that messages leave in their order. */
const DELIVERIES: ReadonlyArray<Readonly<{ channel: Channel; lane: Lane; name: string; every: number }>> = [
  ...Array.from(
    { length: CHECK_WORKERS },
    (_, nr) =>
      ({ channel: 'email', lane: 'checks', name: `deliver e-mail checks ${nr + 1}`, every: SECOND }) as const,
  ),
  { channel: 'email', lane: 'others', name: 'deliver email', every: 3 * SECOND },
  { channel: 'sms', lane: 'others', name: 'deliver sms', every: 3 * SECOND },
  { channel: 'erp', lane: 'others', name: 'deliver erp', every: 3 * SECOND },
]

/** Each does a few milliseconds of its work, and says whether there may be more. */
const CLEAN_UPS: ReadonlyArray<(ctx: Ctx) => boolean> = [
  deleteExpiredVerifications,
  deleteForgottenBrowsers,
  deleteExpiredChallenges,
  deleteExpiredAttempts,
  deleteExpiredSessions,
  deleteOldOrigins,
  dropEarlierSecret,
  packBodies,
  deleteEndedEntries,
]

/** All jobs. Each reads from the database what is due, so that a machine that slept or was off catches up with one run. */
const jobs = (ports: JobPorts, stopping: AbortSignal): readonly Job[] => [
  // First, because the others read these times.
  { name: 'correct future times', every: HOUR, first: 0, run: (ctx) => correctFutureTimes(ctx()) },
  ...DELIVERIES.map(({ channel, lane, name, every }) => ({
    name,
    every,
    lane,
    run: (ctx: () => Ctx) =>
      deliverDue(ctx, TRANSPORTS[channel](ports), ports.log, { lane, isStopping: () => stopping.aborted }),
  })),
  { name: 'ask for delivery reports', every: 5 * MINUTE, run: (ctx) => pollDeliveryReports(ctx, ports) },
  {
    name: 'read busy times of Odoo',
    every: 5 * SECOND,
    run: async (ctx) => {
      if (await pullWhenDue(ctx, ports)) notifyErpConflicts(ctx())
    },
  },
  { name: 'ask for balances', every: HOUR, run: (ctx) => refreshBalances(ctx, ports) },
  {
    name: 'remind',
    every: MINUTE,
    run: (ctx) => {
      remindDue(ctx())
      remindPracticeOfUnanswered(ctx())
    },
  },
  { name: 'tell of dangers', every: MINUTE, run: (ctx) => notifyDangers(ctx()) },
  // At the start too (cli/serve.ts); every night those of one more day come within reach of patients.
  { name: 'close holidays', every: HOUR, run: (ctx) => closeHolidays(ctx()) },
  {
    // Makes one backup a night.
    name: 'back up',
    every: HOUR,
    run: async (ctx) => {
      await backUpWhenDue(ctx, ports.log)
      await runAfterBackupWhenDue(ctx, ports.log, stopping)
      await drillWhenDue(ctx, ports, stopping)
    },
  },
  { name: 'delete expired holds', every: MINUTE, run: (ctx) => deleteEndedHolds(ctx()) },
  {
    name: 'drop spent links',
    every: MINUTE,
    run: (ctx) => inSteps([() => dropSpentSignatures(ctx()), () => dropDeadLinks(ctx())], stopping),
  },
  { name: 'drop lapsed moves', every: MINUTE, run: (ctx) => dropLapsedMoves(ctx()) },
  { name: 'offer what became free', every: 5 * SECOND, run: (ctx) => makeDueOffers(ctx()) },
  { name: 'end the wait', every: MINUTE, run: (ctx) => endDueEntries(ctx()) },
  { name: 'delete what is old', every: HOUR, run: (ctx) => deleteExpired(ctx, stopping) },
  {
    name: 'clean up',
    every: HOUR,
    run: (ctx) =>
      inSteps(
        CLEAN_UPS.map((cleanUp) => () => cleanUp(ctx())),
        stopping,
      ),
  },
]

export type Jobs = Readonly<{
  /** Starts the workers of the e-mail checks, after the current request is answered. */
  sendChecks: () => void
  /** Starts nothing new, and waits for what runs; an e-mail that hangs is given back to the outbox. */
  stop: () => Promise<void>
}>

/**
 * Looks every second which jobs are due. The tick does not depend on the clock: when that was set back, every job runs at
 * once, and when it was set forward or the machine slept, every job runs once. A library for cron expressions would wait
 * until the clock reaches its next time again, and would walk through every missed one.
 */
export function startJobs(ctxFor: (actor: Actor) => Ctx, ports: JobPorts): Jobs {
  const ctx = () => ctxFor({ kind: 'job' })
  const running = new Map<Job, Promise<void>>()
  const startedAt = new Map<Job, Instant>()
  const stopping = new AbortController()
  const all = jobs(ports, stopping.signal)
  const start = (job: Job): void => {
    if (stopping.signal.aborted || running.has(job)) return
    startedAt.set(job, ctx().now)
    const work = runLogged(job, ctx, ports.log)
    running.set(
      job,
      work.finally(() => running.delete(job)),
    )
  }

  let lastTick = ctx().now
  for (const job of all) startedAt.set(job, lastTick - job.every + (job.first ?? Math.min(job.every, MINUTE)))
  const startDue = () => {
    const { now } = ctx()
    if (now < lastTick) startedAt.clear()
    lastTick = now
    for (const job of all) {
      // Half a second less, because the tick is not exact.
      if (!isWithin(now, startedAt.get(job) ?? 0, job.every - SECOND / 2)) start(job)
    }
  }
  const timer = setInterval(startDue, SECOND)
  return {
    sendChecks: () => void setImmediate(() => all.filter(({ lane }) => lane === 'checks').forEach(start)),
    async stop() {
      stopping.abort()
      clearInterval(timer)
      ports.mail.stop?.()
      await Promise.all(running.values())
    },
  }
}

/** Logs an error; the job runs again at its next time. */
async function runLogged({ name, run }: Job, ctx: () => Ctx, log: Log): Promise<void> {
  try {
    await run(ctx)
    recordJobRun(ctx(), name, false)
  } catch (err) {
    recordJobRun(ctx(), name, true)
    const fault = noteDatabaseError(ctx().db, err)
    log[fault === 'damaged' ? 'fatal' : 'error'](
      { err, job: name },
      fault === undefined ? 'job failed' : FAULT_MESSAGES[fault],
    )
  }
}

/** Does some milliseconds of a longer work. True when there may be more. */
export type Step = () => boolean

/** Repeats each step until it has no more. Requests are answered between two of them. Starts nothing new once `stopping` is aborted. */
export async function inSteps(steps: readonly Step[], stopping: AbortSignal): Promise<void> {
  for (const step of steps) {
    while (!stopping.aborted && step()) await nextTurn()
    await nextTurn()
  }
}
