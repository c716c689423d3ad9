import { listErpChanges } from '../../backoffice/erp-status.ts'
import type { Ctx } from '../../ctx.ts'
import { listErpConflicts } from '../../erp/pull.ts'
import { isSyncOn } from '../../erp/sync.ts'
import { outboxState } from '../../messaging/outbox/log.ts'
import { type Alert, alert, defineCheck } from './check.ts'
import { appointmentsText } from './words.ts'

/** How many bookings are not the same here and in Odoo. */
export const odooBookings = defineCheck({
  read: (ctx: Ctx) => {
    if (!isSyncOn(ctx)) return undefined
    return {
      /** Bookings that were given up. */
      failed: outboxState(ctx).erp.failed,
      /** Bookings that a busy time overlaps, and that the doctor has changed in Odoo. */
      conflicts: new Set(listErpConflicts(ctx).map(({ bookingId }) => bookingId)).size,
      changes: listErpChanges(ctx).length,
    }
  },

  alerts: (counts) => {
    if (counts === undefined) return []
    const { failed, conflicts, changes } = counts
    return [
      ...alertsOf(failed, {
        kind: 'odoo',
        verbs: ['kam nicht nach Odoo', 'kamen nicht nach Odoo'],
        title: 'Nicht nach Odoo übertragen',
      }),
      ...alertsOf(conflicts, {
        kind: 'odoo-conflict',
        verbs: ['überschneidet sich mit Odoo', 'überschneiden sich mit Odoo'],
        title: 'Konflikt mit Odoo',
      }),
      ...alertsOf(changes, {
        kind: 'odoo-change',
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
    verbs: [one, several],
    title,
  }: { kind: string; verbs: [one: string, several: string]; title: string },
): Alert[] {
  if (count === 0) return []
  const detail = appointmentsText(count)
  const banner = `${detail} ${count === 1 ? one : several}.`
  return [alert({ kind, level: 'warning', banner, title, detail, href: '/admin/settings/odoo' })]
}
