import { type ScheduledTask, schedule, type TaskOptions } from 'node-cron'
import type { Ctx } from '../ctx.ts'
import { onWake } from '../db/wake.ts'
import type { Log } from '../log.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { guardClock } from './clock-guard.ts'
import { type Job, openRuns, type Surroundings } from './runs.ts'

/** Milliseconds from the first jobs to the first run of every job. */
const FIRST_RUN_MS = MINUTE

/**
 * Milliseconds until tasks are made and the first jobs run, so that the portal answers its first request
 * before them.
 */
const BEGIN_MS = 1_000

/**
 * Schedules the jobs with node-cron, and starts a job at once when a transaction makes its work due. After a
 * step of the clock all tasks of node-cron are replaced, and each job runs once. An old task would wait until
 * the clock reaches its time again, or step through every missed minute and block all requests.
 * @returns a function to call when `stopping` is aborted; it waits for running jobs
 */
export function runJobs(jobs: readonly Job[], surroundings: Surroundings): () => Promise<void> {
  const { ctx, log } = surroundings
  const { start, startNow, hasStarted, endRuns } = openRuns(surroundings)
  startWhenWoken(ctx, jobs, startNow)
  let tasks: readonly ScheduledTask[] = []
  const replaceTasks = () => {
    for (const task of tasks) task.destroy()
    tasks = jobs.map((job) => schedule(job.cron, () => start(job), taskOptions(log)))
  }
  let firstRunsTimer: NodeJS.Timeout | undefined
  const beginTimer = setTimeout(() => {
    replaceTasks()
    startNow(jobs.filter(({ atStart }) => atStart))
    firstRunsTimer = setTimeout(() => jobs.filter((job) => !hasStarted(job)).forEach(start), FIRST_RUN_MS)
  }, BEGIN_MS)
  const endGuard = guardClock(
    () => ctx().now,
    () => {
      replaceTasks()
      startNow(jobs)
    },
  )
  return () => {
    endGuard()
    clearTimeout(beginTimer)
    clearTimeout(firstRunsTimer)
    for (const task of tasks) task.destroy()
    return endRuns()
  }
}

/** Starts the jobs whose work a transaction has made due, each once per turn of the event loop. */
function startWhenWoken(ctx: () => Ctx, jobs: readonly Job[], startNow: (due: readonly Job[]) => void): void {
  const woken = new Set<Job>()
  onWake(ctx().db, (work) => {
    // The transaction is over when this turn of the event loop ends.
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

/** Returns the options of node-cron. A run is skipped without a warning while the previous one lasts. */
const taskOptions = (log: Log): TaskOptions => ({
  timezone: 'UTC',
  noOverlap: true,
  // A task that is late because the process was busy still runs.
  missedExecutionTolerance: DAY_LENGTH,
  suppressMissedWarning: true,
  logger: {
    info: (message) => log.debug(message),
    warn: (message) => log.debug(message),
    error: (err) => log.error({ err }, 'a task of node-cron failed'),
    debug: () => {},
  },
})
