import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ScheduledTask, schedule, type TaskOptions } from 'node-cron'
import type { Ctx } from '../ctx.ts'
import { FAULT_MESSAGES, noteDatabaseError } from '../db/health.ts'
import { isLocked } from '../db/lock.ts'
import { onWake, type Work } from '../db/wake.ts'
import type { Log } from '../log.ts'
import { recordJobRun } from '../operation/job-runs.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { guardClock } from './clock-guard.ts'

export type Job = Readonly<{
  name: string
  /**
   * When the job runs, in UTC. A missed run does no harm, because each run reads from the database what is
   * due.
   */
  cron: string
  /** The job also runs `BEGIN_MS` after the start of the process; others wait up to `SOON_MS` more. */
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

/** `ctx` makes a Ctx with the current `now`. No job is started once `stopping` is aborted. */
type Surroundings = Readonly<{ ctx: () => Ctx; log: Log; stopping: AbortSignal }>

/** A timer is set for what gets due within this time. Cron runs the job before anything gets due later. */
const TIMER_MS = 5 * MINUTE

/** Milliseconds from the first jobs to the first run of every job, and from a failed delivery to the next. */
const SOON_MS = MINUTE

/** Milliseconds until a job that sends what is due tries again after the lock of another process. */
const AFTER_LOCK_MS = 2_000

/**
 * Milliseconds until tasks are made and the first jobs run, so that the portal answers its first request
 * before them.
 */
const BEGIN_MS = 1_000

/**
 * Has node-cron run the jobs, and starts at once those whose work a transaction has made due. After a step of
 * the clock all tasks of node-cron are made anew, and each job runs once: a task of before would wait until
 * the clock gets to its time again, or walk through every minute that was missed, in which no request is
 * answered.
 * @returns a function to call when `stopping` is aborted; it waits for what runs
 */
export function runJobs(jobs: readonly Job[], surroundings: Surroundings): () => Promise<void> {
  const { ctx, log } = surroundings
  const { start, startNow, hasRun, endRuns } = openRuns(surroundings)
  startWhenWoken(ctx, jobs, startNow)
  let tasks: readonly ScheduledTask[] = []
  const makeTasks = () => {
    for (const task of tasks) task.destroy()
    tasks = jobs.map((job) => schedule(job.cron, () => start(job), taskOptions(log)))
  }
  let soon: NodeJS.Timeout | undefined
  const begin = setTimeout(() => {
    makeTasks()
    startNow(jobs.filter(({ atStart }) => atStart))
    soon = setTimeout(() => jobs.filter((job) => !hasRun(job)).forEach(start), SOON_MS)
  }, BEGIN_MS)
  const endGuard = guardClock(
    () => ctx().now,
    () => {
      makeTasks()
      startNow(jobs)
    },
  )
  return () => {
    endGuard()
    clearTimeout(begin)
    clearTimeout(soon)
    for (const task of tasks) task.destroy()
    return endRuns()
  }
}

/** Starts jobs, each one only once at a time, and again when it says that more gets due. */
function openRuns({ ctx, log, stopping }: Surroundings) {
  const running = new Map<Job, Promise<void>>()
  const runsAgain = new Set<Job>()
  const started = new Set<Job>()
  const timers = new Map<Job, NodeJS.Timeout>()

  const start = (job: Job): Promise<void> | undefined => {
    if (stopping.aborted || running.has(job)) return undefined
    started.add(job)
    clearTimeout(timers.get(job))
    const run = runLogged(job, ctx, log).then((due) => {
      running.delete(job)
      if (runsAgain.delete(job)) start(job)
      else if (due !== undefined) startAt(job, due)
    })
    running.set(job, run)
    return run
  }
  const startAt = (job: Job, due: Instant) => {
    const wait = due - ctx().now
    if (!stopping.aborted && wait <= TIMER_MS) timers.set(job, setTimeout(start, wait, job))
  }
  return {
    /** Returns the run, or undefined when none was started. */
    start,
    /**
     * Starts the jobs. One that runs already runs once more afterwards, because it may have missed what is
     * due now.
     */
    startNow: (jobs: Iterable<Job>): void => {
      for (const job of jobs) if (start(job) === undefined) runsAgain.add(job)
    },
    hasRun: (job: Job): boolean => started.has(job),
    /** Clears the timers, and waits for what runs. */
    endRuns: async (): Promise<void> => {
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/** Starts the jobs whose work a transaction has made due, once for all that it wakes in one turn. */
function startWhenWoken(ctx: () => Ctx, jobs: readonly Job[], startNow: (due: readonly Job[]) => void): void {
  const woken = new Set<Job>()
  onWake(ctx().db, (work) => {
    if (woken.size === 0)
      setImmediate(() => {
        const due = [...woken]
        woken.clear()
        startNow(due)
      })
    for (const job of jobs)
      if (job.wokenBy !== undefined && (work === undefined || job.wokenBy === work)) woken.add(job)
  })
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
    recordJobRun(ctx(), name, { failed: false })
    return hasMore === true ? ctx().now : nextDue?.(ctx())
  } catch (err) {
    if (isLocked(err)) {
      log.debug({ job: name }, 'another process has locked the database, the job comes again')
      return nextDue && ctx().now + AFTER_LOCK_MS
    }
    recordJobRun(ctx(), name, { failed: true })
    const fault = noteDatabaseError(ctx().db, err)
    log[fault === 'damaged' ? 'fatal' : 'error'](
      { err, job: name },
      fault === undefined ? 'job failed' : FAULT_MESSAGES[fault],
    )
    return nextDue && ctx().now + SOON_MS
  }
}

/** Does some milliseconds of a longer work, and returns whether there may be more. */
type Step = () => boolean

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
