import { countChangedDays } from '../backoffice/statistics.ts'
import { dropLapsedMoves } from '../booking/asked-moves.ts'
import { endDueEntries } from '../booking/ended-entries.ts'
import { deleteEndedHolds, endHoldsBeyondShare } from '../booking/ended-holds.ts'
import { notifyBusyConflicts } from '../booking/notifications.ts'
import { findNextOffer, offerInSteps } from '../booking/offers.ts'
import { remindPracticeOfUnanswered } from '../booking/practice-reminders.ts'
import { remindDue } from '../booking/reminders.ts'
import { readCalendarsWhenDue } from '../calendars/reading.ts'
import type { Actor, Ctx } from '../ctx.ts'
import { backUpOnRequest, backUpWhenDue } from '../db/nightly-backups.ts'
import { rescueWhenMoved } from '../db/rescue.ts'
import { haveOthersWritten, wake } from '../db/wake.ts'
import { pullWhenDue } from '../erp/pull-schedule.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { refreshBalances } from '../messaging/sms/balances.ts'
import { pollDeliveryReports } from '../messaging/sms/delivery-reports.ts'
import { notifyDangers } from '../operation/dangers.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { dropDeadPasswordLinks } from '../staff/password-links.ts'
import { runAfterBackupWhenDue } from './after-backup.ts'
import { deletionJobs } from './deletion-jobs.ts'
import { type DeliveryPorts, deliveryJobs } from './delivery-jobs.ts'
import { type DrillPort, drillWhenDue } from './drills.ts'
import { correctFutureTimes } from './future-times.ts'
import { runJobs } from './runner.ts'
import type { Job } from './runs.ts'
import { inSteps } from './steps.ts'

/** The ports of all jobs. */
type JobPorts = DeliveryPorts & Readonly<{ drill: DrillPort | undefined }>

/** All jobs, in the order in which those of the same minute start. `Job` (runs.ts) explains the fields. */
const jobs = (ports: JobPorts, stopping: AbortSignal): readonly Job[] => [
  // This job comes first, because the others read the times that it corrects.
  { name: 'correct future times', cron: '0 * * * *', atStart: true, run: (ctx) => correctFutureTimes(ctx()) },
  ...deliveryJobs(ports, stopping),
  {
    name: 'take over from other processes',
    cron: '* * * * *',
    run: (ctx) => {
      if (haveOthersWritten(ctx().db)) wake(ctx())
    },
  },
  ...readingJobs(ports, stopping),
  {
    name: 'remind',
    cron: '* * * * *',
    run: (ctx) => {
      remindDue(ctx())
      remindPracticeOfUnanswered(ctx())
    },
  },
  { name: 'tell of dangers', cron: '* * * * *', run: (ctx) => notifyDangers(ctx()) },
  // Every day patients can book one day further ahead, which may be a holiday to be closed. The start closes
  // it too (cli/serve.ts).
  { name: 'close holidays', cron: '0 * * * *', run: (ctx) => closeHolidays(ctx()) },
  ...backupJobs(ports, stopping),
  ...bookingJobs(stopping),
  ...deletionJobs(stopping),
]

/** The jobs that ask providers, Odoo and other calendars for news. */
function readingJobs(ports: JobPorts, stopping: AbortSignal): readonly Job[] {
  return [
    { name: 'ask for delivery reports', cron: '*/5 * * * *', run: (ctx) => pollDeliveryReports(ctx, ports) },
    {
      name: 'read busy times of Odoo',
      cron: '*/5 * * * *',
      atStart: true,
      wokenBy: 'busy times',
      run: async (ctx) => {
        if (await pullWhenDue(ctx, ports)) notifyBusyConflicts(ctx())
      },
    },
    {
      name: 'read other calendars',
      cron: '*/10 * * * *',
      atStart: true,
      wokenBy: 'calendars',
      run: async (ctx) => {
        if (await readCalendarsWhenDue(ctx, ports, stopping)) notifyBusyConflicts(ctx())
      },
    },
    { name: 'ask for balances', cron: '0 * * * *', run: (ctx) => refreshBalances(ctx, ports) },
  ]
}

/** The jobs that make backups and copy them, and that save a database whose file is gone. */
function backupJobs(ports: JobPorts, stopping: AbortSignal): readonly Job[] {
  return [
    {
      // One backup a night is made, at 01:15. The runs of other hours make up for a backup that was missed or
      // has failed.
      name: 'back up',
      cron: '15 * * * *',
      run: async (ctx) => {
        await backUpWhenDue(ctx, ports.log)
        await runAfterBackupWhenDue(ctx, ports.log, stopping)
        await drillWhenDue(ctx, ports, stopping)
      },
    },
    {
      name: 'back up on request',
      cron: '* * * * *',
      wokenBy: 'backup',
      run: async (ctx) => {
        if (await backUpOnRequest(ctx, ports.log)) await runAfterBackupWhenDue(ctx, ports.log, stopping)
      },
    },
    {
      name: 'copy a database whose file is gone',
      cron: '* * * * *',
      wokenBy: 'rescue',
      run: (ctx) => rescueWhenMoved(ctx(), ports.log),
    },
  ]
}

/** The jobs that do what becomes due for holds, requests and waiting entries, or count past days. */
function bookingJobs(stopping: AbortSignal): readonly Job[] {
  return [
    {
      name: 'delete expired holds',
      cron: '* * * * *',
      run: (ctx) => {
        deleteEndedHolds(ctx())
        endHoldsBeyondShare(ctx())
      },
    },
    {
      name: 'drop spent links',
      cron: '* * * * *',
      run: (ctx) => inSteps([() => dropSpentSignatures(ctx()), () => dropDeadPasswordLinks(ctx())], stopping),
    },
    { name: 'drop lapsed moves', cron: '* * * * *', run: (ctx) => dropLapsedMoves(ctx()) },
    {
      name: 'offer what became free',
      cron: '* * * * *',
      atStart: true,
      wokenBy: 'offers',
      nextDue: findNextOffer,
      run: (ctx) => inSteps([offerInSteps(ctx)], stopping),
    },
    {
      name: 'count days',
      cron: '* * * * *',
      run: (ctx) => inSteps([() => countChangedDays(ctx())], stopping),
    },
    { name: 'end the wait', cron: '* * * * *', run: (ctx) => endDueEntries(ctx()) },
  ]
}

/**
 * Starts the jobs (runner.ts).
 * @returns a function that starts no more jobs, and waits for those that run; an e-mail that hangs goes back
 * to the outbox
 */
export function startJobs(ctxFor: (actor: Actor) => Ctx, ports: JobPorts): () => Promise<void> {
  const stopping = new AbortController()
  const endJobs = runJobs(jobs(ports, stopping.signal), {
    ctx: () => ctxFor({ kind: 'job' }),
    log: ports.log,
    stopping: stopping.signal,
  })
  return async () => {
    stopping.abort()
    const ended = endJobs()
    ports.mail.stop?.()
    await ended
  }
}
