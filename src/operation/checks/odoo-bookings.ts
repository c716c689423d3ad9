import { listErpChanges } from '../../backoffice/odoo.ts'
import type { Ctx } from '../../ctx.ts'
import { isSyncOn } from '../../erp/sync.ts'
import { outboxState } from '../../messaging/outbox/state.ts'
import { listBusyConflicts } from '../../schedule/busy-conflicts.ts'
import { type Alert, alertWithCard, defineCheck } from './check.ts'
import { appointmentsText, OUTBOX_PAGE } from './words.ts'

/** The start page lists these appointments with their remedies. Assistants can open it too. */
const TASKS_PAGE = '/admin'

/** Counts the bookings that differ between Ordi and Odoo. */
export const odooBookingsCheck = defineCheck({
  read: (ctx: Ctx) => {
    if (!isSyncOn(ctx)) return undefined
    return {
      /** The bookings that Ordi has given up transferring to Odoo. */
      failed: outboxState(ctx).erp.failed,
      /** The bookings that overlap a busy time of Odoo. */
      conflicts: new Set(listBusyConflicts(ctx, 'erp').map(({ bookingId }) => bookingId)).size,
      /** The bookings whose event the doctor has moved or removed in Odoo. */
      changes: listErpChanges(ctx).length,
    }
  },

  alerts: (counts) => {
    if (counts === undefined) return []
    const { failed, conflicts, changes } = counts
    return [
      ...alertsOfCount(failed, {
        kind: 'odoo',
        href: `${OUTBOX_PAGE}?tab=odoo&open=1`,
        predicates: ['kam nicht nach Odoo', 'kamen nicht nach Odoo'],
        title: 'Nicht nach Odoo übertragen',
      }),
      ...alertsOfCount(conflicts, {
        kind: 'odoo-conflict',
        href: TASKS_PAGE,
        predicates: ['überschneidet sich mit Odoo', 'überschneiden sich mit Odoo'],
        title: 'Konflikt mit Odoo',
      }),
      ...alertsOfCount(changes, {
        kind: 'odoo-change',
        href: TASKS_PAGE,
        predicates: ['wurde in Odoo geändert', 'wurden in Odoo geändert'],
        title: 'In Odoo geändert',
      }),
    ]
  },
})

/**
 * Returns an alert about a number of appointments; none for 0.
 * @param about.predicates the predicates for one appointment and for several
 */
function alertsOfCount(
  count: number,
  about: Readonly<{ kind: string; href: string; predicates: [one: string, several: string]; title: string }>,
): Alert[] {
  if (count === 0) return []
  const { kind, href, predicates, title } = about
  const [one, several] = predicates
  const detail = appointmentsText(count)
  const banner = `${detail} ${count === 1 ? one : several}.`
  return [alertWithCard({ kind, level: 'warning', banner, title, detail, href })]
}
