import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { dropEarlierSecret } from '../access/secret-rotation.ts'
import { deleteExpiredSessions } from '../access/sessions.ts'
import { deleteExpiredChallenges } from '../access/spent-challenges.ts'
import { deleteEndedEntries } from '../booking/ended-entries.ts'
import { deleteOutdatedBrowsers } from '../booking/known-browsers.ts'
import { deleteOldOrigins } from '../booking/request-limits.ts'
import { deleteExpiredVerifications } from '../booking/verified-addresses.ts'
import type { Ctx } from '../ctx.ts'
import { packBodies } from '../messaging/outbox/packed-bodies.ts'
import { deleteExpired } from '../privacy/retention.ts'
import type { Job } from './runs.ts'
import { inSteps } from './steps.ts'

/** The steps of the clean-up. Each call takes a few milliseconds, and returns whether more may remain. */
const CLEAN_UPS: ReadonlyArray<(ctx: Ctx) => boolean> = [
  deleteExpiredVerifications,
  deleteOutdatedBrowsers,
  deleteExpiredChallenges,
  deleteExpiredAttempts,
  deleteExpiredSessions,
  deleteOldOrigins,
  dropEarlierSecret,
  deleteEndedEntries,
]

/** The jobs that delete or pack what is not needed any more. */
export function deletionJobs(stopping: AbortSignal): readonly Job[] {
  return [
    { name: 'delete what is old', cron: '0 * * * *', run: (ctx) => deleteExpired(ctx, stopping) },
    {
      // The clean-up runs hourly, because the practice promises its patients that some of these rows are kept
      // for a day only.
      name: 'clean up',
      cron: '0 * * * *',
      run: (ctx) => {
        const steps = CLEAN_UPS.map((cleanUp) => () => cleanUp(ctx()))
        return inSteps(steps, stopping)
      },
    },
    {
      // E-mails are packed at 01:30, after the backup.
      name: 'pack e-mails',
      cron: '30 1 * * *',
      run: (ctx) => inSteps([() => packBodies(ctx())], stopping),
    },
  ]
}
