import { listConflictsOfAllAbsences } from '../../backoffice/absence-conflicts.ts'
import type { Ctx } from '../../ctx.ts'
import { alertWithCard, defineCheck } from './check.ts'
import { appointmentsText } from './words.ts'

/** Counts the appointments at times when the practice is closed. */
export const closedTimeCheck = defineCheck({
  read: (ctx: Ctx) => listConflictsOfAllAbsences(ctx).length,
  alerts: (count) => {
    if (count === 0) return []
    // There is no banner, because the practice may want to keep these appointments.
    return [
      alertWithCard({
        kind: 'closed-time',
        level: 'warning',
        title: 'Termine in geschlossener Zeit',
        detail: `${appointmentsText(count)} ${count === 1 ? 'steht' : 'stehen'} noch.`,
        href: '/admin/absences',
      }),
    ]
  },
})
