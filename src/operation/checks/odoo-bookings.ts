import { listErpChanges } from '../../backoffice/odoo.ts'
import type { Ctx } from '../../ctx.ts'
import { isSyncOn } from '../../erp/sync.ts'
import { outboxState } from '../../messaging/outbox/state.ts'
import { listBusyConflicts } from '../../schedule/busy-conflicts.ts'
import { type Alert, alert, defineCheck } from './check.ts'
import { appointmentsText, OUTBOX_PAGE } from './words.ts'

/** The start page lists these appointments, with what can be done. Assistants can open it too. */
const TASKS = '/admin'

/** How many bookings are not the same here and in Odoo. */
export const odooBookings = defineCheck({
  read: (ctx: Ctx) => {
    if (!isSyncOn(ctx)) return undefined
    return {
      /** Bookings that were given up. */
      failed: outboxState(ctx).erp.failed,
      /** Bookings that a busy time overlaps, and that the doctor has changed in Odoo. */
      conflicts: new Set(listBusyConflicts(ctx, 'erp').map(({ bookingId }) => bookingId)).size,
      changes: listErpChanges(ctx).length,
    }
  },

  alerts: (counts) => {
    if (counts === undefined) return []
    const { failed, conflicts, changes } = counts
    return [
      ...alertsOf(failed, {
        kind: 'odoo',
        href: `${OUTBOX_PAGE}?tab=odoo&open=1`,
        verbs: ['kam nicht nach Odoo', 'kamen nicht nach Odoo'],
        title: 'Nicht nach Odoo übertragen',
      }),
      ...alertsOf(conflicts, {
        kind: 'odoo-conflict',
        href: TASKS,
        verbs: ['überschneidet sich mit Odoo', 'überschneiden sich mit Odoo'],
        title: 'Konflikt mit Odoo',
      }),
      ...alertsOf(changes, {
        kind: 'odoo-change',
        href: TASKS,
        verbs: ['wurde in Odoo geändert', 'wurden in Odoo geändert'],
        title: 'In Odoo geändert',
      }),
    ]
  },
})

/** @param verbs for one appointment and for several */
function alertsOf(
  count: number,
  {
    kind,
    href,
    verbs: [one, several],
    title,
  }: { kind: string; href: string; verbs: [one: string, several: string]; title: string },
): Alert[] {
  if (count === 0) return []
  const detail = appointmentsText(count)
  const banner = `${detail} ${count === 1 ? one : several}.`
  return [alert({ kind, level: 'warning', banner, title, detail, href })]
}
