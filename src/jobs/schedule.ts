import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ScheduledTask, schedule, type TaskOptions } from 'node-cron'
import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { dropEarlierSecret } from '../access/secret-rotation.ts'
import { deleteExpiredSessions } from '../access/sessions.ts'
import { deleteExpiredChallenges } from '../access/spent-challenges.ts'
import { deleteExpiredVerifications, deleteForgottenBrowsers } from '../booking/email-verification.ts'
import { deleteEndedHolds } from '../booking/holds.ts'
import { deleteOldOrigins } from '../booking/limits.ts'
import { notifyErpConflicts } from '../booking/notifications.ts'
import { makeDueOffers, nextOffer } from '../booking/offers.ts'
import { dropLapsedMoves } from '../booking/patient-moves.ts'
import { remindDue, remindPracticeOfUnanswered } from '../booking/reminders.ts'
import { deleteEndedEntries, endDueEntries } from '../booking/waiting-list.ts'
import type { Actor, Ctx } from '../ctx.ts'
import { FAULT_MESSAGES, noteDatabaseError } from '../db/health.ts'
import { backUpWhenDue } from '../db/nightly-backups.ts'
import { haveOthersWritten, onWake, type Work, wake } from '../db/wake.ts'
import { type ErpPorts, erpTransport, pullWhenDue } from '../erp/sync.ts'
import type { Log } from '../log.ts'
import { emailTransport, type MailPorts } from '../messaging/email/transport.ts'
import { dropSpentSignatures, packBodies } from '../messaging/outbox/bodies.ts'
import { deliverDue, nextDelivery, type Transport } from '../messaging/outbox/deliver.ts'
import type { Lane } from '../messaging/outbox/queue.ts'
import { refreshBalances } from '../messaging/sms/balances.ts'
import { pollDeliveryReports } from '../messaging/sms/delivery-reports.ts'
import { type SmsPorts, smsTransport } from '../messaging/sms/transport.ts'
import { notifyDangers } from '../operation/dangers.ts'
import { recordJobRun } from '../operation/job-runs.ts'
import { deleteExpired } from '../privacy/retention.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'
import { dropDeadLinks } from '../staff/staff.ts'
import { type DrillPort, drillWhenDue, runAfterBackupWhenDue } from './backups.ts'
import { guardClock } from './clock-guard.ts'
import { correctFutureTimes } from './future-times.ts'

type JobPorts = MailPorts & SmsPorts & ErpPorts & Readonly<{ drill: DrillPort }>

const TRANSPORTS = {
  email: emailTransport,
  sms: smsTransport,
  erp: erpTransport,
} satisfies Readonly<Record<Channel, (ports: JobPorts) => Transport>>

type Job = Readonly<{
  name: string
  /**
   * When it runs, in UTC. It reads from the database what is due, so that no run but the next one matters.
   */
  cron: string
  /** The job also runs at once when the process starts; others wait a minute. */
  atStart?: true
  /** A transaction that makes this work due starts the job at once (db/wake.ts). */
  wokenBy?: Work
  /** Returns when stored work gets due next, for which the job then sets a timer. */
  nextDue?: (ctx: Ctx) => Instant | undefined
  /**
   * `ctx` makes a Ctx with the current `now`, since some jobs wait for other servers. True when there is more
   * to do at once.
   */
  run: (ctx: () => Ctx) => unknown
}>

/** This many workers send e-mail verifications at the same time, so that a slow recipient delays no other. */
const CHECK_WORKERS = 3
/**
 * One worker for each channel, so that a slow mail server delays no SMS, and that messages leave in their
 * order.
 */
const DELIVERIES: ReadonlyArray<Readonly<{ name: string; channel: Channel; lane: Lane; wokenBy: Work }>> = [
  ...Array.from(
    { length: CHECK_WORKERS },
    (_, nr) =>
      ({
        name: `deliver e-mail checks ${nr + 1}`,
        channel: 'email',
        lane: 'checks',
        wokenBy: 'checks',
      }) as const,
  ),
  { name: 'deliver email', channel: 'email', lane: 'others', wokenBy: 'email' },
  { name: 'deliver sms', channel: 'sms', lane: 'others', wokenBy: 'sms' },
  { name: 'deliver erp', channel: 'erp', lane: 'others', wokenBy: 'erp' },
]

