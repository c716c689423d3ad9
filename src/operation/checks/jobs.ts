import type { Ctx } from '../../ctx.ts'
import { type JobRuns, listJobRuns } from '../job-runs.ts'
import { defineCheck, type MetricSample, unixSeconds } from './check.ts'

type Facts = ReturnType<typeof listJobRuns>

/** Publishes for each job the runs, failures and last success since the start, and how the last run ended. */
export const jobsCheck = defineCheck({
  read: (ctx: Ctx) => listJobRuns(ctx),
  metrics: {
    ordi_job_runs_total: {
      help: 'Runs of a job since the start.',
      // The label is not called `job`, because Prometheus sets that one itself.
      labels: ['name'],
      values: forEachJob(({ runs }) => runs),
    },
    ordi_job_failures_total: {
      help: 'Runs of a job that failed since the start.',
      labels: ['name'],
      values: forEachJob(({ failures }) => failures),
    },
    ordi_job_failing: {
      help: '1 if the last run of a job failed.',
      labels: ['name'],
      values: forEachJob(({ hasLastRunFailed }) => Number(hasLastRunFailed)),
    },
    ordi_job_last_success_timestamp_seconds: {
      help: 'When a job last succeeded since the start.',
      labels: ['name'],
      values: forEachJob(({ lastSuccessAt }) => unixSeconds(lastSuccessAt)),
    },
  },
})

/** Returns a function that reads a value of each job, labelled with the name of the job. */
function forEachJob(value: (runs: JobRuns) => number | undefined): (jobs: Facts) => readonly MetricSample[] {
  return (jobs) => [...jobs].map(([name, runs]) => [{ name }, value(runs)])
}
