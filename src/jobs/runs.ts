import type { Ctx } from '../ctx.ts'
import { FAULT_MESSAGES } from '../db/database-fault.ts'
import { currentDatabaseFault, recordDatabaseError } from '../db/health.ts'
import { isLockError } from '../db/lock.ts'
import type { Db } from '../db/open.ts'
import type { Work } from '../db/wake.ts'
import type { Log } from '../log.ts'
import { recordJobRun } from '../operation/job-runs.ts'
import { type Instant, MINUTE } from '../shared/day.ts'

/** Work that is done on a schedule, or as soon as a transaction makes it due. */
export type Job = Readonly<{
  name: string
  /**
   * When the job runs, in UTC. A missed run does no harm, because each run reads from the database what is
   * due.
   */
  cron: string
  /**
   * The job also runs `BEGIN_MS` after the start of the process; others wait up to `FIRST_RUN_MS` more (both
   * in runner.ts).
   */
  atStart?: true
  /** A transaction that makes this work due starts the job at once (db/wake.ts). */
  wokenBy?: Work
  /** Returns when stored work becomes due next, so that a timer starts the job. */
  nextDue?: (ctx: Ctx) => Instant | undefined
  /**
   * Returns true when there is more to do at once. Each call of `ctx` reads the clock anew, because some jobs
   * wait for other servers.
   */
  run: (ctx: () => Ctx) => unknown
}>

/**
 * The context of all jobs. Each call of `ctx` reads the clock anew. No job starts once `stopping` is aborted.
 */
export type Surroundings = Readonly<{ ctx: () => Ctx; log: Log; stopping: AbortSignal }>

/**
 * A timer is set for work that becomes due within so many milliseconds. Later work waits for the next run by
 * cron.
 */
const TIMER_MS = 5 * MINUTE

/** Milliseconds until a job that sends what is due tries again after the lock of another process. */
const AFTER_LOCK_MS = 2_000

/** Milliseconds from a failed run to the next one of a job that sends what is due. */
const AFTER_FAILURE_MS = MINUTE

/** Returns the functions that start jobs. No job runs twice at the same time. */
export function openRuns({ ctx, log, stopping }: Surroundings) {
  const running = new Map<Job, Promise<void>>()
  /** The running jobs that must run once more afterwards. */
  const toRunAgain = new Set<Job>()
  /** All jobs that were started since the start of the process. */
  const everStarted = new Set<Job>()
  const timers = new Map<Job, NodeJS.Timeout>()

  /** Starts a job unless it is running. Returns the run; undefined when none was started. */
  const start = (job: Job): Promise<void> | undefined => {
    if (stopping.aborted || running.has(job)) return undefined
    everStarted.add(job)
    clearTimeout(timers.get(job))
    const run = runLogged(job, ctx, log).then((due) => {
      running.delete(job)
      if (toRunAgain.delete(job)) start(job)
      else if (due !== undefined) setTimer(job, due)
    })
    running.set(job, run)
    return run
  }
  /** Sets a timer for a job whose work is due before the next run by cron. */
  const setTimer = (job: Job, due: Instant) => {
    const wait = due - ctx().now
    if (!stopping.aborted && wait <= TIMER_MS) timers.set(job, setTimeout(start, wait, job))
  }
  return {
    start,
    /**
     * Starts the jobs. A running job is run once more afterwards, because it may have missed what is due now.
     */
    startNow: (jobs: Iterable<Job>): void => {
      for (const job of jobs) if (start(job) === undefined) toRunAgain.add(job)
    },
    hasStarted: (job: Job): boolean => everStarted.has(job),
    /** Clears the timers, and waits for running jobs. */
    endRuns: async (): Promise<void> => {
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/**
 * Runs the job, and logs its error.
 * @returns when it has to run next; undefined if its next run by cron is soon enough
 */
async function runLogged(
  { name, run, nextDue }: Job,
  ctx: () => Ctx,
  log: Log,
): Promise<Instant | undefined> {
  const nextTryAfter = (wait: number) => (nextDue === undefined ? undefined : ctx().now + wait)
  try {
    const hasMore = await run(ctx)
    recordJobRun(ctx(), name, { failed: false })
    logEndOfLock(ctx(), log)
    return hasMore === true ? ctx().now : nextDue?.(ctx())
  } catch (err) {
    if (isLockError(err)) {
      log.debug({ job: name }, 'another process has locked the database, the job comes again')
      logLock(ctx(), log)
      return nextTryAfter(AFTER_LOCK_MS)
    }
    recordJobRun(ctx(), name, { failed: true })
    logFailure(ctx(), { job: name, err }, log)
    return nextTryAfter(AFTER_FAILURE_MS)
  }
}

/** Logs why a job failed, with the fault of the database if that is the cause. */
function logFailure({ db }: Ctx, failure: Readonly<{ job: string; err: unknown }>, log: Log): void {
  const fault = recordDatabaseError(db, failure.err)
  const level = fault === 'damaged' ? 'fatal' : 'error'
  log[level](failure, fault === undefined ? 'job failed' : FAULT_MESSAGES[fault])
}

/** The databases whose lock by another process was logged. */
const loggedLocks = new WeakSet<Db>()

/** Logs once that another process keeps the database locked, when that has lasted for too long. */
function logLock(ctx: Ctx, log: Log): void {
  if (loggedLocks.has(ctx.db) || currentDatabaseFault(ctx) !== 'locked') return
  loggedLocks.add(ctx.db)
  log.error(FAULT_MESSAGES.locked)
}

/** Logs the end of a lock that was logged. */
function logEndOfLock(ctx: Ctx, log: Log): void {
  if (!loggedLocks.has(ctx.db) || currentDatabaseFault(ctx) === 'locked') return
  loggedLocks.delete(ctx.db)
  log.info('the database is not locked any more')
}