/** Each step does a few milliseconds of its work, and returns whether there may be more. */
const CLEAN_UPS: ReadonlyArray<(ctx: Ctx) => boolean> = [
  deleteExpiredVerifications,
  deleteForgottenBrowsers,
  deleteExpiredChallenges,
  deleteExpiredAttempts,
  deleteExpiredSessions,
  deleteOldOrigins,
  dropEarlierSecret,
  deleteEndedEntries,
]

const jobs = (ports: JobPorts, stopping: AbortSignal): readonly Job[] => [
  // This job comes first, because the others read the times that it corrects.
  { name: 'correct future times', cron: '0 * * * *', atStart: true, run: (ctx) => correctFutureTimes(ctx()) },
  ...DELIVERIES.map(({ channel, lane, ...job }) => ({
    ...job,
    cron: '*/5 * * * *',
    atStart: true as const,
    nextDue: (ctx: Ctx) => nextDelivery(ctx, channel, lane),
    run: (ctx: () => Ctx) =>
      deliverDue(ctx, TRANSPORTS[channel](ports), ports.log, { lane, isStopping: () => stopping.aborted }),
  })),
  {
    name: 'take over from other processes',
    cron: '* * * * *',
    run: (ctx) => {
      if (haveOthersWritten(ctx().db)) wake(ctx())
    },
  },
  { name: 'ask for delivery reports', cron: '*/5 * * * *', run: (ctx) => pollDeliveryReports(ctx, ports) },
  {
    name: 'read busy times of Odoo',
    cron: '*/5 * * * *',
    atStart: true,
    wokenBy: 'busy times',
    run: async (ctx) => {
      if (await pullWhenDue(ctx, ports)) notifyErpConflicts(ctx())
    },
  },
  { name: 'ask for balances', cron: '0 * * * *', run: (ctx) => refreshBalances(ctx, ports) },
  {
    name: 'remind',
    cron: '* * * * *',
    run: (ctx) => {
      remindDue(ctx())
      remindPracticeOfUnanswered(ctx())
    },
  },
  { name: 'tell of dangers', cron: '* * * * *', run: (ctx) => notifyDangers(ctx()) },
  // Each day patients can book one day further ahead, whose holiday has to be closed. The start does so too
  // (cli/serve.ts).
  { name: 'close holidays', cron: '0 * * * *', run: (ctx) => closeHolidays(ctx()) },
  {
    // Makes one backup a night, at 01:15. The runs of other hours make up for one that was missed or has
    // failed.
    name: 'back up',
    cron: '15 * * * *',
    run: async (ctx) => {
      await backUpWhenDue(ctx, ports.log)
      await runAfterBackupWhenDue(ctx, ports.log, stopping)
      await drillWhenDue(ctx, ports, stopping)
    },
  },
  { name: 'delete expired holds', cron: '* * * * *', run: (ctx) => deleteEndedHolds(ctx()) },
  {
    name: 'drop spent links',
    cron: '* * * * *',
    run: (ctx) => inSteps([() => dropSpentSignatures(ctx()), () => dropDeadLinks(ctx())], stopping),
  },
  { name: 'drop lapsed moves', cron: '* * * * *', run: (ctx) => dropLapsedMoves(ctx()) },
  {
    name: 'offer what became free',
    cron: '* * * * *',
    atStart: true,
    wokenBy: 'offers',
    nextDue: nextOffer,
    run: (ctx) => makeDueOffers(ctx()),
  },
  { name: 'end the wait', cron: '* * * * *', run: (ctx) => endDueEntries(ctx()) },
  { name: 'delete what is old', cron: '0 * * * *', run: (ctx) => deleteExpired(ctx, stopping) },
  {
    // Hourly, because the practice promises its patients that some of this is kept for a day.
    name: 'clean up',
    cron: '0 * * * *',
    run: (ctx) =>
      inSteps(
        CLEAN_UPS.map((cleanUp) => () => cleanUp(ctx())),
        stopping,
      ),
  },
  {
    // This runs at 01:30, after the backup.
    name: 'pack e-mails',
    cron: '30 1 * * *',
    run: (ctx) => inSteps([() => packBodies(ctx())], stopping),
  },
]

/**
 * A timer is set for what gets due within this time. A run of the job comes before anything that gets due
 * later.
 */
const TIMER_MS = 5 * MINUTE

/**
 * From the start of the process to the first run of a job, at most; from a failure of a delivery to the next
 * attempt.
 */
const SOON_MS = MINUTE

/**
 * Has node-cron run the jobs, and starts at once those whose work a transaction has made due. After a step of
 * the clock all tasks of node-cron are made anew, and each job runs once: a task of before would wait until
 * the clock gets to its time again, or walk through every minute that was missed, in which no request is
 * answered.
 * @returns a function that starts nothing new, and waits for what runs; an e-mail that hangs is given back to
 * the outbox
 */
export function startJobs(ctxFor: (actor: Actor) => Ctx, ports: JobPorts): () => Promise<void> {
  const ctx = () => ctxFor({ kind: 'job' })
  const stopping = new AbortController()
  const all = jobs(ports, stopping.signal)
  const running = new Map<Job, Promise<void>>()
  const runsAgain = new Set<Job>()
  const hasRun = new Set<Job>()
  const timers = new Map<Job, NodeJS.Timeout>()

  const start = (job: Job): Promise<void> | undefined => {
    if (stopping.signal.aborted || running.has(job)) return undefined
    hasRun.add(job)
    clearTimeout(timers.get(job))
    const run = runLogged(job, ctx, ports.log).then((due) => {
      running.delete(job)
      if (runsAgain.delete(job)) start(job)
      else if (due !== undefined) startAt(job, due)
    })
    running.set(job, run)
    return run
  }
  const startAt = (job: Job, due: Instant) => {
    const wait = due - ctx().now
    if (!stopping.signal.aborted && wait <= TIMER_MS) timers.set(job, setTimeout(start, wait, job))
  }
  /**
   * Starts the jobs. One that runs already runs once more afterwards, because it may have missed what is due
   * now.
   */
  const startNow = (some: Iterable<Job>) => {
    for (const job of some) if (start(job) === undefined) runsAgain.add(job)
  }

  const woken = new Set<Job>()
  onWake(ctx().db, (work) => {
    if (woken.size === 0)
      setImmediate(() => {
        const due = [...woken]
        woken.clear()
        startNow(due)
      })
    for (const job of all)
      if (job.wokenBy !== undefined && (work === undefined || job.wokenBy === work)) woken.add(job)
  })

  let tasks: readonly ScheduledTask[] = []
  const makeTasks = () => {
    for (const task of tasks) task.destroy()
    tasks = all.map((job) => schedule(job.cron, () => start(job), taskOptions(ports.log)))
  }
  makeTasks()
  setImmediate(() => startNow(all.filter(({ atStart }) => atStart)))
  const soon = setTimeout(() => all.filter((job) => !hasRun.has(job)).forEach(start), SOON_MS)
  const endGuard = guardClock(
    () => ctx().now,
    () => {
      makeTasks()
      startNow(all)
    },
  )
  return async () => {
    stopping.abort()
    endGuard()
    clearTimeout(soon)
    for (const timer of timers.values()) clearTimeout(timer)
    for (const task of tasks) task.destroy()
    ports.mail.stop?.()
    await Promise.all(running.values())
  }
}

/** Options of node-cron. A run is skipped without a warning while the previous one goes on. */
const taskOptions = (log: Log): TaskOptions => ({
  timezone: 'UTC',
  noOverlap: true,
  // A task runs however late it is because the process was busy.
  missedExecutionTolerance: DAY_LENGTH,
  suppressMissedWarning: true,
  logger: {
    info: (message) => log.debug(message),
    warn: (message) => log.debug(message),
    error: (err) => log.error({ err }, 'a task of node-cron failed'),
    debug: () => {},
  },
})

/** Runs the job, and logs its error. @returns when it has to run next, if that may be before its next time */
async function runLogged(
  { name, run, nextDue }: Job,
  ctx: () => Ctx,
  log: Log,
): Promise<Instant | undefined> {
  try {
    const hasMore = await run(ctx)
    recordJobRun(ctx(), name, false)
    return hasMore === true ? ctx().now : nextDue?.(ctx())
  } catch (err) {
    recordJobRun(ctx(), name, true)
    const fault = noteDatabaseError(ctx().db, err)
    log[fault === 'damaged' ? 'fatal' : 'error'](
      { err, job: name },
      fault === undefined ? 'job failed' : FAULT_MESSAGES[fault],
    )
    return nextDue && ctx().now + SOON_MS
  }
}

/** Does some milliseconds of a longer work, and returns whether there may be more. */
export type Step = () => boolean

/**
 * Repeats each step until it has no more. Requests are answered between two of them. Starts nothing new once
 * `stopping` is aborted.
 */
export async function inSteps(steps: readonly Step[], stopping: AbortSignal): Promise<void> {
  for (const step of steps) {
    while (!stopping.aborted && step()) await nextTurn()
    await nextTurn()
  }
}
